import { test as base, type BrowserContext, type Page } from "playwright/test";
import { installAsker, type AskOptions, type AskState } from "./asker.ts";
import { launchBrowser } from "./browser.ts";
import { openSite, type Site } from "./test.ts";

/** A script for the scripted engine, as it stands in a request's last message. */
export interface Script {
  readonly pieces?: readonly string[];
  readonly repeat?: number;
  readonly delayMs?: number;
  readonly firstDelayMs?: number;
  readonly failAfter?: number;
  readonly hangAfter?: number;
  readonly loseDeviceAfter?: number;
}

/** The text of a message that makes the scripted engine do this. */
export const scripted = (script: Script): string => `[[script ${JSON.stringify(script)}]]`;

/** A minute's worth of answer. */
export const LONG: Script = { pieces: ["word "], repeat: 1200, delayMs: 50 };
/** The engine is idle, or the request it has is new, when a short one is answered within this. */
export const SOON_MS = 3_000;

/** Requests from a page of the site. */
export const start = (page: Page, content: string | Script, options: AskOptions = {}) =>
  page.evaluate(([text, given]) => window.asker.start(text, given), [
    typeof content === "string" ? content : scripted(content),
    options,
  ] as const);
export const over = (page: Page, id: number): Promise<AskState> =>
  page.evaluate((given) => window.asker.over(given), id);
export const frames = (page: Page, id: number, count: number): Promise<AskState> =>
  page.evaluate(([given, wanted]) => window.asker.frames(given, wanted), [id, count] as const);
export const abort = (page: Page, id: number): Promise<void> =>
  page.evaluate((given) => window.asker.abort(given), id);
export const leave = (page: Page, id: number): Promise<void> =>
  page.evaluate((given) => window.asker.leave(given), id);

/** Sends a request and waits for its end. */
export async function ask(
  page: Page,
  content: string | Script,
  options: AskOptions = {},
): Promise<AskState> {
  return over(page, await start(page, content, options));
}

/** Opens a page of the site in a tab of its own, and waits until it can ask. */
export async function openTab(context: BrowserContext, url: string): Promise<Page> {
  const [first] = context.pages();
  const page = first?.url() === "about:blank" ? first : await context.newPage();
  await page.goto(url);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  return page;
}

/** Whether the page's site is kept for a start without a network. */
export const kept = (page: Page): Promise<boolean> =>
  page.evaluate(async () => {
    const { startSlashV1 } = (await import(
      `${location.origin}/slash-v1.js`
    )) as typeof import("../../src/embed.ts");
    return (await startSlashV1({ serviceWorker: "sw.js" })).kept;
  });

export interface LifecycleFixtures {
  /** A site of its own, that a test may stop. */
  readonly site: Site;
  /** A browser of its own, that a test may break. */
  readonly context: BrowserContext;
  /** A tab of the site, with the engine answering. */
  readonly page: Page;
  /** Uncaught errors of any page. */
  readonly uncaught: string[];
}

/** Every test has a browser and a server for itself: what it breaks stays with it. */
export const test = base.extend<LifecycleFixtures & { build: "dist" | "dist-scripted" }>({
  build: ["dist-scripted", { option: true }],
  site: async ({ build }, use) => {
    const site = await openSite(build);
    await use(site);
    await site.stop();
  },
  uncaught: async ({}, use) => {
    await use([]);
  },
  context: async ({ uncaught }, use) => {
    const context = await launchBrowser();
    await context.addInitScript(installAsker);
    context.on("weberror", (error) => uncaught.push(String(error.error())));
    await use(context);
    await context.close();
  },
  page: async ({ context, site }, use) => {
    await use(await openTab(context, site.url));
  },
});

export { expect } from "playwright/test";
