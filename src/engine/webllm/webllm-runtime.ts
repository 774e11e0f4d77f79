import { MLCEngine, type AppConfig, type ModelRecord, ModelType } from "@mlc-ai/web-llm";
import { invalidRequest, modelNotFound } from "../api-error.ts";
import type { DeviceInfo, ModelSource } from "../engine.ts";
import type { ModelInfo, ModelProgress } from "../model-info.ts";
import type { LoadedModel, LoadOptions, ModelRuntime } from "../model-runtime.ts";
import {
  forgetModel,
  inspectSource,
  rememberedModels,
  rememberModel,
} from "../models/added-models.ts";
import { builtInModels, describeModel, whyUnfit } from "../models/catalogue.ts";
import {
  begunModels,
  fetchModelFiles,
  hasModelFiles,
  readLibrary,
  readModelJson,
  removeModelFiles,
} from "../models/model-files.ts";
import type { ModelEntry } from "../models/model-record.ts";
import { ByteRate } from "../models/byte-rate.ts";
import { SharedWork } from "../models/shared-work.ts";
import { controlTokensOf } from "./control-tokens.ts";
import { detectDevice } from "./detect-device.ts";
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

/** Tokens read at once; on a software device this many already take more than a second. */
const SOFTWARE_CHUNK = 32;
const HARDWARE_CHUNK = 256;

/** Puts models on the WebGPU device by WebLLM. */
export class WebLLMRuntime implements ModelRuntime {
  readonly #base: string;
  readonly #fetches = new SharedWork<ModelProgress>();
  #device: Promise<DeviceInfo | null> | null = null;

  /** @param base - absolute address of the site, with a slash at the end */
  constructor(base: string) {
    this.#base = base;
  }

  async device(): Promise<DeviceInfo | null> {
    this.#device ??= detectDevice();
    const device = await this.#device;
    // A driver may come back; "none" is not remembered.
    if (device === null) this.#device = null;
    return device;
  }

  async models(): Promise<readonly ModelInfo[]> {
    const device = await this.device();
    const [entries, begun] = await Promise.all([this.#entries(), begunModels()]);
    return Promise.all(
      entries.map(async (entry) => {
        const isStored = begun.has(entry.url) && (await hasModelFiles(entry));
        return describeModel(entry, device, isStored ? "stored" : "absent");
      }),
    );
  }

  async load(model: string, { signal, onProgress }: LoadOptions): Promise<LoadedModel> {
    const device = await this.device();
    const entry = await this.#entry(model);
    const unfit = whyUnfit(entry, device);
    if (unfit !== null) throw invalidRequest(unfit, "model", "model_unsupported");
    await this.#fetch(entry, signal, onProgress);
    return loadEntry(entry, device, signal, onProgress);
  }

  async download(model: string, { signal, onProgress }: LoadOptions): Promise<void> {
    await this.#fetch(await this.#entry(model), signal, onProgress);
  }

  async remove(model: string): Promise<void> {
    const entry = await this.#entry(model);
    await removeModelFiles(entry, await this.#entries());
    await forgetModel(model);
  }

  async add(source: ModelSource, signal: AbortSignal): Promise<ModelInfo> {
    const entry = await inspectSource(source, signal);
    await rememberModel(entry);
    return describeModel(entry, await this.device(), "absent");
  }

  async #entries(): Promise<readonly ModelEntry[]> {
    return [...builtInModels(this.#base, await this.device()), ...(await rememberedModels())];
  }

  async #entry(model: string): Promise<ModelEntry> {
    const entry = (await this.#entries()).find(({ id }) => id === model);
    if (entry === undefined) throw modelNotFound(model);
    return entry;
  }

  async #fetch(
    entry: ModelEntry,
    signal: AbortSignal,
    onProgress: (progress: ModelProgress) => void,
  ): Promise<void> {
    // A request and the models page may want the same files at the same time: they are fetched once.
    await this.#fetches.run(entry.url, signal, onProgress, (shared, report) => {
      const rate = new ByteRate();
      return fetchModelFiles(entry, shared, ({ loadedBytes, totalBytes }) => {
        const bytesPerSecond = rate.add(loadedBytes);
        report({ model: entry.id, phase: "downloading", loadedBytes, totalBytes, bytesPerSecond });
      });
    });
  }
}

async function loadEntry(
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
      embed: embedWith(embeddingPipelineOf(engine, entry.id)),
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
