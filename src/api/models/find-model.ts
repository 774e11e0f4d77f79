import { invalidRequest, modelNotFound, unavailable } from "../../engine/api-error.ts";
import type { ModelInfo } from "../../engine/model-info.ts";
import type { Call } from "../jobs/call.ts";

/** What a request needs its model to be able to do, and the field that asks for it. */
export type Needs = Partial<Record<keyof ModelInfo["capabilities"], string>>;

/** Makes sure that the model a request names can answer it, before anything reaches the queue. */
export async function findModel(call: Call, id: string, needs: Needs): Promise<void> {
  const model = await call.context.engine.model(id, call.signal);
  if (!model) throw modelNotFound(id);
  for (const need of ["chat", "tools", "json", "embeddings"] as const) {
    const param = needs[need];
    if (param && !model.capabilities[need]) {
      throw invalidRequest(
        `The model '${id}' cannot do this (${need}). GET /v1/models tells what each model can do.`,
        param,
        "model_unsupported",
      );
    }
  }
  if (model.unfit) {
    throw invalidRequest(
      `The model '${id}' cannot run on this device: ${model.unfit}`,
      "model",
      "model_unsupported",
    );
  }
  // Fetching hundreds of megabytes is the user's decision, never that of a request.
  if (model.state === "absent" && !model.embedded) {
    throw unavailable(
      "model_not_downloaded",
      `The model '${id}' is not on this device yet. Download it on the site's models page first.`,
    );
  }
}
