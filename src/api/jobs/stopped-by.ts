import { ApiError } from "../../engine/api-error.ts";

/** What the readers of a resumable answer are told when one of them has ended it (`DELETE …/stream`). */
export function stoppedBy(error: unknown, signal: AbortSignal): ApiError | undefined {
  if (!(error instanceof Error) || error.name !== "AbortError" || signal.aborted) return undefined;
  return new ApiError({
    status: 400,
    type: "invalid_request_error",
    code: "answer_stopped",
    param: null,
    message: "This answer was stopped before its end.",
  });
}
