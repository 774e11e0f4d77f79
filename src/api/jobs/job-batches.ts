import { ApiError } from "../../engine/api-error.ts";
import type { Engine } from "../../engine/engine.ts";
import type { Constraint, GenerateEvent, GenerateJob } from "../../engine/job.ts";
import { stoppedBy } from "./stopped-by.ts";

/** Events that were ready at one moment, and which of the request's jobs they belong to. */
export interface Batch {
  readonly job: number;
  readonly events: readonly GenerateEvent[];
}

/** What a route adds to its jobs. */
export interface JobOptions {
  /** What it calls the fields, or parts of them, that the engine's errors name: `{ messages: "prompt" }`. */
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
        if (!fallback || !(error instanceof ApiError) || !isOfConstraint(error)) {
          throw error;
        }
        const looser = { ...job, constraint: fallback };
        for await (const events of engine.generate(looser, signal)) yield { job: index, events };
      }
    }
  } catch (error) {
    if (error instanceof ApiError) throw renamed(error, names);
    throw stoppedBy(error, signal) ?? error;
  }
}

function isOfConstraint({ param }: ApiError): boolean {
  return param !== null && /^response_format\b/.test(param);
}

/** The error with the request's own name for the field at fault: the longest name that fits tells most. */
function renamed(error: ApiError, names: NonNullable<JobOptions["names"]>): ApiError {
  const old = error.param ?? "";
  const [name, mine] =
    Object.entries(names)
      .filter(([key]) => old === key || old.startsWith(`${key}.`))
      .toSorted(([a], [b]) => b.length - a.length)[0] ?? [];
  if (name === undefined || mine === undefined) return error;
  const param = mine + old.slice(name.length);
  const message = error.message.replace(`'${old}'`, () => `'${param}'`);
  return new ApiError({ ...error.toFields(), param, message }, { cause: error.cause });
}
