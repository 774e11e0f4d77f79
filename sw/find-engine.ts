import { EngineClient } from "../src/channel/engine-client.ts";
import { noHost } from "../src/channel/engine-connection.ts";
import { HOST_LOCK } from "../src/channel/host-control.ts";
import type { FromServiceWorker } from "../src/channel/worker-messages.ts";

declare const self: ServiceWorkerGlobalScope;

/**
 * Asks every open page for the engine; the first port that proves itself is taken. Pages that are frozen, or have no
 * engine, do not answer, which is why all are asked.
 */
export async function findEngine(): Promise<EngineClient> {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const candidates = pages.map((page) => {
    const { port1, port2 } = new MessageChannel();
    const message: FromServiceWorker = { type: "slash-v1:connect" };
    page.postMessage(message, [port2]);
    return new EngineClient(port1);
  });
  try {
    const first = await Promise.any(
      candidates.map(async (candidate) => {
        await candidate.ready;
        return candidate;
      }),
    );
    for (const candidate of candidates) if (candidate !== first) candidate.close();
    return first;
  } catch {
    throw noHost();
  }
}

/** Hands a port to the tab that holds the engine, for a tab that doesn't. */
export async function forwardToHost(port: MessagePort): Promise<void> {
  const { held = [] } = await navigator.locks.query();
  const holder = held.find(({ name }) => name === HOST_LOCK)?.clientId;
  const page = holder === undefined ? undefined : await self.clients.get(holder);
  const message: FromServiceWorker = { type: "slash-v1:connect" };
  if (page === undefined) port.close();
  else page.postMessage(message, [port]);
}
