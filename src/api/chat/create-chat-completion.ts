import { readJson } from "../http/read-json.ts";
import { answer } from "../jobs/answer.ts";
import { streamIdOf, type Call } from "../jobs/call.ts";
import { findModel } from "../models/find-model.ts";
import { ChatStreamWriter } from "./chat-stream-writer.ts";
import { ChatWholeWriter } from "./chat-whole-writer.ts";
import { readChatRequest } from "./read-chat-request.ts";

/** `POST /v1/chat/completions` */
export async function createChatCompletion(call: Call): Promise<Response> {
  const body = await readJson(call.request, call.context.maxBodyBytes);
  const request = readChatRequest(body, call.context, streamIdOf(call));
  const { stream, job, plan, needs, options } = request;
  await findModel(call, job.model, needs);
  return answer(call, [job], {
    stream,
    ...options,
    streamWriter: (emit) => new ChatStreamWriter(plan, emit),
    wholeWriter: () => new ChatWholeWriter(plan),
  });
}
