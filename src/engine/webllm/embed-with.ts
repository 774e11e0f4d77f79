import { contextLengthExceeded } from "../api-error.ts";
import type { LoadedModel } from "../model-runtime.ts";
import type { EmbeddingPipeline } from "./pipeline.ts";
import { framed, type TextFrame } from "./text-frame.ts";

/**
 * Embeds texts in batches as large as the model takes. Every input's length is checked before the first batch runs; a
 * batch cannot be interrupted, so the signal is looked at between them.
 *
 * @param frame - what the model expects around each text
 */
export function embedWith(
  pipeline: EmbeddingPipeline,
  frame: TextFrame,
): NonNullable<LoadedModel["embed"]> {
  return async (inputs, signal, onBatch) => {
    const tokenized = inputs.map((input) => {
      const tokens = framed([...pipeline.tokenizer.encode(input)], frame);
      const most = pipeline.contextWindowSize;
      if (tokens.length > most) throw contextLengthExceeded(tokens.length, most, "input");
      return tokens;
    });
    const vectors: Float32Array[] = [];
    while (vectors.length < tokenized.length) {
      signal.throwIfAborted();
      const batch = tokenized.slice(vectors.length, vectors.length + pipeline.maxBatchSize);
      const made = (await pipeline.embedStep(batch)).map(normalised);
      vectors.push(...made);
      onBatch(made);
    }
    signal.throwIfAborted();
    return { vectors, promptTokens: tokenized.reduce((sum, { length }) => sum + length, 0) };
  };
}

/** A vector of length 1 in the same direction, as OpenAI's are. */
function normalised(vector: readonly number[]): Float32Array {
  const length = Math.hypot(...vector);
  return Float32Array.from(vector, (value) => (length === 0 ? 0 : value / length));
}
