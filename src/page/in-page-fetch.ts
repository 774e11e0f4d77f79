import type { EngineClient } from "../channel/engine-client.ts";
import { EngineConnection } from "../channel/engine-connection.ts";
import { relayRequest } from "../channel/relay-request.ts";

/**
 * A `fetch` that answers everything under `base` itself, for pages without a service worker (private windows, a hard
 * reload that did not recover). Every other request goes out as usual.
 *
 * @param base - absolute address of `/v1`
 */
export function inPageFetch(base: URL, connect: () => EngineClient): typeof fetch {
  const connection = new EngineConnection(async () => {
    const client = connect();
    // A page that goes takes its requests along.
    addEventListener("pagehide", () => client.close(), { once: true });
    return client;
  });
  return async (input, init) => {
    const request = new Request(input, init);
    const url = new URL(request.url);
    const isApi =
      url.origin === base.origin &&
      (url.pathname === base.pathname || url.pathname.startsWith(`${base.pathname}/`));
    return isApi ? relayRequest(connection, request) : fetch(request);
  };
}
