import type { ApiContext } from "../api-context.ts";
import type { GenerateJob } from "../../engine/job.ts";
import type { JobOptions } from "../jobs/job-batches.ts";
import type { Needs } from "../models/find-model.ts";
import { withInstructions } from "../prompt/with-instructions.ts";
import { randomId } from "../../engine/random-id.ts";
import { planTools, type ToolPlan } from "../tools/plan-tools.ts";
import {
  readLegacyChoice,
  readLegacyFunctions,
  readToolChoice,
  readTools,
} from "../tools/read-tools.ts";
import type { Fields } from "../validation/fields.ts";
import { readFormat } from "../validation/read-format.ts";
import {
  checkAccepted,
  EFFORTS,
  readSampling,
  readStop,
  readStream,
} from "../validation/read-generation.ts";
import type { ChatPlan } from "./chat-plan.ts";
import { readMessages } from "./read-messages.ts";

/** A chat request that has been checked: what to run, and how to tell the answer. */
export interface ChatRequest {
  readonly stream: boolean;
  readonly job: GenerateJob;
  readonly plan: ChatPlan;
  readonly needs: Needs;
  readonly options: JobOptions;
}

/** Reads the body of `POST /v1/chat/completions`. Every known field is obeyed or refused; see docs/api.md. */
export function readChatRequest(
  body: Fields,
  context: ApiContext,
  streamId: string | null,
): ChatRequest {
  const model = body.need("model", body.string("model"));
  const messages = readMessages(body);
  const { stream, usage } = readStream(body);
  const n = body.integer("n", 1, 128) ?? 1;
  const { tools, legacy } = readChatTools(body);
  checkAccepted(body);
  checkModalities(body);

  const plan: ChatPlan = {
    kind: "chat",
    id: randomId("chatcmpl-"),
    created: Math.floor(context.now() / 1000),
    model,
    n,
    usage,
    tier: body.has("service_tier"),
    calls: tools.calls,
    legacy,
  };
  return {
    stream,
    plan,
    options: { names: tools.names, fallback: tools.fallback },
    needs: {
      chat: "model",
      ...(tools.calls && { tools: legacy ? "functions" : "tools" }),
      ...(!tools.calls && tools.constraint && { json: "response_format" }),
    },
    job: {
      id: plan.id,
      model,
      prompt: { type: "chat", messages: withInstructions(messages, tools.instructions) },
      n,
      maxTokens: readMaxTokens(body),
      sampling: readSampling(body),
      stop: [...readStop(body), ...tools.stop],
      stopFree: tools.stopFree,
      logprobs: readLogprobs(body),
      promptLogprobs: false,
      constraint: tools.constraint,
      streamId,
      context: plan,
    },
  };
}

function readChatTools(body: Fields): { readonly tools: ToolPlan; readonly legacy: boolean } {
  const format = readFormat(body.object("response_format"), false);
  const parallel = body.boolean("parallel_tool_calls") ?? true;
  const tools = readTools(body, false);
  const choice = readToolChoice(body, false, tools);
  const functions = readLegacyFunctions(body);
  const legacyChoice = readLegacyChoice(body, functions);
  if (functions.length === 0) {
    return { tools: planTools(tools, choice, parallel, format), legacy: false };
  }
  if (tools.length > 0) {
    throw body.invalid(
      "functions",
      "'functions' and 'tools' cannot be used together. Use 'tools'.",
    );
  }
  return { tools: planTools(functions, legacyChoice, false, format), legacy: true };
}

/** Null: as many as fit. */
function readMaxTokens(body: Fields): number | null {
  const older = body.integer("max_tokens", 1);
  const newer = body.integer("max_completion_tokens", 1);
  if (older !== undefined && newer !== undefined) {
    throw body.invalid(
      "max_tokens",
      "Setting 'max_tokens' and 'max_completion_tokens' at the same time is not supported.",
      "invalid_parameter_combination",
    );
  }
  return newer ?? older ?? null;
}

/** Null: none. */
function readLogprobs(body: Fields): number | null {
  const wanted = body.boolean("logprobs") ?? false;
  const top = body.integer("top_logprobs", 0, 20);
  if (top !== undefined && !wanted) {
    throw body.invalid("top_logprobs", "'top_logprobs' requires 'logprobs' to be true.");
  }
  return wanted ? (top ?? 0) : null;
}

function checkModalities(body: Fields): void {
  body.refuse("audio", "the models here write text only.");
  body.refuse("web_search_options", "nothing here searches the web.");
  for (const modality of body.list("modalities") ?? []) {
    if (modality !== "text")
      throw body.unsupported("modalities", "the models here write text only.");
  }
  body.oneOf("reasoning_effort", EFFORTS);
  body.oneOf("verbosity", ["low", "medium", "high"]);
  body.object("prediction");
}
