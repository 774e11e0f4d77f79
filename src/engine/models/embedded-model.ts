import type { DeviceInfo } from "../engine.ts";
import type { ModelEntry } from "./model-record.ts";

/** The model that ships with the site. */
export const EMBEDDED_MODEL_ID = "smollm2-135m-instruct";

/**
 * @param base - absolute address of the site, with a slash at the end
 * @param device - decides between the float32 and the float16 library
 */
export function embeddedModel(base: string, device: DeviceInfo | null): ModelEntry {
  const url = new URL(`models/${EMBEDDED_MODEL_ID}/resolve/main/`, base).href;
  const precision = device?.features.includes("shader-f16") === true ? "f16" : "f32";
  return {
    id: EMBEDDED_MODEL_ID,
    name: "SmolLM2 135M",
    ownedBy: "HuggingFaceTB",
    created: Date.UTC(2024, 9, 31) / 1000,
    embedded: true,
    url,
    library: `${url}${EMBEDDED_MODEL_ID}-${precision}.wasm`,
    kind: "chat",
    sizeBytes: 103_931_468,
    memoryBytes: null,
    parameters: "135M",
    contextLength: 8192,
    requiredFeatures: [],
    requiredBufferBytes: null,
    overrides: {},
  };
}
