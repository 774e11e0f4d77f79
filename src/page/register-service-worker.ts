import { Workbox } from "workbox-window";
import type { ToServiceWorker } from "../channel/worker-messages.ts";
import type { UpdateNotice } from "./slash-v1.ts";

/** How long a page waits to be controlled before it does without. */
const CONTROL_LIMIT_MS = 10_000;
/** Remembers, for one tab, that a hard reload has been answered by a soft one already. */
const RELOADED_KEY = "slash-v1:reloaded";

export interface Registration {
  readonly serviceWorker: ServiceWorker;
  onUpdate(listener: (notice: UpdateNotice) => void): () => void;
}

/**
 * Registers the service worker and waits until it controls the page, so that the first request reaches it
 * (w3c/ServiceWorker#799).
 *
 * A hard reload loads a page that no worker may ever control; one soft reload mends that (mswjs/msw#98).
 *
 * @param url - of `sw.js`; its folder is the scope
 * @returns null where there are no service workers, or the browser refuses this one
 */
export async function registerServiceWorker(url: URL): Promise<Registration | null> {
  const container: ServiceWorkerContainer | undefined = navigator.serviceWorker;
  if (container === undefined) return null;
  const workbox = new Workbox(url.href, { updateViaCache: "none" });
  const listeners = new Set<(notice: UpdateNotice) => void>();
  let waiting: UpdateNotice | null = null;
  workbox.addEventListener("waiting", () => {
    const notice: UpdateNotice = { apply: () => takeOver(workbox) };
    waiting = notice;
    for (const listener of listeners) listener(notice);
  });
  try {
    await workbox.register();
  } catch {
    return null;
  }
  const serviceWorker = await controller(container);
  if (serviceWorker === null) return null;
  return {
    serviceWorker,
    onUpdate: (listener) => {
      listeners.add(listener);
      if (waiting !== null) listener(waiting);
      return () => listeners.delete(listener);
    },
  };
}

async function controller(container: ServiceWorkerContainer): Promise<ServiceWorker | null> {
  if (container.controller !== null) {
    sessionStorage.removeItem(RELOADED_KEY);
    return container.controller;
  }
  const isHardReload = (await container.getRegistration())?.active?.state === "activated";
  const controlled = new Promise<void>((resolve) => {
    container.addEventListener("controllerchange", () => resolve(), { once: true });
  });
  const limit = isHardReload ? 1_000 : CONTROL_LIMIT_MS;
  await Promise.race([controlled, new Promise((resolve) => setTimeout(resolve, limit))]);
  if (container.controller !== null) return container.controller;
  if (isHardReload && sessionStorage.getItem(RELOADED_KEY) === null) {
    sessionStorage.setItem(RELOADED_KEY, "1");
    location.reload();
    await new Promise(() => {});
  }
  return null;
}

/** Lets the waiting worker take over, and shows the new version once it has. */
async function takeOver(workbox: Workbox): Promise<void> {
  const changed = new Promise<void>((resolve) => {
    navigator.serviceWorker.addEventListener("controllerchange", () => resolve(), { once: true });
  });
  const message: ToServiceWorker = { type: "slash-v1:take-over" };
  const registration = await navigator.serviceWorker.getRegistration();
  registration?.waiting?.postMessage(message);
  void workbox;
  await changed;
  location.reload();
}
