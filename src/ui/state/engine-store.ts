import type { EngineStatus, ModelSource } from "../../engine/engine.ts";
import type { ModelInfo, ModelProgress } from "../../engine/model-info.ts";
import type { Obstacle, SlashV1 } from "../../page/slash-v1.ts";
import { Store } from "../shared/store.ts";
import { parseModelList } from "./parse-model-list.ts";

export interface EngineState {
  readonly obstacle: Obstacle | null;
  readonly status: EngineStatus | null;
  /** Null until `GET /v1/models` has answered. */
  readonly models: readonly ModelInfo[] | null;
  /** Models this tab is putting on the device or fetching, so that a stop button can show. */
  readonly own: ReadonlySet<string>;
  /** The last thing that failed for a model, in words, until it is tried again. */
  readonly faults: Readonly<Record<string, string>>;
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** What the engine does and which models there are. The only part of the app that uses `admin`. */
export class EngineStore extends Store<EngineState> {
  readonly #slash: SlashV1;
  readonly #life = new AbortController();
  readonly #work = new Map<string, AbortController>();
  #readAgain = false;
  #reading = false;

  constructor(slash: SlashV1) {
    super({
      obstacle: slash.obstacle,
      status: null,
      models: null,
      own: new Set(),
      faults: {},
    });
    this.#slash = slash;
  }

  start(): void {
    if (this.#slash.obstacle === null) void this.#follow();
    void this.refresh();
  }

  async #follow(): Promise<void> {
    while (!this.#life.signal.aborted) {
      try {
        for await (const status of this.#slash.admin.status(this.#life.signal)) this.#take(status);
      } catch {
        // The host went away; another one is on its way.
      }
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
  }

  #take(status: EngineStatus): void {
    const before = this.state.status;
    this.set({ status });
    const kept = (one: EngineStatus | null) =>
      one && [one.model, one.state === "loading", ...Object.keys(one.downloads)].join();
    if (kept(before) !== kept(status)) void this.refresh();
  }

  /** Reads `GET /v1/models` again. */
  async refresh(): Promise<void> {
    this.#readAgain = true;
    if (this.#reading) return;
    this.#reading = true;
    try {
      while (this.#readAgain) {
        this.#readAgain = false;
        const response = await this.#slash.fetch(`${this.#slash.baseUrl}/models`);
        if (response.ok) this.set({ models: parseModelList(await response.json()) });
      }
    } catch {
      // No service worker or no host yet; the next status tries again.
    } finally {
      this.#reading = false;
    }
  }

  model(id: string | null): ModelInfo | undefined {
    return this.state.models?.find((model) => model.id === id);
  }

  /** The model that answers: the chosen one if it is there, else the site's own, else any that can chat here. */
  chosen(wanted: string | null): ModelInfo | undefined {
    const models = this.state.models ?? [];
    const able = models.filter((model) => model.capabilities.chat);
    return (
      able.find((model) => model.id === wanted) ??
      able.find((model) => model.state === "loaded") ??
      able.find((model) => model.embedded) ??
      able.find((model) => model.unfit === null)
    );
  }

  /** Fetches what is missing and puts the model on the device. Rejects when it fails or is stopped. */
  load(model: string): Promise<void> {
    return this.#do(model, (signal) => this.#slash.admin.load(model, signal));
  }

  /** Fetches the files without putting the model on the device. */
  download(model: string): Promise<void> {
    return this.#do(model, (signal) => this.#slash.admin.download(model, signal));
  }

  /** Stops what this tab does with a model; what has been fetched stays. */
  stop(model: string): void {
    this.#work.get(model)?.abort(new DOMException("Stopped by the reader", "AbortError"));
  }

  async #do(
    model: string,
    begin: (signal: AbortSignal) => AsyncIterable<ModelProgress>,
  ): Promise<void> {
    if (this.#work.has(model)) return;
    const work = new AbortController();
    this.#work.set(model, work);
    const { [model]: _old, ...faults } = this.state.faults;
    this.set({ own: new Set(this.#work.keys()), faults });
    try {
      const steps = begin(work.signal)[Symbol.asyncIterator]();
      while (!(await steps.next()).done);
    } catch (error) {
      if (!work.signal.aborted)
        this.set({ faults: { ...this.state.faults, [model]: messageOf(error) } });
      throw error;
    } finally {
      this.#work.delete(model);
      this.set({ own: new Set(this.#work.keys()) });
      void this.refresh();
    }
  }

  async remove(model: string): Promise<void> {
    this.stop(model);
    await this.#slash.admin.remove(model, this.#life.signal);
    await this.refresh();
  }

  async add(source: ModelSource, signal: AbortSignal): Promise<ModelInfo> {
    const added = await this.#slash.admin.add(source, signal);
    await this.refresh();
    return added;
  }

  /** Resolves once the model can answer; loads it if nobody does yet. */
  async ready(model: string, signal: AbortSignal): Promise<void> {
    const there = () => {
      const status = this.state.status;
      return status?.model === model && (status.state === "idle" || status.state === "answering");
    };
    if (there()) return;
    if (!this.#work.has(model) && this.state.status?.state !== "loading") await this.load(model);
    await new Promise<void>((resolve, reject) => {
      const look = () => {
        const fault = this.state.faults[model];
        if (signal.aborted) reject(signal.reason as Error);
        else if (fault) reject(new Error(fault));
        else if (there()) resolve();
        else return;
        this.removeEventListener("change", look);
      };
      this.addEventListener("change", look);
      signal.addEventListener("abort", look, { once: true });
      look();
    });
  }
}
