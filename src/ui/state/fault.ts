import { words } from "../words.ts";
import type { Fault } from "./conversation.ts";

/** An error whose message is meant for the reader. */
export class FaultError extends Error {
  override readonly name = "FaultError";
  readonly code: string | null;
  readonly status: number | null;

  constructor(
    message: string = words.faults.unknown,
    code: string | null = null,
    status: number | null = null,
  ) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

/** The error that a response of `/v1` carries in its body. */
export async function faultOfResponse(response: Response): Promise<FaultError> {
  let error: { message?: unknown; code?: unknown } = {};
  try {
    const body = (await response.json()) as { error?: typeof error };
    error = body.error ?? {};
  } catch {
    // Not one of ours: a server in between may have answered with a page.
  }
  return new FaultError(
    typeof error.message === "string" ? error.message : words.faults.status(response.status),
    typeof error.code === "string" ? error.code : null,
    response.status,
  );
}

/** Anything thrown while a request ran, in words. */
export function toFault(error: unknown): Fault {
  if (error instanceof FaultError)
    return { message: error.message, code: error.code, status: error.status };
  // What fetch and body readers throw when the worker or the connection went away.
  if (error instanceof TypeError)
    return { message: words.faults.network, code: "network", status: null };
  if (error instanceof DOMException && error.name === "AbortError")
    return { message: words.faults.loadStopped, code: "model_not_downloaded", status: null };
  if (error instanceof Error && error.message !== "")
    return { message: error.message, code: null, status: null };
  return { message: words.faults.unknown, code: null, status: null };
}
