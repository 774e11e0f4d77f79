import { expect, it } from "vitest";
import type { Batch } from "./job-batches.ts";
import { watched } from "./watched.ts";

const LIMIT_MS = 20;
const batch: Batch = { job: 0, events: [{ type: "beat" }] };
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** One batch, then nothing for ever. */
async function* thenSilence(): AsyncGenerator<Batch, void, undefined> {
  yield batch;
  await new Promise(() => {});
}

it("tells silence, also to a reader that has paused for longer than that", async () => {
  for (const pauseMs of [0, 3 * LIMIT_MS]) {
    const reading = watched(thenSilence(), LIMIT_MS);
    expect(await reading.next()).toEqual({ done: false, value: batch });
    await pause(pauseMs);
    await expect(reading.next()).rejects.toThrow(/stopped answering/);
  }
});

it("does not count the reader's own pauses", async () => {
  async function* two(): AsyncGenerator<Batch, void, undefined> {
    yield batch;
    yield batch;
  }
  const reading = watched(two(), LIMIT_MS);
  await reading.next();
  await pause(3 * LIMIT_MS);
  expect(await reading.next()).toEqual({ done: false, value: batch });
  expect(await reading.next()).toEqual({ done: true, value: undefined });
});
