import type { Constraint, Prompt, Sampling, TokenLogprob } from "../job.ts";

/** What a choice is sampled with. */
export interface ChoiceOptions {
  readonly sampling: Sampling;
  /** Already with the choice's index in it. */
  readonly seed: number;
  readonly constraint: Constraint | null;
  /** Alternatives per token, or null for no logprobs. */
  readonly logprobs: number | null;
}

export interface SampledToken {
  readonly token: number;
  /** Null unless asked for in the choice's options. */
  readonly logprob: TokenLogprob | null;
}

/**
 * One model on the device, token by token. Used by one job at a time.
 *
 * The order of calls: `setConstraint`, `prefill`, then for each choice `beginChoice` and `sample`, `advance`, `sample`, …
 */
export interface TokenModel {
  /** Tokens of prompt and answer together. */
  readonly contextLength: number;
  /** Token ids are below this. */
  readonly vocabularySize: number;
  tokenize(prompt: Prompt): readonly number[];
  /** The token's own bytes; empty for control tokens. */
  bytesOf(token: number): Uint8Array;
  /** True for the tokens at which the model ends its answer. */
  isEnd(token: number): boolean;
  /** Compiles a constraint; rejects with a 400 when that is not possible. */
  setConstraint(constraint: Constraint | null): Promise<void>;
  /** How many of these tokens `prefill` would not have to read again. */
  cachedTokens(tokens: readonly number[]): number;
  /** Reads the prompt; stops between chunks when the signal aborts, and calls `alive` after each. */
  prefill(tokens: readonly number[], signal: AbortSignal, alive: () => void): Promise<void>;
  /** Reads the prompt and tells how likely each of its tokens was; the first has no logprob. */
  prefillWithLogprobs(
    tokens: readonly number[],
    top: number,
    signal: AbortSignal,
    alive: () => void,
  ): Promise<readonly TokenLogprob[]>;
  /** Goes back to the end of the prompt and starts a choice. `last`: no other choice follows. */
  beginChoice(options: ChoiceOptions, last: boolean): Promise<void>;
  sample(): Promise<SampledToken>;
  /** Appends the token that was sampled and reads it. */
  advance(token: number): Promise<void>;
}
