import puppeteer, { type Browser, type Page } from "puppeteer-core";
import { findChromium } from "../../scripts/find-chromium.mjs";
import { expect, LONG, test } from "../support/lifecycle.ts";
import { ask, frames, lives, openTab, over, start } from "../support/puppeteer-page.ts";

/** A browser of Puppeteer's: a page under Playwright counts as visible wherever it is, and a visible one cannot be frozen. */
async function withBrowser(use: (browser: Browser) => Promise<void>): Promise<void> {
  const browser = await puppeteer.launch({
    executablePath: (await findChromium()) ?? "",
    args: ["--no-sandbox"],
  });
  try {
    await use(browser);
  } finally {
    await browser.close();
  }
}

/** Run in a page before its own scripts. */
const withoutSharedWorker = (): void => void Reflect.deleteProperty(window, "SharedWorker");
const withoutNotice = (): void => {
  Reflect.deleteProperty(window, "SharedWorker");
  document.addEventListener("freeze", (event) => event.stopImmediatePropagation());
};

/** Freezes a tab behind another one. @returns the way to wake it */
async function freeze(page: Page, front: Page): Promise<() => Promise<void>> {
  await front.bringToFront();
  await page.waitForFunction(() => document.visibilityState === "hidden", { polling: 50 });
  const session = await page.createCDPSession();
  await session.send("Page.setWebLifecycleState", { state: "frozen" });
  return () => session.send("Page.setWebLifecycleState", { state: "active" });
}

/** The tab that holds the engine: the client id of the lock's holder, and how many wait for it. */
const line = (page: Page) =>
  page.evaluate(async () => {
    const { held = [], pending = [] } = await navigator.locks.query();
    const ofHost = ({ name }: LockInfo): boolean => name?.startsWith("slash-v1-host ") === true;
    return { holder: held.find(ofHost)?.clientId, waiting: pending.filter(ofHost).length };
  });

test("a frozen tab that has the engine by election gives it to another, and gets in line again when it wakes", async ({
  site,
}) => {
  await withBrowser(async (browser) => {
    const first = await openTab(browser, site.url, withoutSharedWorker);
    expect(await ask(first, "first")).toMatchObject({ status: 200, text: "You said: first" });
    const second = await openTab(browser, site.url, withoutSharedWorker);
    const { holder: before } = await line(second);
    const long = await start(second, LONG);
    await frames(second, long, 3);
    const wake = await freeze(first, second);
    // What had begun there ends with an error, what had not is asked again.
    const broken = await over(second, long);
    expect(broken).toMatchObject({ sawDone: false, finish: null, errorCode: "engine_unavailable" });
    expect(await ask(second, "taken over")).toMatchObject({
      status: 200,
      text: "You said: taken over",
    });
    const { holder } = await line(second);
    expect(holder).not.toBe(before);

    await wake();
    await expect.poll(() => line(second)).toEqual({ holder, waiting: 1 });
    expect(await ask(first, "awake")).toMatchObject({ status: 200, text: "You said: awake" });

    // And back again.
    await second.close();
    expect(await ask(first, "back")).toMatchObject({ status: 200, text: "You said: back" });
  });
});

test("one that is frozen without being told is replaced once it answers nothing; when it wakes, one engine is left", async ({
  site,
}) => {
  await withBrowser(async (browser) => {
    const first = await openTab(browser, site.url, withoutNotice);
    expect(await ask(first, "first")).toMatchObject({ status: 200, text: "You said: first" });
    const second = await openTab(browser, site.url, withoutSharedWorker);
    const { holder: before } = await line(second);
    const wake = await freeze(first, second);
    // The service worker has no port any more: it has to ask around.
    const session = await second.createCDPSession();
    await session.send("ServiceWorker.enable");
    await session.send("ServiceWorker.stopAllWorkers");
    expect(await ask(second, "taken over")).toMatchObject({
      status: 200,
      text: "You said: taken over",
    });
    const { holder } = await line(second);
    expect(holder).not.toBe(before);

    await wake();
    expect(await ask(first, "awake")).toMatchObject({ status: 200, text: "You said: awake" });
    await expect.poll(() => line(second), { timeout: 20_000 }).toEqual({ holder, waiting: 1 });
    // The service worker's, and one engine's.
    expect(await lives(second)).toBe(2);
  });
});

test("one that is frozen without being told is replaced for a tab that only looks at the engine's state", async ({
  site,
}) => {
  await withBrowser(async (browser) => {
    const first = await openTab(browser, site.url, withoutNotice);
    expect(await ask(first, "first")).toMatchObject({ status: 200, text: "You said: first" });
    const second = await openTab(browser, site.url, withoutSharedWorker);
    const { holder: before } = await line(second);
    await freeze(first, second);
    // Its service worker has a port, and asks for no engine: the new tab alone does.
    const third = await openTab(browser, site.url, withoutSharedWorker);
    await expect.poll(async () => (await line(third)).holder, { timeout: 20_000 }).not.toBe(before);
  });
});

test("a tab whose lock is taken from it says no longer that it has the engine", async ({
  site,
}) => {
  await withBrowser(async (browser) => {
    const first = await openTab(browser, site.url, withoutSharedWorker);
    expect(await ask(first, "first")).toMatchObject({ status: 200, text: "You said: first" });
    const second = await openTab(browser, site.url, withoutSharedWorker);
    const saysMe = (): Promise<boolean> =>
      second.evaluate(async () => {
        const { held = [] } = await navigator.locks.query();
        const lock = held.find(({ name }) => name?.startsWith("slash-v1-host ")) ?? {};
        const channel = new BroadcastChannel(lock.name ?? "");
        const answer = new Promise<boolean>((resolve) => {
          channel.addEventListener("message", ({ data }) => data === "me" && resolve(true));
          setTimeout(() => resolve(false), 1_000);
        });
        channel.postMessage("who");
        return answer.finally(() => channel.close());
      });
    expect(await saysMe()).toBe(true);
    await second.evaluate(async () => {
      const { held = [] } = await navigator.locks.query();
      const name = held.find((lock) => lock.name?.startsWith("slash-v1-host "))?.name ?? "";
      const forGood = new Promise(() => {});
      await new Promise<void>((resolve) => {
        void navigator.locks.request(name, { steal: true }, () => (resolve(), forGood));
      });
    });
    expect(await saysMe()).toBe(false);
  });
});
