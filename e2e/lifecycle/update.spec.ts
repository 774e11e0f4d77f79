import { cachedUrls, closePages, stopServiceWorkers } from "../support/devtools.ts";
import { words } from "../../src/ui/words.ts";
import { openHub } from "../support/hub.ts";
import { ask, expect, frames, kept, openTab, over, start, test } from "../support/lifecycle.ts";

test("B17 a new version waits while an answer runs, and takes over on the user's word", async ({
  context,
  site,
}) => {
  const hub = await openHub(site.url);
  const page = await openTab(context, hub.url);
  const other = await openTab(context, hub.url);
  // Weights of a model: no version may take them.
  await page.evaluate(async () => {
    const cache = await caches.open("webllm/model");
    await cache.put("models/kept.bin", new Response("weights"));
  });

  hub.misbehave("/sw.js", { kind: "append", text: "\n// the next version\n" });
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
  const offer = page.getByRole("button", { name: words.update.apply });
  await offer.first().waitFor();
  const id = await start(other, { pieces: ["v "], repeat: 80, delayMs: 50 });
  await frames(other, id, 3);
  const loaded = page.waitForEvent("domcontentloaded");
  await offer.first().click();
  // The user's word is given, but the old worker still answers.
  await page.waitForTimeout(1_000);
  const state = await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    return [registration?.waiting?.state, registration?.active?.state];
  });
  expect(state).toEqual(["installed", "activated"]);
  expect(await over(other, id)).toMatchObject({ text: "v ".repeat(80), finish: "stop" });

  await loaded;
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const waiting = await page.evaluate(
    async () => (await navigator.serviceWorker.getRegistration())?.waiting ?? null,
  );
  expect(waiting).toBeNull();
  expect((await ask(page, "new")).text).toBe("You said: new");
  expect((await ask(other, "old page")).text).toBe("You said: old page");
  expect(await cachedUrls(page)).toContain(
    `webllm/model ${new URL("models/kept.bin", hub.url).href}`,
  );
  await hub.stop();
});

test("B17 a page that opens while a new version waits leaves that version's files alone", async ({
  context,
  site,
}) => {
  const hub = await openHub(site.url);
  expect(await kept(await openTab(context, hub.url))).toBe(true);

  // The next version differs in its page.
  hub.misbehave("/", { kind: "append", text: "<!-- the next version -->" });
  hub.misbehave("/index.html", { kind: "append", text: "<!-- the next version -->" });
  hub.misbehave("/sw.js", {
    kind: "replace",
    text: /"revision":"\w+","url":"index.html"/,
    by: '"revision":"next","url":"index.html"',
  });
  const page = await openTab(context, hub.url);
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    await registration?.update();
    while (registration?.waiting?.state !== "installed")
      await new Promise((resolve) => setTimeout(resolve, 20));
  });
  expect(await kept(await openTab(context, hub.url))).toBe(true);

  // It takes over, and opens without its server.
  const taken = page.waitForEvent("domcontentloaded");
  await page.getByRole("button", { name: words.update.apply }).first().click();
  await taken;
  await hub.stop();
  const response = await page.reload();
  expect(await response?.text()).toContain("the next version");
});

test("a page of another version says so, and does not hang", async ({ page, context, site }) => {
  // The service worker is that of a page which has been here before.
  await expect(page.locator("body")).toBeVisible();
  const old = await closePages(context);
  // Stands for a page of an older build: its engine speaks another protocol.
  await old.goto(new URL("manifest.webmanifest", site.url).href);
  await old.evaluate(() => {
    navigator.serviceWorker.addEventListener("message", (event) => {
      event.ports[0]?.postMessage({ type: "ready", version: 999, life: null });
    });
    navigator.serviceWorker.startMessages();
  });
  // Only now: a page that closes may still have brought it a port.
  await stopServiceWorkers(old);
  const answer = await ask(old, "anybody?", { get: new URL("v1/responses/x", site.url).href });
  expect(answer).toMatchObject({ status: 503, errorCode: "engine_unavailable" });
  expect(answer.text).toContain("another version of this site");
  expect(answer.endMs).toBeLessThan(3_000);
});
