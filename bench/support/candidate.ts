import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { BrowserContext, Page } from "playwright";
import { serve } from "../../scripts/serve.mjs";
import type * as embed from "../../src/embed.ts";
import type * as inPage from "../in-page/index.ts";
import { built } from "./build.ts";
import { plainRequestFor, requestFor, type Load } from "./load.ts";

declare global {
  // oxlint-disable-next-line no-var -- a property of the page's global object
  var bench: typeof inPage;
}

/** Something that answers `POST /v1/chat/completions`, and a page that asks it. */
export interface Candidate {
  readonly name: string;
  readonly page: Page;
  readonly baseUrl: string;
  readonly bodyFor: (load: Load) => string;
  /** To be taken from latencies: how far the maker's clock is behind the page's, in milliseconds. */
  readonly clockOffset: number;
  close(): Promise<void>;
}

/** The product, on a page without the app. */
export async function openProduct(context: BrowserContext): Promise<Candidate> {
  const candidate = await openFolder(context, "scripted", requestFor);
  await startProduct(candidate.page);
  return { ...candidate, name: "slash-v1" };
}

/** Starts slash-v1 on a page that has no app. */
export async function startProduct(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const module = (await import(`${location.origin}/slash-v1.js`)) as typeof embed;
    globalThis.slash = await module.startSlashV1();
  });
}

/** One more tab of the product's site. */
export async function openTab(first: Candidate): Promise<Candidate> {
  const page = await first.page.context().newPage();
  await page.goto(first.page.url());
  await startProduct(page);
  await loadInPage(page);
  return { ...first, page, close: () => page.close() };
}

/** A reference with a service worker, from its folder. */
export async function openReference(context: BrowserContext, name: string): Promise<Candidate> {
  const candidate = await openFolder(context, name, plainRequestFor);
  await candidate.page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  return candidate;
}

/** The HTTP server, asked from a page of another origin. */
export async function openHttp(context: BrowserContext): Promise<Candidate> {
  const script = fileURLToPath(new URL("../references/http-server.mjs", import.meta.url));
  const child = spawn(process.execPath, [script], { stdio: ["ignore", "pipe", "inherit"] });
  const [port] = (await once(child.stdout, "data")) as [Buffer];
  const origin = `http://127.0.0.1:${port.toString().trim()}`;
  const candidate = await openFolder(context, "plain-worker", plainRequestFor);
  const clockOffset = await candidate.page.evaluate(
    (url) => globalThis.bench.clockOffset(url),
    `${origin}/clock`,
  );
  return {
    ...candidate,
    name: "HTTP on loopback",
    baseUrl: `${origin}/v1`,
    clockOffset,
    close: async () => {
      child.kill();
      await candidate.close();
    },
  };
}

/** Has a candidate answer a load, and reads it. */
export function askFor({ page, baseUrl, bodyFor }: Candidate, load: Load): Promise<inPage.Reading> {
  return page.evaluate(({ url, body, stamp }) => globalThis.bench.ask(url, body, stamp), {
    url: `${baseUrl}/chat/completions`,
    body: bodyFor(load),
    stamp: load.stamp,
  });
}

async function openFolder(
  context: BrowserContext,
  name: string,
  bodyFor: (load: Load) => string,
): Promise<Candidate> {
  const site = await serve(built(name), { extra: { "/bench/": built("in-page") } });
  const page = await context.newPage();
  page.on("pageerror", (error) => console.error(`${name}: ${error.stack ?? error.message}`));
  await page.goto(site.url);
  await loadInPage(page);
  return {
    name,
    page,
    baseUrl: `${site.url}v1`,
    bodyFor,
    clockOffset: 0,
    close: async () => {
      await page.close();
      await site.close();
    },
  };
}

/** Gives a page what the bench runs in it. */
export async function loadInPage(page: Page): Promise<void> {
  await page.evaluate(async () => {
    globalThis.bench = (await import(`${location.origin}/bench/index.js`)) as typeof inPage;
  });
}
