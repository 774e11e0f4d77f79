import { GgufError, type GgufTensor } from "./gguf-reader.ts";

/** Weights a quantization block holds, in GGUF and on the device. */
export const GROUP = 32;

/**
 * A matrix as the kernels read it: both arrays have the output column as their fastest index, so that neighbouring
 * threads read neighbouring words.
 */
export interface PackedMatrix {
  readonly columns: number;
  /** `[k / weights a word, columns]`, unsigned fields, the lowest bits first. */
  readonly words: Uint32Array;
  /** `[k / 32, columns]`: Q4_1 scale and minimum as two halves, or Q8_0's scale as a float32's bits. */
  readonly scales: Uint32Array;
}

/**
 * Where an output row of a GGUF matrix goes. GGUF stores the q and k rows of a Llama with the two RoPE halves of a head
 * interleaved; the kernels rotate half against half, so those rows are put back.
 */
export function ropeRow(row: number, headDim: number): number {
  const within = row % headDim;
  const half = headDim / 2;
  return row - within + (within % 2) * half + (within >> 1);
}

/** A Q4_1 part of a matrix, and whether its rows belong to heads that RoPE rotates. */
export interface Q4Part {
  readonly tensor: GgufTensor;
  /** Size of a head whose rows are interleaved; undefined where rows are in order. */
  readonly interleavedHeadDim?: number;
}

/** Packs Q4_1 matrices of one input width side by side. Values are kept bit for bit. */
export function packQ4(parts: readonly Q4Part[]): PackedMatrix {
  const k = parts[0]?.tensor.shape[0] ?? 0;
  const columns = parts.reduce((sum, { tensor }) => sum + (tensor.shape[1] ?? 0), 0);
  const groups = k / GROUP;
  const words = new Uint32Array((k / 8) * columns);
  const scales = new Uint32Array(groups * columns);
  let first = 0;
  for (const { tensor, interleavedHeadDim } of parts) {
    const { data } = tensor;
    const rows = tensor.shape[1] ?? 0;
    const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
    for (let row = 0; row < rows; row++) {
      const column =
        first + (interleavedHeadDim === undefined ? row : ropeRow(row, interleavedHeadDim));
      for (let group = 0; group < groups; group++) {
        const block = (row * groups + group) * 20;
        scales[group * columns + column] = checkedPair(view.getUint32(block, true), tensor.name);
        for (let word = 0; word < 4; word++) {
          words[(group * 4 + word) * columns + column] = nibbles(view, block + 4, word);
        }
      }
    }
    first += rows;
  }
  return { columns, words, scales };
}

/**
 * A block's scale (low half) and minimum (high half). The kernels decode them by moving exponents, without signs or
 * subnormals: every scale must be a normal positive half, every minimum a normal negative one, as they are in this file.
 */
function checkedPair(pair: number, name: string): number {
  const isNormal = (half: number) => (half & 0x7c00) !== 0 && (half & 0x7c00) !== 0x7c00;
  if (!isNormal(pair) || !isNormal(pair >>> 16) || (pair & 0x8000) !== 0 || pair >>> 31 !== 1) {
    throw new GgufError(`${name} has a block whose scale or minimum the kernels cannot decode.`);
  }
  return pair;
}

/** Weights 8 * word .. 8 * word + 7 of a block, the first in the lowest bits. GGUF keeps weight i beside weight i + 16. */
function nibbles(view: DataView, offset: number, word: number): number {
  const start = offset + (word % 2) * 8;
  const shift = word < 2 ? 0 : 4;
  let packed = 0;
  for (let i = 0; i < 8; i++) packed |= ((view.getUint8(start + i) >> shift) & 15) << (4 * i);
  return packed >>> 0;
}

/**
 * Packs a Q8_0 matrix. Its signed bytes get 128 added, since the kernels read unsigned fields, and its half-precision
 * scales are widened; both are exact.
 */
export function packQ8(tensor: GgufTensor): PackedMatrix {
  const [k = 0, columns = 0] = tensor.shape;
  const groups = k / GROUP;
  const words = new Uint32Array((k / 4) * columns);
  const scales = new Uint32Array(groups * columns);
  const { data } = tensor;
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  for (let column = 0; column < columns; column++) {
    for (let group = 0; group < groups; group++) {
      const block = (column * groups + group) * 34;
      scales[group * columns + column] = halfToFloatBits(view.getUint16(block, true));
      for (let word = 0; word < 8; word++) {
        const bytes = view.getUint32(block + 2 + word * 4, true);
        words[(group * 8 + word) * columns + column] = (bytes ^ 0x80808080) >>> 0;
      }
    }
  }
  return { columns, words, scales };
}

const floatBits = new Float32Array(1);
const bitsOfFloat = new Uint32Array(floatBits.buffer);

/** The bits of the float32 that equals an IEEE half. */
export function halfToFloatBits(half: number): number {
  const exponent = (half >> 10) & 31;
  const fraction = half & 1023;
  const magnitude =
    exponent === 31
      ? fraction === 0
        ? Infinity
        : NaN
      : exponent === 0
        ? fraction * 2 ** -24
        : (fraction + 1024) * 2 ** (exponent - 25);
  floatBits[0] = half & 0x8000 ? -magnitude : magnitude;
  return bitsOfFloat[0] ?? 0;
}
