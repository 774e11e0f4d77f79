import { chromium, type Browser, type Page } from "playwright";
import type * as WebLlm from "@mlc-ai/web-llm";
import { startModelSite, type ModelSite } from "./model-site.ts";
import type { ModelPageGlobals, Pipeline } from "./pipeline.ts";

export const MODEL = "smollm2-135m-instruct";

/** WebGPU on any machine: SwiftShader where there is no GPU. */
const FLAGS = [
  "--enable-unsafe-webgpu",
  "--use-webgpu-adapter=swiftshader",
  "--no-sandbox",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** A page with the embedded model loaded in real WebLLM. */
export interface ModelPage {
  readonly page: Page;
  close(): Promise<void>;
}

/** Starts a browser and a server, and loads the model with a context of the given size. */
export async function startModelPage(
  contextLength: number,
  variant: Variant = "f32-subgroups",
): Promise<ModelPage> {
  const site: ModelSite = await startModelSite();
  const executablePath = process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium";
  const browser: Browser = await chromium.launch({ executablePath, args: FLAGS });
  const close = async () => {
    await browser.close();
    await site.close();
  };
  try {
    const page = await browser.newPage();
    await page.goto(site.url);
    const options: LoadOptions = { url: site.url, model: MODEL, variant, contextLength };
    await page.evaluate(loadModel, options);
    return { page, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The libraries, by what they ask of a device: SwiftShader can run two of them, and the engine takes the second there. */
export type Variant = "f32" | "f32-subgroups" | "f16";

/** What {@link loadModel} is told. */
export interface LoadOptions {
  readonly url: string;
  readonly model: string;
  readonly variant: Variant;
  readonly contextLength: number;
}

/** Runs in the page: loads the model in WebLLM and puts {@link ModelPageGlobals} on the global object. */
export async function loadModel(options: LoadOptions): Promise<void> {
  const { url, model, variant, contextLength } = options;
  const address = `${url}/models/${model}`;
  const { MLCEngine } = (await import(`${url}/web-llm/index.js`)) as typeof WebLlm;
  const entry = {
    model: address,
    model_id: model,
    model_lib: `${address}/resolve/main/${model}-${variant}.wasm`,
  };
  const engine = new MLCEngine({ appConfig: { model_list: [entry] }, logLevel: "WARN" });
  await engine.reload(model, { context_window_size: contextLength });
  const pipelines = Reflect.get(engine, "loadedModelIdToPipeline") as Map<string, Pipeline>;
  const pipeline = pipelines.get(model);
  if (pipeline === undefined) throw new Error("WebLLM keeps its pipelines elsewhere.");

  const CHUNK = 256; // the library's prefill_chunk_size
  async function forward(ids: readonly number[]): Promise<Float32Array> {
    const { tvm, device } = pipeline as Pipeline;
    tvm.beginScope();
    try {
      let logits;
      for (let start = 0; start < ids.length; start += CHUNK) {
        const chunk = ids.slice(start, start + CHUNK);
        logits = await (pipeline as Pipeline).embedAndForward([chunk], chunk.length);
      }
      if (logits === undefined) throw new Error("no tokens");
      const copy = tvm.empty(logits.shape, "float32", tvm.cpu()).copyFrom(logits);
      await device.sync();
      return Float32Array.from(copy.toArray());
    } finally {
      tvm.endScope();
    }
  }
  Object.assign(globalThis, { engine, pipeline, forward } satisfies ModelPageGlobals | object);
}
