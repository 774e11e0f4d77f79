import { MLCEngine, type AppConfig, type ModelRecord, ModelType } from "@mlc-ai/web-llm";
import { ApiError, unavailable } from "../api-error.ts";
import type { DeviceInfo, EmbedResult } from "../engine.ts";
import type { ModelProgress } from "../model-info.ts";
import type { LoadedModel } from "../model-runtime.ts";
import { readLibrary, readModelJson } from "../models/model-files.ts";
import type { ModelEntry } from "../models/model-record.ts";
import { controlTokensOf } from "./control-tokens.ts";
import { PipelineModel } from "./pipeline-model.ts";
import { deviceOf, pipelineOf, type Pipeline } from "./pipeline.ts";

/** Tokens read at once; on a software device this many already take more than a second. */
const SOFTWARE_CHUNK = 32;
const HARDWARE_CHUNK = 256;

/** What is fetched when a model is loaded: everything that needs WebLLM. */
export interface LoadProgram {
  readonly loadModel: typeof loadModel;
}

/**
 * Puts a model whose files are stored on the device.
 *
 * @throws ApiError when it cannot be loaded
 */
export async function loadModel(
  entry: ModelEntry,
  device: DeviceInfo | null,
  signal: AbortSignal,
  onProgress: (progress: ModelProgress) => void,
): Promise<LoadedModel> {
  const totalBytes = entry.sizeBytes ?? 0;
  const report = (phase: ModelProgress["phase"], share: number): void =>
    onProgress({
      model: entry.id,
      phase,
      loadedBytes: Math.round(share * totalBytes),
      totalBytes,
      bytesPerSecond: null,
    });
  report("loading", 0);
  // As a blob, so that WebLLM takes exactly the bytes that were checked, wherever they came from.
  const library = URL.createObjectURL(await readLibrary(entry));
  const engine = new MLCEngine({
    appConfig: appConfigOf(entry, library),
    logLevel: "ERROR",
    initProgressCallback: ({ progress }) =>
      report(progress < 1 ? "loading" : "compiling", progress),
  });
  const abandon = (): void => void engine.unload();
  signal.addEventListener("abort", abandon, { once: true });
  try {
    await engine.reload(entry.id);
    signal.throwIfAborted();
    return await loadedModel(engine, entry, device);
  } catch (error) {
    await engine.unload().catch(() => {});
    signal.throwIfAborted();
    throw loadFailed(entry, error);
  } finally {
    signal.removeEventListener("abort", abandon);
    URL.revokeObjectURL(library);
  }
}

async function loadedModel(
  engine: MLCEngine,
  entry: ModelEntry,
  device: DeviceInfo | null,
): Promise<LoadedModel> {
  const gpu = deviceOf(engine, entry.id);
  const lost =
    gpu === undefined
      ? new Promise<string>(() => {})
      : gpu.lost.then(({ message }) => message || "the device was lost");
  const dispose = async (): Promise<void> => {
    await engine.unload().catch(() => {});
  };
  if (entry.kind === "embedding") {
    return { id: entry.id, tokens: null, embed: embedWith(engine, entry.id), lost, dispose };
  }
  const pipeline = pipelineOf(engine, entry.id);
  const tokens = new PipelineModel(
    pipeline,
    await controlTokens(entry, pipeline),
    device?.isFallback === true ? SOFTWARE_CHUNK : HARDWARE_CHUNK,
  );
  return { id: entry.id, tokens, embed: null, lost, dispose };
}

async function controlTokens(
  entry: ModelEntry,
  pipeline: Pipeline,
): Promise<ReadonlyMap<number, string>> {
  return controlTokensOf(await readModelJson(entry, "tokenizer.json"), pipeline.stopTokens, (id) =>
    pipeline.tokenizer.idToToken(id),
  );
}

function embedWith(engine: MLCEngine, model: string): NonNullable<LoadedModel["embed"]> {
  return async (inputs, signal): Promise<EmbedResult> => {
    signal.throwIfAborted();
    const answer = await engine.embeddings.create({ model, input: [...inputs] });
    return {
      vectors: answer.data.map(({ embedding }) => normalised(embedding)),
      promptTokens: answer.usage.prompt_tokens,
    };
  };
}

/** A vector of length 1 in the same direction, as OpenAI's are. */
function normalised(vector: readonly number[]): Float32Array {
  const length = Math.hypot(...vector);
  return Float32Array.from(vector, (value) => (length === 0 ? 0 : value / length));
}

function appConfigOf(entry: ModelEntry, library: string): AppConfig {
  const record: ModelRecord = {
    model: entry.url,
    model_id: entry.id,
    model_lib: library,
    overrides: entry.overrides,
    ...(entry.kind === "embedding" && { model_type: ModelType.embedding }),
  };
  return { model_list: [record], cacheBackend: "cache" };
}

function loadFailed(entry: ModelEntry, error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const text = error instanceof Error ? `${error.name} ${error.message}` : String(error);
  if (/DeviceLost|device (?:was|is) lost|out of memory|OOM/i.test(text)) {
    return unavailable(
      "device_lost",
      `The graphics device was lost while ${entry.name} was being loaded, most likely for lack of memory. Close other tabs, or choose a smaller model, and try again.`,
      5,
    );
  }
  return new ApiError(
    {
      status: 500,
      type: "server_error",
      code: "engine_error",
      param: null,
      message: `${entry.name} could not be loaded on this device. Try again, or choose another model.`,
    },
    { cause: error },
  );
}
