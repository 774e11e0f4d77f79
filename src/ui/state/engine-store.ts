import type { EngineStatus, ModelFiles, ModelSource } from "../../engine/engine.ts";
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

/** Something this tab does with a model. */
interface Work {
  readonly control: AbortController;
  readonly done: Promise<void>;
  /** The model is on the device when it is done. */
  readonly loads: boolean;
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** What the engine does and which models there are. The only part of the app that uses `admin`. */
export class EngineStore extends Store<EngineState> {
  readonly #slash: SlashV1;
  readonly #life = new AbortController();
  readonly #work = new Map<string, Work>();
  #readAgain = false;
  #reading = false;

  constructor(slash: SlashV1) {
    super({
      obstacle: null,
      status: null,
      models: null,
      own: new Set(),
      faults: {},
    });
    this.#slash = slash;
  }

  /** From here on `/v1` answers, or it is known what is in the way. */
  start(): void {
    const { obstacle } = this.#slash;
    this.set({ obstacle });
    if (obstacle === null) void this.#follow();
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

  /** Resolves once it is known which models there are. Rejects when the signal aborts. */
  async listed(signal: AbortSignal): Promise<void> {
    while (this.state.models === null) {
      signal.throwIfAborted();
      await this.#changed(signal);
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
    return this.#do(model, true, (signal) => this.#slash.admin.load(model, signal));
  }

  /** Fetches the files without putting the model on the device. */
  download(model: string): Promise<void> {
    return this.#do(model, false, (signal) => this.#slash.admin.download(model, signal));
  }

  /** Stops what this tab does with a model; what has been fetched stays. */
  stop(model: string): void {
    this.#work.get(model)?.control.abort(new DOMException("Stopped by the reader", "AbortError"));
  }

  /** Joins what is under way for the model, or begins. */
  #do(
    model: string,
    loads: boolean,
    begin: (signal: AbortSignal) => AsyncIterable<ModelProgress>,
  ): Promise<void> {
    const known = this.#work.get(model);
    if (known) return known.done;
    const control = new AbortController();
    const done = this.#run(model, control.signal, begin);
    this.#work.set(model, { control, done, loads });
    const { [model]: _old, ...faults } = this.state.faults;
    this.set({ own: new Set(this.#work.keys()), faults });
    return done;
  }

  async #run(
    model: string,
    signal: AbortSignal,
    begin: (signal: AbortSignal) => AsyncIterable<ModelProgress>,
  ): Promise<void> {
    try {
      const steps = begin(signal)[Symbol.asyncIterator]();
      while (!(await steps.next()).done);
    } catch (error) {
      if (!signal.aborted)
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

  /** Copies a model's files from the disk into the browser's store. */
  async addFiles(
    source: ModelFiles,
    signal: AbortSignal,
    onProgress: (progress: ModelProgress) => void,
  ): Promise<void> {
    for await (const progress of this.#slash.admin.addFiles(source, signal)) onProgress(progress);
    await this.refresh();
  }

  /** Resolves once the model can answer; loads it if nobody does. Rejects when that fails or the signal aborts. */
  async ready(model: string, signal: AbortSignal): Promise<void> {
    for (;;) {
      signal.throwIfAborted();
      const { status } = this.state;
      const work = this.#work.get(model);
      const calm = status?.state === "idle" || status?.state === "answering";
      if (calm && status.model === model) return;
      if (work) {
        await Promise.race([work.done, rejected(signal)]);
        if (work.loads) return;
      } else if (!status || status.state === "loading") await this.#changed(signal);
      else return Promise.race([this.load(model), rejected(signal)]);
    }
  }

  #changed(signal: AbortSignal): Promise<void> {
    const change = new Promise<void>((resolve) =>
      this.addEventListener("change", () => resolve(), { once: true, signal }),
    );
    return Promise.race([change, rejected(signal)]);
  }
}

function rejected(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const fail = () => reject(signal.reason as Error);
    if (signal.aborted) fail();
    else signal.addEventListener("abort", fail, { once: true });
  });
}
