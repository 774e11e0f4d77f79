import {
  ApiError,
  engineError,
  invalidRequest,
  modelNotFound,
  toApiError,
  unavailable,
} from "./api-error.ts";
import type {
  EmbedJob,
  EmbedResult,
  Engine,
  EngineAdmin,
  EngineStatus,
  ModelFiles,
  ModelSource,
  OnBatch,
} from "./engine.ts";
import { EventQueue, type EventSink } from "./event-queue.ts";
import { checkJob, generate } from "./generate/generate.ts";
import type { TokenModel } from "./generate/token-model.ts";
import type { GenerateEvent, GenerateJob } from "./job.ts";
import { DEFAULT_QUEUE_LENGTH, JobQueue } from "./job-queue.ts";
import type { ModelInfo, ModelProgress } from "./model-info.ts";
import type { LoadedModel, ModelRuntime } from "./model-runtime.ts";
import { ModelSlot } from "./model-slot.ts";
import { DEFAULT_FAILURE_PAUSE_MS, FailureGuard } from "./failure-guard.ts";
import { progressOf } from "./progress-of.ts";
import { RecordedJobs } from "./recorded-jobs.ts";
import { StatusBoard } from "./status-board.ts";
import { FileTransfers } from "./file-transfers.ts";
import { guarded } from "./watchdog.ts";

export interface LocalEngineOptions {
  readonly host: EngineStatus["host"];
  /** Jobs that may wait; more get a 429. */
  readonly queueLength?: number;
  /** How long one step of the model may take, in milliseconds, before it counts as stuck. */
  readonly stepLimitMs?: number;
  /** How long an engine that fails again and again is left alone, in milliseconds. */
  readonly failurePauseMs?: number;
}

/** A prompt as a model has read it. */
interface CheckedPrompt {
  readonly model: TokenModel;
  readonly tokens: readonly number[];
}

/** Twice what the slowest known device needs for a step. */
const DEFAULT_STEP_LIMIT_MS = 120_000;
/** A load may be silent for so many step limits: compiling tells nothing between two programs. */
const LOAD_STEPS = 2;

/** The engine where it lives: one queue, one model on the device, any number of callers. */
export class LocalEngine implements Engine, EngineAdmin {
  readonly #runtime: ModelRuntime;
  readonly #queue: JobQueue;
  readonly #slot: ModelSlot;
  readonly #status: StatusBoard;
  readonly #transfers: FileTransfers;
  readonly #recorded = new RecordedJobs();
  readonly #failures: FailureGuard;
  readonly #stepLimitMs: number;
  #lastAsked: ModelInfo | null = null;
  /** Ends the step that runs. One handler a step, not one on the device's promise: that would keep them all. */
  #endStep = (_error: Error): void => {};

  constructor(runtime: ModelRuntime, options: LocalEngineOptions) {
    this.#runtime = runtime;
    this.#stepLimitMs = options.stepLimitMs ?? DEFAULT_STEP_LIMIT_MS;
    this.#status = new StatusBoard(options.host);
    this.#transfers = new FileTransfers(this.#status);
    this.#failures = new FailureGuard(options.failurePauseMs ?? DEFAULT_FAILURE_PAUSE_MS);
    this.#slot = new ModelSlot(runtime, this.#status, {
      loadLimitMs: LOAD_STEPS * this.#stepLimitMs,
      onLost: () => this.#endStep(deviceLost()),
    });
    this.#queue = new JobQueue(options.queueLength ?? DEFAULT_QUEUE_LENGTH, () =>
      this.#status.set({ running: this.#queue.running, waiting: this.#queue.waiting }),
    );
    void this.#slot.detect();
  }

  async models(_signal: AbortSignal): Promise<readonly ModelInfo[]> {
    const loaded = this.#slot.modelId;
    const models = await this.#runtime.models();
    return models.map((model) => (model.id === loaded ? { ...model, state: "loaded" } : model));
  }

  async model(id: string, signal: AbortSignal): Promise<ModelInfo | null> {
    const known = this.#lastAsked;
    // Looking through the browser's store takes as long as some answers' first token.
    if (known?.id === id && known.state === "loaded" && this.#slot.modelId === id) return known;
    this.#lastAsked = (await this.models(signal)).find((model) => model.id === id) ?? null;
    return this.#lastAsked;
  }

  generate(job: GenerateJob, signal: AbortSignal): AsyncIterable<readonly GenerateEvent[]> {
    if (job.streamId === null) {
      const abort = new AbortController();
      const queue = new EventQueue<GenerateEvent>(() =>
        abort.abort(new DOMException("The reader left.", "AbortError")),
      );
      void this.#feed(queue, job, AbortSignal.any([signal, abort.signal]));
      return queue;
    }
    // A recorded job belongs to its id, not to the connection that started it.
    const record = this.#recorded.start(job.streamId, job.context);
    void this.#feed(record, job, record.signal);
    return record.follow(signal, { resumed: false });
  }

  follow(streamId: string, signal: AbortSignal): AsyncIterable<readonly GenerateEvent[]> {
    return this.#recorded.get(streamId).follow(signal, { resumed: true });
  }

  async stop(streamId: string, _signal: AbortSignal): Promise<boolean> {
    return this.#recorded.stop(streamId);
  }

  async embed(job: EmbedJob, signal: AbortSignal, onBatch?: OnBatch): Promise<EmbedResult> {
    await this.#checkModel(job.model, "embeddings");
    this.#failures.check(job.model);
    const leave = await this.#queue.enter(signal, () => {});
    try {
      this.#failures.check(job.model);
      const model = await this.#slot.use(job.model, signal, () => {});
      const { embed } = model;
      if (embed === null) throw cannot(job.model, "embeddings");
      const result = await this.#work(signal, (alive) =>
        this.#step(
          embed(job.inputs, signal, (vectors) => {
            alive();
            onBatch?.(vectors);
          }),
        ),
      );
      this.#failures.succeeded(job.model);
      return result;
    } catch (error) {
      throw this.#report(job.model, error, signal);
    } finally {
      leave();
    }
  }

  status(signal: AbortSignal): AsyncIterable<EngineStatus> {
    return this.#status.watch(signal);
  }

  download(model: string, signal: AbortSignal): AsyncIterable<ModelProgress> {
    return this.#transfers.run(model, signal, (options) => this.#runtime.download(model, options));
  }

  addFiles(source: ModelFiles, signal: AbortSignal): AsyncIterable<ModelProgress> {
    return this.#transfers.run(source.id, signal, (options) =>
      this.#runtime.addFiles(source, options),
    );
  }

  load(model: string, signal: AbortSignal): AsyncIterable<ModelProgress> {
    return progressOf(async (onProgress) => {
      const leave = await this.#queue.enter(signal, () => {});
      try {
        await this.#slot.use(model, signal, onProgress);
      } catch (error) {
        throw this.#report(model, error, signal);
      } finally {
        leave();
      }
    });
  }

  async unload(signal: AbortSignal): Promise<void> {
    const leave = await this.#queue.enter(signal, () => {});
    try {
      await this.#slot.clear();
    } finally {
      leave();
    }
  }

  async remove(model: string, signal: AbortSignal): Promise<void> {
    const leave = await this.#queue.enter(signal, () => {});
    try {
      if (this.#slot.modelId === model) await this.#slot.clear();
      await this.#runtime.remove(model);
    } finally {
      leave();
    }
  }

  add(source: ModelSource, signal: AbortSignal): Promise<ModelInfo> {
    return this.#runtime.add(source, signal);
  }

  /** Runs a job and tells everything that happens to a sink. Never rejects. */
  async #feed(
    sink: EventSink<GenerateEvent>,
    job: GenerateJob,
    signal: AbortSignal,
  ): Promise<void> {
    const beat = setInterval(() => sink.push({ type: "beat" }), BEAT_INTERVAL_MS);
    try {
      await this.#checkModel(job.model, "chat");
      const checked = this.#check(job);
      this.#failures.check(job.model);
      const arrived = performance.now();
      const leave = await this.#queue.enter(signal, (position) =>
        sink.push({ type: "queued", position }),
      );
      try {
        this.#failures.check(job.model);
        const queueMs = performance.now() - arrived;
        const model = await this.#slot.use(job.model, signal, ({ loadedBytes, totalBytes }) =>
          sink.push({ type: "loading", loadedBytes, totalBytes }),
        );
        await this.#run(sink, job, model, checked, queueMs, signal);
      } finally {
        leave();
      }
      sink.end();
    } catch (error) {
      sink.fail(this.#report(job.model, error, signal));
    } finally {
      clearInterval(beat);
    }
  }

  async #run(
    sink: EventSink<GenerateEvent>,
    job: GenerateJob,
    model: LoadedModel,
    checked: CheckedPrompt | null,
    queueMs: number,
    signal: AbortSignal,
  ): Promise<void> {
    if (model.tokens === null) throw cannot(job.model, "chat");
    const { tokens: tokenModel } = model;
    // Another one may have been loaded while this job waited.
    const tokens = checked?.model === tokenModel ? checked.tokens : undefined;
    const meter = this.#status.answering();
    try {
      await this.#work(signal, async (alive) => {
        const events = generate(job, tokenModel, signal, alive, tokens);
        for (;;) {
          const { done, value } = await this.#step(events.next());
          if (done === true) break;
          alive();
          if (value.type === "text") meter.token();
          sink.push(
            value.type === "usage" ? { ...value, timings: { ...value.timings, queueMs } } : value,
          );
        }
      });
      this.#failures.succeeded(job.model);
    } finally {
      meter.end();
    }
  }

  /** Work of the model. A slow step is told apart from a stuck one only by time; a lost device says so. */
  async #work<T>(signal: AbortSignal, work: (alive: () => void) => Promise<T>): Promise<T> {
    const giveUp = (): Error => {
      const error = this.#giveUp();
      this.#endStep(error);
      return error;
    };
    try {
      return await guarded(this.#stepLimitMs, giveUp, work);
    } catch (error) {
      if (error instanceof ApiError || signal.aborted) throw error;
      throw (await this.#slot.isLosing()) ? deviceLost() : error;
    }
  }

  /** One step of the model, which a lost device ends at once. */
  #step<T>(step: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#endStep = reject;
      step.then(resolve, reject);
    });
  }

  async #checkModel(id: string, capability: "chat" | "embeddings"): Promise<void> {
    if (this.#slot.modelId === id) return;
    const model = (await this.#runtime.models()).find((known) => known.id === id);
    if (model === undefined) throw modelNotFound(id);
    if (!model.capabilities[capability]) throw cannot(id, capability);
    if (model.unfit !== null) throw invalidRequest(model.unfit, "model", "model_unsupported");
    if (model.state === "absent" && !model.embedded) {
      throw unavailable(
        "model_not_downloaded",
        `The model '${id}' is not on this device yet. Fetch it on the site's Models page.`,
      );
    }
  }

  /** What the model that is there would refuse is refused at once, not after its turn has come. */
  #check(job: GenerateJob): CheckedPrompt | null {
    const model = this.#slot.tokensOf(job.model);
    return model === null ? null : { model, tokens: checkJob(job, model) };
  }

  /** The model did not come back from a step: it is abandoned, and the next job loads it anew. */
  #giveUp(): Error {
    this.#slot.abandon();
    const seconds = Math.round(this.#stepLimitMs / 1000);
    return engineError(
      `The model gave nothing for ${seconds} seconds and was stopped. The next request starts it anew.`,
    );
  }

  /** Any failure as an ApiError, told to whoever watches the status; an abort is nobody's failure. */
  #report(model: string, error: unknown, signal: AbortSignal): unknown {
    if (signal.aborted) return error;
    const apiError = toApiError(error);
    if (apiError.status < 500) return apiError;
    this.#status.addError(apiError.toFields());
    // What the pipeline's state is after an unforeseen exception nobody knows.
    if (apiError.code === "engine_error" && this.#slot.modelId === model) this.#slot.abandon();
    if (this.#failures.failed(model, apiError)) this.#status.set({ state: "failed" });
    return apiError;
  }
}

/** Chromium stops a service worker that has been silent for minutes; a comment every few seconds is far below. */
const BEAT_INTERVAL_MS = 5_000;

function deviceLost(): ApiError {
  return unavailable(
    "device_lost",
    "The graphics device was lost while it worked on this request. The next request starts it anew.",
    1,
  );
}

function cannot(model: string, capability: "chat" | "embeddings"): Error {
  const what = capability === "chat" ? "write text" : "make embeddings";
  return invalidRequest(`The model '${model}' cannot ${what}.`, "model", "model_unsupported");
}
