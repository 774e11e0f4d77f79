import type { BrowserContext, CDPSession, Page } from "playwright";

/** A worker that is about to end answers nothing. */
const ANSWER_LIMIT_MS = 5_000;

interface TargetInfo {
  readonly targetId: string;
  readonly type: string;
  readonly url: string;
}

/** Stops every service worker, as the browser does when it needs the room. */
export async function stopServiceWorkers(page: Page): Promise<void> {
  await withSession(page, async (session) => {
    await session.send("ServiceWorker.enable");
    await session.send("ServiceWorker.stopAllWorkers");
  });
}

/** Reloads as Shift+Reload does: past the service worker and the cache. */
export async function hardReload(page: Page): Promise<void> {
  await withSession(page, (session) => session.send("Page.reload", { ignoreCache: true }));
}

/**
 * Limits what the page's origin may store.
 *
 * @returns the way to lift the limit; it ends with the DevTools session that set it
 */
export async function limitStorage(page: Page, bytes: number): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  const { origin } = new URL(page.url());
  await session.send("Storage.overrideQuotaForOrigin", { origin, quotaSize: bytes });
  return () => session.detach();
}

/** The workers that hold an engine. */
export async function engineWorkers(page: Page): Promise<readonly TargetInfo[]> {
  return withSession(page, async (session) => {
    const { targetInfos } = await session.send("Target.getTargets", {
      filter: [{ type: "shared_worker" }, { type: "worker" }],
    });
    return targetInfos.filter(({ url }) => url.includes("/assets/engine-worker"));
  });
}

/**
 * Ends the engine's SharedWorker from outside, as the browser does. (One that is told to close itself while DevTools look
 * on may stay behind in Chromium, dead and joined by whoever opens it again.)
 */
export async function killEngine(page: Page): Promise<void> {
  const [worker] = await engineWorkers(page);
  if (worker === undefined) throw new Error("No engine runs.");
  await withSession(page, (session) =>
    session.send("Target.closeTarget", { targetId: worker.targetId }),
  );
}

/** Runs an expression in the engine's SharedWorker. */
export async function inEngine(page: Page, expression: string): Promise<void> {
  await askEngine(page, "Runtime.evaluate", { expression, awaitPromise: true });
}

/** Bytes of JavaScript objects in the engine's SharedWorker, after a collection. */
export async function engineHeap(page: Page): Promise<number> {
  await askEngine(page, "HeapProfiler.collectGarbage", {});
  const { usedSize } = await askEngine(page, "Runtime.getHeapUsage", {});
  return Number(usedSize);
}

/** Sends a DevTools command to the engine's worker. One that ends the worker has no answer. */
async function askEngine(
  page: Page,
  method: string,
  params: object,
): Promise<Readonly<Record<string, unknown>>> {
  const [worker] = await engineWorkers(page);
  if (worker === undefined) throw new Error("No engine runs.");
  return withSession(page, async (session) => {
    const { sessionId } = await session.send("Target.attachToTarget", {
      targetId: worker.targetId,
      flatten: false,
    });
    const answered = new Promise<Readonly<Record<string, unknown>>>((resolve) => {
      session.on("Target.receivedMessageFromTarget", ({ message }) => {
        const answer = JSON.parse(message) as { id?: number; result?: Record<string, unknown> };
        if (answer.id === 1) resolve(answer.result ?? {});
      });
      session.on("Target.detachedFromTarget", () => resolve({}));
      setTimeout(() => resolve({}), ANSWER_LIMIT_MS);
    });
    await session.send("Target.sendMessageToTarget", {
      sessionId,
      message: JSON.stringify({ id: 1, method, params }),
    });
    return answered;
  });
}

async function withSession<T>(page: Page, use: (session: CDPSession) => Promise<T>): Promise<T> {
  const session = await page.context().newCDPSession(page);
  try {
    return await use(session);
  } finally {
    await session.detach().catch(() => {});
  }
}

/** Names of all caches with the addresses they hold. */
export async function cachedUrls(page: Page): Promise<readonly string[]> {
  return page.evaluate(async () => {
    const urls: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const { url } of await cache.keys()) urls.push(`${name} ${url}`);
    }
    return urls;
  });
}

/** Closes every page but one blank, so that no page of the site is open and the browser lives on. */
export async function closePages(context: BrowserContext): Promise<Page> {
  const blank = await context.newPage();
  for (const page of context.pages()) if (page !== blank) await page.close();
  return blank;
}
