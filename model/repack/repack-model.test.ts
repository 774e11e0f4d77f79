import { createHash } from "node:crypto";
import { mkdtemp, readFile, readdir, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { EMBEDDED_MODEL } from "./embedded-model.ts";
import type { FilesManifest } from "./files-manifest.ts";
import { readGguf, type Gguf } from "./gguf-reader.ts";
import { repackModel } from "./repack-model.ts";
import type { TensorCache } from "./shard-writer.ts";

/** Independent of the repacker: every IEEE half from its fields, by the definition. */
const HALVES = Float64Array.from({ length: 65_536 }, (_, bits) => {
  const sign = bits >> 15 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  return exponent === 0
    ? sign * fraction * 2 ** -24
    : sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
});
const half = (bits: number) => HALVES[bits] ?? NaN;

/** Independent of the repacker: a tensor's values as llama.cpp dequantizes them, row by row, in float32. */
function dequantize(gguf: Gguf, name: string): Float32Array {
  const tensor = gguf.tensors.get(name);
  if (tensor === undefined) throw new Error(`no ${name}`);
  const { data, type } = tensor;
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const values = new Float32Array(tensor.shape.reduce((a, b) => a * b, 1));
  if (type === "F32") return values.map((_, i) => view.getFloat32(i * 4, true));
  for (let block = 0; block < values.length / 32; block++) {
    const at = block * (type === "Q8_0" ? 34 : 20);
    const scale = half(view.getUint16(at, true));
    const minimum = type === "Q8_0" ? 0 : half(view.getUint16(at + 2, true));
    for (let j = 0; j < 32; j++) {
      const byte = type === "Q8_0" ? 0 : view.getUint8(at + 4 + (j % 16));
      const q = type === "Q8_0" ? view.getInt8(at + 2 + j) : j < 16 ? byte & 15 : byte >> 4;
      values[block * 32 + j] = scale * q + minimum;
    }
  }
  return values;
}

/** A parameter's weights from its packed words, as the kernels decode them, row by row of the original matrix. */
function decode(
  words: Uint32Array,
  scales: Uint32Array,
  columns: number,
  bits: 4 | 8,
): Float32Array {
  const perWord = 32 / bits;
  const k = (words.length / columns) * perWord;
  const values = new Float32Array(k * columns);
  const floats = new Float32Array(scales.buffer, scales.byteOffset, scales.length);
  const mask = 2 ** bits - 1;
  for (let column = 0; column < columns; column++) {
    for (let group = 0; group < k / 32; group++) {
      const pair = scales[group * columns + column] ?? 0;
      const scale = bits === 8 ? (floats[group * columns + column] ?? NaN) : half(pair & 0xffff);
      const minimum = bits === 8 ? 0 : half(pair >>> 16);
      for (let i = 0; i < 32; i++) {
        const word = words[((group * 32 + i - (i % perWord)) / perWord) * columns + column] ?? 0;
        const field = (word >>> (bits * (i % perWord))) & mask;
        const q = bits === 8 ? field - 128 : field;
        values[column * k + group * 32 + i] = scale * q + minimum;
      }
    }
  }
  return values;
}

let outDir: string;
let gguf: Gguf;
const json = async <T>(name: string) => JSON.parse(await readFile(join(outDir, name), "utf8")) as T;

beforeAll(async () => {
  outDir = await mkdtemp(join(tmpdir(), "repack-"));
  gguf = readGguf(await readFile(EMBEDDED_MODEL.gguf));
  expect((await repackModel({ ...EMBEDDED_MODEL, outDir })).built).toBe(true);
});
afterAll(() => rm(outDir, { recursive: true, force: true }));

/** Reads parameters back through tensor-cache.json, as WebLLM does. */
async function loadParameters() {
  const cache = await json<TensorCache>("tensor-cache.json");
  const parameters = new Map<string, { shape: readonly number[]; words: Uint32Array }>();
  for (const { dataPath, records, nbytes } of cache.records) {
    const data = await readFile(join(outDir, dataPath));
    expect(data.length).toBe(nbytes);
    for (const { name, shape, byteOffset, nbytes: size } of records) {
      const part = Uint8Array.from(data.subarray(byteOffset, byteOffset + size));
      parameters.set(name, { shape, words: new Uint32Array(part.buffer) });
    }
  }
  return parameters;
}

describe("the weights", () => {
  let parameters: Awaited<ReturnType<typeof loadParameters>>;
  beforeAll(async () => {
    parameters = await loadParameters();
  });

  const matrixOf = (name: string, bits: 4 | 8) => {
    const weight = parameters.get(`${name}.q_weight`);
    const scale = parameters.get(`${name}.q_scale`);
    if (weight === undefined || scale === undefined) throw new Error(`no ${name}`);
    return decode(weight.words, scale.words, weight.shape[1] ?? 0, bits);
  };
  const same = (actual: Float32Array, expected: Float32Array) =>
    Buffer.from(actual.buffer).equals(Buffer.from(expected.buffer));
  const join32 = (...parts: Float32Array[]) => {
    const joined = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
    let offset = 0;
    for (const part of parts) {
      joined.set(part, offset);
      offset += part.length;
    }
    return joined;
  };

  /** GGUF's order has pairs (2i, 2i + 1) of a head; the kernels want halves (i, i + 32). */
  const halves = (values: Float32Array) => {
    const out = new Float32Array(values.length);
    for (let row = 0; row < values.length / 576; row++) {
      const pair = row % 64;
      const target = row - pair + (pair % 2 === 0 ? pair / 2 : 32 + (pair - 1) / 2);
      out.set(values.subarray(row * 576, row * 576 + 576), target * 576);
    }
    return out;
  };

  test("every Q4_1 matrix and every norm of every layer keeps its exact values", () => {
    for (let i = 0; i < 30; i++) {
      const blk = (name: string) => dequantize(gguf, `blk.${i}.${name}.weight`);
      const layer = `layers.${i}`;
      const qkv = join32(halves(blk("attn_q")), halves(blk("attn_k")), blk("attn_v"));
      expect(same(matrixOf(`${layer}.qkv`, 4), qkv), `${layer}.qkv`).toBe(true);
      expect(same(matrixOf(`${layer}.attn_out`, 4), blk("attn_output")), layer).toBe(true);
      const gateUp = join32(blk("ffn_gate"), blk("ffn_up"));
      expect(same(matrixOf(`${layer}.gate_up`, 4), gateUp), `${layer}.gate_up`).toBe(true);
      expect(same(matrixOf(`${layer}.down`, 4), blk("ffn_down")), `${layer}.down`).toBe(true);
      for (const norm of ["attn_norm", "ffn_norm"]) {
        const words = parameters.get(`${layer}.${norm}.weight`)?.words ?? new Uint32Array();
        expect(same(new Float32Array(words.buffer), blk(norm)), `${layer}.${norm}`).toBe(true);
      }
    }
  }, 60_000);

  test("the embedding and the last norm keep their exact values", () => {
    expect(same(matrixOf("embed_tokens", 8), dequantize(gguf, "token_embd.weight"))).toBe(true);
    const norm = parameters.get("norm.weight")?.words ?? new Uint32Array();
    expect(same(new Float32Array(norm.buffer), dequantize(gguf, "output_norm.weight"))).toBe(true);
  }, 60_000);
});

describe("the folder", () => {
  test("is listed truthfully and completely in files.json", async () => {
    const manifest = await json<FilesManifest>("files.json");
    const names = (await readdir(outDir)).filter((name) => name !== "files.json");
    expect(manifest.files.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
    for (const { name, bytes, sha256 } of manifest.files) {
      const data = await readFile(join(outDir, name));
      expect(data.length).toBe(bytes);
      expect(createHash("sha256").update(data).digest("hex")).toBe(sha256);
    }
    expect(manifest.bytes).toBe(manifest.files.reduce((sum, { bytes }) => sum + bytes, 0));
  });

  test("has a tokenizer that agrees with the model's sizes", async () => {
    const tokenizer = await json<{
      model: { vocab: object; merges: unknown[] };
      added_tokens: { id: number }[];
    }>("tokenizer.json");
    expect(Object.keys(tokenizer.model.vocab)).toHaveLength(49152);
    expect(tokenizer.added_tokens.map(({ id }) => id)).toEqual(
      Array.from({ length: 17 }, (_, i) => i),
    );
    const config = await json<{ vocab_size: number; context_window_size: number }>(
      "mlc-chat-config.json",
    );
    expect(config.vocab_size).toBe(49152);
    expect(config.context_window_size).toBeLessThanOrEqual(8192);
  });

  test("is left alone when complete, rebuilt when damaged or foreign", async () => {
    const again = () => repackModel({ ...EMBEDDED_MODEL, outDir });
    expect((await again()).built).toBe(false);
    await truncate(join(outDir, "params_shard_1.bin"), 10);
    expect((await again()).built).toBe(true);
    await writeFile(join(outDir, "files.json"), "{");
    expect((await again()).built).toBe(true);
    await rm(join(outDir, "tokenizer.json"));
    expect((await again()).built).toBe(true);
    expect((await again()).built).toBe(false);
  }, 60_000);

  test("is not touched when the GGUF is another file", async () => {
    const wrong = repackModel({
      ...EMBEDDED_MODEL,
      outDir: join(outDir, "x"),
      ggufSha256: "0".repeat(64),
    });
    await expect(wrong).rejects.toThrow(/SHA-256 b179/);
  });
});
