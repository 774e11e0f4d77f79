import { PrecacheController, PrecacheRoute, type PrecacheEntry } from "workbox-precaching";
import { registerRoute } from "workbox-routing";

declare const self: ServiceWorkerGlobalScope;

/** An event that lasts for minutes ends the streams that pass through the worker, so nothing is waited for that long. */
const WAIT_LIMIT_MS = 120_000;

/**
 * The files with which the site opens without a network (docs/decisions/0505).
 *
 * The first version has nothing to replace: it takes its page at once, and keeps the files when the page has all it
 * needs. A later one is installed as a whole, or not at all.
 */
export class KeptFiles {
  readonly #precache = new PrecacheController();
  /** Known where it matters: a worker that was stopped between the two events looks for older files in vain. */
  #isFirst = false;
  #keeping: Promise<void> | null = null;

  /** @param entries - the last one is kept last: when it is there, all are */
  constructor(entries: readonly (PrecacheEntry | string)[]) {
    this.#precache.addToCacheList([...entries]);
    registerRoute(new PrecacheRoute(this.#precache));
  }

  /** Answers navigations with one of the files. */
  handlerFor(url: string): ReturnType<PrecacheController["createHandlerBoundToURL"]> {
    return this.#precache.createHandlerBoundToURL(url);
  }

  install(event: ExtendableEvent): void {
    this.#isFirst = self.registration.active === null;
    if (!this.#isFirst) void this.#precache.install(event);
  }

  /** Lets go of what older versions had. Only now: later, the files of a version that waits may lie beside these. */
  activate(event: ExtendableEvent): void {
    if (!this.#isFirst) void this.#precache.activate(event);
  }

  /** Keeps what is missing, and then tells so on the port. */
  keep(event: ExtendableEvent, port: MessagePort): void {
    this.#keeping ??= this.#complete().finally(() => (this.#keeping = null));
    const told = this.#keeping.then(
      () => port.postMessage(true),
      // No network, or no room: the next page asks again.
      () => port.postMessage(false),
    );
    const limit = new Promise((resolve) => setTimeout(resolve, WAIT_LIMIT_MS));
    event.waitUntil(Promise.race([told, limit]));
  }

  async #complete(): Promise<void> {
    // Workbox fetches for an `install` alone.
    const event = Object.assign(new Event("install"), { waitUntil: () => {} });
    await this.#precache.install(event);
  }
}
