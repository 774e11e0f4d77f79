import type { Engine } from "../engine/engine.ts";
import type { ResponseStore } from "./responses/response-store.ts";

/** Waiting times in milliseconds. */
export interface ApiTimings {
  /** How long a stream waits for the engine's `start` or error before it sends its headers. */
  readonly graceMs: number;
  /** How long a whole answer may be held back after `start`, so that a fault still gets its own status. */
  readonly holdMs: number;
  /** Least time between two keep-alive comments. */
  readonly commentMs: number;
  /** How long the engine may be silent before it is taken for dead. */
  readonly silenceMs: number;
}

/** Everything `handle` needs from the place it runs in. */
export interface ApiContext {
  readonly engine: Engine;
  /** The path under which the API lives, without a slash at the end: `/v1`, `/app/v1`. */
  readonly basePath: string;
  readonly responses: ResponseStore;
  /** Unix time in milliseconds. */
  now(): number;
  readonly maxBodyBytes: number;
  readonly timings?: Partial<ApiTimings>;
}

const defaults: ApiTimings = { graceMs: 5000, holdMs: 1000, commentMs: 3000, silenceMs: 60_000 };

/** The waiting times of a context, with the defaults filled in. */
export function timingsOf(context: ApiContext): ApiTimings {
  return { ...defaults, ...context.timings };
}

/** Default for {@link ApiContext.maxBodyBytes}: 16 MiB. */
export const DEFAULT_MAX_BODY_BYTES = 16 * 1024 * 1024;
