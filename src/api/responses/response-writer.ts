import type { ApiError } from "../../engine/api-error.ts";
import type { GenerateEvent, TokenLogprob } from "../../engine/job.ts";
import type { ApiContext } from "../api-context.ts";
import { chatLogprobs } from "../chat/chat-logprobs.ts";
import type { Emit, StreamWriter, WholeWriter } from "../jobs/answer-writer.ts";
import { ChoiceReader, type ChoiceSink, type FinishReason } from "../jobs/choice-reader.ts";
import { derivedId } from "../../engine/random-id.ts";
import { itemId } from "./response-items.ts";
import type { ResponsePlan } from "./response-plan.ts";
import type {
  OutputCall,
  OutputItem,
  OutputMessage,
  OutputText,
  ResponseEvent,
  ResponseObject,
} from "./response-types.ts";

/** Writes a response: events in OpenAI's order through `emit`, and the object in {@link result}. Stores it at the end. */
export class ResponseWriter implements StreamWriter, WholeWriter, ChoiceSink {
  readonly #plan: ResponsePlan;
  readonly #emit: Emit | null;
  readonly #context: ApiContext;
  readonly #reader: ChoiceReader;
  readonly #output: OutputItem[] = [];
  #response: ResponseObject;
  #sequence = 0;
  /** The last item of the output is still growing. */
  #open = false;
  #reason: FinishReason = "stop";

  /** @param emit null: only gather */
  constructor(plan: ResponsePlan, emit: Emit | null, context: ApiContext) {
    this.#plan = plan;
    this.#emit = emit;
    this.#context = context;
    this.#response = plan.response;
    this.#reader = new ChoiceReader(this, plan.calls, "text");
  }

  event(event: GenerateEvent): void {
    if (event.type === "start") this.#begin();
    else if (event.type === "usage") {
      const { promptTokens, cachedTokens, completionTokens } = event;
      this.#response = {
        ...this.#response,
        usage: {
          input_tokens: promptTokens,
          input_tokens_details: { cached_tokens: cachedTokens },
          output_tokens: completionTokens,
          output_tokens_details: { reasoning_tokens: 0 },
          total_tokens: promptTokens + completionTokens,
        },
      };
    } else this.#reader.read(event);
  }

  text(_choice: number, text: string, logprobs: readonly TokenLogprob[] | null): void {
    // The logprobs of what was no text after all (half a call) are no reason for a message.
    if (!text && !this.#openMessage() && this.#output.length > 0) return;
    const message = this.#message();
    const [part] = message.content;
    const tokens = chatLogprobs(logprobs ?? []);
    const grown: OutputText = {
      ...emptyText,
      text: (part?.text ?? "") + text,
      logprobs: [...(part?.logprobs ?? []), ...tokens],
    };
    this.#replace({ ...message, content: [grown] });
    const place = this.#place(message);
    this.#send({ type: "response.output_text.delta", ...place, delta: text, logprobs: tokens });
  }

  callStart(_choice: number, number: number, name: string): void {
    this.#close("completed");
    this.#add({
      id: this.#itemId("fc_"),
      type: "function_call",
      call_id: derivedId("call_", this.#response.id, number),
      name,
      arguments: "",
      status: "in_progress",
    });
  }

  callArguments(_choice: number, _number: number, piece: string): void {
    const call = this.#output.at(-1);
    if (call?.type !== "function_call") return;
    this.#replace({ ...call, arguments: call.arguments + piece });
    const { item_id, output_index } = this.#place(call);
    this.#send({
      type: "response.function_call_arguments.delta",
      item_id,
      output_index,
      delta: piece,
    });
  }

  finish(_choice: number, reason: FinishReason): void {
    this.#reason = reason;
    // An answer has something in it, be it an empty message.
    if (this.#output.length === 0) this.#message();
    this.#close(reason === "length" ? "incomplete" : "completed");
  }

  async end(): Promise<void> {
    const response = await this.result();
    const type = response.status === "incomplete" ? "incomplete" : "completed";
    this.#send({ type: `response.${type}`, response });
  }

  fail({ status, message }: ApiError): void {
    if (this.#sequence === 0) this.#begin();
    const code =
      status === 429 ? "rate_limit_exceeded" : status < 500 ? "invalid_prompt" : "server_error";
    this.#send({
      type: "response.failed",
      response: {
        ...this.#response,
        status: "failed",
        error: { code, message },
        // The item that was growing will not be completed.
        output: this.#output.map((item) =>
          item.status === "in_progress" ? { ...item, status: "incomplete" } : item,
        ),
      },
    });
  }

  /** The finished response. It is in the store before anybody can ask for it. */
  async result(): Promise<ResponseObject> {
    const cut = this.#reason === "length";
    const response: ResponseObject = {
      ...this.#response,
      status: cut ? "incomplete" : "completed",
      incomplete_details: cut ? { reason: "max_output_tokens" } : null,
      output: this.#output,
    };
    if (!response.store) return response;
    const { id, created_at: createdAt } = response;
    try {
      await this.#context.responses.put({ id, createdAt, response, input: this.#plan.input });
      return response;
    } catch {
      // A full disk must not cost the client its answer; it is told that there is no coming back to it.
      return { ...response, store: false };
    }
  }

  #begin(): void {
    this.#send({ type: "response.created", response: this.#response });
    this.#send({ type: "response.in_progress", response: this.#response });
  }

  #openMessage(): OutputMessage | undefined {
    const last = this.#output.at(-1);
    return this.#open && last?.type === "message" ? last : undefined;
  }

  /** The message that text goes to; opened when there is none. */
  #message(): OutputMessage {
    const last = this.#openMessage();
    if (last) return last;
    this.#close("completed");
    const message: OutputMessage = {
      id: this.#itemId("msg_"),
      type: "message",
      role: "assistant",
      status: "in_progress",
      content: [],
    };
    this.#add(message);
    const place = this.#place(message);
    this.#send({ type: "response.content_part.added", ...place, part: emptyText });
    return message;
  }

  #add(item: OutputItem): void {
    this.#output.push(item);
    this.#open = true;
    const output_index = this.#output.length - 1;
    this.#send({ type: "response.output_item.added", output_index, item });
  }

  #replace(item: OutputItem): void {
    this.#output[this.#output.length - 1] = item;
  }

  #close(status: "completed" | "incomplete"): void {
    const item = this.#output.at(-1);
    if (!this.#open || !item) return;
    this.#open = false;
    const done = item.type === "message" ? this.#endMessage(item) : this.#endCall(item);
    const closed = { ...done, status };
    this.#replace(closed);
    const { output_index } = this.#place(item);
    this.#send({ type: "response.output_item.done", output_index, item: closed });
  }

  #endMessage(message: OutputMessage): OutputMessage {
    const [part = emptyText] = message.content;
    const { text, logprobs } = part;
    const place = this.#place(message);
    this.#send({ type: "response.output_text.done", ...place, text, logprobs });
    this.#send({ type: "response.content_part.done", ...place, part });
    return { ...message, content: [part] };
  }

  #endCall(call: OutputCall): OutputCall {
    const { item_id, output_index } = this.#place(call);
    this.#send({
      type: "response.function_call_arguments.done",
      item_id,
      output_index,
      name: call.name,
      arguments: call.arguments,
    });
    return call;
  }

  #place({ id }: OutputItem): {
    readonly item_id: string;
    readonly output_index: number;
    readonly content_index: 0;
  } {
    return { item_id: id, output_index: this.#output.length - 1, content_index: 0 };
  }

  #itemId(prefix: string): string {
    return itemId(prefix, this.#response.id, this.#output.length);
  }

  #send({ type, ...rest }: ResponseEvent): void {
    const sequence_number = this.#sequence++;
    this.#emit?.(`event: ${type}\ndata: ${JSON.stringify({ type, sequence_number, ...rest })}\n\n`);
  }
}

const emptyText: OutputText = { type: "output_text", text: "", annotations: [], logprobs: [] };
