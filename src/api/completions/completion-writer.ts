import type { ApiError } from "../../engine/api-error.ts";
import type { GenerateEvent, TokenLogprob } from "../../engine/job.ts";
import type { Emit, StreamWriter, WholeWriter } from "../jobs/answer-writer.ts";
import { usageOf, type UsageEvent } from "../jobs/usage.ts";
import { DONE_FRAME, errorFrame, frameOf } from "../sse/frames.ts";
import { completionLogprobs, textLength } from "./completion-logprobs.ts";
import { completionHead, type CompletionPlan } from "./completion-plan.ts";
import type { Completion } from "./completion-types.ts";

interface Choice {
  text: string;
  readonly tokens: TokenLogprob[];
  /** How many of them are the prompt's. */
  echoed: number;
  /** Where the first token begins, in the prompt and the answer. */
  readonly begin: number;
  /** Where the next one does. */
  offset: number;
  reason: "stop" | "length";
}

/** Writes text completions: frame by frame through `emit`, and gathered in {@link result}. */
export class CompletionWriter implements StreamWriter, WholeWriter {
  readonly #plan: CompletionPlan;
  readonly #emit: Emit | null;
  /** By prompt, then by the engine's choice index. */
  readonly #choices: readonly (readonly Choice[])[];
  readonly #usage: UsageEvent[] = [];

  /** @param emit null: only gather */
  constructor(plan: CompletionPlan, emit: Emit | null) {
    this.#plan = plan;
    this.#emit = emit;
    this.#choices = plan.prompts.map(({ length }) =>
      Array.from({ length: plan.bestOf }, () => ({
        text: "",
        tokens: [],
        echoed: 0,
        begin: plan.echo ? 0 : length,
        offset: plan.echo ? 0 : length,
        reason: "stop",
      })),
    );
  }

  event(event: GenerateEvent, job: number): void {
    const { echo, promptOnly, bestOf, prompts } = this.#plan;
    if (event.type === "start" && echo) {
      for (let index = 0; index < bestOf; index++) {
        this.#add(job, index, prompts[job] ?? "", event.promptLogprobs);
        const choice = this.#choices[job]?.[index];
        if (choice) choice.echoed = choice.tokens.length;
      }
    } else if (event.type === "text" && !promptOnly) {
      this.#add(job, event.index, event.text, event.logprobs);
    } else if (event.type === "finish") {
      this.#finish(job, event.index, promptOnly ? "length" : event.reason);
    } else if (event.type === "usage") {
      this.#usage.push(promptOnly ? { ...event, completionTokens: 0 } : event);
    }
  }

  end(): void {
    if (this.#plan.usage) {
      this.#emit?.(
        frameOf({
          ...completionHead(this.#plan),
          choices: [],
          usage: usageOf(this.#usage),
        } satisfies Completion),
      );
    }
    this.#emit?.(DONE_FRAME);
  }

  fail(error: ApiError): void {
    this.#emit?.(errorFrame(error));
  }

  result(): Completion {
    const { n, bestOf, logprobs, echo } = this.#plan;
    const choices = this.#choices.flatMap((made) =>
      n < bestOf ? made.toSorted((a, b) => meanLogprob(b) - meanLogprob(a)).slice(0, n) : made,
    );
    return {
      ...completionHead(this.#plan),
      choices: choices.map(({ text, tokens, begin, reason }, index) => ({
        index,
        text,
        logprobs: logprobs ? completionLogprobs(tokens, begin, echo) : null,
        finish_reason: reason,
      })),
      usage: usageOf(this.#usage),
    };
  }

  #add(job: number, index: number, text: string, tokens: readonly TokenLogprob[] | null): void {
    const choice = this.#choices[job]?.[index];
    if (!choice || (!text && !tokens)) return;
    const { offset } = choice;
    const first = choice.tokens.length === 0;
    choice.text += text;
    choice.tokens.push(...(tokens ?? []));
    choice.offset += textLength(tokens ?? []);
    if (!this.#emit) return;
    const { n, logprobs, echo } = this.#plan;
    this.#frame({
      index: job * n + index,
      text,
      logprobs: logprobs ? completionLogprobs(tokens ?? [], offset, echo && first) : null,
      finish_reason: null,
    });
  }

  #finish(job: number, index: number, reason: "stop" | "length"): void {
    const choice = this.#choices[job]?.[index];
    if (choice) choice.reason = reason;
    const at = job * this.#plan.n + index;
    this.#frame({ index: at, text: "", logprobs: null, finish_reason: reason });
  }

  #frame(choice: Completion["choices"][number]): void {
    this.#emit?.(
      frameOf({
        ...completionHead(this.#plan),
        choices: [choice],
        ...(this.#plan.usage && { usage: null }),
      } satisfies Completion),
    );
  }
}

/** What `best_of` chooses by: how likely the answer is, whatever the prompt was. */
function meanLogprob({ tokens, echoed }: Choice): number {
  const answer = tokens.slice(echoed);
  return answer.reduce((sum, { logprob }) => sum + logprob, 0) / (answer.length || 1);
}
