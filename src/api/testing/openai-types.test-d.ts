import type OpenAI from "openai";

import type { ChatChunk, ChatCompletion } from "../chat/chat-types.ts";
import type { Completion } from "../completions/completion-types.ts";
import type { EmbeddingList } from "../embeddings/create-embeddings.ts";
import type { ModelObject } from "../models/models.ts";
import type { errorBody } from "../../engine/api-error.ts";
import type {
  DeletedResponse,
  ListedItem,
  ListedItems,
  ResponseEvent,
  ResponseObject,
} from "../responses/response-types.ts";

// Checked by the compiler alone: what this API sends is what the `openai` package says that OpenAI sends.

/** Fails to compile unless the first type can be used as the second. */
type Fits<Ours extends Theirs, Theirs> = [Ours, Theirs];

/** The package leaves out what it adds on the client (`output_text`). */
type TheirResponse = Omit<OpenAI.Responses.Response, "output_text">;

/**
 * Its completion type forgets the nulls: `finish_reason` until the end, `token_logprobs` of the first token of an
 * echoed prompt.
 */
type TheirCompletion = Omit<OpenAI.Completion, "choices" | "usage"> & {
  choices: (Pick<OpenAI.CompletionChoice, "index" | "text"> & {
    finish_reason: OpenAI.CompletionChoice["finish_reason"] | null;
    logprobs: { tokens: string[]; text_offset: number[] } | null;
  })[];
  usage?: OpenAI.CompletionUsage | null;
};

type Types = ResponseEvent["type"];

type OurEvent<Type extends Types> = ResponseEvent & {
  readonly type: Type;
  readonly sequence_number: number;
};

type TheirEvent<Type extends Types> = Extract<OpenAI.Responses.ResponseStreamEvent, { type: Type }>;

/** By event: true, or what is wrong with it. `response` is compared by itself. */
type EventsFit = {
  [Type in Types]: Omit<OurEvent<Type>, "response"> extends Omit<TheirEvent<Type>, "response">
    ? true
    : Type;
};

/** Of an empty page there is no first and last one; the package's type forgets that. */
type Ends = "first_id" | "last_id";

/** `tool_choice` is the client's own; the API sends `user: null`, which the package's type forgets. */
type Loose = "tool_choice" | "usage" | "user";

export type Checks = [
  Fits<ChatChunk, OpenAI.ChatCompletionChunk>,
  Fits<ChatCompletion, OpenAI.ChatCompletion>,
  Fits<Completion, TheirCompletion>,
  Fits<Omit<EmbeddingList, "data">, Omit<OpenAI.CreateEmbeddingResponse, "data">>,
  Fits<ModelObject, OpenAI.Model>,
  Fits<ResponseObject["output"], OpenAI.Responses.ResponseOutputItem[]>,
  Fits<NonNullable<ResponseObject["usage"]>, OpenAI.Responses.ResponseUsage>,
  Fits<ResponseObject["tools"], OpenAI.Responses.Tool[]>,
  Fits<Omit<ResponseObject, Loose>, Omit<TheirResponse, Loose>>,
  Fits<EventsFit[Types], true>,
  Fits<ListedItem, OpenAI.Responses.ResponseItem>,
  Fits<Omit<ListedItems, Ends>, Omit<OpenAI.Responses.ResponseItemList, Ends>>,
  // The package returns nothing for a deleted response; what else is deleted it types like this.
  Fits<DeletedResponse, OpenAI.ModelDeleted>,
  Fits<ReturnType<typeof errorBody>, { error: OpenAI.ErrorObject }>,
];
