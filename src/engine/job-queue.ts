import { queueFull } from "./api-error.ts";

/** How many jobs may wait before a new one gets a 429. */
export const DEFAULT_QUEUE_LENGTH = 32;

/** Seconds a client that was turned away is told to wait. */
const RETRY_AFTER_SECONDS = 5;

interface Waiting {
  readonly start: () => void;
  readonly onPosition: (position: number) => void;
}

/** First come, first served; one at a time; bounded. */
export class JobQueue {
  readonly #limit: number;
  readonly #waiting: Waiting[] = [];
  readonly #onChange: () => void;
  #running = 0;

  /** @param onChange - called whenever `running` or `waiting` has changed. */
  constructor(limit: number, onChange: () => void = () => {}) {
    this.#limit = limit;
    this.#onChange = onChange;
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /**
   * Waits for its turn. The turn lasts until the returned function is called.
   *
   * @param onPosition - told how many jobs are before this one, whenever that changes
   * @throws ApiError 429 `queue_full`; or the signal's reason, when it aborts first
   */
  async enter(signal: AbortSignal, onPosition: (position: number) => void): Promise<() => void> {
    signal.throwIfAborted();
    if (this.#running > 0 || this.#waiting.length > 0) {
      if (this.#waiting.length >= this.#limit) {
        throw queueFull(this.#waiting.length, RETRY_AFTER_SECONDS);
      }
      await this.#wait(signal, onPosition);
    } else this.#running = 1;
    this.#onChange();
    let left = false;
    return () => {
      if (left) return;
      left = true;
      this.#next();
    };
  }

  #wait(signal: AbortSignal, onPosition: (position: number) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      const entry: Waiting = {
        start: () => {
          signal.removeEventListener("abort", leave);
          resolve();
        },
        onPosition,
      };
      const leave = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(entry), 1);
        this.#tellPositions();
        reject(signal.reason as Error);
      };
      signal.addEventListener("abort", leave, { once: true });
      this.#waiting.push(entry);
      this.#tellPositions();
    });
  }

  /** The turn is handed on within the same task, so that nobody can slip in between. */
  #next(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#running = 0;
    else next.start();
    this.#tellPositions();
  }

  #tellPositions(): void {
    for (const [index, entry] of this.#waiting.entries()) entry.onPosition(index + this.#running);
    this.#onChange();
  }
}
