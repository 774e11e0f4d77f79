import { EventQueue } from "./event-queue.ts";
import type { ModelProgress } from "./model-info.ts";

/** A piece of work that reports progress, as an iterable of it. */
export async function* progressOf(
  work: (onProgress: (progress: ModelProgress) => void) => Promise<void>,
): AsyncGenerator<ModelProgress> {
  const queue = new EventQueue<ModelProgress>();
  work((progress) => queue.push(progress)).then(
    () => queue.end(),
    (error: unknown) => queue.fail(error),
  );
  for await (const batch of queue) {
    const latest = batch.at(-1);
    if (latest !== undefined) yield latest;
  }
}
