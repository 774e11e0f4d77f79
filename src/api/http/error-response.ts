import { errorBody, type ApiError } from "../../engine/api-error.ts";
import { jsonResponse } from "./json-response.ts";

/**
 * An error as a response. `x-should-retry` steers the `openai` client, which otherwise repeats every 429 and 5xx:
 * waiting helps against a full queue, not against a model that a person has yet to download.
 */
export function errorResponse(error: ApiError, headers?: Record<string, string>): Response {
  const { status, code, retryAfter } = error;
  return jsonResponse(errorBody(error), status, {
    ...headers,
    ...(retryAfter !== undefined && { "retry-after": String(Math.ceil(retryAfter)) }),
    ...((status === 429 || status === 503) && {
      "x-should-retry": String(code !== "model_not_downloaded"),
    }),
  });
}
