import { ApiError, toApiError, unavailable } from "../engine/api-error.ts";
import type { EngineAdmin, EngineStatus, ModelSource } from "../engine/engine.ts";
import type { ModelInfo, ModelProgress } from "../engine/model-info.ts";
import { EventQueue } from "../engine/event-queue.ts";
import {
  ACCEPT_LIMIT_MS,
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
  accepted: boolean;
}

/** The engine at the other end of a `MessagePort`. */
export class EngineClient implements EngineAdmin {
  readonly #port: MessagePort;
  readonly #calls = new Map<number, OpenCall>();
  readonly #ready: Promise<void>;
  #nextId = 1;
  #dead: ApiError | null = null;
  #onDead: (() => void) | null = null;

  /** Takes the port over and starts it. */
  constructor(port: MessagePort) {
    this.#port = port;
    let settle: { resolve: () => void; reject: (error: unknown) => void };
    this.#ready = new Promise<void>((resolve, reject) => {
      settle = { resolve, reject };
    });
    // A failed handshake is told to whoever waits for it; nobody has to.
    this.#ready.catch(() => {});
    const limit = setTimeout(() => {
      this.#die(unavailable("engine_unavailable", "The engine did not answer. Try again.", 1));
      settle.reject(this.#dead);
    }, READY_LIMIT_MS);
    port.addEventListener("message", (event: MessageEvent<HostMessage>) => {
      const message = event.data;
      if (message.type !== "ready") {
        this.#receive(message);
        return;
      }
      clearTimeout(limit);
      if (message.version === PROTOCOL_VERSION) settle.resolve();
      else {
        this.#die(
          unavailable(
            "engine_unavailable",
            "The engine is of another version of this site. Close the site's other tabs and reload the page.",
          ),
        );
        settle.reject(this.#dead);
      }
    });
    // Chromium tells when the other end is gone; elsewhere the limits above and below do.
    port.addEventListener("close", () => {
      clearTimeout(limit);
      this.#die(unavailable("engine_unavailable", "The engine went away. Try again.", 1));
      settle.reject(this.#dead);
    });
    port.start();
  }

  /** Resolves when the other end has said `ready`; rejects with a 503 when it does not in time. */
  get ready(): Promise<void> {
    return this.#ready;
  }

  get isDead(): boolean {
    return this.#dead !== null;
  }

  /** Called once, when the other end is found to be gone. */
  set onDead(listener: () => void) {
    this.#onDead = listener;
    if (this.#dead !== null) listener();
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

  /** Closes the port; calls in progress fail. */
  close(): void {
    this.#die(unavailable("engine_unavailable", "The connection to the engine was closed."));
    this.#port.close();
  }

  #open<M extends Method>(
    method: M,
    argument: Calls[M]["argument"],
    signal: AbortSignal,
  ): AsyncIterable<readonly Calls[M]["event"][]> {
    const id = this.#nextId++;
    const cancel = (): void => {
      if (this.#calls.delete(id)) this.#send({ type: "cancel", id });
    };
    const queue = new EventQueue<Calls[M]["event"]>(cancel);
    if (signal.aborted) {
      queue.fail(signal.reason);
      return queue;
    }
    if (this.#dead !== null) {
      queue.fail(this.#dead);
      return queue;
    }
    const call: OpenCall = { queue, accepted: false };
    this.#calls.set(id, call);
    signal.addEventListener("abort", () => {
      cancel();
      queue.fail(signal.reason);
    });
    setTimeout(() => {
      if (call.accepted || !this.#calls.has(id)) return;
      this.#die(unavailable("engine_unavailable", "The engine did not answer. Try again.", 1));
    }, ACCEPT_LIMIT_MS);
    this.#send({ type: "call", id, method, argument } as CallMessage);
    return queue;
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

  #receive(message: Exclude<HostMessage, { type: "ready" }>): void {
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
      this.#calls.delete(message.id);
      call.queue.end();
    } else if (message.type === "error") {
      this.#calls.delete(message.id);
      call.queue.fail(new ApiError(message.error));
    }
  }

  #send(message: ClientMessage): void {
    this.#port.postMessage(message);
  }

  #die(error: ApiError): void {
    if (this.#dead !== null) return;
    this.#dead = error;
    for (const call of this.#calls.values()) call.queue.fail(error);
    this.#calls.clear();
    this.#onDead?.();
  }
}

/** Of each batch only the newest event matters: status and progress replace each other. */
async function* latestOf<T>(batches: AsyncIterable<readonly T[]>): AsyncGenerator<T> {
  for await (const batch of batches) {
    const latest = batch.at(-1);
    if (latest !== undefined) yield latest;
  }
}
