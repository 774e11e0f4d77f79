import { unavailable } from "../../engine/api-error.ts";
import type { Batch } from "./job-batches.ts";
import { within } from "./within.ts";

/**
 * Passes batches on, and fails when none comes for too long: the engine promises a sign of life every 10 seconds, so
 * whoever is silent for a minute has died without saying so.
 */
export async function* watched(
  batches: AsyncIterable<Batch>,
  silenceMs: number,
): AsyncGenerator<Batch, void, undefined> {
  const iterator = batches[Symbol.asyncIterator]();
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- batches come in order
    const next = await within(iterator.next(), silenceMs);
    if (next === undefined) {
      throw unavailable(
        "engine_unavailable",
        "The engine has stopped answering. Reload the page it runs in, then try again.",
      );
    }
    if (next.done) return;
    yield next.value;
  }
}
