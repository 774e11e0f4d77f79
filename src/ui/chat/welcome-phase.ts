import type { ModelInfo } from "../../engine/model-info.ts";
import type { EngineState } from "../state/engine-store.ts";

/** How far the model that should answer has come. */
export type WelcomePhase = "absent" | "stored" | "loading" | "ready";

/** The phase of a model; `ready` also while nothing is known, since nothing is to be asked of the person then. */
export function welcomePhase(
  { status, own }: Pick<EngineState, "status" | "own">,
  model: ModelInfo | undefined,
): WelcomePhase {
  if (!model || !status) return "ready";
  if (status.state === "loading" || own.has(model.id) || status.downloads[model.id])
    return "loading";
  if (status.model === model.id) return "ready";
  return model.state === "absent" ? "absent" : "stored";
}
