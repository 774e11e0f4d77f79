import { LocalEngine, type LocalEngineOptions } from "../engine/local-engine.ts";
import type { EngineStatus } from "../engine/engine.ts";
import { LazyRuntime } from "./lazy-runtime.ts";

/** Tests do not wait minutes for what takes minutes in earnest. */
const SCRIPTED_LIMITS: Partial<LocalEngineOptions> = { stepLimitMs: 6_000, failurePauseMs: 2_000 };

/**
 * The engine of this worker. It is there at once and answers as soon as its program has come, so that a slow network
 * is not taken for a dead worker.
 */
export function createEngine(host: EngineStatus["host"], base: string): LocalEngine {
  const runtime = new LazyRuntime(async () => {
    const { createRuntime } = await import("./engine-runtime.ts");
    return createRuntime(base);
  });
  return new LocalEngine(runtime, { host, ...(__SCRIPTED__ && SCRIPTED_LIMITS) });
}
