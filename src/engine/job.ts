/** A turn as the model will read it. Tool calls and results are already text. */
export interface PromptMessage {
  readonly role: "system" | "user" | "assistant" | "tool";
  readonly content: string;
}

/** What the model reads: turns through the model's chat template, or plain text without one. */
export type Prompt =
  | { readonly type: "chat"; readonly messages: readonly PromptMessage[] }
  | { readonly type: "text"; readonly text: string };

/** A JSON value, as `JSON.parse` gives it. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
/** A JSON object. */
export interface JsonObject {
  readonly [key: string]: Json;
}

/**
 * What the text must look like; the engine masks every token that does not fit.
 * A constraint that cannot be compiled rejects the job with a 400 before the first event.
 */
export type Constraint =
  /** Any JSON object. */
  | { readonly type: "json_object" }
  /** JSON that fits the schema. */
  | { readonly type: "json_schema"; readonly schema: Json }
  /** A grammar in the engine's EBNF (GBNF dialect of XGrammar). */
  | { readonly type: "grammar"; readonly grammar: string }
  /**
   * Free text in which a `trigger` starts a part that must be one of `structures`
   * (XGrammar's structural tags).
   */
  | {
      readonly type: "structural_tag";
      readonly triggers: readonly string[];
      readonly structures: readonly {
        readonly begin: string;
        readonly schema: Json;
        readonly end: string;
      }[];
    };

/** A part of an answer in which stop texts do not count, because it is not text to its reader. */
export interface StopFree {
  readonly open: string;
  /** Where it ends, outside of JSON strings; null: an answer that begins with `open` (after blanks) is one such part. */
  readonly close: string | null;
}

/** How tokens are chosen. All values are in OpenAI's ranges; defaults are applied before a job is made. */
export interface Sampling {
  /** 0 to 2; 0 is greedy. */
  readonly temperature: number;
  /** Above 0, up to 1. */
  readonly topP: number;
  /** -2 to 2. */
  readonly presencePenalty: number;
  /** -2 to 2. */
  readonly frequencyPenalty: number;
  /** Token id to bias, -100 to 100. */
  readonly logitBias: Readonly<Record<string, number>>;
  /** Equal seeds give equal text; null draws one. Choice `i` uses `seed + i`. */
  readonly seed: number | null;
}

/** One request to generate text, complete and validated. */
export interface GenerateJob {
  /** Unique; also the log's key. */
  readonly id: string;
  readonly model: string;
  readonly prompt: Prompt;
  /** Prompts of the same request whose jobs follow: this one is refused unless they fit as well. */
  readonly following?: readonly Prompt[];
  /** Choices, made one after another from the same prompt. */
  readonly n: number;
  /** Tokens a choice may have; null: as many as fit the context. */
  readonly maxTokens: number | null;
  readonly sampling: Sampling;
  /** Texts at which generation ends; they never reach the output. */
  readonly stop: readonly string[];
  /** Where they do not count, up to its `close`, which may itself be one of them; null: nowhere. */
  readonly stopFree: StopFree | null;
  /** Alternatives per token, 0 to 20; null: no logprobs. Of the model's own distribution, before temperature. */
  readonly logprobs: number | null;
  /** Also logprobs of the prompt's own tokens, in `start` (legacy `echo`). */
  readonly promptLogprobs: boolean;
  readonly constraint: Constraint | null;
  /** Set when the client wants to be able to come back to this answer. */
  readonly streamId: string | null;
  /** Whatever the API layer needs to encode this job's events again; opaque to the engine. */
  readonly context: Json;
}

/** A token with its log probability (natural logarithm, finite; -9999 for what is out of reach). */
export interface TokenAlternative {
  readonly token: string;
  readonly bytes: readonly number[];
  readonly logprob: number;
}

/** A token that was chosen, and what else it could have been, best first. */
export interface TokenLogprob extends TokenAlternative {
  readonly top: readonly TokenAlternative[];
}

/** Durations of a job in milliseconds, measured by the engine. */
export interface Timings {
  readonly queueMs: number;
  readonly prefillMs: number;
  readonly decodeMs: number;
}

/** What a job yields; the order is told at `Engine.generate`. */
export type GenerateEvent =
  /** First event of a followed job. */
  | { readonly type: "resumed"; readonly context: Json }
  /** Waiting; `position` jobs are before this one. Repeated while it lasts. */
  | { readonly type: "queued"; readonly position: number }
  /** The model is being put on the device. Repeated while it lasts; bytes may be 0. */
  | { readonly type: "loading"; readonly loadedBytes: number; readonly totalBytes: number }
  /** Nothing new, but alive: sent at least every 10 seconds of silence. */
  | { readonly type: "beat" }
  /** The prompt has been read as tokens and fits. */
  | {
      readonly type: "start";
      readonly promptTokens: number;
      readonly cachedTokens: number;
      /** With `promptLogprobs`: one entry per prompt token; the first has logprob -9999 and no `top`. */
      readonly promptLogprobs: readonly TokenLogprob[] | null;
    }
  /** Whole characters only, and never a part of a stop text. `text` may be empty when `logprobs` is not. */
  | {
      readonly type: "text";
      readonly index: number;
      readonly text: string;
      readonly logprobs: readonly TokenLogprob[] | null;
    }
  | {
      readonly type: "finish";
      readonly index: number;
      readonly reason: "stop" | "length";
    }
  | {
      readonly type: "usage";
      readonly promptTokens: number;
      readonly cachedTokens: number;
      readonly completionTokens: number;
      readonly timings: Timings;
    };
