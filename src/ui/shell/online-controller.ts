import type { ReactiveController, ReactiveControllerHost } from "lit";

/** Whether the browser believes it has a network. Only ever a small word in this app. */
export class OnlineController implements ReactiveController {
  value = navigator.onLine;
  readonly #host: ReactiveControllerHost;
  readonly #look = () => {
    this.value = navigator.onLine;
    this.#host.requestUpdate();
  };

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    addEventListener("online", this.#look);
    addEventListener("offline", this.#look);
  }

  hostDisconnected(): void {
    removeEventListener("online", this.#look);
    removeEventListener("offline", this.#look);
  }
}
