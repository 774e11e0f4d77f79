import type { Anything } from "../fixtures/wire-exchange.ts";
import { expect, MODEL, scripted, test } from "../support/contract.ts";
import { dataOf, readStream } from "../support/read-stream.ts";

const say = (word: string, delayMs: number) => ({
  model: MODEL,
  stream: true,
  messages: [{ role: "user", content: scripted({ pieces: [`${word} `], repeat: 10, delayMs }) }],
});

const textOf = (text: string): string =>
  dataOf<Anything>(text)
    .flatMap(({ choices }) => choices)
    .map(({ delta }) => delta.content ?? "")
    .join("");

test.describe("two tabs", () => {
  test("B14: asked at once, each gets its own text, in an answer of its own", async ({
    page,
    sharedPage,
  }) => {
    const asked = [
      [page, "left"],
      [sharedPage, "right"],
      [page, "up"],
      [sharedPage, "down"],
    ] as const;
    const answers = await Promise.all(
      asked.map(([tab, word]) => readStream(tab, "/v1/chat/completions", say(word, 10))),
    );
    expect(answers.map(({ text }) => textOf(text))).toEqual(
      asked.map(([, word]) => `${word} `.repeat(10)),
    );
    const ids = answers.flatMap(({ text }) => dataOf<Anything>(text).map(({ id }): string => id));
    expect(new Set(ids).size).toBe(4);
  });

  test("B16: an answer goes on while another tab is in front", async ({ page, sharedPage }) => {
    await page.bringToFront();
    const answer = readStream(page, "/v1/chat/completions", say("hidden", 80));
    await sharedPage.bringToFront();
    const { reads, text } = await answer;
    expect(textOf(text)).toBe("hidden ".repeat(10));
    expect(reads.at(-1)?.at).toBeLessThan(5_000);
  });

  test("B15: when one tab closes in mid-answer, the other one's answer comes", async ({
    browserOfWorker,
    scripted: site,
    sharedPage,
  }) => {
    const closing = await browserOfWorker.newPage();
    await closing.goto(site.url);
    await closing.waitForFunction(() => navigator.serviceWorker.controller !== null);
    const lost = readStream(closing, "/v1/chat/completions", say("lost", 500)).catch(() => null);
    const [answer] = await Promise.all([
      readStream(sharedPage, "/v1/chat/completions", say("kept", 10)),
      new Promise((resolve) => setTimeout(resolve, 300)).then(() => closing.close()),
      lost,
    ]);
    expect(textOf(answer.text)).toBe("kept ".repeat(10));
    // Not after the five seconds that the other answer would have taken.
    expect(answer.reads.at(-1)?.at).toBeLessThan(4_000);
  });
});
