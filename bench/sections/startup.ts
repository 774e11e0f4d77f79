import type { BrowserContext, Page } from "playwright";
import { serve } from "../../scripts/serve.mjs";
import { built } from "../support/build.ts";
import { ratioOf } from "../support/compare.ts";
import { atMost, type SectionResult } from "../support/figures.ts";
import { inTurns } from "../support/in-turns.ts";

const ROUNDS = 5;
const SITES = ["app", "minimal"] as const;
type SiteName = (typeof SITES)[number];

/** Set by {@link watch} in the page, in milliseconds since the navigation began. */
interface Moments {
  /** There is something to press, or to type into. */
  interactive?: number;
  /** `/v1/models` has been answered. */
  models?: number;
}

declare global {
  // oxlint-disable-next-line no-var -- a property of the page's global object
  var moments: Moments;
}

/** A first visit, and a reload without a network, against a page and a worker that do next to nothing. */
export async function startup(context: BrowserContext): Promise<SectionResult> {
  await context.addInitScript({ content: WATCH });
  const firstVisit = await inTurns(SITES, ROUNDS, (name) => visitFirst(context, name));
  const reload = await offlineReloads(context);
  const reference = "a minimal service worker page";
  return {
    figures: [
      ratioOf(
        {
          measure: "first visit to the first /v1/models answer",
          unit: "ms",
          reference,
          goal: atMost(1.25),
        },
        firstVisit("app").map(({ models = Number.NaN }) => models),
        firstVisit("minimal").map(({ models = Number.NaN }) => models),
      ),
      ratioOf(
        { measure: "first visit to interactive", unit: "ms", reference, goal: null },
        firstVisit("app").map(({ interactive = Number.NaN }) => interactive),
        firstVisit("minimal").map(({ interactive = Number.NaN }) => interactive),
      ),
      ratioOf(
        { measure: "offline reload to interactive", unit: "ms", reference, goal: atMost(1.25) },
        reload("app").map(({ interactive = Number.NaN }) => interactive),
        reload("minimal").map(({ interactive = Number.NaN }) => interactive),
      ),
    ],
  };
}

/** A new port is a new origin: nothing of an earlier visit is left. */
async function visitFirst(context: BrowserContext, name: SiteName): Promise<Moments> {
  const site = await serve(built(name));
  const page = await context.newPage();
  await page.goto(site.url);
  const moments = await momentsOf(page);
  await page.close();
  await site.close();
  return moments;
}

async function offlineReloads(
  context: BrowserContext,
): Promise<(name: SiteName) => readonly Moments[]> {
  const pages = new Map<SiteName, Page>();
  for (const name of SITES) {
    const site = await serve(built(name));
    const page = await context.newPage();
    await page.goto(site.url);
    await momentsOf(page);
    while (!(await page.evaluate(pageIsKept))) await page.waitForTimeout(20);
    await page.reload();
    await momentsOf(page);
    pages.set(name, page);
    await site.close();
  }
  await context.setOffline(true);
  const moments = await inTurns(SITES, ROUNDS, async (name) => {
    const page = pages.get(name);
    if (page === undefined) throw new Error(`no page for ${name}`);
    await page.bringToFront();
    await page.reload();
    return momentsOf(page);
  });
  await context.setOffline(false);
  for (const page of pages.values()) await page.close();
  return moments;
}

/** The page is kept last. */
async function pageIsKept(): Promise<boolean> {
  const names = ["./", "index.html"];
  const kept = names.map((name) => caches.match(name, { ignoreSearch: true }));
  return (await Promise.all(kept)).some((response) => response !== undefined);
}

async function momentsOf(page: Page): Promise<Moments> {
  await page.waitForFunction(
    () => globalThis.moments.models !== undefined && globalThis.moments.interactive !== undefined,
  );
  return page.evaluate(() => globalThis.moments);
}

/** Asks as soon as there is somebody to answer, and looks at every frame for something to press or to type into. */
const WATCH = `
  globalThis.moments = {};
  const editable = (root) =>
    [...root.querySelectorAll("*")].some(
      (element) =>
        (["textarea", "button"].includes(element.localName) && !element.disabled) ||
        (element.shadowRoot !== null && editable(element.shadowRoot)),
    );
  const look = () => {
    if (document.documentElement !== null && editable(document))
      globalThis.moments.interactive = performance.now();
    else requestAnimationFrame(look);
  };
  look();
  const askModels = async () => {
    const response = await fetch(new URL("/v1/models", location.origin));
    await response.json();
    globalThis.moments.models ??= performance.now();
  };
  const begin = () => (navigator.serviceWorker?.controller ? void askModels() : setTimeout(begin, 1));
  begin();
`;
