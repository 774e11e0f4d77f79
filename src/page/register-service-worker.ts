import { Workbox } from "workbox-window";
import type { ToServiceWorker } from "../channel/worker-messages.ts";
import type { UpdateNotice } from "./slash-v1.ts";

/** How long a page waits to be controlled before it does without. */
const CONTROL_LIMIT_MS = 10_000;
/** Remembers, for one tab, that a hard reload has been answered by a soft one already. */
const RELOADED_KEY = "slash-v1:reloaded";

export interface Registration {
  onUpdate(listener: (notice: UpdateNotice) => void): () => void;
}

/**
 * Registers the service worker and waits until it controls the page, so that the first request reaches it
 * (w3c/ServiceWorker#799).
 *
 * A hard reload loads a page that no worker may ever control; one soft reload mends that (mswjs/msw#98).
 *
 * @param url - of `sw.js`; its folder is the scope
 * @param untilIdle - resolves when no answer runs: until then a new version does not take over
 * @returns null where there are no service workers, or the browser refuses this one
 */
export async function registerServiceWorker(
  url: URL,
  untilIdle: () => Promise<void>,
): Promise<Registration | null> {
  const container = serviceWorkerContainer();
  if (container === null) return null;
  const workbox = new Workbox(url.href, { updateViaCache: "none" });
  const notices = new UpdateNotices();
  workbox.addEventListener("waiting", () =>
    notices.tell({
      apply: async () => {
        await untilIdle();
        await takeOver(container);
      },
    }),
  );
  try {
    await workbox.register({ immediate: true });
  } catch {
    return null;
  }
  if ((await controller(container)) === null) return null;
  container.addEventListener("controllerchange", () =>
    // Another tab has let the new version in; this one still shows the old.
    notices.tell({
      apply: async () => {
        await untilIdle();
        location.reload();
      },
    }),
  );
  return { onUpdate: (listener) => notices.listen(listener) };
}

/** Null where there is none, or where a sandboxed frame may not even ask. */
export function serviceWorkerContainer(): ServiceWorkerContainer | null {
  try {
    const container: ServiceWorkerContainer | undefined = navigator.serviceWorker;
    return container ?? null;
  } catch {
    return null;
  }
}

/** The newest notice, for whoever listens and whoever comes later. */
class UpdateNotices {
  readonly #listeners = new Set<(notice: UpdateNotice) => void>();
  #latest: UpdateNotice | null = null;

  tell(notice: UpdateNotice): void {
    this.#latest = notice;
    for (const listener of this.#listeners) listener(notice);
  }

  listen(listener: (notice: UpdateNotice) => void): () => void {
    this.#listeners.add(listener);
    if (this.#latest !== null) listener(this.#latest);
    return () => this.#listeners.delete(listener);
  }
}

async function controller(container: ServiceWorkerContainer): Promise<ServiceWorker | null> {
  if (container.controller !== null) {
    remember(false);
    return container.controller;
  }
  const controlled = new Promise<void>((resolve) => {
    container.addEventListener("controllerchange", () => resolve(), { once: true });
  });
  const isHardReload = (await container.getRegistration())?.active?.state === "activated";
  const limit = isHardReload ? 1_000 : CONTROL_LIMIT_MS;
  await Promise.race([controlled, new Promise((resolve) => setTimeout(resolve, limit))]);
  if (container.controller !== null) return container.controller;
  if (isHardReload && remember(true)) {
    location.reload();
    await new Promise(() => {});
  }
  return null;
}

/** @returns false when it was so already, or nothing can be remembered: then a reload could become a loop */
function remember(isReloaded: boolean): boolean {
  try {
    const was = sessionStorage.getItem(RELOADED_KEY) !== null;
    if (isReloaded) sessionStorage.setItem(RELOADED_KEY, "1");
    else sessionStorage.removeItem(RELOADED_KEY);
    return was !== isReloaded;
  } catch {
    return false;
  }
}

/** Lets the waiting worker take over, and shows the new version once it has. */
async function takeOver(container: ServiceWorkerContainer): Promise<void> {
  const changed = new Promise<void>((resolve) => {
    container.addEventListener("controllerchange", () => resolve(), { once: true });
  });
  const message: ToServiceWorker = { type: "slash-v1:take-over" };
  const waiting = (await container.getRegistration())?.waiting ?? null;
  // Another tab may have been faster.
  if (waiting !== null) {
    waiting.postMessage(message);
    await changed;
  }
  location.reload();
}
