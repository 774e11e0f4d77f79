import { modelNotFound } from "../api-error.ts";
import type { DeviceInfo, EmbedResult, ModelFiles, ModelSource } from "../engine.ts";
import type { ModelInfo } from "../model-info.ts";
import type { LoadedModel, LoadOptions, ModelRuntime } from "../model-runtime.ts";
import { ScriptedModel } from "./scripted-model.ts";

/** Printed in the scripted build, and looked for in the production build, where it must not be found. */
export const SCRIPTED_MARK = "slash-v1 scripted engine (test double)";

const DEVICE: DeviceInfo = {
  vendor: "scripted",
  architecture: "",
  description: SCRIPTED_MARK,
  features: [],
  maxBufferSize: 2 ** 30,
  maxStorageBufferBindingSize: 2 ** 27,
  isFallback: false,
};

const CONTEXT = 4096;
const DIMENSIONS = 8;

/** A test double for WebLLM: a chat model, an embedding model, and one that is not on the device. */
export class ScriptedRuntime implements ModelRuntime {
  readonly #stored = new Set(["scripted", "scripted-embed"]);
  /** Names of models from the disk. */
  readonly #given = new Set<string>();
  readonly #loadMs: number;

  /** @param loadMs - how long a load takes, in milliseconds */
  constructor(loadMs = 0) {
    this.#loadMs = loadMs;
  }

  async device(): Promise<DeviceInfo> {
    return DEVICE;
  }

  async models(): Promise<readonly ModelInfo[]> {
    return [
      this.#info("scripted", "Scripted"),
      this.#info("scripted-embed", "Scripted embeddings", true),
      this.#info("scripted/absent", "Scripted, not fetched"),
      ...[...this.#given].map((id) => this.#info(id, id)),
    ];
  }

  async load(model: string, { signal, onProgress }: LoadOptions): Promise<LoadedModel> {
    await this.download(model, { signal, onProgress });
    let lose: (reason: string) => void = () => {};
    const lost = new Promise<string>((resolve) => {
      lose = resolve;
    });
    const isEmbedding = model === "scripted-embed";
    return {
      id: model,
      tokens: isEmbedding ? null : new ScriptedModel(CONTEXT, () => lose("scripted loss")),
      embed: isEmbedding ? embed : null,
      lost,
      dispose: async () => {},
    };
  }

  async download(model: string, { signal, onProgress }: LoadOptions): Promise<void> {
    if (!(await this.models()).some(({ id }) => id === model)) throw modelNotFound(model);
    const steps = 10;
    for (let step = 1; step <= steps; step++) {
      signal.throwIfAborted();
      if (this.#loadMs > 0)
        await new Promise((resolve) => setTimeout(resolve, this.#loadMs / steps));
      onProgress({
        model,
        phase: "downloading",
        loadedBytes: step * 1e6,
        totalBytes: steps * 1e6,
        bytesPerSecond: 1e6,
      });
    }
    this.#stored.add(model);
  }

  async remove(model: string): Promise<void> {
    this.#stored.delete(model);
  }

  async add(source: ModelSource): Promise<ModelInfo> {
    return this.#info(source.id, source.id);
  }

  async addFiles({ id }: ModelFiles, options: LoadOptions): Promise<void> {
    this.#given.add(id);
    await this.download(id, options);
  }

  #info(id: string, name: string, embeddings = false): ModelInfo {
    return {
      id,
      name,
      created: 1_760_000_000,
      ownedBy: "slash-v1",
      state: this.#stored.has(id) ? "stored" : "absent",
      embedded: id === "scripted",
      sizeBytes: 1e7,
      memoryBytes: null,
      parameters: null,
      contextLength: CONTEXT,
      capabilities: { chat: !embeddings, tools: !embeddings, json: !embeddings, embeddings },
      unfit: null,
    };
  }
}

/** Vectors that depend on the text alone, so that tests can compare the two encodings. */
async function embed(inputs: readonly string[]): Promise<EmbedResult> {
  const vectors = inputs.map((input) => {
    const raw = Array.from({ length: DIMENSIONS }, (_, index) =>
      Math.sin(
        (index + 1) * Array.from(input).reduce((sum, c) => sum + (c.codePointAt(0) ?? 0), 1),
      ),
    );
    const norm = Math.hypot(...raw);
    return Float32Array.from(raw, (value) => value / norm);
  });
  const promptTokens = inputs.reduce((sum, input) => sum + Math.ceil(input.length / 4), 0);
  return { vectors, promptTokens };
}
