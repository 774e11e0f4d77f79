import { timingsOf } from "../api-context.ts";
import { JSON_HEADERS, jsonResponse } from "../http/json-response.ts";
import type { WholeWriter } from "./answer-writer.ts";
import type { Call } from "./call.ts";
import type { Batch } from "./job-batches.ts";
import { watched } from "./watched.ts";
import { within } from "./within.ts";

/**
 * Answers with one JSON object.
 *
 * A service worker learns that the page has given up only through the body stream's `cancel`, and a body needs headers:
 * so they leave soon after the last job's `start`, when all that can be wrong with the request is known. A fault of the
 * engine later than that breaks the body, and the client's `json()` rejects. See docs/decisions/0202.
 */
export async function wholeResponse(
  call: Call,
  batches: AsyncIterable<Batch>,
  writer: WholeWriter,
  jobs = 1,
  resumable = false,
): Promise<Response> {
  const { holdMs, silenceMs } = timingsOf(call.context);
  const stop = resumable ? () => {} : call.abort;
  let begin!: () => void;
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const whole = (async () => {
    for await (const { job, events } of watched(batches, silenceMs)) {
      for (const event of events) {
        writer.event(event, job);
        if (event.type === "start" && job === jobs - 1) begin();
      }
    }
    return JSON.stringify(await writer.result());
  })();
  // Whatever failed, nobody waits for the rest.
  whole.catch(stop);

  await Promise.race([begun, whole]);
  const early = await within(whole, holdMs);
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
