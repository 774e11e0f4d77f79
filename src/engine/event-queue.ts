/** Where events go. */
export interface EventSink<T> {
  push(event: T): void;
  end(): void;
  fail(error: unknown): void;
}

/**
 * An async iterable fed by pushes. The feeder never waits; a reader that comes late gets everything that has gathered
 * as one batch.
 */
export class EventQueue<T> implements AsyncIterable<readonly T[]>, EventSink<T> {
  #pending: T[] = [];
  #closed = false;
  #error: unknown;
  #failed = false;
  #wake: (() => void) | null = null;
  readonly #onReturn: () => void;

  /** @param onReturn - called when the reader leaves before the end. */
  constructor(onReturn: () => void = () => {}) {
    this.#onReturn = onReturn;
  }

  push(event: T): void {
    if (this.#closed) return;
    this.#pending.push(event);
    this.#notify();
  }

  pushAll(events: readonly T[]): void {
    if (this.#closed || events.length === 0) return;
    if (this.#pending.length === 0) this.#pending = [...events];
    else for (const event of events) this.#pending.push(event);
    this.#notify();
  }

  /** What was pushed before is still read. */
  end(): void {
    this.#closed = true;
    this.#notify();
  }

  /** What was pushed before is still read, then the reader's loop throws `error`. */
  fail(error: unknown): void {
    if (this.#closed) return;
    this.#error = error;
    this.#failed = true;
    this.end();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<readonly T[], void, undefined> {
    let finished = false;
    try {
      for (;;) {
        if (this.#pending.length > 0) {
          const batch = this.#pending;
          this.#pending = [];
          yield batch;
        } else if (this.#closed) {
          finished = true;
          if (this.#failed) throw this.#error;
          return;
        } else {
          await new Promise<void>((resolve) => {
            this.#wake = resolve;
          });
        }
      }
    } finally {
      if (!finished) {
        this.#closed = true;
        this.#pending = [];
        this.#onReturn();
      }
    }
  }

  #notify(): void {
    const wake = this.#wake;
    this.#wake = null;
    wake?.();
  }
}
