import type { Browser, Page } from "puppeteer-core";
import { installAsker, type AskOptions, type AskState } from "./asker.ts";
import { scripted, type Script } from "./lifecycle.ts";

/** A new tab, without a site yet; `prepare` runs before a page's own scripts. */
export async function newTab(browser: Browser, prepare?: () => void): Promise<Page> {
  const page = await browser.newPage();
  await page.evaluateOnNewDocument(installAsker);
  if (prepare !== undefined) await page.evaluateOnNewDocument(prepare);
  return page;
}

/** A tab of the site that is controlled by its service worker. */
export async function openTab(browser: Browser, url: string, prepare?: () => void): Promise<Page> {
  const page = await newTab(browser, prepare);
  await page.goto(url);
  await controlled(page);
  return page;
}

/** Resolves when a service worker answers for the page. */
export async function controlled(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

export const start = (page: Page, content: string | Script, options: AskOptions = {}) =>
  page.evaluate(
    (text, given) => window.asker.start(text, given),
    typeof content === "string" ? content : scripted(content),
    options,
  );
export const over = (page: Page, id: number): Promise<AskState> =>
  page.evaluate((given) => window.asker.over(given), id);
export const frames = (page: Page, id: number, count: number): Promise<AskState> =>
  page.evaluate((given, wanted) => window.asker.frames(given, wanted), id, count);
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

/**
 * The workers of the site that live and have had to do with a request: the service worker and each engine hold a lock
 * of their own as long as they do. Two is one engine.
 */
export async function lives(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const { held = [] } = await navigator.locks.query();
    const names = held.filter(({ mode }) => mode === "exclusive").map(({ name = "" }) => name);
    return names.filter((name) => name.startsWith("slash-v1-life-")).length;
  });
}
