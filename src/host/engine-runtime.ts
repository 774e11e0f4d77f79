import type { ModelRuntime } from "../engine/model-runtime.ts";
import { ScriptedRuntime } from "../engine/scripted/scripted-runtime.ts";
import { WebLLMRuntime } from "../engine/webllm/webllm-runtime.ts";
import { lazyProgram } from "./lazy-program.ts";

/** The first answers are out by then; from now on nobody waits for this worker unless a model is loaded. */
const QUIET_MS = 3_000;

/**
 * What runs models: WebLLM, or in the test build alone the scripted double (docs/decisions/0006).
 *
 * @param base - absolute address of the site, with a slash at the end
 */
export function createRuntime(base: string): ModelRuntime {
  if (__SCRIPTED__) return new ScriptedRuntime();
  const program = lazyProgram(() => import("./engine-program.ts"));
  const runtime = new WebLLMRuntime(base, program);
  setTimeout(() => void keepProgram(runtime, program), QUIET_MS);
  return runtime;
}

/** Fetches WebLLM before it is needed: a visit that loads no model leaves a site that works offline all the same. */
async function keepProgram(runtime: ModelRuntime, program: () => Promise<unknown>): Promise<void> {
  try {
    if ((await runtime.device()) !== null) await program();
  } catch {
    // Whoever loads a model tries again, and is told.
  }
}
