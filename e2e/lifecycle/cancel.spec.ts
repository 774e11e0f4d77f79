import type { Page } from "playwright";
import {
  abort,
  ask,
  expect,
  frames,
  leave,
  LONG,
  openTab,
  over,
  SOON_MS,
  start,
  test,
} from "../support/lifecycle.ts";

/** The next request begins at once: the engine has nothing else to do. */
async function expectIdle(page: Page): Promise<void> {
  const next = await ask(page, "next");
  expect(next).toMatchObject({ status: 200, text: "You said: next", finish: "stop" });
  expect(next.endMs).toBeLessThan(SOON_MS);
}

test.describe("a reader that leaves stops the work, and only its own", () => {
  test("B03 the openai package's abort", async ({ page }) => {
    const error = await page.evaluate(
      async (content) => {
        const { OpenAI } = (await import(
          `${location.origin}/clients/openai.js`
        )) as typeof import("../clients/openai.ts");
        const client = new OpenAI({
          apiKey: "none",
          baseURL: `${location.origin}/v1`,
          dangerouslyAllowBrowser: true,
        });
        const stream = await client.chat.completions.create({
          model: "scripted",
          messages: [{ role: "user", content }],
          stream: true,
        });
        let chunks = 0;
        for await (const _ of stream) if (++chunks === 3) stream.controller.abort();
        return chunks;
      },
      `[[script ${JSON.stringify(LONG)}]]`,
    );
    expect(error).toBeLessThan(10);
    await expectIdle(page);
  });

  test("B03 reader.cancel() and fetch's abort, with another request untouched", async ({
    page,
  }) => {
    const first = await start(page, LONG);
    const second = await start(page, { pieces: ["kept "], repeat: 5 });
    await frames(page, first, 3);
    await leave(page, first);
    expect(await over(page, second)).toMatchObject({ text: "kept ".repeat(5), finish: "stop" });

    const third = await start(page, LONG);
    await frames(page, third, 3);
    await abort(page, third);
    expect((await over(page, third)).failure).toContain("AbortError");
    await expectIdle(page);
  });

  test("B03 a closed tab", async ({ page, context, site }) => {
    const other = await openTab(context, site.url);
    await frames(other, await start(other, LONG), 3);
    await other.close();
    await expectIdle(page);
  });

  test("B03 location.reload() and window.stop()", async ({ page, context, site }) => {
    const other = await openTab(context, site.url);
    await frames(other, await start(other, LONG), 3);
    await other.reload();
    await expectIdle(page);

    await other.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await frames(other, await start(other, LONG), 3);
    await other.evaluate(() => window.stop());
    await expectIdle(page);
  });

  test("B04 an abort while the prompt is read", async ({ page }) => {
    const id = await start(page, { ...LONG, firstDelayMs: 60_000 });
    await page.waitForTimeout(300);
    await abort(page, id);
    await over(page, id);
    await expectIdle(page);
  });

  test("B05 an abort of an answer that is not streamed", async ({ page }) => {
    const id = await start(page, LONG, { stream: false });
    await page.waitForTimeout(1_000);
    await abort(page, id);
    await expectIdle(page);
  });

  test("C01 twenty readers that leave after two chunks", async ({ page }) => {
    for (let round = 0; round < 20; round++) {
      const id = await start(page, LONG);
      await frames(page, id, 2);
      await leave(page, id);
      const next = await ask(page, "five");
      expect(next.text).toBe("You said: five");
      expect(next.firstMs).toBeLessThan(2_000);
    }
  });

  test("a hundred aborts in a row leave the engine sound", async ({ page }) => {
    await page.evaluate(
      async (content) => {
        for (let round = 0; round < 100; round++) {
          const id = window.asker.start(content);
          await window.asker.frames(id, 1 + (round % 3));
          window.asker.abort(id);
          await window.asker.over(id);
        }
      },
      `[[script ${JSON.stringify(LONG)}]]`,
    );
    await expectIdle(page);
  });
});

test.describe("the queue", () => {
  test("first come, first served; full is 429 with Retry-After; a waiting one that is aborted leaves", async ({
    page,
  }) => {
    const running = await start(page, LONG);
    await frames(page, running, 2);
    const waiting: number[] = [];
    for (let index = 0; index < 32; index++) waiting.push(await start(page, `number ${index}`));
    await page.waitForTimeout(500);
    const refused = await page.evaluate(async () => {
      const response = await fetch("v1/chat/completions", {
        method: "POST",
        body: JSON.stringify({ model: "scripted", messages: [{ role: "user", content: "late" }] }),
      });
      const { error } = (await response.json()) as { error: { code: string } };
      return {
        status: response.status,
        retryAfter: Number(response.headers.get("retry-after")),
        code: error.code,
      };
    });
    expect(refused).toMatchObject({ status: 429, code: "queue_full" });
    expect(refused.retryAfter).toBeGreaterThan(0);

    // The headers of waiting streams leave after five seconds; from then on their abort is seen.
    await page.waitForTimeout(5_500);
    for (const id of waiting.slice(0, 30)) await abort(page, id);
    await page.waitForTimeout(500);
    const late = await start(page, "late");
    await abort(page, running);
    const [first, second, third] = [
      await over(page, waiting[30] ?? -1),
      await over(page, waiting[31] ?? -1),
      await over(page, late),
    ];
    expect([first?.text, second?.text, third?.text]).toEqual([
      "You said: number 30",
      "You said: number 31",
      "You said: late",
    ]);
  });

  test("a tab that is closed while its request waits takes it along", async ({
    page,
    context,
    site,
  }) => {
    const running = await start(page, { pieces: ["x "], repeat: 60, delayMs: 50 });
    await frames(page, running, 2);
    const other = await openTab(context, site.url);
    // Not streamed, and 60 seconds long: were it not gone, the next would wait for it.
    await start(other, { ...LONG }, { stream: false });
    await other.waitForTimeout(300);
    await other.close();
    expect((await over(page, running)).text).toBe("x ".repeat(60));
    await expectIdle(page);
  });
});
