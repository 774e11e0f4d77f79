import * as v from "valibot";
import type { VerifiedFile } from "./check-file.ts";
import type { ModelEntry } from "./model-record.ts";

/** WebLLM's caches; the names are its own, so that it finds what we fetched. */
export const CONFIG_CACHE = "webllm/config";
export const MODEL_CACHE = "webllm/model";
export const LIBRARY_CACHE = "webllm/wasm";

export const CONFIG_FILE = "mlc-chat-config.json";
export const TENSORS_FILE = "tensor-cache.json";

/** `mlc-chat-config.json`, as far as it matters here. */
export const ChatConfig = v.object({
  model_type: v.optional(v.string()),
  tokenizer_files: v.optional(v.array(v.string()), []),
  context_window_size: v.optional(v.number(), 0),
});
export type ChatConfig = v.InferOutput<typeof ChatConfig>;

/** `tensor-cache.json`: the shards. */
export const TensorCache = v.object({
  records: v.array(
    v.object({
      dataPath: v.string(),
      nbytes: v.number(),
      md5sum: v.optional(v.string()),
    }),
  ),
});
export type TensorCache = v.InferOutput<typeof TensorCache>;

/** The kinds of network that WebLLM runs for their vectors, by MLC's names. */
const EMBEDDING_TYPES: ReadonlySet<string | undefined> = /* @__PURE__ */ new Set(["bert"]);

/** What the two small files say of a model. */
export function describeFiles(
  config: ChatConfig,
  { records }: TensorCache,
): Pick<ModelEntry, "kind" | "contextLength"> & { readonly sizeBytes: number } {
  return {
    kind: EMBEDDING_TYPES.has(config.model_type) ? "embedding" : "chat",
    contextLength: config.context_window_size,
    sizeBytes: records.reduce((sum, { nbytes }) => sum + nbytes, 0),
  };
}

/** The files that a model needs beside the two small ones. */
export function filesNamedBy(
  entry: Pick<ModelEntry, "url" | "library">,
  config: ChatConfig,
  tensors: TensorCache,
): readonly VerifiedFile[] {
  // WebLLM reads tokenizer.json where there is one, else tokenizer.model.
  const tokenizer = config.tokenizer_files.includes("tokenizer.json")
    ? "tokenizer.json"
    : "tokenizer.model";
  const shards = tensors.records.map(({ dataPath, nbytes, md5sum }) => ({
    url: entry.url + dataPath,
    cache: MODEL_CACHE,
    bytes: nbytes,
    ...(md5sum !== undefined && { hash: { algorithm: "md5", hex: md5sum } as const }),
  }));
  return [
    { url: entry.library, cache: LIBRARY_CACHE, wasm: true },
    { url: entry.url + tokenizer, cache: MODEL_CACHE, json: tokenizer.endsWith(".json") },
    ...shards,
  ];
}
