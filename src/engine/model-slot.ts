import { engineError } from "./api-error.ts";
import type { TokenModel } from "./generate/token-model.ts";
import type { ModelProgress } from "./model-info.ts";
import type { LoadedModel, LoadOptions, ModelRuntime } from "./model-runtime.ts";
import type { StatusBoard } from "./status-board.ts";
import { guarded } from "./watchdog.ts";

export interface ModelSlotOptions {
  /** How long a load may show no progress, in milliseconds. */
  readonly loadLimitMs: number;
  /** The device of the model in use was lost. */
  readonly onLost: () => void;
}

/** How long the device may take to tell that it was lost, in milliseconds, after a call has failed for it. */
const LOSS_MS = 200;
/** How long a model may take to leave the device, in milliseconds; a stuck one is not waited for. */
const DISPOSE_MS = 10_000;

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
    // What is there stays until the other one has come.
    if (this.#loaded !== null) {
      await this.#watched(signal, onProgress, (options) => this.#runtime.download(model, options));
    }
    await this.clear();
    this.#status.set({ state: "loading", model });
    try {
      const report = (progress: ModelProgress): void => {
        this.#status.set({ progress });
        onProgress(progress);
      };
      const loaded = await this.#watched(signal, report, async (options) => {
        const late = await this.#runtime.load(model, options);
        // It came after all, but nobody waits for it any more.
        if (options.signal.aborted) void late.dispose();
        return late;
      });
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

  /** Fetches or loads, unless it gets stuck: then whoever waits is told, and the device's next load does not wait for this one. */
  async #watched<T>(
    signal: AbortSignal,
    onProgress: (progress: ModelProgress) => void,
    work: (options: LoadOptions) => Promise<T>,
  ): Promise<T> {
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
      (alive) =>
        work({
          signal: AbortSignal.any([signal, stuck.signal]),
          onProgress: (progress) => {
            alive();
            onProgress(progress);
          },
        }),
    );
  }

  /** True when the device of the model in use is gone, or tells so in a moment: a call on it may fail first. */
  async isLosing(): Promise<boolean> {
    const loaded = this.#loaded;
    return loaded === null || within(LOSS_MS, loaded.lost);
  }

  /** Takes the model off the device. */
  async clear(): Promise<void> {
    const loaded = this.#loaded;
    this.#loaded = null;
    if (loaded !== null) await within(DISPOSE_MS, loaded.dispose());
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

/** @returns whether it happened in time */
async function within(limitMs: number, event: Promise<unknown>): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), limitMs);
  });
  try {
    return await Promise.race([event.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}
