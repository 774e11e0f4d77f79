import type { DeviceInfo, EmbedResult, ModelFiles, ModelSource, OnBatch } from "./engine.ts";
import type { TokenModel } from "./generate/token-model.ts";
import type { ModelInfo, ModelProgress } from "./model-info.ts";

export interface LoadOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ModelProgress) => void;
}

/** A model on the device. */
export interface LoadedModel {
  readonly id: string;
  /** Null for a model that only embeds. */
  readonly tokens: TokenModel | null;
  /** Null for a model that cannot embed. Stops between batches when the signal aborts, and calls `onBatch` after each. */
  readonly embed:
    | ((inputs: readonly string[], signal: AbortSignal, onBatch: OnBatch) => Promise<EmbedResult>)
    | null;
  /** Resolves with the reason when the device is lost; never, if it isn't. */
  readonly lost: Promise<string>;
  /** Takes it off the device. Never rejects; a stuck model is abandoned. */
  dispose(): Promise<void>;
}

/** What puts models on a device: WebLLM, or a scripted stand-in for tests. */
export interface ModelRuntime {
  /** Null when there is no device a model could run on. */
  device(): Promise<DeviceInfo | null>;
  /** The catalogue; `loaded` is filled in by the caller. */
  models(): Promise<readonly ModelInfo[]>;
  /** Fetches what is missing, then loads. */
  load(model: string, options: LoadOptions): Promise<LoadedModel>;
  /** Fetches and checks a model's files. */
  download(model: string, options: LoadOptions): Promise<void>;
  remove(model: string): Promise<void>;
  add(source: ModelSource, signal: AbortSignal): Promise<ModelInfo>;
  addFiles(source: ModelFiles, options: LoadOptions): Promise<void>;
}
