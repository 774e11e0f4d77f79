declare const self: ServiceWorkerGlobalScope;

/** Not among the files that are kept from the start: it is large, and a page without a model works without it. */
const CACHE = "slash-v1-engine";

/** True for the program that drives WebLLM; its name carries a hash. */
export function isEngineProgram(url: URL): boolean {
  return url.href.startsWith(`${self.registration.scope}assets/engine-program-`);
}

/** From the cache, else from the network and then into the cache; older builds' programs go. */
export async function engineProgram(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const stored = await caches.match(request.url, { cacheName: CACHE, ignoreVary: true });
  if (stored !== undefined) return stored;
  const response = await fetch(request);
  if (response.status === 200 && response.type === "basic") {
    event.waitUntil(keep(request.url, response.clone()));
  }
  return response;
}

/** Lets go of what earlier builds kept here under names of other kinds, which nothing asks for any more. */
export async function dropFormerNames(): Promise<void> {
  if (!(await caches.has(CACHE))) return;
  const cache = await caches.open(CACHE);
  for (const url of await ownUrls(cache)) {
    if (!isEngineProgram(new URL(url))) await cache.delete(url);
  }
}

/** A full store costs the offline start, not this one. */
async function keep(url: string, response: Response): Promise<void> {
  try {
    const cache = await caches.open(CACHE);
    for (const older of await ownUrls(cache)) await cache.delete(older);
    await cache.put(url, response);
  } catch {
    // The next start tries again.
  }
}

/** Other sites on this origin keep theirs in the same cache. */
async function ownUrls(cache: Cache): Promise<readonly string[]> {
  const urls = (await cache.keys()).map(({ url }) => url);
  return urls.filter((url) => url.startsWith(`${self.registration.scope}assets/`));
}
