import { readJson } from "../http/read-json.ts";
import { answer } from "../jobs/answer.ts";
import { streamIdOf, type Call } from "../jobs/call.ts";
import { findModel } from "../models/find-model.ts";
import { CompletionWriter } from "./completion-writer.ts";
import { readCompletionRequest } from "./read-completion-request.ts";

/** `POST /v1/completions` */
export async function createCompletion(call: Call): Promise<Response> {
  const body = await readJson(call.request, call.context.maxBodyBytes);
  const { stream, jobs, plan } = readCompletionRequest(body, call.context, streamIdOf(call));
  await findModel(call, plan.model, { chat: "model" });
  return answer(call, jobs, {
    stream,
    names: { messages: "prompt" },
    streamWriter: (emit) => new CompletionWriter(plan, emit),
    wholeWriter: () => new CompletionWriter(plan, null),
  });
}
