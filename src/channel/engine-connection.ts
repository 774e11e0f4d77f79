import { unavailable } from "../engine/api-error.ts";
import { deferred } from "../engine/deferred.ts";
import type { EngineClient } from "./engine-client.ts";
import type { HttpEvent, HttpRequest } from "./protocol.ts";

/** Ports that may die under one call before it fails. */
const MOST_TRIES = 3;

/**
 * The engine over whichever port works at the moment. A call that a dead port has swallowed before anything came back
 * is made again over a new one.
 */
export class EngineConnection {
  readonly #find: () => Promise<EngineClient>;
  readonly #onRunning: (running: number) => void;
  #running = 0;
  #client: EngineClient | null = null;
  #finding: Promise<EngineClient> | null = null;
  #offered: ((client: EngineClient) => void) | null = null;

  /**
   * @param find - gets a new port; rejects with a 503 when nobody has one
   * @param onRunning - told how many calls run, whenever that changes
   */
  constructor(find: () => Promise<EngineClient>, onRunning: (running: number) => void = () => {}) {
    this.#find = find;
    this.#onRunning = onRunning;
  }

  /** From now on calls go over this client. Calls in progress stay where they are. */
  use(client: EngineClient): void {
    this.#adopt(client);
    this.#offered?.(client);
  }

  /** True when there is no live port at the moment. */
  get isMissing(): boolean {
    return this.#client === null || this.#client.isDead;
  }

  /** Asks `/v1`. */
  async *http(
    request: HttpRequest,
    signal: AbortSignal,
  ): AsyncGenerator<readonly HttpEvent[], void, undefined> {
    this.#onRunning(++this.#running);
    try {
      yield* this.#ask(request, signal);
    } finally {
      this.#onRunning(--this.#running);
    }
  }

  async *#ask(
    request: HttpRequest,
    signal: AbortSignal,
  ): AsyncGenerator<readonly HttpEvent[], void, undefined> {
    for (let attempt = 1; ; attempt++) {
      const client = await this.#live();
      signal.throwIfAborted();
      let began = false;
      try {
        for await (const batch of client.http(request, signal)) {
          began = true;
          yield batch;
        }
        return;
      } catch (error) {
        if (began || !client.isDead || attempt === MOST_TRIES) throw error;
      }
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
    this.#finding ??= this.#search().finally(() => {
      this.#finding = null;
    });
    return this.#finding;
  }

  /** Whatever proves itself first: a port that was found, or one that a page brings by itself. */
  async #search(): Promise<EngineClient> {
    const offered = deferred<EngineClient>();
    this.#offered = (client) => {
      client.ready.then(
        () => offered.resolve(client),
        () => {},
      );
    };
    const found = this.#find();
    try {
      const first = await Promise.race([found, offered.promise]);
      // Whoever comes later is not needed any more.
      if (first === this.#client)
        found.then(
          (late) => late !== first && late.close(),
          () => {},
        );
      this.#adopt(first);
      await first.ready;
      return first;
    } finally {
      this.#offered = null;
    }
  }

  #adopt(client: EngineClient): void {
    if (client === this.#client) return;
    this.#client?.retire();
    this.#client = client;
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
