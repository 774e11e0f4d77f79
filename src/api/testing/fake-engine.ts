import { ApiError, modelNotFound } from "../../engine/api-error.ts";
import type { EmbedJob, EmbedResult, Engine, OnBatch } from "../../engine/engine.ts";
import type { GenerateEvent, GenerateJob } from "../../engine/job.ts";
import type { ModelInfo } from "../../engine/model-info.ts";

/**
 * A step of a script: an event, a pause in milliseconds, an error to throw, or "hang" (nothing more ever comes, until
 * the signal aborts).
 */
export type Step = GenerateEvent | number | Error | "hang";

/** What the engine does with a job. */
export type Script = (
  job: GenerateJob,
  run: number,
) => readonly (Step | readonly GenerateEvent[])[];

/** A model for tests; everything can be overridden. */
export function fakeModel(fields: Partial<ModelInfo> = {}): ModelInfo {
  return {
    id: "test/model-1",
    name: "Test model",
    created: 1_700_000_000,
    ownedBy: "tests",
    state: "loaded",
    embedded: true,
    sizeBytes: 1,
    memoryBytes: 1,
    parameters: "1M",
    contextLength: 2048,
    capabilities: { chat: true, tools: true, json: true, embeddings: false },
    unfit: null,
    ...fields,
  };
}

/** A test double for the engine: it plays scripts, records jobs, and obeys aborts. */
export class FakeEngine implements Engine {
  readonly jobs: GenerateJob[] = [];
  readonly embedJobs: EmbedJob[] = [];
  /** Ids of jobs whose signal aborted. */
  readonly aborted: string[] = [];
  catalogue: readonly ModelInfo[];
  script: Script;
  /** What `models` throws. */
  outage: Error | null = null;
  batchMs = 0;
  #streams = new Map<string, GenerateJob>();

  constructor(script: Script = () => say("Hi there."), catalogue: readonly ModelInfo[] = MODELS) {
    this.script = script;
    this.catalogue = catalogue;
  }

  async models(): Promise<readonly ModelInfo[]> {
    if (this.outage) throw this.outage;
    return this.catalogue;
  }

  async model(id: string): Promise<ModelInfo | null> {
    return (await this.models()).find((item) => item.id === id) ?? null;
  }

  async *generate(
    job: GenerateJob,
    signal: AbortSignal,
  ): AsyncGenerator<readonly GenerateEvent[], void, undefined> {
    // As a port would: a job that cannot be copied fails here.
    const copy = structuredClone(job);
    this.jobs.push(copy);
    if (job.streamId !== null) this.#streams.set(job.streamId, copy);
    yield* this.#play(copy, this.jobs.length - 1, signal);
  }

  async *follow(
    streamId: string,
    signal: AbortSignal,
  ): AsyncGenerator<readonly GenerateEvent[], void, undefined> {
    const job = this.#streams.get(streamId);
    if (!job) {
      throw new ApiError({
        status: 404,
        type: "invalid_request_error",
        code: "stream_not_found",
        param: "conv_id",
        message: `There is no answer '${streamId}' to follow.`,
      });
    }
    yield [{ type: "resumed", context: job.context }];
    yield* this.#play(job, this.jobs.indexOf(job), signal);
  }

  async stop(streamId: string): Promise<boolean> {
    return this.#streams.delete(streamId);
  }

  /** One input a batch; a pause of {@link batchMs} after each. */
  async embed(job: EmbedJob, signal: AbortSignal, onBatch?: OnBatch): Promise<EmbedResult> {
    this.embedJobs.push(job);
    const model = this.catalogue.find((item) => item.id === job.model);
    if (!model) throw modelNotFound(job.model);
    const vectors: Float32Array[] = [];
    for (const text of job.inputs) {
      if (signal.aborted) this.aborted.push(job.id);
      signal.throwIfAborted();
      vectors.push(Float32Array.of(0.6, 0.8 * (text.length ? 1 : -1), 0, 0));
      onBatch?.(vectors.slice(-1));
      // oxlint-disable-next-line no-await-in-loop -- batches come in order
      if (this.batchMs > 0) await new Promise((resolve) => setTimeout(resolve, this.batchMs));
    }
    return { vectors, promptTokens: job.inputs.join(" ").length };
  }

  async *#play(
    job: GenerateJob,
    number: number,
    signal: AbortSignal,
  ): AsyncGenerator<readonly GenerateEvent[], void, undefined> {
    const gone = new Promise<never>((_, reject) => {
      signal.addEventListener("abort", () => {
        this.aborted.push(job.id);
        reject(signal.reason);
      });
    });
    gone.catch(() => {});
    for (const step of this.script(job, number)) {
      signal.throwIfAborted();
      if (step instanceof Error) throw step;
      // oxlint-disable no-await-in-loop -- a script is played in order
      if (step === "hang") await gone;
      else if (typeof step === "number") {
        await Promise.race([gone, new Promise((resolve) => setTimeout(resolve, step))]);
      } else if (isBatch(step)) yield step;
      else yield [step];
    }
  }
}

function isBatch(step: Step | readonly GenerateEvent[]): step is readonly GenerateEvent[] {
  return Array.isArray(step);
}

const MODELS = [
  fakeModel(),
  fakeModel({
    id: "test-embedder",
    capabilities: { chat: false, tools: false, json: false, embeddings: true },
  }),
  fakeModel({ id: "far-away", state: "absent", embedded: false }),
  fakeModel({ id: "too-big", unfit: "it needs 24 GB of device memory" }),
];

/** Events of one choice that says the given pieces, one token each. */
export function choice(
  index: number,
  pieces: readonly string[],
  reason: "stop" | "length" = "stop",
): readonly GenerateEvent[] {
  return [
    ...pieces.map((text) => ({ type: "text", index, text, logprobs: null }) as const),
    { type: "finish", index, reason },
  ];
}

/** `start`, the given events and `usage`. */
export function run(
  events: readonly GenerateEvent[],
  { promptTokens = 10, cachedTokens = 0, completionTokens = -1 } = {},
): readonly GenerateEvent[] {
  const texts = events.filter((event) => event.type === "text").length;
  return [
    { type: "start", promptTokens, cachedTokens, promptLogprobs: null },
    ...events,
    {
      type: "usage",
      promptTokens,
      cachedTokens,
      completionTokens: completionTokens < 0 ? texts : completionTokens,
      timings: { queueMs: 0, prefillMs: 1, decodeMs: 1 },
    },
  ];
}

/** A whole run of one choice. */
export function say(
  text: string | readonly string[],
  reason: "stop" | "length" = "stop",
): readonly GenerateEvent[] {
  return run(
    choice(0, typeof text === "string" ? (text.match(/\S+\s*|\s+/g) ?? []) : text, reason),
  );
}
