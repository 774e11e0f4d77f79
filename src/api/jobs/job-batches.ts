import { ApiError } from "../../engine/api-error.ts";
import type { Engine } from "../../engine/engine.ts";
import type { GenerateEvent, GenerateJob } from "../../engine/job.ts";

/** Events that were ready at one moment, and which of the request's jobs they belong to. */
export interface Batch {
  readonly job: number;
  readonly events: readonly GenerateEvent[];
}

/** The engine names fields as chat does; other routes call them differently: `{ messages: "prompt" }`. */
export type ParamNames = Readonly<Record<string, string>>;

/** Runs the jobs of one request, one after another: a long list of prompts takes one place in the queue at a time. */
export async function* jobBatches(
  engine: Engine,
  jobs: readonly GenerateJob[],
  signal: AbortSignal,
  names: ParamNames,
): AsyncGenerator<Batch, void, undefined> {
  try {
    for (const [index, job] of jobs.entries()) {
      for await (const events of engine.generate(job, signal)) yield { job: index, events };
    }
  } catch (error) {
    const param = error instanceof ApiError && names[error.param ?? ""];
    throw param ? new ApiError({ ...error.toFields(), param }) : error;
  }
}
