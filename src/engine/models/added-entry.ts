import { invalidRequest } from "../api-error.ts";
import type { ModelEntry } from "./model-record.ts";

/** What is known of a model that the user adds, wherever it comes from. */
type Known = Pick<
  ModelEntry,
  "id" | "ownedBy" | "fromDisk" | "url" | "library" | "kind" | "sizeBytes" | "contextLength"
>;

/**
 * The name that the user has given to a model.
 *
 * @throws ApiError 400 when there is none
 */
export function modelName(id: string): string {
  const name = id.trim();
  if (name === "") throw invalidRequest("Give the model a name.", "id");
  return name;
}

/** A model that no list describes: what it would need of a device is not known. */
export function addedEntry(known: Known): ModelEntry {
  return {
    ...known,
    name: known.id,
    created: Math.floor(Date.now() / 1000),
    embedded: false,
    memoryBytes: null,
    parameters: null,
    requiredFeatures: [],
    requiredBufferBytes: null,
    overrides: {},
  };
}
