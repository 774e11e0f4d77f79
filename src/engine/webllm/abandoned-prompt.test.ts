import { describe, expect, it } from "vitest";
import { PipelineModel } from "./pipeline-model.ts";
import type { Pipeline, Tensor } from "./pipeline.ts";

/** A pipeline as far as reading a prompt goes; each chunk takes a turn of the event loop. */
function fakePipeline(onChunk: (tokens: readonly number[]) => void): Pipeline {
  const logits = { dispose: () => {} } as Tensor;
  return {
    prefillChunkSize: 256,
    slidingWindowSize: -1,
    contextWindowSize: 8192,
    resetChat: () => {},
    embedAndForward: async ([tokens]: [readonly number[]]) => {
      onChunk(tokens);
      return logits;
    },
    device: { sync: () => new Promise<void>((resolve) => setTimeout(resolve)) },
    tvm: {
      beginScope: () => {},
      endScope: () => {},
      detachFromCurrentScope: (object: Tensor) => object,
    },
  } as unknown as Pipeline;
}

describe("reading a prompt", () => {
  const prompt = Array.from({ length: 1500 }, (_, index) => index);

  it("B04: goes chunk by chunk, and an abort leaves all but the one under way unread", async () => {
    const chunks: number[] = [];
    const control = new AbortController();
    const model = new PipelineModel(
      fakePipeline((tokens) => {
        chunks.push(tokens.length);
        if (chunks.length === 2) control.abort(new Error("gone"));
      }),
      new Map(),
      32,
    );
    await expect(model.prefill(prompt, control.signal, () => {})).rejects.toThrow("gone");
    expect(chunks).toEqual([32, 32]);

    // The next request begins at once.
    await model.prefill([7], new AbortController().signal, () => {});
    expect(chunks).toEqual([32, 32, 1]);
  });

  it("tells a sign of life after each chunk, the last one included", async () => {
    let signs = 0;
    const read: number[] = [];
    const model = new PipelineModel(
      fakePipeline((tokens) => void read.push(...tokens)),
      new Map(),
      400,
    );
    await model.prefill(prompt, new AbortController().signal, () => void signs++);
    // 400 is more than the library takes at once.
    expect(signs).toBe(Math.ceil(1500 / 256));
    expect(read).toEqual(prompt);
  });
});
