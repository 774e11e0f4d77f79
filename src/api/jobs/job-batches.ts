import { ApiError, unavailable } from "../../engine/api-error.ts";
import type { Engine } from "../../engine/engine.ts";
import type { Constraint, GenerateEvent, GenerateJob } from "../../engine/job.ts";
import { within } from "./within.ts";

/** Events that were ready at one moment, and which of the request's jobs they belong to. */
export interface Batch {
  readonly job: number;
  readonly events: readonly GenerateEvent[];
}

/** What a route adds to its jobs. */
export interface JobOptions {
  /** What it calls the fields that the engine's errors name as chat does: `{ messages: "prompt" }`. */
  readonly names?: Readonly<Record<string, string>>;
  /** A constraint to try when the job's own cannot be compiled. */
  readonly fallback?: Constraint | null;
}

/** Runs the jobs of one request, one after another: a long list of prompts takes one place in the queue at a time. */
export async function* jobBatches(
  engine: Engine,
  jobs: readonly GenerateJob[],
  signal: AbortSignal,
  { names = {}, fallback = null }: JobOptions,
): AsyncGenerator<Batch, void, undefined> {
  try {
    for (const [index, job] of jobs.entries()) {
      try {
        for await (const events of engine.generate(job, signal)) yield { job: index, events };
      } catch (error) {
        if (!fallback || !(error instanceof ApiError) || error.param !== "response_format") {
          throw error;
        }
        const looser = { ...job, constraint: fallback };
        for await (const events of engine.generate(looser, signal)) yield { job: index, events };
      }
    }
  } catch (error) {
    if (error instanceof Error && error.name === "AbortError" && !signal.aborted) throw stopped();
    const param = error instanceof ApiError && names[error.param ?? ""];
    throw param ? new ApiError({ ...error.toFields(), param }) : error;
  }
}

/** What the first reader of a resumable answer is told when somebody else has ended it. */
function stopped(): ApiError {
  return new ApiError({
    status: 400,
    type: "invalid_request_error",
    code: "answer_stopped",
    param: null,
    message: "This answer was stopped before its end.",
  });
}

/**
 * Passes batches on, and fails when none comes for too long: the engine promises a sign of life every 10 seconds, so
 * whoever is silent for a minute has died without saying so.
 */
export async function* watched(
  batches: AsyncIterable<Batch>,
  silenceMs: number,
): AsyncGenerator<Batch, void, undefined> {
  const iterator = batches[Symbol.asyncIterator]();
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- batches come in order
    const next = await within(iterator.next(), silenceMs);
    if (next === undefined) {
      throw unavailable(
        "engine_unavailable",
        "The engine has stopped answering. Reload the page it runs in, then try again.",
      );
    }
    if (next.done) return;
    yield next.value;
  }
}
