import { invalidRequest, modelNotFound, unavailable } from "../api-error.ts";
import type { DeviceInfo, ModelFiles, ModelSource } from "../engine.ts";
import type { ModelInfo, ModelProgress } from "../model-info.ts";
import type { LoadedModel, LoadOptions, ModelRuntime } from "../model-runtime.ts";
import {
  forgetModel,
  inspectSource,
  rememberedModels,
  rememberModel,
} from "../models/added-models.ts";
import { inspectDisk } from "../models/disk-model.ts";
import { builtInModels, describeModel, whyUnfit } from "../models/catalogue.ts";
import {
  begunModels,
  fetchModelFiles,
  hasModelFiles,
  removeModelFiles,
  type FileProgress,
} from "../models/model-files.ts";
import type { ModelEntry } from "../models/model-record.ts";
import { ByteRate } from "../models/byte-rate.ts";
import { SharedWork } from "../models/shared-work.ts";
import { detectDevice } from "./detect-device.ts";
import type { LoadProgram } from "./load-model.ts";

/**
 * Knows the models and keeps their files. WebLLM's program, which puts them on the WebGPU device, is fetched when the
 * first one is loaded (docs/decisions/0503).
 */
export class WebLLMRuntime implements ModelRuntime {
  readonly #base: string;
  readonly #program: () => Promise<LoadProgram>;
  readonly #fetches = new SharedWork<ModelProgress>();
  #device: Promise<DeviceInfo | null> | null = null;

  /**
   * @param base - absolute address of the site, with a slash at the end
   * @param program - fetches WebLLM
   */
  constructor(base: string, program: () => Promise<LoadProgram>) {
    this.#base = base;
    this.#program = program;
  }

  async device(): Promise<DeviceInfo | null> {
    this.#device ??= detectDevice();
    const device = await this.#device;
    // A driver may come back; "none" is not remembered.
    if (device === null) this.#device = null;
    return device;
  }

  async models(): Promise<readonly ModelInfo[]> {
    const [device, entries, begun] = await Promise.all([
      this.device(),
      this.#entries(),
      begunModels(),
    ]);
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
    const { loadModel } = await this.#program();
    signal.throwIfAborted();
    await this.#fetch(entry, signal, onProgress);
    return loadModel(entry, device, signal, onProgress);
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

  async addFiles(source: ModelFiles, { signal, onProgress }: LoadOptions): Promise<void> {
    const { entry, given } = await inspectDisk(source, this.#base);
    if ((await this.#entries()).some(({ id }) => id === entry.id)) {
      throw invalidRequest(`There is a model named '${entry.id}' already.`, "id");
    }
    await this.#fetch(entry, signal, onProgress, given);
    await rememberModel(entry);
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
    given?: ReadonlyMap<string, Blob>,
  ): Promise<void> {
    if (entry.fromDisk === true && given === undefined && !(await hasModelFiles(entry))) {
      throw unavailable(
        "model_not_downloaded",
        `The files of '${entry.name}' came from this device's disk and are no longer in the browser's store. Delete it under Models, and choose its files again.`,
      );
    }
    // A request and the models page may want the same files at the same time: they are fetched once.
    await this.#fetches.run(entry.url, signal, onProgress, async (shared, report) => {
      const rate = new ByteRate();
      const onBytes = ({ loadedBytes, totalBytes }: FileProgress): void => {
        const bytesPerSecond = rate.add(loadedBytes);
        report({ model: entry.id, phase: "downloading", loadedBytes, totalBytes, bytesPerSecond });
      };
      try {
        await fetchModelFiles(entry, shared, onBytes, given);
      } catch (error) {
        // A download goes on where it stopped; of a copy nobody would know, nor could delete what it has left.
        if (given !== undefined) await removeModelFiles(entry, await this.#entries());
        throw error;
      }
    });
  }
}
