import { describe, expect, it } from "vitest";
import { ApiError } from "./api-error.ts";
import { JobQueue } from "./job-queue.ts";

const forever = new AbortController().signal;
const nobody = (): void => {};

describe("JobQueue", () => {
  it("lets one in at a time, in the order they came", async () => {
    const queue = new JobQueue(8);
    const order: string[] = [];
    const visit = async (name: string): Promise<void> => {
      const leave = await queue.enter(forever, nobody);
      order.push(`${name} in`);
      await Promise.resolve();
      order.push(`${name} out`);
      leave();
    };
    await Promise.all([visit("a"), visit("b"), visit("c")]);
    expect(order).toEqual(["a in", "a out", "b in", "b out", "c in", "c out"]);
    expect(queue.running).toBe(0);
  });

  it("tells each how many are before it", async () => {
    const queue = new JobQueue(8);
    const leave = await queue.enter(forever, nobody);
    const positions: number[] = [];
    const second = queue.enter(forever, nobody);
    const third = queue.enter(forever, (position) => positions.push(position));
    leave();
    (await second)();
    (await third)();
    expect(positions).toEqual([2, 1]);
  });

  it("turns away what does not fit, with a time to come back", async () => {
    const queue = new JobQueue(1);
    await queue.enter(forever, nobody);
    void queue.enter(forever, nobody);
    const refused = await queue.enter(forever, nobody).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ApiError);
    expect(refused).toMatchObject({ status: 429, code: "queue_full", retryAfter: 5 });
  });

  it("forgets one that aborts while it waits", async () => {
    const queue = new JobQueue(8);
    const leave = await queue.enter(forever, nobody);
    const controller = new AbortController();
    const waiting = queue.enter(controller.signal, nobody);
    controller.abort(new Error("gone"));
    await expect(waiting).rejects.toThrow("gone");
    expect(queue.waiting).toBe(0);
    leave();
    leave();
    expect(queue.running).toBe(0);
  });
});
