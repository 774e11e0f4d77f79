import type { TokenModel } from "./generate/token-model.ts";
import type { ModelProgress } from "./model-info.ts";
import type { LoadedModel, ModelRuntime } from "./model-runtime.ts";
import type { StatusBoard } from "./status-board.ts";

/** The device's place for a model: at most one is there, and it is loaded once however many ask. */
export class ModelSlot {
  readonly #runtime: ModelRuntime;
  readonly #status: StatusBoard;
  #loaded: LoadedModel | null = null;

  constructor(runtime: ModelRuntime, status: StatusBoard) {
    this.#runtime = runtime;
    this.#status = status;
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
    const device = await this.#runtime.device().catch(() => null);
    this.#status.set(
      device === null ? { state: "unsupported", device } : { state: "idle", device },
    );
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
      const loaded = await this.#runtime.load(model, {
        signal,
        onProgress: (progress) => {
          this.#status.set({ progress });
          onProgress(progress);
        },
      });
      this.#loaded = loaded;
      this.#status.set({ state: "idle", model, progress: null });
      void loaded.lost.then(() => {
        if (this.#loaded === loaded) this.abandon();
      });
      return loaded;
    } catch (error) {
      this.#status.set({ state: signal.aborted ? "idle" : "failed", model: null, progress: null });
      throw error;
    }
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
