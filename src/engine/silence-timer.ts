/**
 * Calls back once when nobody has called {@link alive} for so long. A sign of life costs next to nothing, however many
 * come: there is one timer, and it is set again only when it has run out.
 */
export class SilenceTimer {
  readonly #limitMs: number;
  readonly #onSilence: () => void;
  #heard = performance.now();
  #timer: ReturnType<typeof setTimeout>;

  constructor(limitMs: number, onSilence: () => void) {
    this.#limitMs = limitMs;
    this.#onSilence = onSilence;
    this.#timer = this.#wait(limitMs);
  }

  alive(): void {
    this.#heard = performance.now();
  }

  end(): void {
    clearTimeout(this.#timer);
  }

  #wait(milliseconds: number): ReturnType<typeof setTimeout> {
    return setTimeout(() => {
      const left = this.#heard + this.#limitMs - performance.now();
      if (left > 0) this.#timer = this.#wait(left);
      else this.#onSilence();
    }, milliseconds);
  }
}
