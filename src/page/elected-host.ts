import { checkLock, hostLock } from "../channel/host-control.ts";
import type { ToServiceWorker } from "../channel/worker-messages.ts";
import { deferred } from "../engine/deferred.ts";
import type { HostConnection } from "./host-connection.ts";
import { answerForHost, hostAnswers } from "./host-voice.ts";
import type { WorkerHost } from "./worker-host.ts";

/** Milliseconds before a tab whose worker did not start, or whose place was taken, gets in line again. */
const AGAIN_MS = 5_000;
/** A tab that answers nothing for so long, in milliseconds, is frozen or stuck. */
const SILENT_MS = 8_000;

/**
 * One dedicated worker for all tabs: the tab that holds the Web Lock has it. The lock goes with the tab, and so does
 * the worker; the next in line then starts its own. A tab that is about to be frozen, or kept for "back", lets go of
 * both, and gets in line again when it wakes (docs/decisions/0407).
 */
export class ElectedHost implements HostConnection {
  readonly #own: WorkerHost;
  readonly #lock: string;
  readonly #checkLock: string;
  readonly #listeners = new Set<() => void>();
  /** In the line, and then at its head; aborting leaves it. */
  #place = new AbortController();
  #isHost = false;
  #isAsleep = false;

  /**
   * Resolves when this tab has the engine, or knows that another one has it.
   *
   * @param site - absolute address of the site
   */
  static async join(own: WorkerHost, site: string): Promise<ElectedHost> {
    const host = new ElectedHost(own, site);
    await host.#run();
    return host;
  }

  private constructor(own: WorkerHost, site: string) {
    this.#own = own;
    this.#lock = hostLock(site);
    this.#checkLock = checkLock(site);
    document.addEventListener("freeze", () => this.#sleep());
    document.addEventListener("resume", () => this.#wake());
    addEventListener("pagehide", ({ persisted }) => persisted && this.#sleep());
    addEventListener("pageshow", () => this.#wake());
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

  onHost(listener: () => void): void {
    this.#listeners.add(listener);
    if (this.#isHost) listener();
  }

  /**
   * One tab looks at a time, and the lock is taken only from the holder that did not answer: however many are asked, it
   * happens once.
   */
  async check(): Promise<void> {
    await navigator.locks.request(this.#checkLock, { ifAvailable: true }, async (turn) => {
      const silent = await this.#holder();
      if (turn === null || silent === undefined || this.#isHost || this.#isAsleep) return;
      if (await hostAnswers(this.#lock, SILENT_MS)) return;
      if ((await this.#holder()) === silent && !this.#isAsleep) await this.#run({ steal: true });
    });
  }

  #sleep(): void {
    if (this.#isAsleep) return;
    this.#isAsleep = true;
    this.#leave();
    this.#place.abort();
  }

  #wake(): void {
    if (!this.#isAsleep) return;
    this.#isAsleep = false;
    this.#runLater(0);
  }

  #leave(): void {
    if (!this.#isHost) return;
    this.#isHost = false;
    this.#own.close();
  }

  /** @param options - `steal` takes the lock from whoever has it: a tab that wakes up is told that it has lost it */
  #run(options: { readonly steal?: boolean } = {}): Promise<void> {
    this.#place.abort();
    const place = new AbortController();
    this.#place = place;
    return new Promise((resolve, reject) => {
      this.#hold(place.signal, options, resolve).then(resolve, (error: unknown) => {
        reject(error);
        // Its place in the line is not lost: a later try may succeed.
        this.#runLater(AGAIN_MS);
      });
      void this.#holder().then((other) => {
        if (!this.#isHost && other !== undefined) resolve();
      });
    });
  }

  #runLater(afterMs: number): void {
    const place = this.#place;
    setTimeout(() => {
      if (this.#place === place && !this.#isAsleep) this.#run().catch(() => {});
    }, afterMs);
  }

  /**
   * Waits for the lock, and holds it and the engine until the place in the line is left. Rejects when the engine does not
   * start, or when the lock is taken away.
   */
  async #hold(
    place: AbortSignal,
    { steal = false }: { readonly steal?: boolean },
    onStart: () => void,
  ): Promise<void> {
    const left = deferred<void>();
    place.addEventListener("abort", () => left.resolve(), { once: true });
    try {
      await navigator.locks.request(this.#lock, steal ? { steal } : { signal: place }, async () => {
        if (place.aborted) return;
        this.#isHost = true;
        const stopAnswering = answerForHost(this.#lock);
        try {
          await Promise.race([this.#own.start(), left.promise]);
          if (place.aborted) return;
          onStart();
          for (const listener of this.#listeners) listener();
          await left.promise;
        } finally {
          stopAnswering();
        }
      });
    } catch (error) {
      if (place.aborted) return;
      this.#leave();
      throw error;
    } finally {
      // A lock that was taken away ends the request at once, its callback only now.
      left.resolve();
    }
  }

  /** Who has the lock; an id that only tells one from another. */
  async #holder(): Promise<string | undefined> {
    const { held = [] } = await navigator.locks.query();
    return held.find(({ name }) => name === this.#lock)?.clientId;
  }
}
