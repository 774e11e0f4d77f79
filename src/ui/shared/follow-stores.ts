import type { ReactiveController, ReactiveControllerHost } from "lit";

class StoreController implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #stores: () => readonly (EventTarget | undefined)[];
  readonly #onChange = () => this.#host.requestUpdate();
  #followed = new Set<EventTarget>();
  #connected = false;

  constructor(host: ReactiveControllerHost, stores: () => readonly (EventTarget | undefined)[]) {
    this.#host = host;
    this.#stores = stores;
  }

  hostConnected(): void {
    this.#connected = true;
    // Following waits for the update: an element upgraded late gets its properties only then.
    this.#host.requestUpdate();
  }

  hostUpdate(): void {
    this.#follow();
  }

  hostDisconnected(): void {
    this.#connected = false;
    for (const store of this.#followed) store.removeEventListener("change", this.#onChange);
    this.#followed.clear();
  }

  #follow(): void {
    if (!this.#connected) return;
    for (const store of this.#stores()) {
      if (!store || this.#followed.has(store)) continue;
      store.addEventListener("change", this.#onChange);
      this.#followed.add(store);
    }
  }
}

/** Draws an element again whenever one of the stores changes. The stores may come to exist later. */
export function followStores(
  host: ReactiveControllerHost,
  stores: () => readonly (EventTarget | undefined)[],
): void {
  host.addController(new StoreController(host, stores));
}
