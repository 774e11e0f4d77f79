import { describe, expect, it } from "vitest";

import { FakeEngine } from "../testing/fake-engine.ts";
import { send, testContext } from "../testing/test-client.ts";
import type { EmbeddingList } from "./create-embeddings.ts";

const embed = (fields: object, engine = new FakeEngine()): Promise<Response> =>
  send(testContext(engine), "POST", "/v1/embeddings", {
    model: "test-embedder",
    input: "lamp",
    ...fields,
  });

async function list(fields: object): Promise<EmbeddingList> {
  const response = await embed(fields);
  expect(response.status).toBe(200);
  return (await response.json()) as EmbeddingList;
}

describe("embeddings", () => {
  it("are numbers unless told otherwise", async () => {
    expect(await list({ input: ["a", "b"] })).toEqual({
      object: "list",
      data: [0, 1].map((index) => ({
        object: "embedding",
        index,
        embedding: [Math.fround(0.6), Math.fround(0.8), 0, 0],
      })),
      model: "test-embedder",
      usage: { prompt_tokens: 3, total_tokens: 3 },
    });
  });

  it("A56: are little-endian float32 in base64", async () => {
    const { data } = await list({ encoding_format: "base64" });
    const bytes = Buffer.from(String(data[0]?.embedding), "base64");
    expect([0, 4, 8, 12].map((at) => bytes.readFloatLE(at))).toEqual([
      Math.fround(0.6),
      Math.fround(0.8),
      0,
      0,
    ]);
  });

  it("are cut to the dimensions asked for, at length 1", async () => {
    expect((await list({ dimensions: 1 })).data[0]?.embedding).toEqual([1]);
    expect((await list({ dimensions: 4 })).data[0]?.embedding).toHaveLength(4);
  });

  it("stop within a batch when their reader leaves", async () => {
    const engine = new FakeEngine();
    engine.batchMs = 50;
    const response = await embed({ input: Array(2000).fill("x") }, engine);
    expect(response.status).toBe(200);
    await response.body?.cancel();
    await expect.poll(() => engine.aborted).toHaveLength(1);
  });

  it("that take long are whole, and wrong dimensions a 400 all the same", async () => {
    const engine = new FakeEngine();
    engine.batchMs = 50;
    const input = Array(8).fill("x");
    const { data } = (await (await embed({ input }, engine)).json()) as EmbeddingList;
    expect(data).toHaveLength(8);
    expect((await embed({ input, dimensions: 5 }, engine)).status).toBe(400);
  });

  it.each<[string, object, string]>([
    ["input", { input: "" }, "invalid_value"],
    ["input", { input: [] }, "empty_array"],
    ["input", { input: ["a", ""] }, "invalid_value"],
    ["input", { input: [1, 2] }, "invalid_type"],
    ["input", { input: [[1]] }, "invalid_type"],
    ["input", { input: null }, "missing_required_parameter"],
    ["input", { input: Array(2049).fill("x") }, "array_above_max_length"],
    ["dimensions", { dimensions: 5 }, "integer_above_max_value"],
    ["dimensions", { dimensions: 0 }, "integer_below_min_value"],
    ["encoding_format", { encoding_format: "hex" }, "invalid_value"],
    ["model", { model: "test/model-1" }, "model_unsupported"],
  ])("refuse %s in %j", async (param, fields, code) => {
    const response = await embed(fields);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { param, code } });
  });
});
