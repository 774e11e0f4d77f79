import { readJson } from "../http/read-json.ts";
import { answer } from "../jobs/answer.ts";
import { streamIdOf, type Call } from "../jobs/call.ts";
import { findModel } from "../models/find-model.ts";
import { readResponseRequest } from "./read-response-request.ts";
import { ResponseWriter } from "./response-writer.ts";

/** `POST /v1/responses` */
export async function createResponse(call: Call): Promise<Response> {
  const { context } = call;
  const body = await readJson(call.request, context.maxBodyBytes);
  const request = await readResponseRequest(body, context, streamIdOf(call));
  const { stream, job, plan, needs, options } = request;
  await findModel(call, job.model, needs);
  return answer(call, [job], {
    stream,
    ...options,
    streamWriter: (emit) => new ResponseWriter(plan, emit, context),
    wholeWriter: () => new ResponseWriter(plan, null, context),
  });
}
