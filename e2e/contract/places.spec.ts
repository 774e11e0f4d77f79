import type { Page, Response } from "playwright/test";
import { openServer } from "../support/local-server.ts";
import { expect, MODEL, scripted, test } from "../support/contract.ts";

const CHAT = "/v1/chat/completions";

/** What every place sends: a stream whose text is easy to find. */
const ASK = {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({
    model: MODEL,
    stream: true,
    messages: [{ role: "user", content: scripted({ pieces: ["here"] }) }],
  }),
};

test.describe("where a request comes from", () => {
  test("a dedicated worker of the site is answered", async ({ sharedPage }) => {
    const answer = await sharedPage.evaluate(
      (request) =>
        new Promise<{ status: number; text: string }>((resolve, reject) => {
          const worker = new Worker("/clients/fetch-worker.js", { type: "module" });
          worker.addEventListener("message", ({ data }: MessageEvent) => {
            worker.terminate();
            resolve(data as { status: number; text: string });
          });
          worker.addEventListener("error", () => reject(new Error("The worker did not start.")));
          worker.postMessage(request);
        }),
      [CHAT, ASK] as const,
    );
    expect(answer.status).toBe(200);
    expect(answer.text).toMatch(/"content":"here"[\s\S]*data: \[DONE\]\n\n$/);
  });

  test("a frame of the site is answered", async ({ page }) => {
    await page.evaluate(() => {
      const frame = document.createElement("iframe");
      frame.src = "/";
      document.body.append(frame);
    });
    await expect.poll(() => page.frames().length).toBe(2);
    const [, frame] = page.frames();
    await frame?.waitForFunction(() => navigator.serviceWorker.controller !== null);
    const text = await frame?.evaluate(
      async ([path, init]) => {
        const response = await fetch(path, init);
        return response.text();
      },
      [CHAT, ASK] as const,
    );
    expect(text).toMatch(/"content":"here"[\s\S]*data: \[DONE\]\n\n$/);
  });

  test("an XMLHttpRequest is answered, piece by piece", async ({ sharedPage }) => {
    const lengths = await sharedPage.evaluate(
      ([path, body]) =>
        new Promise<number[]>((resolve, reject) => {
          const seen: number[] = [];
          const request = new XMLHttpRequest();
          request.open("POST", path);
          request.addEventListener("progress", () => seen.push(request.responseText.length));
          request.addEventListener("load", () => resolve(seen));
          request.addEventListener("error", () => reject(new Error("XMLHttpRequest failed.")));
          request.send(body);
        }),
      [
        CHAT,
        JSON.stringify({
          model: MODEL,
          stream: true,
          messages: [
            { role: "user", content: scripted({ pieces: ["a"], repeat: 6, delayMs: 100 }) },
          ],
        }),
      ] as const,
    );
    expect(new Set(lengths).size).toBeGreaterThan(3);
  });
});

test.describe("B09: an address under /v1 that is opened in a tab", () => {
  const addresses = [
    { path: "v1/models", status: 200, text: `"id":"${MODEL}"` },
    { path: "v1/models/", status: 200, text: `"id":"${MODEL}"` },
    { path: `v1/models/${MODEL}`, status: 200, text: '"object":"model"' },
    { path: "v1", status: 404, text: "unknown_url" },
    { path: "v1/", status: 404, text: "unknown_url" },
    { path: "v1/nope", status: 404, text: "unknown_url" },
    { path: "v1/nope/index.html", status: 404, text: "unknown_url" },
    { path: "v1/chat/completions", status: 405, text: "method_not_allowed" },
  ];
  for (const offline of [false, true]) {
    test(`is JSON, never the app, ${offline ? "offline" : "online"}`, async ({
      page,
      scripted: site,
    }) => {
      await page.context().setOffline(offline);
      try {
        for (const { path, status, text } of addresses) {
          // oxlint-disable-next-line no-await-in-loop -- one tab, one address after another
          const response = await page.goto(site.url + path);
          expect([path, response?.status()]).toEqual([path, status]);
          expect(response?.headers()["content-type"]).toBe("application/json");
          expect(response?.fromServiceWorker()).toBe(true);
          // oxlint-disable-next-line no-await-in-loop -- see above
          expect(await response?.text()).toContain(text);
        }
      } finally {
        await page.context().setOffline(false);
      }
    });
  }
});

test.describe("what is not under /v1 stays untouched", () => {
  /** Fetches in the page, and tells what the browser knows of the answer. */
  async function fetched(
    page: Page,
    url: string,
    init: { method?: string; body?: string } = {},
  ): Promise<Response> {
    const [response] = await Promise.all([
      page.waitForResponse(url),
      page.evaluate(
        async ([to, options]) => {
          await (await fetch(to, options)).text();
        },
        [url, init] as const,
      ),
    ]);
    return response;
  }

  test("of this site", async ({ sharedPage, scripted: site }) => {
    const script = await fetched(sharedPage, `${site.url}clients/eventsource-parser.js`);
    expect([script.status(), script.fromServiceWorker()]).toEqual([200, false]);
    for (const path of ["v1x/models", "v1.json", "not/v1/models", "V1/models"]) {
      // oxlint-disable-next-line no-await-in-loop -- one after another
      const response = await fetched(sharedPage, site.url + path, { method: "POST", body: "{}" });
      expect([path, response.fromServiceWorker()]).toEqual([path, false]);
    }
    const own = await fetched(sharedPage, `${site.url}v1/models`);
    expect([own.status(), own.fromServiceWorker()]).toEqual([200, true]);
  });

  test("of other sites, their /v1 included", async ({ sharedPage }) => {
    const { port, stop } = await openServer((request, response) => {
      response.writeHead(200, { "access-control-allow-origin": "*" });
      response.end(`other site: ${request.method} ${request.url}`);
    });
    try {
      for (const method of ["GET", "POST"]) {
        const url = `http://127.0.0.1:${port}/v1/models`;
        // oxlint-disable-next-line no-await-in-loop -- one after another
        const response = await fetched(sharedPage, url, { method });
        expect(response.fromServiceWorker()).toBe(false);
        // oxlint-disable-next-line no-await-in-loop -- see above
        expect(await response.text()).toBe(`other site: ${method} /v1/models`);
      }
    } finally {
      await stop();
    }
  });
});
