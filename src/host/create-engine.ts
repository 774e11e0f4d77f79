import { LocalEngine } from "../engine/local-engine.ts";
import type { EngineStatus } from "../engine/engine.ts";
import type { ModelRuntime } from "../engine/model-runtime.ts";
import { WebLLMRuntime } from "../engine/webllm/webllm-runtime.ts";

/** The engine of this worker. The scripted double is in the test build only (docs/decisions/0006). */
export async function createEngine(host: EngineStatus["host"], base: string): Promise<LocalEngine> {
  return new LocalEngine(await createRuntime(base), { host });
}

async function createRuntime(base: string): Promise<ModelRuntime> {
  if (__SCRIPTED__) {
    const { ScriptedRuntime } = await import("../engine/scripted/scripted-runtime.ts");
    return new ScriptedRuntime();
  }
  return new WebLLMRuntime(base);
}
