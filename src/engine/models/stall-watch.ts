/** A signal that aborts with another one, or when no sign of life has come for too long. */
export class StallWatch {
  readonly signal: AbortSignal;
  readonly #control = new AbortController();
  readonly #limitMs: number;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(signal: AbortSignal, limitMs: number) {
    this.signal = AbortSignal.any([signal, this.#control.signal]);
    this.#limitMs = limitMs;
    this.alive();
  }

  alive(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(
      () => this.#control.abort(new DOMException("Nothing came.", "TimeoutError")),
      this.#limitMs,
    );
  }

  end(): void {
    clearTimeout(this.#timer);
  }
}

/** Waits, unless the signal aborts. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const done = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, milliseconds);
    const stop = (): void => {
      clearTimeout(done);
      reject(signal.reason as Error);
    };
    signal.addEventListener("abort", stop, { once: true });
  });
}
