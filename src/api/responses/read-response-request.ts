import type { GenerateJob, JsonObject } from "../../engine/job.ts";
import type { ApiContext } from "../api-context.ts";
import type { JobOptions } from "../jobs/job-batches.ts";
import type { Needs } from "../models/find-model.ts";
import { withInstructions } from "../prompt/with-instructions.ts";
import { randomId } from "../../engine/random-id.ts";
import { planTools } from "../tools/plan-tools.ts";
import { readToolChoice, readTools } from "../tools/read-tools.ts";
import { Fields } from "../validation/fields.ts";
import { readFormat, type Format } from "../validation/read-format.ts";
import { checkAccepted, EFFORTS, readSampling, readStream } from "../validation/read-generation.ts";
import { inputMessages, readInput } from "./read-input.ts";
import { followReferences } from "./response-items.ts";
import type { ResponsePlan } from "./response-plan.ts";
import type { ResponseSettings, TextFormat } from "./response-types.ts";

/** A request to the Responses API that has been checked. */
export interface ResponseRequest {
  readonly stream: boolean;
  readonly job: GenerateJob;
  readonly plan: ResponsePlan;
  readonly needs: Needs;
  readonly options: JobOptions;
}

/** Reads the body of `POST /v1/responses`; see docs/api.md. */
export async function readResponseRequest(
  body: Fields,
  context: ApiContext,
  streamId: string | null,
): Promise<ResponseRequest> {
  const model = body.need("model", body.string("model"));
  const earlier = await readEarlier(body, context);
  const path = (index: number): string => body.param(`input[${index}]`);
  const given = await followReferences(readInput(body), path, context.responses);
  const input = [...earlier, ...given];
  const messages = inputMessages(input, (index) => path(index - earlier.length));
  if (messages.length === 0) body.need("input", undefined);
  refuseUnsupported(body);

  const format = readFormat(body.object("text")?.object("format"), true);
  body.object("text")?.oneOf("verbosity", ["low", "medium", "high"]);
  const tools = readTools(body, true);
  const choice = readToolChoice(body, true, tools);
  const parallel = body.boolean("parallel_tool_calls") ?? true;
  const plan = planTools(tools, choice, parallel, format);
  const sampling = readSampling(body);
  const instructions = body.string("instructions") ?? null;
  const maxTokens = body.integer("max_output_tokens", 1) ?? null;
  const logprobs = readLogprobs(body);
  const { stream } = readStream(body);
  const id = randomId("resp_");

  const settings: ResponseSettings = {
    instructions,
    max_output_tokens: maxTokens,
    metadata: (body.object("metadata")?.values ?? {}) as Record<string, string>,
    model,
    parallel_tool_calls: parallel,
    previous_response_id: body.string("previous_response_id") ?? null,
    reasoning: {
      effort: body.object("reasoning")?.oneOf("effort", EFFORTS) ?? null,
      summary: null,
    },
    store: body.boolean("store") ?? true,
    temperature: sampling.temperature,
    text: { format: textFormat(body, format) },
    tool_choice: body.get("tool_choice") ?? "auto",
    tools: tools.map(({ name, description, parameters, strict }) => ({
      type: "function",
      name,
      description,
      parameters,
      strict,
    })),
    top_logprobs: logprobs ?? 0,
    top_p: body.number("top_p", 0, 1) ?? 1,
    user: body.string("user") ?? null,
  };
  const responsePlan: ResponsePlan = {
    kind: "response",
    response: {
      id,
      object: "response",
      created_at: Math.floor(context.now() / 1000),
      status: "in_progress",
      background: false,
      error: null,
      incomplete_details: null,
      output: [],
      service_tier: "default",
      truncation: "disabled",
      usage: null,
      ...settings,
    },
    input,
    calls: plan.calls,
  };
  const system = [instructions, plan.instructions].filter(Boolean).join("\n\n");
  return {
    stream,
    plan: responsePlan,
    options: {
      names: { messages: "input", ...plan.names },
      fallback: plan.fallback,
    },
    needs: {
      chat: "model",
      ...(plan.calls && { tools: "tools" }),
      ...(!plan.calls && format && { json: "text.format" }),
    },
    job: {
      id,
      model,
      prompt: { type: "chat", messages: withInstructions(messages, system) },
      n: 1,
      maxTokens,
      sampling,
      stop: plan.stop,
      stopFree: plan.stopFree,
      logprobs,
      promptLogprobs: false,
      constraint: plan.constraint,
      streamId,
      context: responsePlan,
    },
  };
}

/** The conversation before this request: what went into the earlier response, and what came out. */
async function readEarlier(body: Fields, context: ApiContext): Promise<readonly JsonObject[]> {
  const id = body.string("previous_response_id");
  if (id === undefined) return [];
  const stored = await context.responses.get(id);
  if (stored) return [...stored.input, ...(stored.response["output"] as readonly JsonObject[])];
  throw body.invalid(
    "previous_response_id",
    `Previous response with id '${id}' not found.`,
    "previous_response_not_found",
  );
}

function refuseUnsupported(body: Fields): void {
  checkAccepted(body);
  body.integer("max_tool_calls", 1);
  if (body.boolean("background")) {
    throw body.unsupported("background", "an answer is made while its request lasts.");
  }
  body.refuse("conversation", "use 'previous_response_id'.");
  body.refuse("prompt", "prompt templates live on OpenAI's servers.");
  body.refuse("context_management", "shorten the input instead.");
  if (body.oneOf("truncation", ["auto", "disabled"]) === "auto") {
    throw body.unsupported("truncation", "shorten the input instead of 'auto'.");
  }
}

/** Null: none. */
function readLogprobs(body: Fields): number | null {
  const top = body.integer("top_logprobs", 0, 20) ?? 0;
  return readInclude(body).includes("message.output_text.logprobs") || top > 0 ? top : null;
}

function readInclude(body: Fields): readonly (typeof INCLUDABLE)[number][] {
  return (body.list("include") ?? []).map((value, index) => {
    const name = `include[${index}]`;
    const item = new Fields({ [name]: value });
    return item.need(name, item.oneOf(name, INCLUDABLE));
  });
}

/** All but the last are about what no model here makes or is given. */
const INCLUDABLE = [
  "code_interpreter_call.outputs",
  "computer_call_output.output.image_url",
  "file_search_call.results",
  "message.input_image.image_url",
  "reasoning.encrypted_content",
  "web_search_call.action.sources",
  "web_search_call.results",
  "message.output_text.logprobs",
] as const;

function textFormat(body: Fields, format: Format | null): TextFormat {
  const type = format?.constraint.type ?? "text";
  const given = body.object("text")?.object("format");
  if (type !== "json_schema" || !given) return { type: type === "json_object" ? type : "text" };
  return {
    type,
    name: given.string("name") ?? "",
    schema: given.object("schema")?.values ?? {},
    strict: given.boolean("strict") ?? true,
  };
}
