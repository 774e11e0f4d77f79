import type { ApiErrorFields } from "./api-error.ts";
import type { EngineStatus } from "./engine.ts";
import { EventQueue } from "./event-queue.ts";
import type { ModelProgress } from "./model-info.ts";

const KEPT_ERRORS = 10;
/** The speed is told as often as a person can read it. */
const SPEED_INTERVAL_MS = 250;

/** Counts the tokens of one answer. */
export interface SpeedMeter {
  token(): void;
  end(): void;
}

/** The engine's status, and everyone who watches it. */
export class StatusBoard {
  #status: EngineStatus;
  readonly #watchers = new Set<EventQueue<EngineStatus>>();

  constructor(host: EngineStatus["host"]) {
    this.#status = {
      state: "starting",
      host,
      device: null,
      model: null,
      progress: null,
      running: 0,
      waiting: 0,
      tokensPerSecond: null,
      downloads: {},
      errors: [],
    };
  }

  set(change: Partial<EngineStatus>): void {
    this.#status = { ...this.#status, ...change };
    for (const watcher of this.#watchers) watcher.push(this.#status);
  }

  setDownload(model: string, progress: ModelProgress | null): void {
    const downloads = { ...this.#status.downloads };
    if (progress === null) delete downloads[model];
    else downloads[model] = progress;
    this.set({ downloads });
  }

  addError(error: ApiErrorFields): void {
    const errors = [{ time: Date.now(), error }, ...this.#status.errors].slice(0, KEPT_ERRORS);
    this.set({ errors });
  }

  /** An answer begins; its speed is shown while it lasts. */
  answering(): SpeedMeter {
    this.set({ state: "answering" });
    let count = 0;
    let first = 0;
    let told = 0;
    return {
      token: () => {
        const now = performance.now();
        if (count++ === 0) first = now;
        if (now - told < SPEED_INTERVAL_MS || count < 2) return;
        told = now;
        this.set({ tokensPerSecond: ((count - 1) * 1000) / (now - first) });
      },
      end: () => {
        if (this.#status.state === "answering") this.set({ state: "idle" });
      },
    };
  }

  /** The present status, then each change; whoever reads late gets the newest. */
  async *watch(signal: AbortSignal): AsyncGenerator<EngineStatus> {
    const queue = new EventQueue<EngineStatus>();
    queue.push(this.#status);
    this.#watchers.add(queue);
    const stop = (): void => queue.end();
    signal.addEventListener("abort", stop, { once: true });
    try {
      for await (const batch of queue) {
        const latest = batch.at(-1);
        if (latest !== undefined && !signal.aborted) yield latest;
      }
    } finally {
      signal.removeEventListener("abort", stop);
      this.#watchers.delete(queue);
    }
  }
}
