import type { Gguf } from "./gguf-reader.ts";
import { readModelShape, tensorOf } from "./model-shape.ts";
import { GROUP, packQ4, packQ8, type PackedMatrix } from "./pack-weights.ts";

/** A parameter of the model library, by the name the compiler gave it. */
export interface ModelParameter {
  readonly name: string;
  readonly shape: readonly number[];
  readonly dtype: "uint32" | "float32";
  readonly data: Uint8Array;
}

/** Turns a GGUF's tensors into the library's parameters, one at a time, in the order they are loaded. */
export function* modelParameters(gguf: Gguf): Generator<ModelParameter> {
  const { layers, headDim } = readModelShape(gguf);
  const q4 = (name: string, interleavedHeadDim?: number) => {
    const tensor = tensorOf(gguf, name, "Q4_1");
    return interleavedHeadDim === undefined ? { tensor } : { tensor, interleavedHeadDim };
  };
  yield* matrix("embed_tokens", 4, packQ8(tensorOf(gguf, "token_embd.weight", "Q8_0")), "float32");
  for (let i = 0; i < layers; i++) {
    const from = `blk.${i}`;
    const to = `layers.${i}`;
    yield vector(gguf, `${to}.attn_norm.weight`, `${from}.attn_norm.weight`);
    yield* matrix(
      `${to}.qkv`,
      8,
      packQ4([
        q4(`${from}.attn_q.weight`, headDim),
        q4(`${from}.attn_k.weight`, headDim),
        q4(`${from}.attn_v.weight`),
      ]),
    );
    yield* matrix(`${to}.attn_out`, 8, packQ4([q4(`${from}.attn_output.weight`)]));
    yield vector(gguf, `${to}.ffn_norm.weight`, `${from}.ffn_norm.weight`);
    yield* matrix(
      `${to}.gate_up`,
      8,
      packQ4([q4(`${from}.ffn_gate.weight`), q4(`${from}.ffn_up.weight`)]),
    );
    yield* matrix(`${to}.down`, 8, packQ4([q4(`${from}.ffn_down.weight`)]));
  }
  yield vector(gguf, "norm.weight", "output_norm.weight");
}

function* matrix(
  name: string,
  perWord: number,
  { columns, words, scales }: PackedMatrix,
  scaleType: ModelParameter["dtype"] = "uint32",
): Generator<ModelParameter> {
  const k = (words.length / columns) * perWord;
  yield {
    name: `${name}.q_weight`,
    shape: [k / perWord, columns],
    dtype: "uint32",
    data: bytes(words),
  };
  yield {
    name: `${name}.q_scale`,
    shape: [k / GROUP, columns],
    dtype: scaleType,
    data: bytes(scales),
  };
}

function vector(gguf: Gguf, name: string, source: string): ModelParameter {
  const { shape, data } = tensorOf(gguf, source, "F32");
  return { name, shape, dtype: "float32", data };
}

/** Little-endian bytes: every machine that runs Node is little-endian. */
function bytes(array: Uint32Array): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}
