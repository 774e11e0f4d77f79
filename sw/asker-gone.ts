declare const self: ServiceWorkerGlobalScope;

/** How often the asker is looked for, in milliseconds. */
const LOOK_MS = 1_000;

/**
 * Watches for a page that goes away before its request has a body: from then on the body's `cancel` tells, before it
 * nothing does (w3c/ServiceWorker#1544).
 *
 * @param clientId - of the asker; empty for a navigation, which is not watched
 */
export function watchAsker(clientId: string): { readonly gone: AbortSignal; end(): void } {
  const control = new AbortController();
  const look = async (): Promise<void> => {
    const client = await self.clients.get(clientId);
    if (client === undefined) control.abort(new DOMException("The page is gone.", "AbortError"));
  };
  const timer = clientId === "" ? undefined : setInterval(() => void look(), LOOK_MS);
  return { gone: control.signal, end: () => clearInterval(timer) };
}
