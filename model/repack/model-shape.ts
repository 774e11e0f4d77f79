import { GgufError, type Gguf, type GgufTensor, type GgufValue } from "./gguf-reader.ts";

/** The sizes of a Llama network, as its GGUF states them. */
export interface ModelShape {
  readonly layers: number;
  readonly hidden: number;
  readonly heads: number;
  readonly kvHeads: number;
  readonly headDim: number;
  readonly contextLength: number;
  readonly vocab: number;
}

/** Reads the network's sizes from a GGUF's metadata; throws when the file holds another architecture. */
export function readModelShape(gguf: Gguf): ModelShape {
  const architecture = gguf.metadata.get("general.architecture");
  if (architecture !== "llama") {
    throw new GgufError(
      `The architecture is '${String(architecture)}'; only 'llama' is supported.`,
    );
  }
  const size = (key: string) => metadataNumber(gguf, `llama.${key}`);
  const hidden = size("embedding_length");
  const heads = size("attention.head_count");
  return {
    layers: size("block_count"),
    hidden,
    heads,
    kvHeads: size("attention.head_count_kv"),
    headDim: hidden / heads,
    contextLength: size("context_length"),
    vocab: size("vocab_size"),
  };
}

/** A number of the metadata; throws when it is missing or something else. */
export function metadataNumber(gguf: Gguf, key: string): number {
  const value = gguf.metadata.get(key);
  if (typeof value !== "number") throw new GgufError(`The metadata has no number ${key}.`);
  return value;
}

/** A metadata list whose items all have the expected type. */
export function metadataList<T extends GgufValue>(
  gguf: Gguf,
  key: string,
  isItem: (value: GgufValue) => value is T,
): readonly T[] {
  const value = gguf.metadata.get(key);
  if (!Array.isArray(value) || !value.every(isItem)) {
    throw new GgufError(`The metadata has no list ${key} of the expected type.`);
  }
  return value;
}

/** A tensor by name; throws when it is missing or has another encoding. */
export function tensorOf(gguf: Gguf, name: string, type: GgufTensor["type"]): GgufTensor {
  const tensor = gguf.tensors.get(name);
  if (tensor === undefined) throw new GgufError(`The file has no tensor ${name}.`);
  if (tensor.type !== type) {
    throw new GgufError(`${name} is ${tensor.type}, but ${type} was expected.`);
  }
  return tensor;
}
