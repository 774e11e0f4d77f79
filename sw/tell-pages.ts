import type { FromServiceWorker } from "../src/channel/worker-messages.ts";

declare const self: ServiceWorkerGlobalScope;

/** Says something to every open page. */
export async function tellPages(message: FromServiceWorker): Promise<void> {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  for (const page of pages) page.postMessage(message);
}
