import { ApiError, invalidRequest } from "../../engine/api-error.ts";
import { Fields, isObject } from "../validation/fields.ts";

/** Deeper bodies could not be copied to another thread, and no real request comes near. */
const MAX_DEPTH = 100;

/** The body of a POST as fields. Throws 413 above the bound, and 400 for anything but a JSON object. */
export async function readJson(request: Request, maxBytes: number): Promise<Fields> {
  const text = await readText(request, maxBytes);
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw invalidRequest(
      "We could not parse the JSON body of your request. The API expects a JSON payload.",
      null,
      "invalid_json",
    );
  }
  if (!isObject(body)) {
    throw invalidRequest("The body of the request must be a JSON object.", null, "invalid_type");
  }
  if (isDeeper(body, MAX_DEPTH)) {
    throw invalidRequest(
      `The body of the request nests deeper than ${MAX_DEPTH} levels.`,
      null,
      "invalid_value",
    );
  }
  return new Fields(body);
}

async function readText(request: Request, maxBytes: number): Promise<string> {
  // Firefox has no `Request.body`; there the whole body is read before it is measured.
  const reader = (request.body ?? (await request.blob()).stream()).getReader();
  // Not `fatal`: a broken byte becomes U+FFFD inside a string, as in every HTTP client.
  const decoder = new TextDecoder();
  let size = 0;
  let text = "";
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- a stream is read in order
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.byteLength;
    if (size > maxBytes) {
      // Not awaited: a source that never answers must not hold the 413 back.
      reader.cancel().catch(() => {});
      throw new ApiError({
        status: 413,
        type: "invalid_request_error",
        code: "request_too_large",
        param: null,
        message: `The body of the request is larger than ${maxBytes} bytes. Send less.`,
      });
    }
    text += decoder.decode(value, { stream: true });
  }
}

function isDeeper(value: unknown, limit: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return limit === 0 || Object.values(value).some((item) => isDeeper(item, limit - 1));
}
