import type { GenerateEvent, TokenLogprob } from "../../engine/job.ts";
import type { WholeWriter } from "../jobs/answer-writer.ts";
import { ChoiceReader, type ChoiceSink, type FinishReason } from "../jobs/choice-reader.ts";
import { usageOf, type UsageEvent } from "../jobs/usage.ts";
import { derivedId } from "../../engine/random-id.ts";
import { chatLogprobs } from "./chat-logprobs.ts";
import { chatHead, type ChatPlan } from "./chat-plan.ts";
import type { ChatCompletion, ChatMessage } from "./chat-types.ts";

interface Choice {
  text: string;
  logprobs: TokenLogprob[] | null;
  reason: FinishReason;
  readonly calls: { name: string; arguments: string }[];
}

/** Gathers a chat answer into one `chat.completion`. */
export class ChatWholeWriter implements WholeWriter, ChoiceSink {
  readonly #plan: ChatPlan;
  readonly #reader: ChoiceReader;
  readonly #choices: readonly Choice[];
  readonly #usage: UsageEvent[] = [];

  constructor(plan: ChatPlan) {
    this.#plan = plan;
    this.#reader = new ChoiceReader(this, plan.calls);
    this.#choices = Array.from({ length: plan.n }, () => ({
      text: "",
      logprobs: null,
      reason: "stop",
      calls: [],
    }));
  }

  event(event: GenerateEvent): void {
    if (event.type === "usage") this.#usage.push(event);
    else this.#reader.read(event);
  }

  text(index: number, text: string, logprobs: readonly TokenLogprob[] | null): void {
    const choice = this.#choices[index];
    if (!choice) return;
    choice.text += text;
    if (logprobs) (choice.logprobs ??= []).push(...logprobs);
  }

  callStart(index: number, _number: number, name: string): void {
    this.#choices[index]?.calls.push({ name, arguments: "" });
  }

  callArguments(index: number, number: number, piece: string): void {
    const call = this.#choices[index]?.calls[number];
    if (call) call.arguments += piece;
  }

  finish(index: number, reason: FinishReason): void {
    const choice = this.#choices[index];
    if (choice) choice.reason = reason;
  }

  result(): ChatCompletion {
    const { legacy } = this.#plan;
    const { id, ...head } = chatHead(this.#plan);
    return {
      id,
      object: "chat.completion",
      ...head,
      choices: this.#choices.map((choice, index) => ({
        index,
        message: this.#message(choice, index),
        logprobs: choice.logprobs && { content: chatLogprobs(choice.logprobs), refusal: null },
        finish_reason: choice.reason === "tool_calls" && legacy ? "function_call" : choice.reason,
      })),
      usage: usageOf(this.#usage),
    };
  }

  #message({ text, calls }: Choice, index: number): ChatMessage {
    const [first] = calls;
    if (!first) return { role: "assistant", content: text, refusal: null };
    const base = { role: "assistant", content: text || null, refusal: null } as const;
    if (this.#plan.legacy) return { ...base, function_call: first };
    return {
      ...base,
      tool_calls: calls.map((call, number) => ({
        id: derivedId("call_", this.#plan.id, index * 128 + number),
        type: "function",
        function: call,
      })),
    };
  }
}
