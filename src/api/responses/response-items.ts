import { ApiError } from "../../engine/api-error.ts";
import type { JsonObject } from "../../engine/job.ts";
import { Fields } from "../validation/fields.ts";
import { listedItem } from "./listed-item.ts";
import type { ResponseStore, StoredResponse } from "./response-store.ts";
import type { ListedItem } from "./response-types.ts";

/** Input items are numbered from here, so that their ids differ from those of the output. */
const FIRST_INPUT = 1000;
const RESPONSE_OF_ITEM = /^[a-z]+_([0-9a-f]{24})[0-9a-z]+$/;

/** The id of the `number`th item of a response. It holds the response's own, so that a reference to it can be followed. */
export function itemId(prefix: string, responseId: string, number: number): string {
  return prefix + responseId.slice("resp_".length) + number.toString(36);
}

/** The input items of a stored response, each with an id. */
export function inputItems({ id, input }: StoredResponse): readonly ListedItem[] {
  return input.flatMap(
    (item, index) => listedItem(item, (prefix) => itemId(prefix, id, FIRST_INPUT + index)) ?? [],
  );
}

/**
 * Puts the items themselves where a request only refers to them, as the AI SDK does with what was said before.
 *
 * @throws ApiError 404 when an item is not stored, or no longer
 */
export function followReferences(
  items: readonly JsonObject[],
  path: (index: number) => string,
  store: ResponseStore,
): Promise<readonly JsonObject[]> {
  return Promise.all(
    items.map(async (values, index) => {
      if (values["type"] !== "item_reference") return values;
      const item = new Fields(values, path(index));
      const id = item.need("id", item.string("id"));
      return (await findItem(id, store)) ?? notFound(id, item.param("id"));
    }),
  );
}

async function findItem(id: string, store: ResponseStore): Promise<JsonObject | undefined> {
  const responseId = RESPONSE_OF_ITEM.exec(id)?.[1];
  const stored = responseId && (await store.get(`resp_${responseId}`));
  if (!stored) return undefined;
  const output = stored.response["output"] as readonly JsonObject[];
  return [...output, ...inputItems(stored)].find((item) => item["id"] === id);
}

function notFound(id: string, param: string): never {
  throw new ApiError({
    status: 404,
    type: "invalid_request_error",
    code: null,
    param,
    message: `Item with id '${id}' not found. Items are kept with their response, unless its 'store' is false or it was deleted.`,
  });
}
