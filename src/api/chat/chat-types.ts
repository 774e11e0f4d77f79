/** Counts as `usage` shows them. */
export interface Usage {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly total_tokens: number;
  readonly prompt_tokens_details: { readonly cached_tokens: number };
}

/** A token in `top_logprobs`. */
export type ChatTopLogprob = {
  readonly token: string;
  readonly logprob: number;
  readonly bytes: number[];
};

/** A token in `logprobs.content`. */
export type ChatTokenLogprob = ChatTopLogprob & {
  readonly top_logprobs: ChatTopLogprob[];
};

/** `logprobs` of a choice. */
export interface ChatLogprobs {
  readonly content: ChatTokenLogprob[];
  readonly refusal: null;
}

/** Why a choice ended; `function_call` answers requests with the older `functions`. */
export type ChatFinishReason = "stop" | "length" | "tool_calls" | "function_call";

/** A piece of a tool call. The first piece has `id`, `type` and the name. */
export interface ToolCallDelta {
  readonly index: number;
  readonly id?: string;
  readonly type?: "function";
  readonly function: { readonly name?: string; readonly arguments: string };
}

/** What a chunk adds to a message. */
export type ChatDelta =
  | { readonly role: "assistant"; readonly content: "" }
  | { readonly content: string }
  | { readonly tool_calls: ToolCallDelta[] }
  | { readonly function_call: { readonly name?: string; readonly arguments: string } }
  | { readonly content?: never };

interface ChatHead {
  readonly id: string;
  /** Unix time in whole seconds. */
  readonly created: number;
  readonly model: string;
  readonly system_fingerprint: string;
  readonly service_tier?: "default";
}

/** A frame of a chat stream. */
export interface ChatChunk extends ChatHead {
  readonly object: "chat.completion.chunk";
  readonly choices: {
    readonly index: number;
    readonly delta: ChatDelta;
    readonly logprobs: ChatLogprobs | null;
    readonly finish_reason: ChatFinishReason | null;
  }[];
  /** Only with `stream_options.include_usage`: null, until the last chunk. */
  readonly usage?: Usage | null;
}

/** A call in a whole answer. */
export interface ToolCall {
  readonly id: string;
  readonly type: "function";
  readonly function: { readonly name: string; readonly arguments: string };
}

/** The message of a whole answer. */
export interface ChatMessage {
  readonly role: "assistant";
  readonly content: string | null;
  readonly refusal: null;
  readonly tool_calls?: ToolCall[];
  readonly function_call?: ToolCall["function"];
}

/** A whole chat answer. */
export interface ChatCompletion extends ChatHead {
  readonly object: "chat.completion";
  readonly choices: {
    readonly index: number;
    readonly message: ChatMessage;
    readonly logprobs: ChatLogprobs | null;
    readonly finish_reason: ChatFinishReason;
  }[];
  readonly usage: Usage;
}
