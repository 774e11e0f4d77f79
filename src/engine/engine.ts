import type { ApiErrorFields } from "./api-error.ts";
import type { GenerateEvent, GenerateJob } from "./job.ts";
import type { ModelInfo, ModelProgress } from "./model-info.ts";

/** Texts to be turned into vectors. */
export interface EmbedJob {
  readonly id: string;
  readonly model: string;
  readonly inputs: readonly string[];
}

/** One vector an input, in order, in the model's own length, L2-normalised. */
export interface EmbedResult {
  readonly vectors: readonly Float32Array[];
  readonly promptTokens: number;
}

/** Told of some inputs' vectors while others are still to be made. */
export type OnBatch = (vectors: readonly Float32Array[]) => void;

/**
 * What stands behind `/v1`: the only thing the API layer knows of inference.
 *
 * Every call takes an `AbortSignal`; when it aborts, the call rejects with the signal's reason and the work behind it
 * stops within a step. All failures are `ApiError`s.
 */
export interface Engine {
  /** The catalogue: every model a request may name, also those not on this device yet. */
  models(signal: AbortSignal): Promise<readonly ModelInfo[]>;

  /** One model of the catalogue, or null. Told from memory for the one that is loaded, since every request asks. */
  model(id: string, signal: AbortSignal): Promise<ModelInfo | null>;

  /**
   * Runs a job. Yields batches (all events that were ready at one moment), in the order: any number of `queued` and
   * `loading`, then one `start`, then `text` and one `finish` per choice, then one `usage`, then the end.
   * The iterable never waits for its reader.
   */
  generate(job: GenerateJob, signal: AbortSignal): AsyncIterable<readonly GenerateEvent[]>;

  /**
   * Follows a running or recently ended job that carries a `streamId`: its events from the first on, preceded by one
   * `resumed` event with the job's `context`. Rejects with a 404 when there is no such job.
   */
  follow(streamId: string, signal: AbortSignal): AsyncIterable<readonly GenerateEvent[]>;

  /** Stops a job that carries a `streamId`, and forgets it. Resolves to false when there is no such job. */
  stop(streamId: string, signal: AbortSignal): Promise<boolean>;

  /**
   * Turns texts into vectors. Rejects with a 400 when the model cannot embed.
   *
   * @param onBatch - called with the vectors of each batch; at the first one, every input is known to fit
   */
  embed(job: EmbedJob, signal: AbortSignal, onBatch?: OnBatch): Promise<EmbedResult>;
}

/** The graphics device, in words and numbers a person can use. */
export interface DeviceInfo {
  readonly vendor: string;
  readonly architecture: string;
  readonly description: string;
  readonly features: readonly string[];
  /** Bytes. */
  readonly maxBufferSize: number;
  /** Bytes. */
  readonly maxStorageBufferBindingSize: number;
  /** True when the adapter is a software fallback: right, but slow. */
  readonly isFallback: boolean;
}

/** The state of the engine at one moment; always true, for the status line. */
export interface EngineStatus {
  readonly state: "starting" | "idle" | "loading" | "answering" | "unsupported" | "failed";
  readonly host: "shared-worker" | "dedicated-worker";
  readonly device: DeviceInfo | null;
  /** The model on the device, or on its way there. */
  readonly model: string | null;
  readonly progress: ModelProgress | null;
  /** Jobs running (0 or 1) and waiting. */
  readonly running: number;
  readonly waiting: number;
  /** Tokens a second of the answer that runs, or of the last one. */
  readonly tokensPerSecond: number | null;
  /** Downloads in progress, by model id. */
  readonly downloads: Readonly<Record<string, ModelProgress>>;
  /** The last errors, newest first, at most 10. */
  readonly errors: readonly { readonly time: number; readonly error: ApiErrorFields }[];
}

/** Where a model's files come from, when it is not in the built-in catalogue. */
export interface ModelSource {
  readonly id: string;
  /** Folder with `mlc-chat-config.json`, `tensor-cache.json` and the shards. */
  readonly url: string;
  /** Address of the compiled library (`.wasm`). */
  readonly library: string;
}

/** A model's files from the user's disk, the compiled library among them. */
export interface ModelFiles {
  readonly id: string;
  readonly files: readonly { readonly name: string; readonly content: Blob }[];
}

/** What the app's own pages do with models, beyond `/v1`. */
export interface EngineAdmin {
  /** The present status at once, then every change. */
  status(signal: AbortSignal): AsyncIterable<EngineStatus>;
  /** Fetches a model's files into the browser's store, without loading it. Resumes what an earlier try left. */
  download(model: string, signal: AbortSignal): AsyncIterable<ModelProgress>;
  /** Puts a model on the device, fetching it first if it is missing. */
  load(model: string, signal: AbortSignal): AsyncIterable<ModelProgress>;
  /** Takes the model off the device; its files stay. */
  unload(signal: AbortSignal): Promise<void>;
  /** Deletes a model's files from the browser's store. */
  remove(model: string, signal: AbortSignal): Promise<void>;
  /** Adds a model to the catalogue after checking its files. */
  add(source: ModelSource, signal: AbortSignal): Promise<ModelInfo>;
  /** Adds a model from files of the user's disk: checks that all are there, and copies them into the browser's store. */
  addFiles(source: ModelFiles, signal: AbortSignal): AsyncIterable<ModelProgress>;
}
