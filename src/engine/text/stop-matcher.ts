/**
 * Finds stop texts in a text that arrives in pieces, and lets nothing out that could still become part of one
 * (vllm-project/vllm#3574, mzau/mlx-knife#68).
 */
export class StopMatcher {
  readonly #stops: readonly string[];
  readonly #longest: number;
  #held = "";

  /** @param stops - the texts at which generation ends; empty ones never match. */
  constructor(stops: readonly string[]) {
    this.#stops = stops.filter((stop) => stop !== "");
    this.#longest = Math.max(0, ...this.#stops.map((stop) => stop.length));
  }

  /** The text that may go out now, and whether a stop text has been found right after it. */
  push(piece: string): { readonly text: string; readonly stopped: boolean } {
    if (this.#longest === 0) return { text: piece, stopped: false };
    const text = this.#held + piece;
    const found = this.#firstMatch(text);
    if (found !== -1) {
      this.#held = "";
      return { text: text.slice(0, found), stopped: true };
    }
    const keep = this.#possibleStart(text);
    this.#held = text.slice(text.length - keep);
    return { text: text.slice(0, text.length - keep), stopped: false };
  }

  /** What was held back, once it is certain that no stop text will follow. */
  flush(): string {
    const held = this.#held;
    this.#held = "";
    return held;
  }

  /** Where the stop text begins that is complete first; this does not depend on how the text is cut in pieces. */
  #firstMatch(text: string): number {
    let begin = -1;
    let end = Infinity;
    for (const stop of this.#stops) {
      const at = text.indexOf(stop);
      if (at === -1) continue;
      const completeAt = at + stop.length;
      if (completeAt < end || (completeAt === end && at < begin)) {
        begin = at;
        end = completeAt;
      }
    }
    return begin;
  }

  /** Length of the longest end of `text` that is the beginning of a stop text. */
  #possibleStart(text: string): number {
    for (let length = Math.min(this.#longest - 1, text.length); length > 0; length--) {
      const end = text.slice(text.length - length);
      if (this.#stops.some((stop) => stop.length > length && stop.startsWith(end))) return length;
    }
    return 0;
  }
}
