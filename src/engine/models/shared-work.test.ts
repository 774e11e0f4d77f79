import { describe, expect, it } from "vitest";
import { SharedWork } from "./shared-work.ts";

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe("shared work", () => {
  it("is done once for all who want it, and goes on when one of them leaves", async () => {
    const shared = new SharedWork<number>();
    let runs = 0;
    const work = async (signal: AbortSignal, report: (value: number) => void) => {
      runs++;
      for (let step = 0; step < 5; step++) {
        await pause(5);
        signal.throwIfAborted();
        report(step);
      }
    };
    const seen: number[] = [];
    const abort = new AbortController();
    const first = shared.run("a", abort.signal, () => {}, work);
    const second = shared.run("a", new AbortController().signal, (value) => seen.push(value), work);
    abort.abort(new Error("left"));
    await expect(first).rejects.toThrow("left");
    await second;
    expect(runs).toBe(1);
    expect(seen).toEqual([0, 1, 2, 3, 4]);
  });

  it("ends with the last who wants it, and begins anew after that", async () => {
    const shared = new SharedWork<number>();
    let aborted = 0;
    const work = (signal: AbortSignal) =>
      new Promise<void>((_, reject) => {
        signal.addEventListener("abort", () => {
          aborted++;
          reject(signal.reason as Error);
        });
      });
    const abort = new AbortController();
    const only = shared.run("a", abort.signal, () => {}, work);
    abort.abort(new Error("left"));
    await expect(only).rejects.toThrow("left");
    expect(aborted).toBe(1);
    await shared.run(
      "a",
      new AbortController().signal,
      () => {},
      async () => {},
    );
  });
});
