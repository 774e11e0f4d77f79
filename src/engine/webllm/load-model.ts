import { MLCEngine, type AppConfig, type ModelRecord, ModelType } from "@mlc-ai/web-llm";
import type { DeviceInfo } from "../engine.ts";
import type { ModelProgress } from "../model-info.ts";
import type { LoadedModel } from "../model-runtime.ts";
import { readLibrary, readModelJson } from "../models/model-files.ts";
import type { ModelEntry } from "../models/model-record.ts";
import { controlTokensOf } from "./control-tokens.ts";
import { embedWith } from "./embed-with.ts";
import { loadFailed } from "./load-failed.ts";
import { PipelineModel } from "./pipeline-model.ts";
import {
  deviceOf,
  embeddingPipelineOf,
  hasPipeline,
  pipelineOf,
  type Pipeline,
} from "./pipeline.ts";
import { reloadEngine } from "./reload-engine.ts";
import { textFrameOf } from "./text-frame.ts";

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
    await reloadEngine(engine, entry.id, () => hasPipeline(engine, entry.id));
    signal.throwIfAborted();
    return await loadedModel(engine, entry, device);
  } catch (error) {
    await engine.unload().catch(() => {});
    signal.throwIfAborted();
    throw loadFailed(entry.name, error);
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
    return {
      id: entry.id,
      tokens: null,
      embed: embedWith(
        embeddingPipelineOf(engine, entry.id),
        textFrameOf(await readModelJson(entry, "tokenizer.json")),
      ),
      lost,
      dispose,
    };
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
