import { modelNotFound } from "../../engine/api-error.ts";
import type { ModelInfo } from "../../engine/model-info.ts";
import { jsonResponse } from "../http/json-response.ts";
import type { Call } from "../jobs/call.ts";

/** A model as `GET /v1/models` shows it: OpenAI's four fields, and all of ours under one key. */
export interface ModelObject {
  readonly id: string;
  readonly object: "model";
  readonly created: number;
  readonly owned_by: string;
  readonly slash_v1: Omit<ModelInfo, "id" | "created" | "ownedBy">;
}

function modelObject({ id, created, ownedBy, ...rest }: ModelInfo): ModelObject {
  return { id, object: "model", created, owned_by: ownedBy, slash_v1: rest };
}

/** `GET /v1/models` */
export async function listModels({ context, signal }: Call): Promise<Response> {
  const models = await context.engine.models(signal);
  return jsonResponse({ object: "list", data: models.map(modelObject) });
}

/** `GET /v1/models/{id}` */
export async function getModel({ context, signal, id }: Call): Promise<Response> {
  const model = await context.engine.model(id, signal);
  if (!model) throw modelNotFound(id);
  return jsonResponse(modelObject(model));
}
