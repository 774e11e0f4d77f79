import type { ControlMessage, HelloMessage } from "../channel/host-control.ts";
import { watchLife } from "../channel/life.ts";
import type { HostConnection } from "./host-connection.ts";

/** A worker that does not greet within this time is taken for dead. */
const HELLO_LIMIT_MS = 30_000;
/** One whose lock says that it lives is busy, as with a step of a load: it is waited for. */
const BUSY_LIMIT_MS = 150_000;

/** A running worker: where its messages go, and where its failure shows. */
export interface OpenedWorker {
  readonly control: Worker | MessagePort;
  readonly worker: Worker | SharedWorker;
  /** Ends a worker that no longer answers. */
  end(): void;
}

/** A worker that holds the engine. One that has died is replaced at the next use. */
export class WorkerHost implements HostConnection {
  readonly kind: "shared-worker" | "dedicated-worker";
  readonly #open: () => OpenedWorker;
  #opened: OpenedWorker | null = null;
  /** The worker's, once it has greeted; null where there are no locks. */
  #life: string | null = null;
  #stopWatching: (() => void) | null = null;

  constructor(kind: WorkerHost["kind"], open: () => OpenedWorker) {
    this.kind = kind;
    this.#open = open;
  }

  /** Starts the worker. Rejects when it does not greet. */
  start(): Promise<HelloMessage> {
    const opened = this.#opened ?? this.#begin();
    return this.#hello(opened);
  }

  connect(port: MessagePort): void {
    const opened = this.#opened ?? this.#begin();
    const message: ControlMessage = { type: "connect" };
    opened.control.postMessage(message, [port]);
    // The port is lost with a dead worker; whoever has its other end asks again, and finds a new one.
    this.#hello(opened).catch(() => {});
  }

  onHost(listener: () => void): void {
    listener();
  }

  /** No tab has this worker to itself. */
  async check(): Promise<void> {}

  /** Lets go of the worker. */
  close(): void {
    if (this.#opened !== null) this.#forget(this.#opened);
  }

  #begin(): OpenedWorker {
    const opened = this.#open();
    this.#opened = opened;
    opened.control.addEventListener("close", () => this.#forget(opened));
    opened.worker.addEventListener("error", () => this.#forget(opened));
    if (opened.control instanceof MessagePort) opened.control.start();
    return opened;
  }

  /** The first greeting tells how to learn of the worker's end. */
  #watch(opened: OpenedWorker, life: string | null): void {
    if (this.#opened !== opened || this.#stopWatching !== null) return;
    this.#life = life;
    this.#stopWatching = watchLife(life, () => this.#forget(opened));
  }

  #forget(opened: OpenedWorker): void {
    if (this.#opened !== opened) return;
    this.#opened = null;
    this.#life = null;
    this.#stopWatching?.();
    this.#stopWatching = null;
    opened.end();
  }

  #hello(opened: OpenedWorker): Promise<HelloMessage> {
    const { control, worker } = opened;
    return new Promise((resolve, reject) => {
      const settle = (act: () => void): void => {
        clearTimeout(limit);
        control.removeEventListener("message", onMessage);
        worker.removeEventListener("error", onError);
        act();
      };
      const onMessage = (event: Event): void => {
        const data: unknown = (event as MessageEvent<unknown>).data;
        if (!isHello(data)) return;
        this.#watch(opened, data.life);
        settle(() => resolve(data));
      };
      const onError = (): void =>
        settle(() => reject(new Error("The engine's worker could not be loaded.")));
      const limit = setTimeout(
        () =>
          settle(() => {
            this.#forget(opened);
            reject(new Error("The engine's worker does not answer."));
          }),
        this.#life === null ? HELLO_LIMIT_MS : BUSY_LIMIT_MS,
      );
      control.addEventListener("message", onMessage);
      worker.addEventListener("error", onError);
    });
  }
}

function isHello(data: unknown): data is HelloMessage {
  return typeof data === "object" && data !== null && "type" in data && data.type === "hello";
}
