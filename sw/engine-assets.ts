declare const self: ServiceWorkerGlobalScope;

/** Not precached: it is large, and a page without a model works without it. */
const CACHE = "slash-v1-engine";

/** True for the engine's own bundles, which carry a hash in their names. */
export function isEngineAsset(url: URL): boolean {
  const scope = new URL(self.registration.scope);
  return url.origin === scope.origin && url.pathname.startsWith(`${scope.pathname}assets/engine-`);
}

/** From the cache, else from the network and then into the cache; older builds' bundles go. */
export async function engineAsset(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const stored = await caches.match(request.url, { cacheName: CACHE, ignoreVary: true });
  if (stored !== undefined) return stored;
  const response = await fetch(request);
  if (response.status === 200 && response.type === "basic") {
    event.waitUntil(keep(request.url, response.clone()));
  }
  return response;
}

/** A full store costs the offline start, not this one. */
async function keep(url: string, response: Response): Promise<void> {
  try {
    const cache = await caches.open(CACHE);
    await dropOlder(cache, url);
    await cache.put(url, response);
  } catch {
    // The next start tries again.
  }
}

async function dropOlder(cache: Cache, url: string): Promise<void> {
  const family = withoutHash(url);
  for (const request of await cache.keys()) {
    if (request.url !== url && withoutHash(request.url) === family) await cache.delete(request);
  }
}

function withoutHash(url: string): string {
  return url.replace(/-[\w-]{8}\.js$/, ".js");
}
