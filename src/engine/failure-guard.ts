import { unavailable, type ApiError } from "./api-error.ts";

/** Failures in a row after which the engine is left alone for a while: the first is mended by a rebuild, the second may be chance. */
const MOST_FAILURES = 3;
export const DEFAULT_FAILURE_PAUSE_MS = 30_000;

/** Codes of faults that a rebuild of the engine could mend. */
const ENGINE_FAULTS: ReadonlySet<string | null> = new Set(["engine_error", "device_lost"]);

/** Ends the circle of failure and rebuild: an engine that fails again and again gets a pause, and requests the reason. */
export class FailureGuard {
  readonly #pauseMs: number;
  #failures = 0;
  #reason = "";
  #until = 0;

  constructor(pauseMs: number) {
    this.#pauseMs = pauseMs;
  }

  /** @throws ApiError 503 with the reason, while the pause lasts; afterwards one more try is free */
  check(): void {
    const left = this.#until - performance.now();
    if (left <= 0) return;
    const seconds = Math.ceil(left / 1000);
    throw unavailable(
      "engine_unavailable",
      `The engine has failed ${this.#failures} times in a row and is tried again in ${seconds} seconds. The last reason: ${this.#reason}`,
      seconds,
    );
  }

  /** @returns true when the engine is given a pause now */
  failed(error: ApiError): boolean {
    if (!ENGINE_FAULTS.has(error.code)) return false;
    this.#failures++;
    this.#reason = error.message;
    if (this.#failures < MOST_FAILURES) return false;
    this.#until = performance.now() + this.#pauseMs;
    return true;
  }

  succeeded(): void {
    this.#failures = 0;
    this.#until = 0;
  }
}
