import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { runInNewContext } from "node:vm";
import {
  cachedUrls,
  closePages,
  engineWorkers,
  hardReload,
  stopServiceWorkers,
} from "../support/devtools.ts";
import { openHub } from "../support/hub.ts";
import {
  ask,
  expect,
  frames,
  kept,
  LONG,
  openTab,
  over,
  scripted,
  start,
  test,
} from "../support/lifecycle.ts";

const built = fileURLToPath(new URL("../../dist-scripted", import.meta.url));
const builtWorker = (): string => readFileSync(join(built, "sw.js"), "utf8");

/** Runs in a page or a worker: no port takes a stream, as in Safari. */
function refuseStreams(): void {
  const real = MessagePort.prototype.postMessage;
  MessagePort.prototype.postMessage = function (
    this: MessagePort,
    message: unknown,
    rest?: StructuredSerializeOptions | Transferable[],
  ) {
    const list: Transferable[] = (Array.isArray(rest) ? rest : rest?.transfer) ?? [];
    if (list.some((item) => item instanceof ReadableStream)) {
      throw new DOMException("A stream cannot be transferred.", "DataCloneError");
    }
    Reflect.apply(real, this, [message, rest]);
  } as typeof real;
}

test.describe("a service worker that is stopped", () => {
  test("B01 in mid-stream: an error at once; the answer goes on and can be followed, then cancelled", async ({
    page,
  }) => {
    const script = { pieces: ["a ", "b ", "c "], repeat: 15, delayMs: 50 };
    const id = await start(page, script, { conversation: "b01" });
    const before = await frames(page, id, 6);
    await stopServiceWorkers(page);
    const broken = await over(page, id);
    expect(broken.failure).not.toBeNull();
    expect(broken).toMatchObject({ sawDone: false, finish: null });

    const rest = await ask(page, "", { get: `v1/stream?conv_id=b01&from=${broken.frames}` });
    expect(rest).toMatchObject({ status: 200, finish: "stop", sawDone: true });
    expect(broken.text + rest.text).toBe("a b c ".repeat(15));
    expect(before.frames).toBeGreaterThanOrEqual(6);

    // Another one is cancelled from outside; its reader is told so, and the engine is free.
    const long = await start(page, LONG, { conversation: "b01-long" });
    await frames(page, long, 3);
    await stopServiceWorkers(page);
    await over(page, long);
    const status = await page.evaluate(
      async () => (await fetch("v1/stream?conv_id=b01-long", { method: "DELETE" })).status,
    );
    expect(status).toBe(204);
    expect((await ask(page, "free")).endMs).toBeLessThan(3_000);
    expect(await ask(page, "", { get: "v1/stream?conv_id=b01-long" })).toMatchObject({
      status: 404,
      errorCode: "stream_not_found",
    });
  });

  test("B02 B19 in between: the next request does not notice", async ({ page, uncaught }) => {
    const warnings: string[] = [];
    page.on("console", (message) => {
      if (/event handler|initial evaluation/i.test(message.text())) warnings.push(message.text());
    });
    expect((await ask(page, "one")).text).toBe("You said: one");
    for (let round = 0; round < 3; round++) {
      await stopServiceWorkers(page);
      const models = await ask(page, "", { get: "v1/models" });
      expect(JSON.parse(models.text)).toMatchObject({ object: "list" });
      await stopServiceWorkers(page);
      const answer = await ask(page, "two");
      expect(answer.text).toBe("You said: two");
      expect(answer.endMs).toBeLessThan(3_000);
    }
    expect(warnings).toEqual([]);
    expect(uncaught).toEqual([]);
  });

  test("B19 its handlers are there at first evaluation", () => {
    // A handler that is added later is lost when the browser starts the worker again.
    const handled: string[] = [];
    const self = {
      addEventListener: (type: string) => void handled.push(type),
      location: new URL("https://site.test/sw.js"),
      registration: { scope: "https://site.test/" },
    };
    runInNewContext(builtWorker(), { self, ...self, URL });
    expect(new Set(handled)).toEqual(new Set(["fetch", "message", "install", "activate"]));
  });

  test("B20 it is one classic script", () => {
    expect(builtWorker()).not.toMatch(/^\s*(import|export)\b/m);
    expect(builtWorker()).not.toMatch(/[;}](import|export)[ {*"']/);
    expect(builtWorker()).not.toContain("importScripts(");
  });
});

test.describe("a page without a controller", () => {
  test("B08 the first visit is controlled, and its first request answered by the worker", async ({
    context,
    site,
  }) => {
    const page = await context.newPage();
    await page.goto(site.url);
    const type = await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
      while (navigator.serviceWorker.controller === null)
        await new Promise((r) => setTimeout(r, 5));
      const response = await fetch("v1/models");
      return {
        status: response.status,
        list: ((await response.json()) as { object: string }).object,
      };
    });
    expect(type).toEqual({ status: 200, list: "list" });
  });

  test("B08 the app waits for its controller by itself: a question typed at once is answered by the worker", async ({
    context,
    site,
    uncaught,
  }) => {
    const page = await context.newPage();
    let loads = 0;
    page.on("domcontentloaded", () => loads++);
    const answer = page.waitForResponse(/\/v1\/chat\/completions$/);
    await page.goto(site.url, { waitUntil: "commit" });
    const box = page.getByRole("textbox", { name: "Message", exact: true });
    await box.fill("hello there");
    await box.press("Enter");
    await expect(page.getByText("You said: hello there").first()).toBeVisible();
    expect((await answer).fromServiceWorker()).toBe(true);
    expect(loads).toBe(1);
    expect(uncaught).toEqual([]);
  });

  test("B06 a hard reload recovers, without a loop", async ({ page }) => {
    let loads = 0;
    page.on("domcontentloaded", () => loads++);
    await hardReload(page);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await page.waitForLoadState("load");
    expect(await ask(page, "again")).toMatchObject({ status: 200, text: "You said: again" });
    await page.waitForTimeout(1_500);
    expect(loads).toBeGreaterThan(0);
    expect(loads).toBeLessThanOrEqual(2);
  });

  test("B18 two registrations and two tabs at the same moment: one worker, one engine", async ({
    context,
    site,
  }) => {
    const pages = [await context.newPage(), await context.newPage()];
    await Promise.all(
      pages.map(async (page) => {
        await page.addInitScript(() => void navigator.serviceWorker.register("sw.js"));
        await page.goto(site.url);
        await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
      }),
    );
    const answers = await Promise.all(pages.map((page, index) => ask(page, `tab ${index}`)));
    expect(answers.map(({ text }) => text)).toEqual(["You said: tab 0", "You said: tab 1"]);
    for (const page of pages) {
      const count = await page.evaluate(
        async () => (await navigator.serviceWorker.getRegistrations()).length,
      );
      expect(count).toBe(1);
      expect(await engineWorkers(page)).toHaveLength(1);
    }
  });
});

test.describe("addresses under /v1 in the address bar", () => {
  test("B09 online, offline, and with no page of the site open: JSON, never the app page", async ({
    page,
    context,
    site,
  }) => {
    const show = async (path: string) => {
      const tab = await context.newPage();
      const response = await tab.goto(new URL(path, site.url).href);
      const result = {
        status: response?.status(),
        body: JSON.parse((await tab.textContent("pre")) ?? "") as object,
      };
      await tab.close();
      return result;
    };
    const list = { status: 200, body: { object: "list" } };
    const missing = { status: 404, body: { error: { code: "unknown_url" } } };
    expect(await show("v1/models")).toMatchObject(list);
    expect(await show("v1/nope")).toMatchObject(missing);

    await site.stop();
    await context.setOffline(true);
    expect(await show("v1/models")).toMatchObject(list);
    expect(await show("v1/nope")).toMatchObject(missing);

    // The worker has forgotten its port by the time it is needed again.
    await stopServiceWorkers(page);
    await closePages(context);
    expect(page.isClosed()).toBe(true);
    const alone = await show("v1/models");
    expect(alone).toMatchObject({
      status: 200,
      body: { object: "list", data: [{ object: "model", id: "smollm2-135m-instruct" }] },
    });
    // A second tab finds the first one there: it is no page that could bring the engine.
    const first = await context.newPage();
    await first.goto(new URL("v1/models", site.url).href);
    const began = Date.now();
    expect(await show("v1/models")).toMatchObject(list);
    expect(await show("v1/nope")).toMatchObject(missing);
    expect(await show("v1/responses/resp_1")).toMatchObject({
      status: 503,
      body: { error: { code: "engine_unavailable" } },
    });
    expect(Date.now() - began).toBeLessThan(8_000);
  });
});

test.describe("streams", () => {
  test("B22 nothing but plain data crosses a port", async ({ context, site }) => {
    // In the page, the service worker and the engine's worker alike.
    const hub = await openHub(site.url);
    const engine = readdirSync(join(built, "assets")).find((name) =>
      name.startsWith("engine-worker"),
    );
    for (const script of ["/sw.js", `/${engine}`]) {
      hub.misbehave(script, { kind: "append", text: `\n(${refuseStreams.toString()})();` });
    }
    await context.addInitScript(refuseStreams);
    const page = await openTab(context, hub.url);
    const id = await start(page, { pieces: ["t "], repeat: 20, delayMs: 100 });
    const early = await frames(page, id, 4);
    expect(early.isOver).toBe(false);
    expect((await over(page, id)).text).toBe("t ".repeat(20));
    expect(hub.count("/sw.js")).toBeGreaterThan(0);
    expect(hub.count(`/${engine}`)).toBeGreaterThan(0);
    await hub.stop();
  });

  test("B23 a slow reader gets everything", async ({ page }) => {
    const slow = await start(
      page,
      { pieces: ["s "], repeat: 30 },
      { firstReadMs: 3_000, readMs: 200 },
    );
    expect((await over(page, slow)).text).toBe("s ".repeat(30));
  });

  test("B23 one that never reads does not hold the others, and gets all or an error", async ({
    page,
  }) => {
    // 56 MB that nobody reads: the browser may take them all, or the answer is given up (engine-channel.test.ts).
    const piece = "0123456789".repeat(500);
    const [choices, repeat] = [4, 2_800];
    const status = await page.evaluate(
      async ({ content, n }) => {
        const unread = await fetch("v1/chat/completions", {
          method: "POST",
          body: JSON.stringify({
            model: "scripted",
            stream: true,
            n,
            messages: [{ role: "user", content }],
          }),
        });
        Reflect.set(globalThis, "unread", unread);
        return unread.status;
      },
      { content: scripted({ pieces: [piece], repeat }), n: choices },
    );
    expect(status).toBe(200);
    // Its turn comes when the other one is through, or given up.
    expect((await ask(page, "other")).text).toBe("You said: other");
    const { pieces, end } = await page.evaluate(
      (text) =>
        (Reflect.get(globalThis, "unread") as Response).text().then(
          (whole) => ({ pieces: whole.split(text).length - 1, end: whole.slice(-400) }),
          (error: unknown) => ({ pieces: 0, end: String(error) }),
        ),
      piece,
    );
    if (end.endsWith("\n\ndata: [DONE]\n\n")) expect(pieces).toBe(choices * repeat);
    else expect(end).toMatch(/\n\ndata: \{"error":.*given up.*\}\n\n$/);
  });

  test("B23 one that reads gets all, however fast it comes", async ({ page }) => {
    const piece = "0123456789".repeat(500);
    const [choices, repeat] = [4, 2_800];
    const answer = await page.evaluate(
      async ({ content, n, part }) => {
        const response = await fetch("v1/chat/completions", {
          method: "POST",
          body: JSON.stringify({
            model: "scripted",
            stream: true,
            n,
            messages: [{ role: "user", content }],
          }),
        });
        const whole = await response.text();
        return { pieces: whole.split(part).length - 1, end: whole.slice(-400) };
      },
      { content: scripted({ pieces: [piece], repeat }), n: choices, part: piece },
    );
    expect(answer.end).toMatch(/\n\ndata: \[DONE\]\n\n$/);
    expect(answer.pieces).toBe(choices * repeat);
  });

  test("B26 nothing under /v1 is ever cached", async ({ page, uncaught }) => {
    for (const text of ["a", "a", "a"]) expect((await ask(page, text)).text).toBe("You said: a");
    await ask(page, "", { get: "v1/models" });
    expect((await cachedUrls(page)).filter((url) => url.includes("/v1/"))).toEqual([]);
    expect(uncaught).toEqual([]);
  });

  test("B25 /v1 knows no ranges", async ({ page }) => {
    const answer = await page.evaluate(async () => {
      const response = await fetch("v1/models", { headers: { range: "bytes=0-0" } });
      return { status: response.status, length: (await response.text()).length };
    });
    expect(answer.status).toBe(200);
    expect(answer.length).toBeGreaterThan(50);
  });

  test("a long silence is no end: beats go through", async ({ page }) => {
    const id = await start(page, { pieces: ["late"], firstDelayMs: 15_000 });
    expect(await over(page, id)).toMatchObject({ text: "late", finish: "stop", failure: null });
  });
});

test("B10 every file that a page needs is precached, but for what drives WebLLM and the models", () => {
  const list = builtWorker();
  const files = readdirSync(built, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(built, join(entry.parentPath, entry.name)))
    // The large icons and the pictures are for whoever installs the app, which takes a network.
    .filter(
      (path) =>
        !/^(assets\/engine-program-|models\/|screenshots\/|sw\.js|icons\/.*(512|maskable))/.test(
          path,
        ),
    );
  expect(files.length).toBeGreaterThan(10);
  expect(
    files.filter((path) => !list.includes(`"${path}"`) && !list.includes(`\`${path}\``)),
  ).toEqual([]);
});

test.describe("a first visit keeps its files afterwards", () => {
  test("B10 and opens without its server when it says so", async ({ context, page, site }) => {
    expect(await kept(page)).toBe(true);
    await site.stop();
    await context.setOffline(true);
    await page.reload();
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    expect(await ask(page, "without a network")).toMatchObject({
      text: "You said: without a network",
    });
  });

  test("B10 the page last: what is half there is neither claimed nor shown", async ({
    context,
    site,
  }) => {
    const hub = await openHub(site.url);
    const places = readdirSync(join(built, "assets")).find((name) => name.startsWith("places-"));
    expect(places).toBeDefined();
    hub.misbehave(`/${places}`, { kind: "status", status: 503 });
    const page = await openTab(context, hub.url);
    expect(await kept(page)).toBe(false);
    const isPageKept = async (): Promise<boolean> =>
      (await cachedUrls(page)).some((url) => url.includes("/index.html?"));
    expect(await isPageKept()).toBe(false);
    // The version answers all the same, and the next page makes up for it.
    expect((await ask(page, "half")).text).toBe("You said: half");
    hub.behave();
    await page.reload();
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    expect(await kept(page)).toBe(true);
    expect(await isPageKept()).toBe(true);
    await hub.stop();
  });
});
