import { describe, expect, it, vi } from "vitest";
import type { OnBatch } from "../engine.ts";
import { embedWith } from "./embed-with.ts";
import type { EmbeddingPipeline } from "./pipeline.ts";
import type { TextFrame } from "./text-frame.ts";

const never = new AbortController().signal;

/** One token a character, two inputs a batch, contexts of four tokens. */
function embedder(onBatch = (): void => {}, frame: TextFrame = { before: [], after: [] }) {
  const embedStep = vi.fn<EmbeddingPipeline["embedStep"]>(async (inputs) => {
    onBatch();
    return inputs.map((tokens) => [3 * tokens.length, 4 * tokens.length]);
  });
  const tokenizer = { encode: (text: string) => Int32Array.from(text, (_, at) => at) };
  return {
    embedStep,
    embed: embedWith({ tokenizer, contextWindowSize: 4, maxBatchSize: 2, embedStep }, frame),
  };
}

describe("embedding", () => {
  it("goes batch by batch, with a sign of life after each", async () => {
    const { embed, embedStep } = embedder();
    const onBatch = vi.fn<OnBatch>();
    const { vectors, promptTokens } = await embed(["a", "bb", "cccc"], never, onBatch);
    expect(embedStep.mock.calls.map(([batch]) => batch.length)).toEqual([2, 1]);
    expect(onBatch.mock.calls.map(([made]) => made.length)).toEqual([2, 1]);
    expect(promptTokens).toBe(7);
    expect(vectors).toEqual(Array(3).fill(Float32Array.of(0.6, 0.8)));
  });

  it("puts the model's own marks around each text, and counts them", async () => {
    const { embed, embedStep } = embedder(() => {}, { before: [101], after: [102] });
    const { promptTokens } = await embed(["a", "bb"], never, () => {});
    expect(embedStep.mock.calls[0]?.[0]).toEqual([
      [101, 0, 102],
      [101, 0, 1, 102],
    ]);
    expect(promptTokens).toBe(7);
    await expect(embed(["ccc"], never, () => {})).rejects.toMatchObject({ status: 400 });
  });

  it("refuses an input longer than the context before anything runs", async () => {
    const { embed, embedStep } = embedder();
    await expect(embed(["a", "b", "ccccc"], never, () => {})).rejects.toMatchObject({
      status: 400,
      code: "context_length_exceeded",
      param: "input",
    });
    expect(embedStep).not.toHaveBeenCalled();
  });

  it("stops after the batch in which it was aborted", async () => {
    const abort = new AbortController();
    const { embed, embedStep } = embedder(() => abort.abort(new Error("enough")));
    await expect(embed(["a", "b", "c"], abort.signal, () => {})).rejects.toThrow("enough");
    expect(embedStep).toHaveBeenCalledTimes(1);
  });
});
