import type { EngineClient } from "../channel/engine-client.ts";
import type { EngineAdmin, EngineStatus, ModelFiles, ModelSource } from "../engine/engine.ts";
import type { ModelInfo, ModelProgress } from "../engine/model-info.ts";

/** Milliseconds before a lost connection is tried again. */
const RETRY_MS = 500;

/** The engine's admin side, over a new port whenever the old one is dead. */
export class ReconnectingAdmin implements EngineAdmin {
  readonly #connect: () => EngineClient;
  #client: EngineClient | null = null;

  constructor(connect: () => EngineClient) {
    this.#connect = connect;
    // A page that goes tells so; should it come back, it connects again.
    addEventListener("pagehide", () => this.#client?.close());
  }

  /** Goes on over reconnections until the signal aborts. */
  async *status(signal: AbortSignal): AsyncGenerator<EngineStatus> {
    while (!signal.aborted) {
      try {
        for await (const status of this.#live.status(signal)) yield status;
      } catch {
        // The engine's worker went away: the next connection finds or starts another.
      }
      if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }

  download(model: string, signal: AbortSignal): AsyncIterable<ModelProgress> {
    return this.#live.download(model, signal);
  }

  load(model: string, signal: AbortSignal): AsyncIterable<ModelProgress> {
    return this.#live.load(model, signal);
  }

  unload(signal: AbortSignal): Promise<void> {
    return this.#live.unload(signal);
  }

  remove(model: string, signal: AbortSignal): Promise<void> {
    return this.#live.remove(model, signal);
  }

  add(source: ModelSource, signal: AbortSignal): Promise<ModelInfo> {
    return this.#live.add(source, signal);
  }

  addFiles(source: ModelFiles, signal: AbortSignal): AsyncIterable<ModelProgress> {
    return this.#live.addFiles(source, signal);
  }

  get #live(): EngineClient {
    if (this.#client === null || this.#client.isDead) this.#client = this.#connect();
    return this.#client;
  }
}
