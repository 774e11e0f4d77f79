import { ApiError, invalidRequest } from "../../engine/api-error.ts";
import type { GenerateEvent } from "../../engine/job.ts";
import { ChatStreamWriter } from "../chat/chat-stream-writer.ts";
import type { ChatPlan } from "../chat/chat-plan.ts";
import type { CompletionPlan } from "../completions/completion-plan.ts";
import { CompletionWriter } from "../completions/completion-writer.ts";
import type { Emit, StreamWriter } from "../jobs/answer-writer.ts";
import type { Call } from "../jobs/call.ts";
import type { Batch } from "../jobs/job-batches.ts";
import { stoppedBy } from "../jobs/stopped-by.ts";
import { streamResponse } from "../jobs/stream-response.ts";
import { ResponseWriter } from "../responses/response-writer.ts";
import type { ResponsePlan } from "../responses/response-plan.ts";
import { isObject } from "../validation/fields.ts";

/**
 * `GET /v1/stream?conv_id=ID&from=N`: the frames of an answer whose request had `X-Conversation-Id: ID`, from frame N
 * on, and then those to come (the routes are llama.cpp's).
 */
export async function followStream(call: Call): Promise<Response> {
  const id = conversationOf(call);
  const from = call.url.searchParams.get("from") ?? "0";
  if (!/^\d{1,9}$/.test(from)) {
    throw invalidRequest("'from' must be a whole number: the first frame wanted.", "from");
  }
  async function* batches(): AsyncGenerator<Batch, void, undefined> {
    try {
      for await (const events of call.context.engine.follow(id, call.signal)) {
        yield { job: 0, events };
      }
    } catch (error) {
      throw stoppedBy(error, call.signal) ?? error;
    }
  }
  return streamResponse(call, batches(), (emit) => new ResumedWriter(call, emit), {
    skip: Number(from),
  });
}

/** `DELETE /v1/stream?conv_id=ID`: ends the answer, and forgets it. */
export async function stopStream(call: Call): Promise<Response> {
  const id = conversationOf(call);
  if (await call.context.engine.stop(id, call.signal)) return new Response(null, { status: 204 });
  throw new ApiError({
    status: 404,
    type: "invalid_request_error",
    code: "stream_not_found",
    param: "conv_id",
    message: `There is no answer under the conversation id '${id}'.`,
  });
}

function conversationOf(call: Call): string {
  const id = call.url.searchParams.get("conv_id");
  if (id) return id;
  throw invalidRequest(
    "Missing required parameter: 'conv_id'.",
    "conv_id",
    "missing_required_parameter",
  );
}

/** Learns from the first event what kind of answer this is, and encodes it just as the first time. */
class ResumedWriter implements StreamWriter {
  readonly #call: Call;
  readonly #emit: Emit;
  #inner: StreamWriter | undefined;

  constructor(call: Call, emit: Emit) {
    this.#call = call;
    this.#emit = emit;
  }

  event(event: GenerateEvent, job: number): void {
    if (event.type === "resumed") this.#inner = this.#writerFor(event.context);
    else this.#inner?.event(event, job);
  }

  async end(): Promise<void> {
    await this.#inner?.end();
  }

  fail(error: ApiError): void {
    this.#inner?.fail(error);
  }

  #writerFor(plan: unknown): StreamWriter | undefined {
    if (!isPlan(plan)) return undefined;
    if (plan.kind === "chat") return new ChatStreamWriter(plan, this.#emit);
    if (plan.kind === "completion") return new CompletionWriter(plan, this.#emit);
    return new ResponseWriter(plan, this.#emit, this.#call.context);
  }
}

/** A job's context is what one of this API's routes put there. */
function isPlan(value: unknown): value is ChatPlan | CompletionPlan | ResponsePlan {
  return isObject(value) && "kind" in value;
}
