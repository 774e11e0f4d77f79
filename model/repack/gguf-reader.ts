/** Tensor encodings this project reads, by their number in GGUF. */
const TENSOR_TYPES = {
  0: { name: "F32", blockElements: 1, blockBytes: 4 },
  3: { name: "Q4_1", blockElements: 32, blockBytes: 20 },
  8: { name: "Q8_0", blockElements: 32, blockBytes: 34 },
} as const;

type TensorType = (typeof TENSOR_TYPES)[keyof typeof TENSOR_TYPES]["name"];

/** A metadata value. 64-bit integers beyond 2^53 are refused rather than rounded. */
export type GgufValue = number | boolean | string | readonly GgufValue[];

/** One tensor of the file: `data` is a view, nothing is copied. */
export interface GgufTensor {
  readonly name: string;
  readonly type: TensorType;
  /** Innermost first, as GGUF has it: `[columns, rows]`. */
  readonly shape: readonly number[];
  readonly data: Uint8Array;
}

/** A parsed GGUF file. */
export interface Gguf {
  readonly metadata: ReadonlyMap<string, GgufValue>;
  readonly tensors: ReadonlyMap<string, GgufTensor>;
}

/** The file is not the GGUF it claims to be. */
export class GgufError extends Error {
  override readonly name = "GgufError";
}

const MAX_STRING_BYTES = 1 << 24;
const MAX_ITEMS = 1 << 24;
const MAX_ARRAY_DEPTH = 4;

/** Reads little-endian values in order; every read is checked against the end of the file. */
class Cursor {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #decoder = new TextDecoder("utf-8", { fatal: true });
  offset = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  #take(length: number, what: string): number {
    const start = this.offset;
    if (start + length > this.#bytes.length) {
      throw new GgufError(`The file ends inside ${what} at byte ${start}.`);
    }
    this.offset = start + length;
    return start;
  }

  uint32(what: string): number {
    return this.#view.getUint32(this.#take(4, what), true);
  }

  /** A 64-bit count or offset; it must be a safe integer. */
  size(what: string, limit = Number.MAX_SAFE_INTEGER): number {
    const value = this.#view.getBigUint64(this.#take(8, what), true);
    if (value > BigInt(limit)) throw new GgufError(`${what} is ${value}, above ${limit}.`);
    return Number(value);
  }

  string(what: string): string {
    const length = this.size(`the length of ${what}`, MAX_STRING_BYTES);
    const start = this.#take(length, what);
    try {
      return this.#decoder.decode(this.#bytes.subarray(start, start + length));
    } catch (cause) {
      throw new GgufError(`${what} is not UTF-8.`, { cause });
    }
  }

  value(type: number, what: string, depth = 0): GgufValue {
    const view = this.#view;
    switch (type) {
      case 0:
        return view.getUint8(this.#take(1, what));
      case 1:
        return view.getInt8(this.#take(1, what));
      case 2:
        return view.getUint16(this.#take(2, what), true);
      case 3:
        return view.getInt16(this.#take(2, what), true);
      case 4:
        return this.uint32(what);
      case 5:
        return view.getInt32(this.#take(4, what), true);
      case 6:
        return view.getFloat32(this.#take(4, what), true);
      case 7:
        return view.getUint8(this.#take(1, what)) !== 0;
      case 8:
        return this.string(what);
      case 9:
        return this.#array(what, depth);
      case 10:
        return this.size(what);
      case 11: {
        const value = Number(view.getBigInt64(this.#take(8, what), true));
        if (!Number.isSafeInteger(value)) throw new GgufError(`${what} is beyond 2^53.`);
        return value;
      }
      case 12:
        return view.getFloat64(this.#take(8, what), true);
      default:
        throw new GgufError(`${what} has the unknown type ${type}.`);
    }
  }

  #array(what: string, depth: number): GgufValue[] {
    if (depth >= MAX_ARRAY_DEPTH) throw new GgufError(`${what} is nested too deeply.`);
    const type = this.uint32(`the item type of ${what}`);
    const count = this.size(`the length of ${what}`, MAX_ITEMS);
    return Array.from({ length: count }, () => this.value(type, what, depth + 1));
  }
}

/** Parses a GGUF file (version 2 or 3, little-endian) held in memory. */
export function readGguf(bytes: Uint8Array): Gguf {
  const cursor = new Cursor(bytes);
  if (cursor.uint32("the magic number") !== 0x46554747) {
    throw new GgufError("This is not a GGUF file: it does not start with 'GGUF'.");
  }
  const version = cursor.uint32("the version");
  if (version !== 2 && version !== 3) throw new GgufError(`GGUF version ${version} is not known.`);
  const tensorCount = cursor.size("the number of tensors", MAX_ITEMS);
  const metadataCount = cursor.size("the number of metadata entries", MAX_ITEMS);

  const metadata = new Map<string, GgufValue>();
  for (let i = 0; i < metadataCount; i++) {
    const key = cursor.string(`metadata key ${i}`);
    metadata.set(key, cursor.value(cursor.uint32(`the type of ${key}`), key));
  }

  const headers = Array.from({ length: tensorCount }, (_, i) => readTensorHeader(cursor, i));
  const alignment = metadata.get("general.alignment") ?? 32;
  if (typeof alignment !== "number" || alignment < 1) {
    throw new GgufError("general.alignment is not a positive number.");
  }
  const start = Math.ceil(cursor.offset / alignment) * alignment;
  const tensors = new Map<string, GgufTensor>();
  for (const { name, type, shape, offset, byteLength } of headers) {
    const begin = start + offset;
    if (begin + byteLength > bytes.length) {
      throw new GgufError(`The file ends inside the tensor ${name}.`);
    }
    tensors.set(name, { name, type, shape, data: bytes.subarray(begin, begin + byteLength) });
  }
  return { metadata, tensors };
}

function readTensorHeader(cursor: Cursor, index: number) {
  const name = cursor.string(`the name of tensor ${index}`);
  const rank = cursor.uint32(`the rank of ${name}`);
  if (rank < 1 || rank > 4) throw new GgufError(`${name} has rank ${rank}; 1 to 4 is allowed.`);
  const shape = Array.from({ length: rank }, () => cursor.size(`the shape of ${name}`));
  const code = cursor.uint32(`the type of ${name}`);
  if (!isKnownType(code)) throw new GgufError(`${name} has the unsupported tensor type ${code}.`);
  const { name: type, blockElements, blockBytes } = TENSOR_TYPES[code];
  const elements = shape.reduce((product, dimension) => product * dimension, 1);
  if (!Number.isSafeInteger(elements) || (shape[0] ?? 0) % blockElements !== 0) {
    throw new GgufError(`${name} has the shape ${shape.join(" x ")}, which ${type} cannot hold.`);
  }
  const byteLength = (elements / blockElements) * blockBytes;
  return { name, type, shape, byteLength, offset: cursor.size(`the offset of ${name}`) };
}

function isKnownType(code: number): code is keyof typeof TENSOR_TYPES {
  return code in TENSOR_TYPES;
}
