import { readFile } from "node:fs/promises";
import { beforeAll, describe, expect, test } from "vitest";
import { EMBEDDED_MODEL } from "./embedded-model.ts";
import { readGguf } from "./gguf-reader.ts";

/** Builds little GGUF files, right and wrong. */
class GgufBuilder {
  readonly #parts: Buffer[] = [];

  uint32(value: number): this {
    const part = Buffer.alloc(4);
    part.writeUInt32LE(value);
    this.#parts.push(part);
    return this;
  }

  uint64(value: bigint): this {
    const part = Buffer.alloc(8);
    part.writeBigUInt64LE(value);
    this.#parts.push(part);
    return this;
  }

  string(text: string): this {
    const part = Buffer.from(text);
    return this.uint64(BigInt(part.length)).raw(part);
  }

  raw(part: Buffer): this {
    this.#parts.push(part);
    return this;
  }

  header(tensors: bigint, entries: bigint, version = 3): this {
    return this.raw(Buffer.from("GGUF")).uint32(version).uint64(tensors).uint64(entries);
  }

  bytes(): Uint8Array {
    return Buffer.concat(this.#parts);
  }
}

const file = () => new GgufBuilder();

describe("a well-formed file", () => {
  test("has metadata of every kind and tensors at aligned offsets", () => {
    const built = file().header(1n, 3n);
    built.string("text").uint32(8).string("Grüße");
    built.string("list").uint32(9).uint32(4).uint64(2n).uint32(7).uint32(8);
    built
      .string("flag")
      .uint32(7)
      .raw(Buffer.from([1]));
    built.string("t").uint32(1).uint64(2n).uint32(0).uint64(0n);
    const head = built.bytes();
    const data = Buffer.from(new Float32Array([1.5, -2]).buffer);
    const padding = Buffer.alloc((32 - (head.length % 32)) % 32);
    const { metadata, tensors } = readGguf(Buffer.concat([head, padding, data]));
    expect(Object.fromEntries(metadata)).toEqual({ text: "Grüße", list: [7, 8], flag: true });
    expect(tensors.get("t")).toMatchObject({ type: "F32", shape: [2] });
    expect(Buffer.from(tensors.get("t")?.data ?? [])).toEqual(data);
  });
});

describe("a broken file names its fault", () => {
  const cases: [string, Uint8Array, RegExp][] = [
    ["no magic", file().raw(Buffer.from("GGML")).bytes(), /does not start with 'GGUF'/],
    ["empty", new Uint8Array(), /ends inside the magic number/],
    ["version", file().header(0n, 0n, 9).bytes(), /version 9/],
    [
      "too many entries",
      file()
        .header(0n, 1n << 40n)
        .bytes(),
      /metadata entries is/,
    ],
    ["cut metadata", file().header(0n, 1n).string("k").uint32(4).bytes(), /ends inside k/],
    [
      "endless string",
      file()
        .header(0n, 1n)
        .uint64(1n << 50n)
        .bytes(),
      /length of metadata key/,
    ],
    ["unknown value type", file().header(0n, 1n).string("k").uint32(99).bytes(), /unknown type 99/],
    [
      "broken UTF-8",
      file()
        .header(0n, 1n)
        .string("k")
        .uint32(8)
        .uint64(1n)
        .raw(Buffer.from([0xff]))
        .bytes(),
      /not UTF-8/,
    ],
    [
      "unsupported tensor type",
      file().header(1n, 0n).string("t").uint32(1).uint64(32n).uint32(2).uint64(0n).bytes(),
      /unsupported tensor type 2/,
    ],
    [
      "rows that no block fits",
      file().header(1n, 0n).string("t").uint32(1).uint64(33n).uint32(8).uint64(0n).bytes(),
      /Q8_0 cannot hold/,
    ],
    ["rank", file().header(1n, 0n).string("t").uint32(5).bytes(), /rank 5/],
    [
      "tensor past the end",
      file().header(1n, 0n).string("t").uint32(1).uint64(64n).uint32(0).uint64(0n).bytes(),
      /ends inside the tensor t/,
    ],
  ];
  test.each(cases)("%s", (_, bytes, message) => {
    expect(() => readGguf(bytes)).toThrow(message);
  });

  let real: Uint8Array;
  beforeAll(async () => {
    real = await readFile(EMBEDDED_MODEL.gguf);
  });

  test("cut anywhere in its head", () => {
    for (const length of [3, 7, 12, 20, 30, 100, 1000, 50_000, 1_700_000, real.length - 1]) {
      expect(() => readGguf(real.subarray(0, length))).toThrow(/The file ends inside/);
    }
  });
});
