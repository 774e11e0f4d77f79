import type { ModelRuntime } from "../engine/model-runtime.ts";
import { WebLLMRuntime } from "../engine/webllm/webllm-runtime.ts";

/** What runs models: WebLLM, or in the test build alone the scripted double (docs/decisions/0006). */
export async function createRuntime(base: string): Promise<ModelRuntime> {
  if (__SCRIPTED__) {
    const { ScriptedRuntime } = await import("../engine/scripted/scripted-runtime.ts");
    return new ScriptedRuntime();
  }
  return new WebLLMRuntime(base);
}
