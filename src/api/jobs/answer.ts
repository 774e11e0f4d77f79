import type { GenerateJob } from "../../engine/job.ts";
import type { Emit, StreamWriter, WholeWriter } from "./answer-writer.ts";
import { streamIdOf, type Call } from "./call.ts";
import { jobBatches, type JobOptions } from "./job-batches.ts";
import { streamResponse } from "./stream-response.ts";
import { wholeResponse } from "./whole-response.ts";

/** The two forms an answer can take. */
export interface AnswerForms extends JobOptions {
  readonly stream: boolean;
  streamWriter(emit: Emit): StreamWriter;
  wholeWriter(): WholeWriter;
}

/** Runs the jobs of a request and answers in the form that was asked for. */
export function answer(
  call: Call,
  jobs: readonly GenerateJob[],
  forms: AnswerForms,
): Promise<Response> {
  const resumable = streamIdOf(call) !== null;
  // An answer the client may come back to outlives its first reader; it ends by itself or by `DELETE …/stream`.
  const signal = resumable ? new AbortController().signal : call.signal;
  const batches = jobBatches(call.context.engine, jobs, signal, forms);
  return forms.stream
    ? streamResponse(call, batches, (emit) => forms.streamWriter(emit), { resumable })
    : wholeResponse(call, batches, forms.wholeWriter(), resumable);
}
