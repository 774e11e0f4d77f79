import type { Usage } from "../chat/chat-types.ts";

/** Logprobs in the shape of the older completions API: parallel lists. */
export interface CompletionLogprobs {
  readonly tokens: string[];
  /** Null where there is nothing to predict from: the first token of an echoed prompt. */
  readonly token_logprobs: (number | null)[];
  readonly top_logprobs: (Record<string, number> | null)[];
  /** Where each token begins, counted in characters from the start of the prompt. */
  readonly text_offset: number[];
}

/** An answer of `POST /v1/completions`; a frame of its stream has the same shape. */
export interface Completion {
  readonly id: string;
  readonly object: "text_completion";
  /** Unix time in whole seconds. */
  readonly created: number;
  readonly model: string;
  readonly system_fingerprint: string;
  readonly choices: {
    readonly index: number;
    readonly text: string;
    readonly logprobs: CompletionLogprobs | null;
    /** Null in every frame of a choice but its last. */
    readonly finish_reason: "stop" | "length" | null;
  }[];
  readonly usage?: Usage | null;
}
