import { engineError } from "./api-error.ts";
import type { TokenModel } from "./generate/token-model.ts";
import type { ModelProgress } from "./model-info.ts";
import type { LoadedModel, ModelRuntime } from "./model-runtime.ts";
import type { StatusBoard } from "./status-board.ts";
import { guarded } from "./watchdog.ts";

export interface ModelSlotOptions {
  /** How long a load may show no progress, in milliseconds. */
  readonly loadLimitMs: number;
  /** The device of the model in use was lost. */
  readonly onLost: () => void;
}

/** The device's place for a model: at most one is there, and it is loaded once however many ask. */
export class ModelSlot {
  readonly #runtime: ModelRuntime;
  readonly #status: StatusBoard;
  readonly #options: ModelSlotOptions;
  #loaded: LoadedModel | null = null;

  constructor(runtime: ModelRuntime, status: StatusBoard, options: ModelSlotOptions) {
    this.#runtime = runtime;
    this.#status = status;
    this.#options = options;
  }

  get modelId(): string | null {
    return this.#loaded?.id ?? null;
  }

  /** The model's tokenizer and sizes, if it is the one that is loaded. */
  tokensOf(model: string): TokenModel | null {
    return this.#loaded?.id === model ? this.#loaded.tokens : null;
  }

  /** Finds out what device there is. */
  async detect(): Promise<void> {
    try {
      const device = await this.#runtime.device();
      this.#status.set({ state: device === null ? "unsupported" : "idle", device });
    } catch {
      // The engine's program did not come; the next request asks for it again.
      this.#status.set({ state: "failed" });
    }
  }

  /** The model, put on the device first where it isn't. The caller has the queue's turn. */
  async use(
    model: string,
    signal: AbortSignal,
    onProgress: (progress: ModelProgress) => void,
  ): Promise<LoadedModel> {
    if (this.#loaded?.id === model) return this.#loaded;
    await this.clear();
    this.#status.set({ state: "loading", model });
    try {
      const loaded = await this.#load(model, signal, onProgress);
      this.#loaded = loaded;
      this.#status.set({ state: "idle", model, progress: null });
      void loaded.lost.then(() => {
        if (this.#loaded !== loaded) return;
        this.abandon();
        this.#options.onLost();
      });
      return loaded;
    } catch (error) {
      this.#status.set({ state: signal.aborted ? "idle" : "failed", model: null, progress: null });
      throw error;
    }
  }

  /** Loads, unless it gets stuck: then whoever waits is told, and the device's next load does not wait for this one. */
  async #load(
    model: string,
    signal: AbortSignal,
    onProgress: (progress: ModelProgress) => void,
  ): Promise<LoadedModel> {
    const stuck = new AbortController();
    return guarded(
      this.#options.loadLimitMs,
      () => {
        const error = engineError(
          `The model showed no progress for ${Math.round(this.#options.loadLimitMs / 1000)} seconds while it was being loaded, and was given up. Try again.`,
        );
        stuck.abort(error);
        return error;
      },
      async (alive) => {
        const loaded = await this.#runtime.load(model, {
          signal: AbortSignal.any([signal, stuck.signal]),
          onProgress: (progress) => {
            alive();
            this.#status.set({ progress });
            onProgress(progress);
          },
        });
        // It came after all, but nobody waits for it any more.
        if (stuck.signal.aborted) void loaded.dispose();
        return loaded;
      },
    );
  }

  /** Takes the model off the device. */
  async clear(): Promise<void> {
    const loaded = this.#loaded;
    this.#loaded = null;
    await loaded?.dispose();
    this.#status.set({ state: "idle", model: null, progress: null });
  }

  /** Lets go of a model that no longer answers, without waiting for it. */
  abandon(): void {
    const loaded = this.#loaded;
    this.#loaded = null;
    void loaded?.dispose();
    this.#status.set({ state: "idle", model: null, progress: null });
  }
}
