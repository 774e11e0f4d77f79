import { ApiError, invalidRequest } from "./api-error.ts";
import { EventQueue, type EventSink } from "./event-queue.ts";
import type { GenerateEvent, Json } from "./job.ts";

/** How long an ended answer can still be fetched. */
const KEPT_MS = 5 * 60_000;
const MOST_RECORDS = 32;

/** The answers that a client can come back to, by the id it gave them. */
export class RecordedJobs {
  readonly #records = new Map<string, RecordedJob>();

  /** @throws ApiError 400 when an answer with this id is being made right now */
  start(streamId: string, context: Json): RecordedJob {
    const existing = this.#records.get(streamId);
    if (existing?.isRunning === true) {
      throw invalidRequest(
        "An answer with this X-Conversation-Id is being made. Follow it, or stop it first.",
        null,
        "conversation_busy",
      );
    }
    const record = new RecordedJob(context, () => {
      setTimeout(() => {
        if (this.#records.get(streamId) === record) this.#records.delete(streamId);
      }, KEPT_MS);
    });
    this.#records.delete(streamId);
    this.#records.set(streamId, record);
    this.#dropOldest();
    return record;
  }

  /** @throws ApiError 404 when there is no such answer */
  get(streamId: string): RecordedJob {
    const record = this.#records.get(streamId);
    if (record !== undefined) return record;
    throw new ApiError({
      status: 404,
      type: "invalid_request_error",
      code: "stream_not_found",
      param: "conv_id",
      message: `There is no answer with the id '${streamId}'. Answers are kept for five minutes after their end.`,
    });
  }

  /** Stops an answer and forgets it. */
  stop(streamId: string): boolean {
    const record = this.#records.get(streamId);
    record?.stop();
    return this.#records.delete(streamId);
  }

  #dropOldest(): void {
    for (const [id, record] of this.#records) {
      if (this.#records.size <= MOST_RECORDS) return;
      if (!record.isRunning) this.#records.delete(id);
    }
  }
}

/** One answer, event by event, for as many followers as come. */
export class RecordedJob implements EventSink<GenerateEvent> {
  readonly #context: Json;
  readonly #events: GenerateEvent[] = [];
  readonly #followers = new Set<EventQueue<GenerateEvent>>();
  readonly #controller = new AbortController();
  readonly #onEnd: () => void;
  #outcome: { readonly error: unknown } | "ended" | null = null;

  constructor(context: Json, onEnd: () => void) {
    this.#context = context;
    this.#onEnd = onEnd;
  }

  get isRunning(): boolean {
    return this.#outcome === null;
  }

  /** Aborts when the answer is stopped on purpose. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  stop(): void {
    this.#controller.abort(new DOMException("The answer was stopped.", "AbortError"));
  }

  push(event: GenerateEvent): void {
    // Waiting and beats tell of a moment, not of the answer.
    if (event.type !== "queued" && event.type !== "loading" && event.type !== "beat") {
      this.#events.push(event);
    }
    for (const follower of this.#followers) follower.push(event);
  }

  end(): void {
    this.#outcome = "ended";
    for (const follower of this.#followers) follower.end();
    this.#onEnd();
  }

  fail(error: unknown): void {
    this.#outcome = { error };
    for (const follower of this.#followers) follower.fail(error);
    this.#onEnd();
  }

  /** All events from the first on, then those to come. Leaving does not stop the answer. */
  follow(
    signal: AbortSignal,
    { resumed }: { readonly resumed: boolean },
  ): AsyncIterable<readonly GenerateEvent[]> {
    const queue = new EventQueue<GenerateEvent>(() => this.#followers.delete(queue));
    if (resumed) queue.push({ type: "resumed", context: this.#context });
    queue.pushAll(this.#events);
    if (this.#outcome === "ended") queue.end();
    else if (this.#outcome !== null) queue.fail(this.#outcome.error);
    else this.#followers.add(queue);
    signal.addEventListener(
      "abort",
      () => {
        this.#followers.delete(queue);
        queue.fail(signal.reason);
      },
      { once: true },
    );
    return queue;
  }
}
