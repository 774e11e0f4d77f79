import { unavailable } from "../../engine/api-error.ts";
import { SilenceTimer } from "../../engine/silence-timer.ts";
import type { Batch } from "./job-batches.ts";

/**
 * Passes batches on, and fails when none comes for too long: the engine promises a sign of life every 10 seconds, so
 * whoever is silent for a minute has died without saying so.
 */
export async function* watched(
  batches: AsyncIterable<Batch>,
  silenceMs: number,
): AsyncGenerator<Batch, void, undefined> {
  const iterator = batches[Symbol.asyncIterator]();
  let fail = (_error: Error): void => {};
  const silence = new SilenceTimer(silenceMs, () =>
    fail(
      unavailable(
        "engine_unavailable",
        "The engine has stopped answering. Reload the page it runs in, then try again.",
      ),
    ),
  );
  try {
    for (;;) {
      // Only while somebody reads: a reader may take its time.
      silence.alive();
      // oxlint-disable-next-line no-await-in-loop -- batches come in order
      const next = await new Promise<IteratorResult<Batch, void>>((resolve, reject) => {
        fail = reject;
        iterator.next().then(resolve, reject);
      });
      if (next.done) return;
      yield next.value;
    }
  } finally {
    silence.end();
  }
}
