import { ask, expect, over, start, test } from "../support/lifecycle.ts";

/** Longer than a browser lets a service worker idle, and than Chromium lets one event last. */
for (const minutes of [3, 5]) {
  test(`B01 A67 ${minutes} minutes without a word are no end`, async ({ page, uncaught }) => {
    test.setTimeout((minutes + 2) * 60_000);
    const late = { pieces: ["late ", "but ", "whole"], firstDelayMs: minutes * 60_000 };
    const answer = await over(page, await start(page, late));
    expect(answer).toMatchObject({
      status: 200,
      text: "late but whole",
      finish: "stop",
      sawDone: true,
      failure: null,
    });
    expect(answer.firstMs).toBeGreaterThan(minutes * 60_000);
    expect((await ask(page, "next")).text).toBe("You said: next");
    expect(uncaught).toEqual([]);
    test.info().annotations.push({
      type: "measured",
      description: `first text after ${Math.round(answer.firstMs ?? 0)} ms, end after ${Math.round(answer.endMs ?? 0)} ms`,
    });
  });
}
