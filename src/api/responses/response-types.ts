import type { Json, JsonObject } from "../../engine/job.ts";
import type { ChatTokenLogprob } from "../chat/chat-types.ts";

// Type aliases, not interfaces: these objects travel in a job's context, and only aliases count as plain JSON.

/** How far an output item, or the response, has come. */
export type ItemStatus = "in_progress" | "completed" | "incomplete";

/** The text in a message of the model. */
export type OutputText = {
  readonly type: "output_text";
  readonly text: string;
  readonly annotations: never[];
  readonly logprobs: ChatTokenLogprob[];
};

/** A message of the model. */
export type OutputMessage = {
  readonly id: string;
  readonly type: "message";
  readonly role: "assistant";
  readonly status: ItemStatus;
  readonly content: OutputText[];
};

/** A call the model asks for. The client answers with a `function_call_output` of the same `call_id`. */
export type OutputCall = {
  readonly id: string;
  readonly type: "function_call";
  readonly call_id: string;
  readonly name: string;
  readonly arguments: string;
  readonly status: ItemStatus;
};

/** What a response consists of. */
export type OutputItem = OutputMessage | OutputCall;

/** A part of what the model was given. */
export type InputText = { readonly type: "input_text"; readonly text: string };

/** A part of what a model has said, in a conversation that a client has brought along. */
export type OutputRefusal = { readonly type: "refusal"; readonly refusal: string };

/** An item of `GET /v1/responses/{id}/input_items`. */
export type ListedItem = { readonly id: string; readonly status: ItemStatus } & (
  | {
      readonly type: "message";
      readonly role: "user" | "system" | "developer";
      readonly content: InputText[];
    }
  | {
      readonly type: "message";
      readonly role: "assistant";
      readonly content: (OutputText | OutputRefusal)[];
    }
  | {
      readonly type: "function_call";
      readonly call_id: string;
      readonly name: string;
      readonly arguments: string;
    }
  | {
      readonly type: "function_call_output";
      readonly call_id: string;
      readonly output: string | InputText[];
    }
);

/** The answer of `GET /v1/responses/{id}/input_items`. */
export type ListedItems = {
  readonly object: "list";
  readonly data: ListedItem[];
  readonly first_id: string | null;
  readonly last_id: string | null;
  readonly has_more: boolean;
};

/** The answer of `DELETE /v1/responses/{id}`. */
export type DeletedResponse = {
  readonly id: string;
  readonly object: "response";
  readonly deleted: true;
};

/** Counts as the Responses API names them. */
export type ResponseUsage = {
  readonly input_tokens: number;
  readonly input_tokens_details: { readonly cached_tokens: number };
  readonly output_tokens: number;
  readonly output_tokens_details: { readonly reasoning_tokens: number };
  readonly total_tokens: number;
};

/** What the request asked for; the response repeats it. */
export type ResponseSettings = {
  readonly instructions: string | null;
  readonly max_output_tokens: number | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly model: string;
  readonly parallel_tool_calls: boolean;
  readonly previous_response_id: string | null;
  readonly reasoning: { readonly effort: Effort | null; readonly summary: null };
  readonly store: boolean;
  readonly temperature: number;
  readonly text: { readonly format: TextFormat };
  readonly tool_choice: Json;
  readonly tools: ResponseTool[];
  readonly top_logprobs: number;
  readonly top_p: number;
  readonly user: string | null;
};

/** `reasoning.effort` */
export type Effort = "none" | "minimal" | "low" | "medium" | "high" | "xhigh";

/** `text.format` */
export type TextFormat =
  | { readonly type: "text" }
  | { readonly type: "json_object" }
  | {
      readonly type: "json_schema";
      readonly name: string;
      readonly schema: JsonObject;
      readonly strict: boolean;
    };

/** A function, written flat. */
export type ResponseTool = {
  readonly type: "function";
  readonly name: string;
  readonly description: string | null;
  readonly parameters: JsonObject;
  readonly strict: boolean;
};

/** The response object. */
export type ResponseObject = ResponseSettings & {
  readonly id: string;
  readonly object: "response";
  /** Unix time in whole seconds. */
  readonly created_at: number;
  readonly status: ItemStatus | "failed";
  readonly background: false;
  readonly error: {
    readonly code: "server_error" | "rate_limit_exceeded" | "invalid_prompt";
    readonly message: string;
  } | null;
  readonly incomplete_details: { readonly reason: "max_output_tokens" } | null;
  readonly output: OutputItem[];
  readonly service_tier: "default";
  readonly truncation: "disabled";
  readonly usage: ResponseUsage | null;
};

/** What a frame of a response stream tells; `type` is also its `event:` line, and each has a `sequence_number`. */
export type ResponseEvent =
  | {
      readonly type:
        | "response.created"
        | "response.in_progress"
        | "response.completed"
        | "response.incomplete"
        | "response.failed";
      readonly response: ResponseObject;
    }
  | {
      readonly type: "response.output_item.added" | "response.output_item.done";
      readonly output_index: number;
      readonly item: OutputItem;
    }
  | (Place & {
      readonly type: "response.content_part.added" | "response.content_part.done";
      readonly part: OutputText;
    })
  | (Place & {
      readonly type: "response.output_text.delta";
      readonly delta: string;
      readonly logprobs: ChatTokenLogprob[];
    })
  | (Place & {
      readonly type: "response.output_text.done";
      readonly text: string;
      readonly logprobs: ChatTokenLogprob[];
    })
  | {
      readonly type: "response.function_call_arguments.delta";
      readonly item_id: string;
      readonly output_index: number;
      readonly delta: string;
    }
  | {
      readonly type: "response.function_call_arguments.done";
      readonly item_id: string;
      readonly output_index: number;
      readonly name: string;
      readonly arguments: string;
    };

type Place = {
  readonly item_id: string;
  readonly output_index: number;
  readonly content_index: 0;
};
