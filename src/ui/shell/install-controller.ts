import type { ReactiveController, ReactiveControllerHost } from "lit";

/** Chromium's event; not in the DOM library. */
interface InstallPromptEvent extends Event {
  prompt(): Promise<{ outcome: "accepted" | "dismissed" }>;
}

/** Whether the browser would install the app, and the way to ask it to. */
export class InstallController implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  #event: InstallPromptEvent | null = null;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  get offered(): boolean {
    return this.#event !== null;
  }

  readonly ask = async (): Promise<void> => {
    const event = this.#event;
    this.#take(null);
    await event?.prompt();
  };

  hostConnected(): void {
    addEventListener("beforeinstallprompt", this.#onOffer);
    addEventListener("appinstalled", this.#onInstalled);
  }

  hostDisconnected(): void {
    removeEventListener("beforeinstallprompt", this.#onOffer);
    removeEventListener("appinstalled", this.#onInstalled);
  }

  readonly #onOffer = (event: Event) => {
    event.preventDefault();
    this.#take(event as InstallPromptEvent);
  };

  readonly #onInstalled = () => this.#take(null);

  #take(event: InstallPromptEvent | null): void {
    this.#event = event;
    this.#host.requestUpdate();
  }
}
