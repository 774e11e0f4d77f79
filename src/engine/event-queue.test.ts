import { describe, expect, it } from "vitest";
import { EventQueue } from "./event-queue.ts";

async function read<T>(queue: EventQueue<T>): Promise<(readonly T[])[]> {
  const batches: (readonly T[])[] = [];
  for await (const batch of queue) batches.push(batch);
  return batches;
}

describe("an event queue", () => {
  it("gives what has gathered as one batch, and what comes later as it comes", async () => {
    const queue = new EventQueue<number>();
    queue.pushAll([1, 2]);
    queue.push(3);
    const reading = read(queue);
    await Promise.resolve();
    setTimeout(() => {
      queue.push(4);
      queue.end();
      queue.push(5);
    }, 1);
    expect(await reading).toEqual([[1, 2, 3], [4]]);
  });

  it("gives everything before it throws", async () => {
    const queue = new EventQueue<number>();
    queue.push(1);
    queue.fail(new Error("broken"));
    queue.fail(new Error("again"));
    const seen: number[] = [];
    await expect(
      (async () => {
        for await (const batch of queue) seen.push(...batch);
      })(),
    ).rejects.toThrow("broken");
    expect(seen).toEqual([1]);
  });

  it("tells of a reader that leaves, but not of one that reads to the end", async () => {
    let left = 0;
    const queue = new EventQueue<number>(() => left++);
    queue.push(1);
    for await (const _ of queue) break;
    expect(left).toBe(1);
    const other = new EventQueue<number>(() => left++);
    other.end();
    await read(other);
    expect(left).toBe(1);
  });
});
