import type { FromServiceWorker } from "../src/channel/worker-messages.ts";

declare const self: ServiceWorkerGlobalScope;

/**
 * The open pages that run our scripts, controlled or not: not those of other sites on this origin, nor an answer of ours
 * that is shown in a tab.
 */
export async function appPages(): Promise<readonly WindowClient[]> {
  const { scope } = self.registration;
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  return windows.filter(({ url }) => url.startsWith(scope) && !isAnswer(url.slice(scope.length)));
}

/** Says something to every open page. */
export async function tellPages(message: FromServiceWorker): Promise<void> {
  for (const page of await appPages()) page.postMessage(message);
}

/** @param path - below the scope */
function isAnswer(path: string): boolean {
  return /^v1([/?#]|$)/.test(path);
}
