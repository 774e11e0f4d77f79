import type { GenerateEvent, TokenLogprob } from "../../engine/job.ts";
import { ToolCallParser, type CallForm } from "../tools/tool-call-parser.ts";

/** Why a choice ended. */
export type FinishReason = "stop" | "length" | "tool_calls";

/** Takes the parts of an answer as they come: text, and tool calls in pieces. */
export interface ChoiceSink {
  /** `text` is empty only where `logprobs` is not. */
  text(choice: number, text: string, logprobs: readonly TokenLogprob[] | null): void;
  /** `number` counts the calls of the choice. */
  callStart(choice: number, number: number, name: string): void;
  callArguments(choice: number, number: number, piece: string): void;
  finish(choice: number, reason: FinishReason): void;
}

/** Which tokens a format tells the logprobs of: the Responses API has no place for those of a call. */
export type LogprobsOf = "all" | "text";

/**
 * Splits the events of a job into text and tool calls, per choice.
 *
 * Logprobs travel with the next piece of text, at the latest in an empty one before the finish.
 */
export class ChoiceReader {
  readonly #sink: ChoiceSink;
  readonly #calls: CallForm | null;
  readonly #logprobsOf: LogprobsOf;
  readonly #parsers = new Map<number, ToolCallParser>();
  readonly #logprobs = new Map<number, TokenLogprob[]>();

  constructor(sink: ChoiceSink, calls: CallForm | null, logprobsOf: LogprobsOf = "all") {
    this.#sink = sink;
    this.#calls = calls;
    this.#logprobsOf = logprobsOf;
  }

  read(event: GenerateEvent): void {
    if (event.type === "text") {
      const { index, text, logprobs } = event;
      if (logprobs) this.#logprobs.set(index, [...(this.#logprobs.get(index) ?? []), ...logprobs]);
      if (this.#calls) this.#feed(index, this.#parser(index, this.#calls), text);
      else if (text) this.#text(index, text);
    } else if (event.type === "finish") {
      const { index, reason } = event;
      const parser = this.#parsers.get(index);
      parser?.end(reason === "stop");
      if (this.#logprobs.has(index)) this.#text(index, "");
      this.#sink.finish(index, parser ? reasonWithCalls(reason, parser) : reason);
    }
  }

  #feed(index: number, parser: ToolCallParser, text: string): void {
    const { calls, inCall } = parser;
    parser.feed(text);
    // The token that begins or ends a call counts as one of it.
    const isOfCall = inCall || parser.inCall || parser.calls > calls;
    if (isOfCall && this.#logprobsOf === "text") this.#logprobs.delete(index);
  }

  #text(index: number, text: string): void {
    this.#sink.text(index, text, this.#logprobs.get(index) ?? null);
    this.#logprobs.delete(index);
  }

  #parser(index: number, form: CallForm): ToolCallParser {
    let parser = this.#parsers.get(index);
    if (!parser) {
      parser = new ToolCallParser(form, {
        text: (text) => this.#text(index, text),
        start: (number, name) => this.#sink.callStart(index, number, name),
        argument: (number, piece) => this.#sink.callArguments(index, number, piece),
      });
      this.#parsers.set(index, parser);
    }
    return parser;
  }
}

/** Arguments that are not at their end are cut off, whatever ended the answer: nobody may run such a call. */
function reasonWithCalls(reason: "stop" | "length", parser: ToolCallParser): FinishReason {
  if (parser.isCut) return "length";
  return reason === "stop" && parser.calls > 0 ? "tool_calls" : reason;
}
