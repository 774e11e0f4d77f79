import type { ApiError } from "../../engine/api-error.ts";
import type { GenerateEvent, TokenLogprob } from "../../engine/job.ts";
import type { Emit, StreamWriter } from "../jobs/answer-writer.ts";
import { ChoiceReader, type ChoiceSink, type FinishReason } from "../jobs/choice-reader.ts";
import { usageOf } from "../jobs/usage.ts";
import { derivedId } from "../../engine/random-id.ts";
import {
  DONE_FRAME,
  errorFrame,
  frameOf,
  frameTemplate,
  type FrameTemplate,
} from "../sse/frames.ts";
import { chatLogprobs } from "./chat-logprobs.ts";
import { chatHead, type ChatPlan } from "./chat-plan.ts";
import type { ChatChunk, ChatDelta, ChatFinishReason, ToolCallDelta } from "./chat-types.ts";

/** Writes a chat answer as `chat.completion.chunk` frames. */
export class ChatStreamWriter implements StreamWriter, ChoiceSink {
  readonly #plan: ChatPlan;
  readonly #emit: Emit;
  readonly #reader: ChoiceReader;
  /** The chunk around a delta, per choice: only the delta is serialised for each frame. */
  readonly #templates: FrameTemplate[] = [];

  constructor(plan: ChatPlan, emit: Emit) {
    this.#plan = plan;
    this.#emit = emit;
    this.#reader = new ChoiceReader(this, plan.calls);
  }

  event(event: GenerateEvent): void {
    if (event.type === "start") this.#open();
    else if (event.type !== "usage") this.#reader.read(event);
    else if (this.#plan.usage) {
      this.#emit(
        frameOf({ ...this.#head(), choices: [], usage: usageOf([event]) } satisfies ChatChunk),
      );
    }
  }

  end(): void {
    this.#emit(DONE_FRAME);
  }

  fail(error: ApiError): void {
    this.#emit(errorFrame(error));
  }

  text(choice: number, text: string, logprobs: readonly TokenLogprob[] | null): void {
    if (logprobs) {
      this.#chunk(choice, { content: text }, null, logprobs);
      return;
    }
    const template = this.#templates[choice];
    if (template)
      this.#emit(template.before + `{"content":${JSON.stringify(text)}}` + template.after);
  }

  callStart(choice: number, number: number, name: string): void {
    const start = { name, arguments: "" };
    if (this.#plan.legacy) {
      this.#chunk(choice, { function_call: start });
      return;
    }
    const id = derivedId("call_", this.#plan.id, choice * 128 + number);
    this.#call(choice, { index: number, id, type: "function", function: start });
  }

  callArguments(choice: number, number: number, piece: string): void {
    if (this.#plan.legacy) this.#chunk(choice, { function_call: { arguments: piece } });
    else this.#call(choice, { index: number, function: { arguments: piece } });
  }

  finish(choice: number, reason: FinishReason): void {
    this.#chunk(
      choice,
      {},
      reason === "tool_calls" && this.#plan.legacy ? "function_call" : reason,
    );
  }

  #open(): void {
    for (let index = 0; index < this.#plan.n; index++) {
      this.#templates.push(
        frameTemplate((delta): ChatChunk => ({
          ...this.#head(),
          choices: [{ index, delta, logprobs: null, finish_reason: null }],
          ...(this.#plan.usage && { usage: null }),
        })),
      );
      this.#chunk(index, { role: "assistant", content: "" });
    }
  }

  #call(choice: number, call: ToolCallDelta): void {
    this.#chunk(choice, { tool_calls: [call] });
  }

  #chunk(
    index: number,
    delta: ChatDelta,
    finish_reason: ChatFinishReason | null = null,
    logprobs: readonly TokenLogprob[] | null = null,
  ): void {
    const content = logprobs && { content: chatLogprobs(logprobs), refusal: null };
    this.#emit(
      frameOf({
        ...this.#head(),
        choices: [{ index, delta, logprobs: content, finish_reason }],
        ...(this.#plan.usage && { usage: null }),
      } satisfies ChatChunk),
    );
  }

  #head(): Omit<ChatChunk, "choices"> {
    const { id, ...rest } = chatHead(this.#plan);
    return { id, object: "chat.completion.chunk", ...rest };
  }
}
