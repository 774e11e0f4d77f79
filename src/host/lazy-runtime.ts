import { unavailable } from "../engine/api-error.ts";
import type { DeviceInfo, ModelSource } from "../engine/engine.ts";
import type { ModelInfo } from "../engine/model-info.ts";
import type { LoadedModel, LoadOptions, ModelRuntime } from "../engine/model-runtime.ts";

/** A runtime whose program is fetched at the first use, and again at the next one when that failed. */
export class LazyRuntime implements ModelRuntime {
  readonly #fetch: () => Promise<ModelRuntime>;
  #runtime: Promise<ModelRuntime> | null = null;

  constructor(fetch: () => Promise<ModelRuntime>) {
    this.#fetch = fetch;
  }

  async device(): Promise<DeviceInfo | null> {
    return (await this.#get()).device();
  }

  async models(): Promise<readonly ModelInfo[]> {
    return (await this.#get()).models();
  }

  async load(model: string, options: LoadOptions): Promise<LoadedModel> {
    return (await this.#get()).load(model, options);
  }

  async download(model: string, options: LoadOptions): Promise<void> {
    return (await this.#get()).download(model, options);
  }

  async remove(model: string): Promise<void> {
    return (await this.#get()).remove(model);
  }

  async add(source: ModelSource, signal: AbortSignal): Promise<ModelInfo> {
    return (await this.#get()).add(source, signal);
  }

  async #get(): Promise<ModelRuntime> {
    const runtime = (this.#runtime ??= this.#fetch());
    try {
      return await runtime;
    } catch {
      if (this.#runtime === runtime) this.#runtime = null;
      throw unavailable(
        "engine_unavailable",
        "The engine's program could not be loaded. Check the connection and try again.",
        5,
      );
    }
  }
}
