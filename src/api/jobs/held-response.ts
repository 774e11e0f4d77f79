import { timingsOf } from "../api-context.ts";
import { JSON_HEADERS, jsonResponse } from "../http/json-response.ts";
import type { Call } from "./call.ts";
import { within } from "./within.ts";

/**
 * Answers with JSON that takes its time.
 *
 * A service worker learns that the page has given up only through the body stream's `cancel`, and a body needs headers:
 * so they leave soon after all that can be wrong with the request is known. A fault of the engine later than that breaks
 * the body, and the client's `json()` rejects. See docs/decisions/0202.
 *
 * @param begun resolves when nothing of the request is left to refuse
 * @param stop ends the work when nobody waits for it any more
 */
export async function heldResponse(
  { context }: Call,
  begun: Promise<unknown>,
  whole: Promise<string>,
  stop: (reason?: unknown) => void,
): Promise<Response> {
  // Whatever failed, nobody waits for the rest.
  whole.catch(stop);
  await Promise.race([begun, whole]);
  const early = await within(whole, timingsOf(context).holdMs);
  if (early !== undefined) return jsonResponse(early);

  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      try {
        controller.enqueue(new TextEncoder().encode(await whole));
        controller.close();
      } catch (error) {
        controller.error(error);
      }
    },
    cancel: stop,
  });
  return new Response(body, { headers: JSON_HEADERS });
}
