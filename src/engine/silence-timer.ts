/**
 * Calls back when nobody has called {@link alive} for so long, and again after a later silence. A sign of life costs next to nothing, however many
 * come: there is one timer, and it is set again only when it has run out.
 */
export class SilenceTimer {
  readonly #limitMs: number;
  readonly #onSilence: () => void;
  #heard = performance.now();
  /** Null when it has run out, or is no longer wanted. */
  #timer: ReturnType<typeof setTimeout> | null;
  #isOver = false;

  constructor(limitMs: number, onSilence: () => void) {
    this.#limitMs = limitMs;
    this.#onSilence = onSilence;
    this.#timer = this.#wait(limitMs);
  }

  alive(): void {
    this.#heard = performance.now();
    if (!this.#isOver) this.#timer ??= this.#wait(this.#limitMs);
  }

  end(): void {
    this.#isOver = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  #wait(milliseconds: number): ReturnType<typeof setTimeout> {
    return setTimeout(() => {
      const left = this.#heard + this.#limitMs - performance.now();
      this.#timer = left > 0 ? this.#wait(left) : null;
      if (left <= 0) this.#onSilence();
    }, milliseconds);
  }
}
