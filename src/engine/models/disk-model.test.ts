import { describe, expect, it } from "vitest";
import { inspectDisk } from "./disk-model.ts";

const BASE = "https://site.test/app/";
const config = {
  model_type: "llama",
  tokenizer_files: ["tokenizer.json"],
  context_window_size: 64,
};
const tensors = {
  records: [
    { dataPath: "shard_0.bin", nbytes: 3, md5sum: "0" },
    { dataPath: "shard_1.bin", nbytes: 2 },
  ],
};
const whole: Readonly<Record<string, string>> = {
  "mlc-chat-config.json": JSON.stringify(config),
  "tensor-cache.json": JSON.stringify(tensors),
  "tokenizer.json": "{}",
  "shard_0.bin": "abc",
  "shard_1.bin": "de",
  "lib.wasm": "\0asm",
  "README.md": "not needed",
};

const inspect = (files: Readonly<Record<string, string | null>>, id = "mine") =>
  inspectDisk(
    {
      id,
      files: Object.entries(files).flatMap(([name, text]) =>
        text === null ? [] : [{ name, content: new Blob([text]) }],
      ),
    },
    BASE,
  );

describe("a model from the disk", () => {
  it("is described by its own files, each under an address of its own", async () => {
    const { entry, given } = await inspect(whole, " my model/2 ");
    const url = `${BASE}disk/my%20model%2F2/resolve/main/`;
    expect(entry).toMatchObject({
      id: "my model/2",
      fromDisk: true,
      kind: "chat",
      sizeBytes: 5,
      contextLength: 64,
      url,
      library: `${url}lib.wasm`,
    });
    const needed = Object.keys(whole).filter((name) => name !== "README.md");
    expect([...given.keys()].toSorted()).toEqual(needed.map((name) => url + name).toSorted());
  });

  it("may have the older name for its list of shards, and be one that embeds", async () => {
    const { entry, given } = await inspect({
      ...whole,
      "mlc-chat-config.json": JSON.stringify({ ...config, model_type: "bert" }),
      "tensor-cache.json": null,
      "ndarray-cache.json": JSON.stringify(tensors),
    });
    expect(entry.kind).toBe("embedding");
    expect(given.has(`${entry.url}tensor-cache.json`)).toBe(true);
  });

  it.each([
    ["no name", whole, " ", "Give the model a name"],
    ["no library", { ...whole, "lib.wasm": null }, "m", "there is none"],
    ["two libraries", { ...whole, "b.wasm": "\0asm" }, "m", "there are 2"],
    [
      "no list of shards",
      { ...whole, "tensor-cache.json": null },
      "m",
      "tensor-cache.json is missing",
    ],
    ["no configuration", { ...whole, "mlc-chat-config.json": null }, "m", "is missing"],
    ["another JSON", { ...whole, "tensor-cache.json": "[]" }, "m", "not the one of a model"],
    ["no JSON", { ...whole, "mlc-chat-config.json": "<html>" }, "m", "not the one of a model"],
    [
      "missing files",
      { ...whole, "shard_0.bin": null, "tokenizer.json": null },
      "m",
      "are missing: tokenizer.json, shard_0.bin.",
    ],
    ["a short file", { ...whole, "shard_1.bin": "d" }, "m", "shard_1.bin has 1 bytes instead of 2"],
  ] as const)("is refused with %s", async (_, files, id, message) => {
    await expect(inspect(files, id)).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining(message),
    });
  });
});
