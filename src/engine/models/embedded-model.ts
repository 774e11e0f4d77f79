import type { DeviceInfo } from "../engine.ts";
import type { ModelEntry } from "./model-record.ts";

/** The model that ships with the site. */
export const EMBEDDED_MODEL_ID = "smollm2-135m-instruct";

/**
 * @param base - absolute address of the site, with a slash at the end
 * @param device - decides between the libraries (docs/decisions/0109, 0110)
 */
export function embeddedModel(base: string, device: DeviceInfo | null): ModelEntry {
  const url = new URL(`models/${EMBEDDED_MODEL_ID}/resolve/main/`, base).href;
  return {
    id: EMBEDDED_MODEL_ID,
    name: "SmolLM2 135M",
    ownedBy: "HuggingFaceTB",
    created: Date.UTC(2024, 9, 31) / 1000,
    embedded: true,
    url,
    library: `${url}${EMBEDDED_MODEL_ID}-${libraryVariant(device?.features ?? [])}.wasm`,
    kind: "chat",
    // With the float32 library; the others differ by a thousandth.
    sizeBytes: 103_944_264,
    memoryBytes: null,
    parameters: "135M",
    contextLength: 8192,
    requiredFeatures: [],
    requiredBufferBytes: null,
    overrides: {},
  };
}

/** The library for a device with these WebGPU features. */
export function libraryVariant(features: readonly string[]): "f16" | "f32" | "f32-subgroups" {
  if (features.includes("shader-f16")) return "f16";
  return features.includes("subgroups") ? "f32-subgroups" : "f32";
}
