import type { FromServiceWorker } from "../src/channel/worker-messages.ts";

declare const self: ServiceWorkerGlobalScope;

/** Firefox stops a service worker some 30 s after its last event, also while it feeds a body; the reader sees a normal end. */
const EVERY_MS = 5_000;

let timer: ReturnType<typeof setInterval> | undefined;

/**
 * Keeps this worker awake while answers run, by a message that every page sends back. Not by `waitUntil`: Chromium stalls
 * a body after five minutes of it.
 *
 * @param running - how many answers run now
 */
export function stayAwake(running: number): void {
  if (running > 0) timer ??= setInterval(() => void askPages(), EVERY_MS);
  else {
    clearInterval(timer);
    timer = undefined;
  }
}

async function askPages(): Promise<void> {
  const message: FromServiceWorker = { type: "slash-v1:awake" };
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  for (const page of pages) page.postMessage(message);
}
