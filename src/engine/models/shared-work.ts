import { deferred } from "../deferred.ts";

interface Running<P> {
  readonly done: Promise<void>;
  readonly control: AbortController;
  readonly listeners: Set<(progress: P) => void>;
  last: P | null;
}

/** Work that several callers want at once is done once. It goes on as long as one of them wants it. */
export class SharedWork<P> {
  readonly #running = new Map<string, Running<P>>();

  /**
   * @param key - names the work
   * @param work - is begun when nobody is at it yet
   */
  async run(
    key: string,
    signal: AbortSignal,
    onProgress: (progress: P) => void,
    work: (signal: AbortSignal, onProgress: (progress: P) => void) => Promise<void>,
  ): Promise<void> {
    signal.throwIfAborted();
    const running = this.#running.get(key) ?? this.#begin(key, work);
    const left = deferred<never>();
    const leave = (): void => left.reject(signal.reason);
    signal.addEventListener("abort", leave, { once: true });
    running.listeners.add(onProgress);
    if (running.last !== null) onProgress(running.last);
    try {
      await Promise.race([running.done, left.promise]);
    } finally {
      signal.removeEventListener("abort", leave);
      running.listeners.delete(onProgress);
      if (running.listeners.size === 0) {
        // Whoever comes now begins anew; what is ending is not joined.
        if (this.#running.get(key) === running) this.#running.delete(key);
        running.control.abort(signal.reason ?? new DOMException("Done.", "AbortError"));
      }
    }
  }

  #begin(
    key: string,
    work: (signal: AbortSignal, onProgress: (progress: P) => void) => Promise<void>,
  ): Running<P> {
    const control = new AbortController();
    const listeners = new Set<(progress: P) => void>();
    const done = work(control.signal, (progress) => {
      running.last = progress;
      for (const listener of listeners) listener(progress);
    }).finally(() => {
      if (this.#running.get(key) === running) this.#running.delete(key);
    });
    const running: Running<P> = { done, control, listeners, last: null };
    // Those who wait are told; nobody may be left when it ends.
    done.catch(() => {});
    this.#running.set(key, running);
    return running;
  }
}
