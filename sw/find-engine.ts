import { EngineClient } from "../src/channel/engine-client.ts";
import { noHost } from "../src/channel/engine-connection.ts";
import type { FromServiceWorker } from "../src/channel/worker-messages.ts";
import { appPages, tellPages } from "./app-pages.ts";

/** A page that is being opened may take this long until it can bring the engine. */
const SEARCH_MS = 20_000;
const PAUSE_MS = 250;

/**
 * Asks every open page for the engine, until one brings a port that proves itself.
 *
 * @throws ApiError 503 when no page is open, none has brought the engine in time, or it is of another version
 */
export async function findEngine(): Promise<EngineClient> {
  // Frozen tabs answer nothing, and the one with the engine may be such.
  void tellPages({ type: "slash-v1:check-host" });
  for (const end = Date.now() + SEARCH_MS; Date.now() < end;) {
    const pages = await appPages();
    if (pages.length === 0) break;
    const client = await askAll(pages);
    if (client !== null) return client;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  throw noHost();
}

/** Frozen pages, and those without an engine, do not answer: all are asked, and the first one counts. */
async function askAll(pages: readonly WindowClient[]): Promise<EngineClient | null> {
  const candidates = pages.map((page) => {
    const { port1, port2 } = new MessageChannel();
    const message: FromServiceWorker = { type: "slash-v1:connect" };
    page.postMessage(message, [port2]);
    return new EngineClient(port1);
  });
  const first = await Promise.any(
    candidates.map(async (candidate) => {
      await candidate.ready;
      return candidate;
    }),
  ).catch(() => null);
  const other = candidates.find(({ isOtherVersion }) => isOtherVersion);
  for (const candidate of candidates) if (candidate !== first) candidate.close();
  // Searching on would not help: a page of another version stays what it is.
  if (first === null && other !== undefined) await other.ready;
  return first;
}

/** Hands a port to the tab that holds the engine, for a tab that doesn't. Should that one be stuck, another takes its place, and the asker tries again. */
export async function forwardToHost(port: MessagePort): Promise<void> {
  void tellPages({ type: "slash-v1:check-host" });
  const hosts = (await appPages()).map(saysItHasEngine);
  const message: FromServiceWorker = { type: "slash-v1:connect" };
  (await Promise.race(hosts)).postMessage(message, [port]);
}

/** Resolves when the page says so; others say nothing. A lock's client id is no help: Chromium's are of another kind than a client's. */
function saysItHasEngine(page: WindowClient): Promise<WindowClient> {
  const { port1, port2 } = new MessageChannel();
  const message: FromServiceWorker = { type: "slash-v1:has-engine" };
  page.postMessage(message, [port2]);
  return new Promise((resolve) => {
    port1.addEventListener("message", () => resolve(page));
    port1.start();
  });
}
