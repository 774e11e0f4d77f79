import { ApiError, invalidRequest } from "../../engine/api-error.ts";
import { jsonResponse } from "../http/json-response.ts";
import type { Call } from "../jobs/call.ts";
import { inputItems } from "./response-items.ts";
import type { StoredResponse } from "./response-store.ts";

/** `GET /v1/responses/{id}` */
export async function getResponse(call: Call): Promise<Response> {
  if (call.url.searchParams.get("stream") === "true") {
    throw invalidRequest("A stored response cannot be streamed.", "stream");
  }
  return jsonResponse((await stored(call)).response);
}

/** `DELETE /v1/responses/{id}` */
export async function deleteResponse({ context, id }: Call): Promise<Response> {
  if (!(await context.responses.delete(id))) throw notFound(id);
  return jsonResponse({ id, object: "response", deleted: true });
}

/** `GET /v1/responses/{id}/input_items` */
export async function listInputItems(call: Call): Promise<Response> {
  const found = await stored(call);
  const query = call.url.searchParams;
  const limit = Number(query.get("limit") ?? 20);
  if (!(limit >= 1 && limit <= 100)) {
    throw invalidRequest("'limit' must be from 1 to 100.", "limit");
  }
  let items = inputItems(found);
  if (query.get("order") !== "asc") items = items.toReversed();
  items = items.slice(items.findIndex((item) => item["id"] === query.get("after")) + 1);
  const data = items.slice(0, limit);
  return jsonResponse({
    object: "list",
    data,
    first_id: data[0]?.["id"] ?? null,
    last_id: data.at(-1)?.["id"] ?? null,
    has_more: items.length > limit,
  });
}

async function stored({ context, id }: Call): Promise<StoredResponse> {
  const found = await context.responses.get(id);
  if (!found) throw notFound(id);
  return found;
}

function notFound(id: string): ApiError {
  return new ApiError({
    status: 404,
    type: "invalid_request_error",
    code: null,
    param: null,
    message: `Response with id '${id}' not found.`,
  });
}
