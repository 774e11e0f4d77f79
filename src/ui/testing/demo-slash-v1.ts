import type { EngineStatus } from "../../engine/engine.ts";
import type { ModelInfo, ModelProgress } from "../../engine/model-info.ts";
import type { Obstacle, SlashV1 } from "../../page/slash-v1.ts";
import { demoAnswer } from "./demo-answers.ts";
import { demoModels } from "./demo-models.ts";

/** Which situation the double plays. */
export type DemoScene =
  | "first"
  | "downloading"
  | "loading"
  | "ready"
  | "waiting"
  | "failing"
  | "failed"
  | "unsupported"
  | "software"
  | "broken";

const device: NonNullable<EngineStatus["device"]> = {
  vendor: "apple",
  architecture: "metal-3",
  description: "Apple M3",
  features: ["shader-f16"],
  maxBufferSize: 4 * 2 ** 30,
  maxStorageBufferBindingSize: 2 ** 30,
  isFallback: false,
};

// Read before the demo page puts an address of the app in place of its own.
const offersUpdate = new URLSearchParams(location.search).has("update");

const sleep = (ms: number, signal?: AbortSignal | null) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });

/**
 * A double of `SlashV1` for looking at the app without a model: nothing here infers anything. Served by the
 * development server only, never built.
 */
export class DemoSlashV1 implements SlashV1 {
  readonly baseUrl = `${location.origin}/v1`;
  readonly mode = "service-worker";
  readonly obstacle: Obstacle | null;
  readonly kept = Promise.resolve(true);
  readonly #scene: DemoScene;
  readonly #listeners = new Set<() => void>();
  #models: ModelInfo[];
  #status: EngineStatus;

  constructor(scene: DemoScene, obstacle: Obstacle | null = null) {
    this.#scene = scene;
    this.obstacle = obstacle;
    const fresh = scene === "first" || scene === "downloading";
    this.#models = demoModels(fresh ? "absent" : scene === "loading" ? "stored" : "loaded");
    const loaded = !fresh && scene !== "loading" && scene !== "failed";
    this.#status = {
      state: scene === "failed" ? "failed" : scene === "waiting" ? "answering" : "idle",
      host: "shared-worker",
      device: scene === "software" ? { ...device, isFallback: true } : device,
      model: loaded ? (this.#models[0]?.id ?? null) : null,
      progress: null,
      running: scene === "waiting" ? 1 : 0,
      waiting: scene === "waiting" ? 1 : 0,
      tokensPerSecond: null,
      downloads: {},
      errors: [],
    };
  }

  readonly fetch: typeof fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, location.href);
    const path = url.pathname.replace(/^.*\/v1\//u, "");
    if (path === "models")
      return Response.json({ object: "list", data: this.#models.map(toEntry) });
    if (path.startsWith("models/")) {
      const model = this.#models.find((one) => one.id === decodeURIComponent(path.slice(7)));
      return model
        ? Response.json(toEntry(model))
        : refuse(404, "model_not_found", "The model does not exist.");
    }
    const body = JSON.parse(typeof init?.body === "string" ? init.body : "{}") as Record<
      string,
      unknown
    >;
    if (path === "chat/completions") return this.#chat(body, init?.signal ?? null);
    if (path === "embeddings") {
      return Response.json({
        object: "list",
        data: [{ object: "embedding", index: 0, embedding: [0.01, -0.02, 0.03] }],
        model: body["model"],
        usage: { prompt_tokens: 4, total_tokens: 4 },
      });
    }
    return refuse(
      404,
      "unknown_url",
      `Unknown request URL: ${init?.method ?? "GET"} ${url.pathname}.`,
    );
  };

  readonly admin: SlashV1["admin"] = {
    status: (signal) => this.#follow(signal),
    download: (model, signal) => this.#fetchFiles(model, signal, false),
    load: (model, signal) => this.#fetchFiles(model, signal, true),
    unload: async () => this.#change({ model: null }),
    remove: async (model) => this.#mark(model, "absent"),
    addFiles: (source, signal) => this.#fetchFiles(source.id, signal, false),
    add: async (source) => {
      await sleep(600);
      if (source.url.includes("bad"))
        throw new Error("There is no mlc-chat-config.json at this address.");
      const model: ModelInfo = { ...demoModels("absent")[1]!, id: source.id, name: source.id };
      this.#models = [...this.#models, model];
      return model;
    },
  };

  onUpdate(listener: Parameters<SlashV1["onUpdate"]>[0]): () => void {
    if (offersUpdate) {
      listener({ apply: async () => location.reload() });
    }
    return () => undefined;
  }

  async *#follow(signal: AbortSignal): AsyncGenerator<EngineStatus> {
    yield this.#status;
    while (!signal.aborted) {
      await new Promise<void>((resolve) => {
        const wake = () => {
          this.#listeners.delete(wake);
          resolve();
        };
        this.#listeners.add(wake);
      });
      yield this.#status;
    }
  }

  #change(patch: Partial<EngineStatus>) {
    this.#status = { ...this.#status, ...patch };
    for (const listener of this.#listeners) listener();
  }

  #mark(id: string, state: ModelInfo["state"]) {
    this.#models = this.#models.map((model) => (model.id === id ? { ...model, state } : model));
    this.#change({});
  }

  async *#fetchFiles(
    id: string,
    signal: AbortSignal,
    load: boolean,
  ): AsyncGenerator<ModelProgress> {
    const model = this.#models.find((one) => one.id === id);
    const total = model?.sizeBytes ?? 98_000_000;
    const show = (progress: ModelProgress | null) => {
      const { [id]: _gone, ...others } = this.#status.downloads;
      if (load) this.#change({ state: progress ? "loading" : "idle", model: id, progress });
      else this.#change({ downloads: progress ? { ...others, [id]: progress } : others });
    };
    try {
      const speed = this.#scene === "downloading" ? 2_000_000 : 60_000_000;
      const from = this.#scene === "downloading" ? 41_000_000 : 0;
      if (model?.state === "absent") {
        for (let done = from; done < total; done += speed / 10) {
          const progress = {
            model: id,
            phase: "downloading",
            loadedBytes: done,
            totalBytes: total,
            bytesPerSecond: speed,
          } as const;
          show(progress);
          yield progress;
          await sleep(100, signal);
        }
        this.#mark(id, "stored");
      }
      if (load) {
        const progress = {
          model: id,
          phase: "compiling",
          loadedBytes: 0,
          totalBytes: 0,
          bytesPerSecond: null,
        } as const;
        show(progress);
        yield progress;
        await sleep(this.#scene === "loading" ? 60_000 : 700, signal);
        for (const one of this.#models) if (one.state === "loaded") this.#mark(one.id, "stored");
        this.#mark(id, "loaded");
      }
      show(null);
    } catch (error) {
      show(null);
      if (load) this.#change({ model: null });
      throw error;
    }
  }

  async #chat(body: Record<string, unknown>, signal: AbortSignal | null): Promise<Response> {
    if (!Array.isArray(body["messages"])) {
      return refuse(400, "invalid_type", "'messages' must be a list.", "messages");
    }
    if (this.#scene === "failing") {
      return refuse(503, "device_lost", "The graphics device was lost. Try again in a moment.");
    }
    if (this.#scene === "waiting") {
      this.#change({ state: "answering", running: 1, waiting: 2, tokensPerSecond: 38 });
      await sleep(120_000, signal);
    }
    const answer = demoAnswer(body);
    const frames = answer.frames(String(body["model"]));
    if (body["stream"] !== true) {
      await sleep(500, signal);
      return Response.json(answer.whole(String(body["model"])), {
        headers: { "x-request-id": "req_demo" },
      });
    }
    const encoder = new TextEncoder();
    let stopped = false;
    const stream = new ReadableStream<Uint8Array>({
      start: async (controller) => {
        this.#change({ state: "answering", running: 1, waiting: 0, tokensPerSecond: 38 });
        const started = performance.now();
        controller.enqueue(encoder.encode(": \n\n"));
        await sleep(240);
        for (const [index, frame] of frames.entries()) {
          if (stopped || signal?.aborted) break;
          controller.enqueue(encoder.encode(`data: ${JSON.stringify(frame)}\n\n`));
          if (index % 8 === 7) {
            this.#change({ tokensPerSecond: ((index + 1) * 1000) / (performance.now() - started) });
          }
          await sleep(answer.pace);
        }
        this.#change({ state: "idle", running: 0 });
        if (stopped) return;
        if (signal?.aborted) return controller.error(signal.reason);
        controller.enqueue(encoder.encode("data: [DONE]\n\n"));
        controller.close();
      },
      cancel: () => {
        stopped = true;
      },
    });
    return new Response(stream, {
      headers: {
        "content-type": "text/event-stream; charset=utf-8",
        "cache-control": "no-cache",
        "x-request-id": "req_demo",
      },
    });
  }
}

function refuse(
  status: number,
  code: string,
  message: string,
  param: string | null = null,
): Response {
  const type = status < 500 ? "invalid_request_error" : "server_error";
  return Response.json({ error: { message, type, param, code } }, { status });
}

function toEntry(model: ModelInfo): object {
  return {
    id: model.id,
    object: "model",
    created: model.created,
    owned_by: model.ownedBy,
    slash_v1: {
      name: model.name,
      state: model.state,
      embedded: model.embedded,
      sizeBytes: model.sizeBytes,
      memoryBytes: model.memoryBytes,
      parameters: model.parameters,
      contextLength: model.contextLength,
      capabilities: model.capabilities,
      unfit: model.unfit,
    },
  };
}
