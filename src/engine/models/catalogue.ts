import { prebuiltRecords, type PrebuiltRecord } from "virtual:prebuilt-models";
import type { DeviceInfo } from "../engine.ts";
import type { ModelInfo } from "../model-info.ts";
import { embeddedModel } from "./embedded-model.ts";
import type { ModelEntry } from "./model-record.ts";

const MEBIBYTE = 1024 * 1024;
const DEFAULT_CONTEXT = 4096;
/** When WebLLM's list was made; the list itself has no dates. */
const PREBUILT_CREATED = Date.UTC(2026, 9, 11) / 1000;

/** The models of WebLLM's own list, as entries. */
export function prebuiltModels(): readonly ModelEntry[] {
  return prebuiltRecords.map(fromRecord);
}

/** The embedded model, then WebLLM's list. */
export function builtInModels(base: string, device: DeviceInfo | null): readonly ModelEntry[] {
  return [embeddedModel(base, device), ...prebuiltModels()];
}

function fromRecord(record: PrebuiltRecord): ModelEntry {
  const context = record.overrides?.context_window_size ?? DEFAULT_CONTEXT;
  return {
    id: record.model_id,
    name: record.model_id.replace(/-MLC(-1k)?$/, "").replaceAll("-", " "),
    ownedBy: "mlc-ai",
    created: PREBUILT_CREATED,
    embedded: false,
    url: folderOf(record.model),
    library: record.model_lib ?? "",
    kind: record.embeds ? "embedding" : "chat",
    sizeBytes: null,
    memoryBytes:
      record.vram_required_MB === undefined ? null : Math.round(record.vram_required_MB * MEBIBYTE),
    parameters:
      /(?:^|-)(\d+(?:\.\d+)?[BM])(?:-|$)/i.exec(record.model_id)?.[1]?.toUpperCase() ?? null,
    contextLength: context === -1 ? DEFAULT_CONTEXT : context,
    requiredFeatures: featuresOf(record),
    requiredBufferBytes: record.buffer_size_required_bytes ?? null,
    overrides: { ...record.overrides },
  };
}

/** WebLLM's list names `shader-f16` for a few models only; every library for float16 needs it (mlc-ai/web-llm#517). */
function featuresOf({ model_id, required_features = [] }: PrebuiltRecord): readonly string[] {
  return /-q\d+f16/.test(model_id)
    ? [...new Set([...required_features, "shader-f16"])]
    : required_features;
}

/** WebLLM's own rule: a model's address stands for the `main` branch of a hub repository. */
export function folderOf(url: string): string {
  const folder = url.endsWith("/") ? url : `${url}/`;
  return /.+\/resolve\/.+\//.test(folder) ? folder : `${folder}resolve/main/`;
}

/** What a client is told of a model. */
export function describeModel(
  entry: ModelEntry,
  device: DeviceInfo | null,
  state: ModelInfo["state"],
): ModelInfo {
  const isChat = entry.kind === "chat";
  return {
    id: entry.id,
    name: entry.name,
    created: entry.created,
    ownedBy: entry.ownedBy,
    state,
    embedded: entry.embedded,
    sizeBytes: entry.sizeBytes,
    memoryBytes: entry.memoryBytes,
    parameters: entry.parameters,
    contextLength: entry.contextLength,
    capabilities: { chat: isChat, tools: isChat, json: isChat, embeddings: !isChat },
    unfit: whyUnfit(entry, device),
  };
}

/** Why a model cannot run on a device, in a sentence; null when it can. */
export function whyUnfit(entry: ModelEntry, device: DeviceInfo | null): string | null {
  if (device === null) {
    return "isSecureContext" in globalThis && !isSecureContext
      ? "This page is not secure, so it has no WebGPU: open it over https, or on localhost."
      : "This browser has no WebGPU device.";
  }
  const missing = entry.requiredFeatures.find((feature) => !device.features.includes(feature));
  if (missing !== undefined) return `This device's graphics lacks ${missing}.`;
  const { requiredBufferBytes } = entry;
  if (requiredBufferBytes !== null && requiredBufferBytes > device.maxStorageBufferBindingSize) {
    const mebibytes = Math.ceil(requiredBufferBytes / MEBIBYTE);
    return `This device's graphics cannot hold a buffer of ${mebibytes} MiB.`;
  }
  return null;
}
