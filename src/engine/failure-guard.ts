import { unavailable, type ApiError } from "./api-error.ts";

/** Failures in a row after which the engine is left alone for a while: the first is mended by a rebuild, the second may be chance. */
const MOST_FAILURES = 3;
export const DEFAULT_FAILURE_PAUSE_MS = 30_000;

/** Codes of faults that a rebuild of the engine could mend. */
const ENGINE_FAULTS: ReadonlySet<string | null> = new Set(["engine_error", "device_lost"]);

interface Failures {
  failures: number;
  reason: string;
  until: number;
}

/**
 * Ends the circle of failure and rebuild: a model that fails again and again gets a pause, and its requests the reason.
 * Each model counts for itself: one that cannot be loaded says nothing about another that works.
 */
export class FailureGuard {
  readonly #pauseMs: number;
  readonly #records = new Map<string, Failures>();

  constructor(pauseMs: number) {
    this.#pauseMs = pauseMs;
  }

  /** @throws ApiError 503 with the reason, while the pause lasts; afterwards one more try is free */
  check(model: string): void {
    const record = this.#records.get(model);
    const left = (record?.until ?? 0) - performance.now();
    if (record === undefined || left <= 0) return;
    const seconds = Math.ceil(left / 1000);
    throw unavailable(
      "engine_unavailable",
      `The engine has failed ${record.failures} times in a row and is tried again in ${seconds} seconds. The last reason: ${record.reason}`,
      seconds,
    );
  }

  /** @returns true when the model is given a pause now */
  failed(model: string, error: ApiError): boolean {
    if (!ENGINE_FAULTS.has(error.code)) return false;
    const record = this.#records.get(model) ?? { failures: 0, reason: "", until: 0 };
    this.#records.set(model, record);
    record.failures++;
    record.reason = error.message;
    if (record.failures < MOST_FAILURES) return false;
    record.until = performance.now() + this.#pauseMs;
    return true;
  }

  succeeded(model: string): void {
    this.#records.delete(model);
  }
}
