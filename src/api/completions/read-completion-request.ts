import type { GenerateJob, Prompt } from "../../engine/job.ts";
import type { ApiContext } from "../api-context.ts";
import { randomId } from "../../engine/random-id.ts";
import type { Fields } from "../validation/fields.ts";
import {
  checkAccepted,
  readSampling,
  readStop,
  readStream,
} from "../validation/read-generation.ts";
import type { CompletionPlan } from "./completion-plan.ts";

/** A completion request that has been checked. */
export interface CompletionRequest {
  readonly stream: boolean;
  /** One for each prompt. */
  readonly jobs: readonly GenerateJob[];
  readonly plan: CompletionPlan;
}

/** Reads the body of `POST /v1/completions`; see docs/api.md. */
export function readCompletionRequest(
  body: Fields,
  context: ApiContext,
  streamId: string | null,
): CompletionRequest {
  const model = body.need("model", body.string("model"));
  const prompts = readPrompts(body);
  const { stream, usage } = readStream(body);
  const n = body.integer("n", 1, 128) ?? 1;
  const bestOf = readBestOf(body, n, stream);
  const logprobs = body.integer("logprobs", 0, 5) ?? null;
  const echo = body.boolean("echo") ?? false;
  // 16 is OpenAI's default here, and only here.
  const maxTokens = body.integer("max_tokens", 0) ?? 16;
  const sampling = readSampling(body);
  const stop = readStop(body);
  if (body.string("suffix"))
    throw body.unsupported("suffix", "no model here can fill in a middle.");
  checkAccepted(body);
  if (streamId !== null && prompts.length > 1) {
    throw body.invalid("prompt", "'X-Conversation-Id' goes with a single prompt.");
  }

  const plan: CompletionPlan = {
    kind: "completion",
    id: randomId("cmpl-"),
    created: Math.floor(context.now() / 1000),
    model,
    n,
    bestOf,
    prompts,
    echo,
    logprobs: logprobs !== null,
    promptOnly: maxTokens === 0,
    usage,
  };
  const jobs = prompts.map((text, index) => ({
    id: `${plan.id}-${index}`,
    model,
    prompt: textPrompt(text),
    // Once the first one runs, nothing of the request is left to refuse.
    ...(index === 0 && prompts.length > 1 && { following: prompts.slice(1).map(textPrompt) }),
    n: bestOf,
    maxTokens: Math.max(1, maxTokens),
    sampling,
    stop,
    stopFree: null,
    logprobs: bestOf > n ? (logprobs ?? 0) : logprobs,
    promptLogprobs: echo && logprobs !== null,
    constraint: null,
    streamId,
    context: plan,
  }));
  return { stream, jobs, plan };
}

function readPrompts(body: Fields): readonly string[] {
  const value = body.need("prompt", body.get("prompt"));
  if (typeof value === "string") return [value];
  if (!Array.isArray(value)) throw body.wrongType("prompt", PROMPTS);
  return (body.filledList("prompt", 2048) ?? []).map((item) => {
    if (typeof item === "string") return item;
    throw body.wrongType("prompt", PROMPTS);
  });
}

function textPrompt(text: string): Prompt {
  return { type: "text", text };
}

const PROMPTS = "a string or an array of strings (token ids are not supported)";

function readBestOf(body: Fields, n: number, stream: boolean): number {
  const bestOf = body.integer("best_of", 1, 20) ?? n;
  if (bestOf < n) {
    throw body.invalid("best_of", "'best_of' must be greater than or equal to 'n'.");
  }
  if (bestOf > n && stream) {
    throw body.invalid("best_of", "The best of several answers cannot be streamed.");
  }
  return bestOf;
}
