import { DEFAULT_MAX_BODY_BYTES, type ApiContext } from "../api/api-context.ts";
import { handle } from "../api/handle.ts";
import { MemoryResponseStore } from "../api/responses/memory-response-store.ts";
import type { EngineClient } from "../channel/engine-client.ts";
import { EngineConnection } from "../channel/engine-connection.ts";

/**
 * A `fetch` that answers everything under `base` in this page, for pages without a service worker (private windows, a
 * hard reload that did not recover). Every other request goes out as usual.
 *
 * @param base - absolute address of `/v1`
 */
export function inPageFetch(base: URL, connect: () => EngineClient): typeof fetch {
  const context: ApiContext = {
    engine: new EngineConnection(async () => connect()),
    basePath: base.pathname,
    responses: new MemoryResponseStore(),
    now: Date.now,
    maxBodyBytes: DEFAULT_MAX_BODY_BYTES,
  };
  return async (input, init) => {
    const request = new Request(input, init);
    const url = new URL(request.url);
    const isApi =
      url.origin === base.origin &&
      (url.pathname === base.pathname || url.pathname.startsWith(`${base.pathname}/`));
    if (!isApi) return fetch(request);
    return handle(request, context);
  };
}
