import type { StopFree, TokenLogprob } from "../job.ts";
import { CharacterAssembler } from "./character-assembler.ts";
import { StopMatcher } from "./stop-matcher.ts";

/** What one more token has made certain. */
export interface TextStep {
  readonly text: string;
  /** Entries of the tokens whose text is now out. */
  readonly logprobs: readonly TokenLogprob[];
  readonly stopped: boolean;
}

interface PendingEntry {
  readonly logprob: TokenLogprob;
  /** Where the token's text begins and ends in the whole text, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
}

const NONE: readonly TokenLogprob[] = [];

/** The text of a choice, token by token, with the log probabilities kept in step with it. */
export class TokenText {
  readonly #characters = new CharacterAssembler();
  readonly #stops: StopMatcher;
  #assembled = 0;
  #released = 0;
  #pending: PendingEntry[] = [];

  constructor(stops: readonly string[], stopFree: StopFree | null) {
    this.#stops = new StopMatcher(stops, stopFree);
  }

  push(bytes: Uint8Array, logprob: TokenLogprob | null): TextStep {
    const start = this.#assembled;
    const characters = this.#characters.push(bytes);
    this.#assembled += characters.length;
    if (logprob !== null) {
      // A token that ends inside a character goes out with the character.
      const end = this.#characters.isHolding ? this.#assembled + 1 : this.#assembled;
      this.#pending.push({ logprob, start, end });
    }
    const { text, stopped } = this.#stops.push(characters);
    this.#released += text.length;
    return { text, stopped, logprobs: stopped ? this.#takeBeforeStop() : this.#takeReleased() };
  }

  /** The rest, when generation has ended by itself or at its limit. An unfinished character is dropped. */
  flush(): TextStep {
    const { text, stopped } = this.#stops.flush();
    this.#released += text.length;
    if (stopped) return { text, stopped, logprobs: this.#takeBeforeStop() };
    const logprobs = this.#pending.map((entry) => entry.logprob);
    this.#pending = [];
    return { text, logprobs, stopped };
  }

  #takeReleased(): readonly TokenLogprob[] {
    if (this.#pending.length === 0) return NONE;
    const first = this.#pending.findIndex((entry) => entry.end > this.#released);
    const count = first === -1 ? this.#pending.length : first;
    return this.#pending.splice(0, count).map((entry) => entry.logprob);
  }

  #takeBeforeStop(): readonly TokenLogprob[] {
    const entries = this.#pending.filter((entry) => entry.start < this.#released);
    this.#pending = [];
    return entries.map((entry) => entry.logprob);
  }
}
