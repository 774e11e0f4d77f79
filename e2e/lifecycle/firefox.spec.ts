import { existsSync } from "node:fs";
import puppeteer, { type Browser, type Page } from "puppeteer-core";
import { expect, test } from "playwright/test";
import { openSite, type Site } from "../support/test.ts";

/** Another browser, with another service worker, SharedWorker and port. Skipped where Debian's firefox-esr is missing. */
const FIREFOX = process.env["FIREFOX_PATH"] ?? "/usr/bin/firefox-esr";

test.describe("in Firefox", () => {
  test.skip(!existsSync(FIREFOX), "no Firefox");
  let site: Site;
  let browser: Browser;
  let page: Page;
  test.beforeAll(async () => {
    site = await openSite("dist-scripted");
    browser = await puppeteer.launch({ browser: "firefox", executablePath: FIREFOX });
    page = await browser.newPage();
    await page.goto(site.url);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  });
  test.afterAll(async () => {
    await browser?.close();
    await site?.stop();
  });

  const script = (fields: object): string => `[[script ${JSON.stringify(fields)}]]`;

  test("B20 the service worker registers, and answers", async () => {
    const answer = await page.evaluate(async () => {
      const response = await fetch("v1/models");
      const { object } = (await response.json()) as { object: string };
      const registrations = await navigator.serviceWorker.getRegistrations();
      return { object, workers: registrations.map(({ active }) => active?.state) };
    });
    expect(answer).toEqual({ object: "list", workers: ["activated"] });
  });

  test("B22 a stream comes in several chunks over time, whole", async () => {
    const reads = await page.evaluate(
      async (content) => {
        const response = await fetch("v1/chat/completions", {
          method: "POST",
          body: JSON.stringify({
            model: "scripted",
            stream: true,
            messages: [{ role: "user", content }],
          }),
        });
        const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
        const seen: string[] = [];
        for (;;) {
          const { done = true, value } = (await reader?.read()) ?? {};
          if (done || value === undefined) return seen;
          seen.push(value);
        }
      },
      script({ pieces: ["piece "], repeat: 10, delayMs: 100 }),
    );
    expect(reads.length).toBeGreaterThan(5);
    const text = reads.join("");
    expect(text.match(/"content":"piece "/g)).toHaveLength(10);
    expect(text).toMatch(/data: \[DONE\]\n\n$/);
  });

  test("B03 a reader that leaves frees the engine", async () => {
    const text = await page.evaluate(
      async (long) => {
        const ask = (content: string, stream: boolean, signal: AbortSignal | null = null) =>
          fetch("v1/chat/completions", {
            method: "POST",
            body: JSON.stringify({
              model: "scripted",
              stream,
              messages: [{ role: "user", content }],
            }),
            signal,
          });
        const control = new AbortController();
        const reader = (await ask(long, true, control.signal)).body?.getReader();
        await reader?.read();
        control.abort();
        const next = (await (await ask("next", false)).json()) as {
          choices: [{ message: { content: string } }];
        };
        return next.choices[0].message.content;
      },
      // Ten minutes, if nobody stops it: far beyond the test's own limit.
      script({ pieces: ["word "], repeat: 12_000, delayMs: 50 }),
    );
    expect(text).toBe("You said: next");
  });
});
