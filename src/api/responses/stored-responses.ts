import { ApiError, invalidRequest } from "../../engine/api-error.ts";
import { jsonResponse } from "../http/json-response.ts";
import type { Call } from "../jobs/call.ts";
import { inputItems } from "./response-items.ts";
import type { StoredResponse } from "./response-store.ts";
import type { DeletedResponse, ListedItems } from "./response-types.ts";

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
  return jsonResponse({ id, object: "response", deleted: true } satisfies DeletedResponse);
}

/** `GET /v1/responses/{id}/input_items` */
export async function listInputItems(call: Call): Promise<Response> {
  const found = await stored(call);
  const query = call.url.searchParams;
  const limit = query.get("limit") ?? "20";
  if (!/^[1-9]\d?$|^100$/.test(limit)) {
    throw invalidRequest("'limit' must be a whole number from 1 to 100.", "limit", "invalid_value");
  }
  const order = query.get("order") ?? "desc";
  if (order !== "asc" && order !== "desc") {
    throw invalidRequest("'order' must be 'asc' or 'desc'.", "order", "invalid_value");
  }
  const sorted = order === "asc" ? inputItems(found) : inputItems(found).toReversed();
  const after = query.get("after");
  const last = after === null ? -1 : sorted.findIndex((item) => item.id === after);
  if (after !== null && last < 0) {
    throw invalidRequest(`There is no item '${after}' in this list.`, "after", "invalid_value");
  }
  const items = sorted.slice(last + 1);
  const data = items.slice(0, Number(limit));
  return jsonResponse({
    object: "list",
    data,
    first_id: data[0]?.id ?? null,
    last_id: data.at(-1)?.id ?? null,
    has_more: items.length > data.length,
  } satisfies ListedItems);
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
