import { CreateMLCEngine, type ChatCompletionChunk, type MLCEngine } from "@mlc-ai/web-llm";

/** Where a model lies, and its library. */
export interface DirectModel {
  readonly url: string;
  readonly library: string;
}

/** What a streamed answer of a real model looked like from the page. */
export interface ModelReading {
  readonly text: string;
  /** From the question to the first piece of text. */
  readonly firstMs: number;
  /** From the first piece to the last one. */
  readonly decodeMs: number;
  readonly promptTokens: number;
  readonly cachedTokens: number;
  readonly completionTokens: number;
  /** WebLLM's own figures. */
  readonly prefillPerSecond: number;
  readonly decodePerSecond: number;
}

export interface Question {
  readonly messages: readonly {
    readonly role: "system" | "user" | "assistant";
    readonly content: string;
  }[];
  readonly maxTokens: number;
}

const MODEL_ID = "direct";
let engine: MLCEngine | undefined;
const shaders = { count: 0, characters: 0 };

/** Loads a model by WebLLM in this page. Returns how long that took, and what the device had to compile. */
export async function loadDirect({
  url,
  library,
}: DirectModel): Promise<{ ms: number; count: number; characters: number }> {
  countShaders();
  const began = performance.now();
  engine = await CreateMLCEngine(MODEL_ID, {
    appConfig: { model_list: [{ model: url, model_id: MODEL_ID, model_lib: library }] },
  });
  return { ms: performance.now() - began, ...shaders };
}

/** Takes the model off the device, and puts it there again from the browser's store. */
export async function reloadDirect(): Promise<number> {
  await engine?.unload();
  const began = performance.now();
  await engine?.reload(MODEL_ID);
  return performance.now() - began;
}

/** Asks the model in this page. */
export async function askModelDirect({ messages, maxTokens }: Question): Promise<ModelReading> {
  if (engine === undefined) throw new Error("no model is loaded");
  const began = performance.now();
  const stream = await engine.chat.completions.create({
    messages: [...messages],
    max_tokens: maxTokens,
    temperature: 0,
    stream: true,
    stream_options: { include_usage: true },
  });
  return read(stream, began);
}

/** Asks `/v1`, as a page would. */
export async function askModel(
  url: string,
  model: string,
  { messages, maxTokens }: Question,
): Promise<ModelReading> {
  const began = performance.now();
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      model,
      messages,
      max_tokens: maxTokens,
      temperature: 0,
      stream: true,
      stream_options: { include_usage: true },
    }),
  });
  if (!response.ok || response.body === null) throw new Error(await response.text());
  return read(chunksOf(response.body), began);
}

type Chunk = Pick<ChatCompletionChunk, "choices" | "usage">;

async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Chunk> {
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream).getReader();
  let text = "";
  for (;;) {
    const { done, value } = (await reader.read()) as { done: boolean; value?: string };
    if (done) return;
    text += value ?? "";
    const frames = text.split("\n\n");
    text = frames.pop() ?? "";
    for (const frame of frames) {
      if (frame.startsWith("data: {")) yield JSON.parse(frame.slice("data: ".length)) as Chunk;
    }
  }
}

async function read(chunks: AsyncIterable<Chunk>, began: number): Promise<ModelReading> {
  let text = "";
  let first = 0;
  let last = 0;
  let usage: Chunk["usage"];
  for await (const chunk of chunks) {
    const piece = chunk.choices[0]?.delta.content;
    if (piece) {
      last = performance.now();
      if (first === 0) first = last;
      text += piece;
    }
    usage = chunk.usage ?? usage;
  }
  const details = usage as { prompt_tokens_details?: { cached_tokens?: number } } | undefined;
  return {
    text,
    firstMs: first - began,
    decodeMs: last - first,
    promptTokens: usage?.prompt_tokens ?? 0,
    cachedTokens: details?.prompt_tokens_details?.cached_tokens ?? 0,
    completionTokens: usage?.completion_tokens ?? 0,
    prefillPerSecond: usage?.extra?.prefill_tokens_per_s ?? 0,
    decodePerSecond: usage?.extra?.decode_tokens_per_s ?? 0,
  };
}

function countShaders(): void {
  GPUDevice.prototype.createShaderModule = new Proxy(GPUDevice.prototype.createShaderModule, {
    apply: (create, device, [descriptor]: [GPUShaderModuleDescriptor]) => {
      shaders.count++;
      shaders.characters += descriptor.code.length;
      return Reflect.apply<GPUDevice, [GPUShaderModuleDescriptor], GPUShaderModule>(
        create,
        device,
        [descriptor],
      );
    },
  });
}
