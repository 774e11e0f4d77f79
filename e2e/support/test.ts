import { fileURLToPath } from "node:url";
import { test as base, type BrowserContext, type Page } from "playwright/test";
import { serve } from "../../scripts/serve.mjs";
import { launchBrowser } from "./browser.ts";

/** A built site on a server of its own. */
export interface Site {
  readonly url: string;
  /** The server goes away; what the browser has stays. */
  stop(): Promise<void>;
  /** It comes back at the same address. */
  restart(): Promise<void>;
}

/** Serves a build, and the bundled client libraries under `clients/`. */
export async function openSite(build: "dist" | "dist-scripted", basePath = "/"): Promise<Site> {
  const folder = fileURLToPath(new URL(`../../${build}`, import.meta.url));
  const clients = fileURLToPath(new URL("../../dist-clients", import.meta.url));
  const options = { base: basePath, extra: { "/clients/": clients } };
  let server = await serve(folder, options);
  const { url } = server;
  const port = Number(new URL(url).port);
  return {
    url,
    stop: () => server.close(),
    restart: async () => {
      server = await serve(folder, { ...options, port });
    },
  };
}

/** Opens a page of a site and waits until `/v1` answers in it. */
export async function openPage(context: BrowserContext, url: string): Promise<Page> {
  const [blank] = context.pages();
  const page = blank?.url() === "about:blank" ? blank : await context.newPage();
  await page.goto(url);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  return page;
}

interface WorkerFixtures {
  /** The test build: scripted engine. */
  readonly scripted: Site;
  readonly browserOfWorker: BrowserContext;
}

/** For tests that share one browser and the scripted site; those that break things open their own. */
export const test = base.extend<{ page: Page }, WorkerFixtures>({
  scripted: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from the pattern
    async ({}, use) => {
      const site = await openSite("dist-scripted");
      await use(site);
      await site.stop();
    },
    { scope: "worker" },
  ],
  browserOfWorker: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from the pattern
    async ({}, use) => {
      const context = await launchBrowser();
      await use(context);
      await context.close();
    },
    { scope: "worker" },
  ],
  page: async ({ browserOfWorker, scripted }, use) => {
    const page = await openPage(browserOfWorker, scripted.url);
    await use(page);
    // The browser goes with its last page.
    if (browserOfWorker.pages().length === 1) await browserOfWorker.newPage();
    await page.close();
  },
});

export { expect } from "playwright/test";
