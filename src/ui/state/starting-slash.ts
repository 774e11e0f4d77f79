import type { EngineAdmin } from "../../engine/engine.ts";
import type { Obstacle, SlashV1, UpdateNotice } from "../../page/slash-v1.ts";

/**
 * `/v1` from the first moment, so that the page can be drawn and written on before there is an engine: what is asked
 * early is sent when it has started.
 */
export class StartingSlash implements SlashV1 {
  readonly started: Promise<SlashV1>;
  #slash: SlashV1 | null = null;

  constructor(starting: Promise<SlashV1>) {
    this.started = starting.then((slash) => (this.#slash = slash));
  }

  get baseUrl(): string {
    return this.#slash?.baseUrl ?? new URL("v1", document.baseURI).href;
  }

  get mode(): SlashV1["mode"] {
    return this.#slash?.mode ?? "service-worker";
  }

  get obstacle(): Obstacle | null {
    return this.#slash?.obstacle ?? null;
  }

  readonly fetch: typeof fetch = async (input, init) => {
    const slash = await this.started;
    init?.signal?.throwIfAborted();
    return slash.fetch(input, init);
  };

  /** Only for what is known of the engine, which is nothing before it has started. */
  get admin(): EngineAdmin {
    if (this.#slash === null) throw new Error("The engine has not started yet.");
    return this.#slash.admin;
  }

  get kept(): Promise<boolean> {
    return this.started.then(({ kept }) => kept);
  }

  onUpdate(listener: (notice: UpdateNotice) => void): () => void {
    const enough = new AbortController();
    void this.started.then(
      (slash) => {
        if (enough.signal.aborted) return;
        enough.signal.addEventListener("abort", slash.onUpdate(listener));
      },
      () => {},
    );
    return () => enough.abort();
  }
}
