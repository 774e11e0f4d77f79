import { FINGERPRINT } from "../chat/chat-plan.ts";
import type { Completion } from "./completion-types.ts";

/** What the encoder of a text completion has to know; travels as the job's `context`. */
export type CompletionPlan = {
  readonly kind: "completion";
  readonly id: string;
  readonly created: number;
  readonly model: string;
  /** Choices for each prompt. */
  readonly n: number;
  /** Choices made for each prompt, of which the best `n` are told. */
  readonly bestOf: number;
  readonly prompts: readonly string[];
  /** The prompt is repeated in front of the answer. */
  readonly echo: boolean;
  readonly logprobs: boolean;
  /** `max_tokens: 0`: only the prompt was asked for, so the one token that an engine makes at least is not shown. */
  readonly promptOnly: boolean;
  /** `stream_options.include_usage` */
  readonly usage: boolean;
};

/** Fields at the head of every completion. */
export function completionHead({
  id,
  created,
  model,
}: CompletionPlan): Omit<Completion, "choices" | "usage"> {
  return { id, object: "text_completion", created, model, system_fingerprint: FINGERPRINT };
}
