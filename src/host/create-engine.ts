import { LocalEngine, type LocalEngineOptions } from "../engine/local-engine.ts";
import type { EngineStatus } from "../engine/engine.ts";
import { createRuntime } from "./engine-runtime.ts";

/** Tests do not wait minutes for what takes minutes in earnest. */
const SCRIPTED_LIMITS: Partial<LocalEngineOptions> = { stepLimitMs: 6_000, failurePauseMs: 2_000 };

/**
 * The engine of this worker. It tells of its models at once; WebLLM's program comes with the first one that is loaded.
 *
 * @param base - absolute address of the site, with a slash at the end
 */
export function createEngine(host: EngineStatus["host"], base: string): LocalEngine {
  return new LocalEngine(createRuntime(base), { host, ...(__SCRIPTED__ && SCRIPTED_LIMITS) });
}
