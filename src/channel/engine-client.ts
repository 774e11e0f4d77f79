import { ApiError, toApiError, unavailable } from "../engine/api-error.ts";
import { deferred } from "../engine/deferred.ts";
import type { EngineAdmin, EngineStatus, ModelFiles, ModelSource } from "../engine/engine.ts";
import type { ModelInfo, ModelProgress } from "../engine/model-info.ts";
import { EventQueue } from "../engine/event-queue.ts";
import { ownLife, watchLife } from "./life.ts";
import {
  ACCEPT_LIMIT_BEATS,
  BEAT_INTERVAL_MS,
  BUSY_LIMIT_BEATS,
  HOST_LIMIT_BEATS,
  PROTOCOL_VERSION,
  READY_LIMIT_MS,
  type CallMessage,
  type Calls,
  type ClientMessage,
  type HostMessage,
  type HttpEvent,
  type HttpRequest,
  type Method,
} from "./protocol.ts";

interface OpenCall {
  readonly queue: EventQueue<unknown>;
  readonly release: () => void;
  accepted: boolean;
}

/** The engine at the other end of a `MessagePort`. */
export class EngineClient implements EngineAdmin {
  readonly #port: MessagePort;
  readonly #calls = new Map<number, OpenCall>();
  readonly #ready = deferred<void>();
  readonly #readyLimit: ReturnType<typeof setTimeout>;
  #nextId = 1;
  #dead: ApiError | null = null;
  #isOtherVersion = false;
  #isRetired = false;
  #watch: ReturnType<typeof setInterval> | null = null;
  #silentBeats = 0;
  /** The host holds a lock, whose end tells of its own. */
  #hasLife = false;
  #stopWatchingLife = (): void => {};

  /** Takes the port over and starts it. */
  constructor(port: MessagePort) {
    this.#port = port;
    // A failed handshake is told to whoever waits for it; nobody has to.
    this.#ready.promise.catch(() => {});
    this.#readyLimit = setTimeout(() => this.#die(noAnswer()), READY_LIMIT_MS);
    port.addEventListener("message", (event: MessageEvent<HostMessage>) =>
      this.#receive(event.data),
    );
    // Some ends are told by the port, most by the host's lock, and all by the limits.
    port.addEventListener("close", () => this.#die(wentAway()));
    port.start();
    // A page says `bye`; holding a lock would keep it from resting in the background.
    if (!("document" in globalThis)) {
      void ownLife().then((life) => this.#send({ type: "life", life }));
    }
  }

  /** Resolves when the other end has said `ready`; rejects with a 503 when it does not in time. */
  get ready(): Promise<void> {
    return this.#ready.promise;
  }

  get isDead(): boolean {
    return this.#dead !== null;
  }

  /** The other end is of another version of this site: trying again will not help. */
  get isOtherVersion(): boolean {
    return this.#isOtherVersion;
  }

  /** Asks `/v1`. Aborting the signal stops the work behind it, too. */
  http(request: HttpRequest, signal: AbortSignal): AsyncIterable<readonly HttpEvent[]> {
    return this.#open("http", request, signal);
  }

  status(signal: AbortSignal): AsyncIterable<EngineStatus> {
    return latestOf(this.#open("status", null, signal));
  }

  download(model: string, signal: AbortSignal): AsyncIterable<ModelProgress> {
    return latestOf(this.#open("download", model, signal));
  }

  load(model: string, signal: AbortSignal): AsyncIterable<ModelProgress> {
    return latestOf(this.#open("load", model, signal));
  }

  unload(signal: AbortSignal): Promise<void> {
    return this.#none("unload", null, signal);
  }

  remove(model: string, signal: AbortSignal): Promise<void> {
    return this.#none("remove", model, signal);
  }

  add(source: ModelSource, signal: AbortSignal): Promise<ModelInfo> {
    return this.#one("add", source, signal);
  }

  addFiles(source: ModelFiles, signal: AbortSignal): AsyncIterable<ModelProgress> {
    return latestOf(this.#open("addFiles", source, signal));
  }

  /** Closes the port; calls in progress fail. */
  close(): void {
    this.#die(unavailable("engine_unavailable", "The connection to the engine was closed."));
  }

  /** Closes the port as soon as no call is in progress. */
  retire(): void {
    this.#isRetired = true;
    if (this.#calls.size === 0) this.close();
  }

  #open<M extends Method>(
    method: M,
    argument: Calls[M]["argument"],
    signal: AbortSignal,
  ): AsyncIterable<readonly Calls[M]["event"][]> {
    const id = this.#nextId++;
    const cancel = (): void => {
      if (this.#close(id)) this.#send({ type: "cancel", id });
    };
    const queue = new EventQueue<Calls[M]["event"]>(cancel);
    const failure = signal.aborted ? (signal.reason as unknown) : this.#dead;
    if (failure !== null) {
      queue.fail(failure);
      return queue;
    }
    const onAbort = (): void => {
      cancel();
      queue.fail(signal.reason);
    };
    signal.addEventListener("abort", onAbort, { once: true });
    const release = (): void => signal.removeEventListener("abort", onAbort);
    this.#calls.set(id, { queue, release, accepted: false });
    this.#watch ??= this.#startWatch();
    this.#send({ type: "call", id, method, argument } as CallMessage);
    return queue;
  }

  /** Forgets a call. @returns false when it was forgotten already */
  #close(id: number): boolean {
    this.#calls.get(id)?.release();
    const wasOpen = this.#calls.delete(id);
    if (this.#calls.size === 0 && this.#watch !== null) {
      clearInterval(this.#watch);
      this.#watch = null;
    }
    if (this.#isRetired && this.#calls.size === 0) queueMicrotask(() => this.close());
    return wasOpen;
  }

  /**
   * The host says something every {@link BEAT_INTERVAL_MS} while calls are open. Silence is counted in turns of a timer,
   * not by the clock: a page that slept has not listened either.
   */
  #startWatch(): ReturnType<typeof setInterval> {
    this.#silentBeats = 0;
    return setInterval(() => {
      this.#silentBeats++;
      if (this.#silentBeats >= this.#limitBeats()) this.#die(noAnswer());
    }, BEAT_INTERVAL_MS);
  }

  #limitBeats(): number {
    if (this.#hasLife) return BUSY_LIMIT_BEATS;
    const isWaiting = [...this.#calls.values()].some(({ accepted }) => !accepted);
    return isWaiting ? ACCEPT_LIMIT_BEATS : HOST_LIMIT_BEATS;
  }

  async #one<M extends Method>(
    method: M,
    argument: Calls[M]["argument"],
    signal: AbortSignal,
  ): Promise<Calls[M]["event"]> {
    for await (const batch of this.#open(method, argument, signal)) {
      for (const event of batch) return event;
    }
    throw toApiError(new Error(`The call ${method} ended without a value.`));
  }

  async #none<M extends Method>(
    method: M,
    argument: Calls[M]["argument"],
    signal: AbortSignal,
  ): Promise<void> {
    for await (const batch of this.#open(method, argument, signal)) void batch;
  }

  #receive(message: HostMessage): void {
    this.#silentBeats = 0;
    if (message.type === "ready") {
      this.#greet(message.version);
      if (this.#dead !== null) return;
      this.#hasLife = message.life !== null;
      this.#stopWatchingLife = watchLife(message.life, () => this.#die(wentAway()));
      return;
    }
    if (message.type === "bye") {
      this.#die(wentAway());
      return;
    }
    if (message.type === "beat") {
      this.#send({ type: "beat" });
      for (const call of this.#calls.values()) call.accepted = true;
      return;
    }
    const call = this.#calls.get(message.id);
    if (call === undefined) return;
    call.accepted = true;
    if (message.type === "events") call.queue.pushAll(message.events);
    else if (message.type === "end") {
      this.#close(message.id);
      call.queue.end();
    } else if (message.type === "error") {
      this.#close(message.id);
      call.queue.fail(new ApiError(message.error));
    }
  }

  #greet(version: number): void {
    clearTimeout(this.#readyLimit);
    if (version === PROTOCOL_VERSION) {
      this.#ready.resolve();
      return;
    }
    this.#isOtherVersion = true;
    this.#die(
      unavailable(
        "engine_unavailable",
        "The engine is of another version of this site. Close the site's other tabs and reload the page.",
      ),
    );
  }

  #send(message: ClientMessage): void {
    this.#port.postMessage(message);
  }

  #die(error: ApiError): void {
    if (this.#dead !== null) return;
    this.#dead = error;
    clearTimeout(this.#readyLimit);
    this.#stopWatchingLife();
    this.#ready.reject(error);
    for (const [id, { queue }] of this.#calls) {
      this.#close(id);
      queue.fail(error);
    }
    // A host that was only slow learns that nobody waits any more.
    this.#send({ type: "bye" });
    this.#port.close();
  }
}

function wentAway(): ApiError {
  return unavailable("engine_unavailable", "The engine went away. Try again.", 1);
}

function noAnswer(): ApiError {
  return unavailable("engine_unavailable", "The engine did not answer. Try again.", 1);
}

/** Of each batch only the newest event matters: status and progress replace each other. */
async function* latestOf<T>(batches: AsyncIterable<readonly T[]>): AsyncGenerator<T> {
  for await (const batch of batches) {
    const latest = batch.at(-1);
    if (latest !== undefined) yield latest;
  }
}
