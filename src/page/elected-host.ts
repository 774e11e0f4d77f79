import { HOST_LOCK } from "../channel/host-control.ts";
import type { ToServiceWorker } from "../channel/worker-messages.ts";
import type { HostConnection } from "./host-connection.ts";
import type { WorkerHost } from "./worker-host.ts";

/** Milliseconds before a tab whose worker did not start tries again. */
const AGAIN_MS = 5_000;

/**
 * One dedicated worker for all tabs: the tab that holds the Web Lock has it. The lock goes with the tab, and so does
 * the worker; the next in line then starts its own. A tab that holds a lock is not frozen in the background.
 */
export class ElectedHost implements HostConnection {
  readonly #own: WorkerHost;
  #isHost = false;

  /** Resolves when this tab has the engine, or knows that another one has it. */
  static async join(own: WorkerHost): Promise<ElectedHost> {
    const host = new ElectedHost(own);
    await host.#run();
    return host;
  }

  private constructor(own: WorkerHost) {
    this.#own = own;
  }

  get kind(): HostConnection["kind"] {
    return this.#isHost ? this.#own.kind : "other-tab";
  }

  connect(port: MessagePort): void {
    if (this.#isHost) this.#own.connect(port);
    else {
      const message: ToServiceWorker = { type: "slash-v1:find-engine" };
      // The one that controls this page now: an update may have replaced the first one.
      navigator.serviceWorker.controller?.postMessage(message, [port]);
    }
  }

  #run(): Promise<void> {
    return new Promise((resolve, reject) => {
      void this.#serve(resolve).catch((error: unknown) => {
        reject(error);
        // Its place in the line is not lost: a later try may succeed.
        setTimeout(() => void this.#run().catch(() => {}), AGAIN_MS);
      });
      void navigator.locks.query().then(({ held = [] }) => {
        if (!this.#isHost && held.some(({ name }) => name === HOST_LOCK)) resolve();
      });
    });
  }

  /** Holds the lock and the engine from its turn on. Rejects when the engine does not start, and lets others try. */
  async #serve(onStart: () => void): Promise<never> {
    return navigator.locks.request(HOST_LOCK, async (): Promise<never> => {
      this.#isHost = true;
      try {
        await this.#own.start();
      } catch (error) {
        this.#isHost = false;
        this.#own.close();
        throw error;
      }
      onStart();
      return new Promise<never>(() => {});
    });
  }
}
