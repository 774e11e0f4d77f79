import type { ApiContext } from "../api-context.ts";

/** One request on its way through the API. */
export interface Call {
  readonly request: Request;
  readonly url: URL;
  readonly context: ApiContext;
  /** What the route's pattern caught, decoded: the id of a model or response. */
  readonly id: string;
  /** Aborts when the caller is seen to be gone. */
  readonly signal: AbortSignal;
  /** Stops the work; called by whoever sees that nobody listens any more. */
  readonly abort: (reason?: unknown) => void;
}

/** `X-Conversation-Id`: the client wants to be able to come back to this answer. */
export function streamIdOf(call: Call): string | null {
  return call.request.headers.get("x-conversation-id") || null;
}
