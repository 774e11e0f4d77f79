import { unavailable } from "../engine/api-error.ts";
import type { EmbedJob, EmbedResult, Engine } from "../engine/engine.ts";
import type { GenerateEvent, GenerateJob } from "../engine/job.ts";
import type { ModelInfo } from "../engine/model-info.ts";
import type { EngineClient } from "./engine-client.ts";

/**
 * The engine over whichever port works at the moment. A call that a dead port has swallowed before anything came back
 * is made once more over a new one.
 */
export class EngineConnection implements Engine {
  readonly #find: () => Promise<EngineClient>;
  #client: EngineClient | null = null;
  #finding: Promise<EngineClient> | null = null;

  /** @param find - gets a new port; rejects with a 503 when nobody has one */
  constructor(find: () => Promise<EngineClient>) {
    this.#find = find;
  }

  /** From now on calls go over this client. Calls in progress stay where they are. */
  use(client: EngineClient): void {
    this.#client = client;
  }

  models(signal: AbortSignal): Promise<readonly ModelInfo[]> {
    return this.#call((client) => client.models(signal));
  }

  embed(job: EmbedJob, signal: AbortSignal): Promise<EmbedResult> {
    return this.#call((client) => client.embed(job, signal));
  }

  stop(streamId: string, signal: AbortSignal): Promise<boolean> {
    return this.#call((client) => client.stop(streamId, signal));
  }

  generate(job: GenerateJob, signal: AbortSignal): AsyncIterable<readonly GenerateEvent[]> {
    return this.#stream((client) => client.generate(job, signal));
  }

  follow(streamId: string, signal: AbortSignal): AsyncIterable<readonly GenerateEvent[]> {
    return this.#stream((client) => client.follow(streamId, signal));
  }

  async #call<T>(ask: (client: EngineClient) => Promise<T>): Promise<T> {
    const client = await this.#live();
    try {
      return await ask(client);
    } catch (error) {
      if (!client.isDead) throw error;
      return ask(await this.#live());
    }
  }

  async *#stream<T>(ask: (client: EngineClient) => AsyncIterable<T>): AsyncGenerator<T> {
    const client = await this.#live();
    let began = false;
    try {
      for await (const batch of ask(client)) {
        began = true;
        yield batch;
      }
    } catch (error) {
      if (began || !client.isDead) throw error;
      yield* ask(await this.#live());
    }
  }

  /** A client whose port has proved itself. */
  async #live(): Promise<EngineClient> {
    const client = this.#client;
    if (client !== null && !client.isDead) {
      try {
        await client.ready;
        return client;
      } catch {
        // Dead on arrival: find another.
      }
    }
    this.#finding ??= this.#find().finally(() => {
      this.#finding = null;
    });
    this.#client = await this.#finding;
    await this.#client.ready;
    return this.#client;
  }
}

/** The 503 for a request that no open page can answer. */
export function noHost(): Error {
  return unavailable(
    "engine_unavailable",
    "No open page of this site could start the engine. Open the site, or reload its page, and try again.",
    1,
  );
}
