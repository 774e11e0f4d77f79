import type { ApiError } from "../../engine/api-error.ts";
import type { GenerateEvent } from "../../engine/job.ts";

/** Turns the events of a request's jobs into frames, in one of the API's formats. */
export interface StreamWriter {
  event(event: GenerateEvent, job: number): void;
  /** After the last event of the last job. */
  end(): void | Promise<void>;
  /** Instead of `end`, when the headers are out already. */
  fail(error: ApiError): void;
}

/** Turns the events of a request's jobs into one object. */
export interface WholeWriter {
  event(event: GenerateEvent, job: number): void;
  /** After the last event of the last job. */
  result(): object | Promise<object>;
}

/** Takes one whole frame, its blank line included. */
export type Emit = (frame: string) => void;
