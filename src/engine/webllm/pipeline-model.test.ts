import { describe, expect, it } from "vitest";
import { PipelineModel } from "./pipeline-model.ts";
import type { Pipeline } from "./pipeline.ts";

const CHUNK = 4;
const never = new AbortController().signal;
const alive = (): void => {};
const upTo = (length: number): number[] => Array.from({ length }, (_, token) => token);

/** A model whose device does nothing but note which positions were read together. */
function recordingModel() {
  const reads: string[] = [];
  const tensor = { dispose: alive, toArray: () => new Float32Array(1), copyFrom: alive };
  const pipeline = {
    kvCache: {},
    slidingWindowSize: -1,
    config: {},
    tokenizer: { idToToken: String },
    prefillChunkSize: 256,
    filledKVCacheLength: 0,
    device: { sync: async () => {} },
    tvm: {
      beginScope: alive,
      endScope: alive,
      detachFromCurrentScope: <T>(object: T): T => object,
      getGlobalFunc: () => Object.assign(alive, { dispose: alive }),
      scalar: (value: number) => value,
    },
    resetChat: () => {
      pipeline.filledKVCacheLength = 0;
    },
    embedAndForward: async (_: unknown, length: number) => {
      const from = pipeline.filledKVCacheLength;
      pipeline.filledKVCacheLength += length;
      reads.push(`${from}-${from + length}`);
      return tensor;
    },
    forwardDecodeToken: async () => {
      pipeline.filledKVCacheLength++;
      return tensor;
    },
    updateLogitsOnCPU: () => tensor,
  };
  const model = new PipelineModel(pipeline as unknown as Pipeline, new Map(), CHUNK);
  const read = async (tokens: readonly number[]): Promise<string[]> => {
    reads.length = 0;
    await model.prefill(tokens, never, alive);
    return [...reads];
  };
  return { model, read };
}

describe("a prompt whose beginning is on the device", () => {
  it("is read in the same chunks as on an empty device, less the whole ones that are there", async () => {
    const { model, read } = recordingModel();
    expect(await read(upTo(10))).toEqual(["0-4", "4-8", "8-10"]);
    expect(model.cachedTokens(upTo(10))).toBe(8);
    expect(await read(upTo(10))).toEqual(["8-10"]);
    expect(await read(upTo(7))).toEqual(["4-7"]);
    expect(await read(upTo(10))).toEqual(["4-8", "8-10"]);
  });

  it("is read on from the last border before the first difference", async () => {
    const { read } = recordingModel();
    await read(upTo(12));
    expect(await read([...upTo(9), 99, 99])).toEqual(["8-11"]);
    expect(await read([...upTo(3), 99, 99])).toEqual(["0-4", "4-5"]);
  });

  it("leaves the last chunk to be read when all of it is there", async () => {
    const { read } = recordingModel();
    await read(upTo(8));
    expect(await read(upTo(8))).toEqual(["4-8"]);
  });

  it("reads again what was decoded, since that came from other steps", async () => {
    const { model, read } = recordingModel();
    await read(upTo(6));
    for (let token = 6; token < 14; token++) await model.advance(token);
    expect(await read(upTo(16))).toEqual(["4-8", "8-12", "12-16"]);
  });

  it("reads again what an echo read token by token", async () => {
    const { model, read } = recordingModel();
    await read(upTo(8));
    await model.prefillWithLogprobs(upTo(8), 0, never, alive);
    expect(await read(upTo(8))).toEqual(["0-4", "4-8"]);
  });
});
