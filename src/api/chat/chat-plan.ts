import type { CallForm } from "../tools/tool-call-parser.ts";

/**
 * What the encoder of a chat answer has to know. It travels as the job's `context`, so that the same frames can be made
 * again for a resumed stream.
 */
export type ChatPlan = {
  readonly kind: "chat";
  readonly id: string;
  readonly created: number;
  readonly model: string;
  readonly n: number;
  /** `stream_options.include_usage` */
  readonly usage: boolean;
  /** `service_tier` was asked for. */
  readonly tier: boolean;
  readonly calls: CallForm | null;
  /** Calls are told as `function_call`, because the request had `functions`. */
  readonly legacy: boolean;
};

/** Fields at the head of every chat chunk and answer. */
export function chatHead({ id, created, model, tier }: ChatPlan): {
  readonly id: string;
  readonly created: number;
  readonly model: string;
  readonly system_fingerprint: string;
  readonly service_tier?: "default";
} {
  return {
    id,
    created,
    model,
    system_fingerprint: FINGERPRINT,
    ...(tier && { service_tier: "default" }),
  };
}

/** Names the system behind an answer; it changes when equal requests may begin to give different text. */
export const FINGERPRINT = "fp_slash_v1";
