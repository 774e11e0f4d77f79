import type { Pipeline, TvmObject } from "./pipeline.ts";

type PopTokens = TvmObject & ((...values: unknown[]) => unknown);

/**
 * The tokens that the key-value cache on the device holds, kept in step with it.
 *
 * Only what was read in whole chunks from the start is used again: a prompt's tokens are then computed in the same chunks
 * whatever the cache held before, and near ties fall the same way. Decoded tokens come from other kernels.
 */
export class KvTokens {
  readonly #pipeline: Pipeline;
  readonly #pop: PopTokens | null;
  readonly #tokens: number[] = [];
  readonly #chunk: number;
  /** How many tokens from the start were read in whole chunks. */
  #inChunks = 0;

  /** @param chunk - how many tokens of a prompt are read at once */
  constructor(pipeline: Pipeline, chunk: number) {
    this.#pipeline = pipeline;
    this.#chunk = chunk;
    this.#pop = popFunction(pipeline);
    pipeline.resetChat();
  }

  get length(): number {
    return this.#tokens.length;
  }

  /** Tokens of a prompt that were read at once. */
  appendRead(tokens: readonly number[]): void {
    const goesOn = this.#inChunks === this.#tokens.length;
    this.#tokens.push(...tokens);
    if (goesOn && tokens.length === this.#chunk) this.#inChunks += this.#chunk;
  }

  /** A token that was sampled and read by itself. */
  appendDecoded(token: number): void {
    this.#tokens.push(token);
  }

  /** How many of a prompt's tokens need not be read again, in whole chunks; at least one is always left to read. */
  reusable(prompt: readonly number[]): number {
    if (this.#pop === null) return 0;
    const most = Math.min(this.#inChunks, prompt.length - 1);
    let common = 0;
    while (common < most && this.#tokens[common] === prompt[common]) common++;
    return common - (common % this.#chunk);
  }

  /** Forgets all but the first `length` tokens; all, where the cache cannot be shortened. */
  truncate(length: number): void {
    const surplus = this.#tokens.length - length;
    if (surplus <= 0) return;
    if (length === 0 || this.#pop === null) {
      this.#pipeline.resetChat();
      this.#tokens.length = 0;
      this.#inChunks = 0;
      return;
    }
    const { tvm, kvCache } = this.#pipeline;
    tvm.beginScope();
    try {
      this.#pop(kvCache, tvm.scalar(0, "int64"), tvm.scalar(surplus, "int32"));
    } finally {
      tvm.endScope();
    }
    this.#tokens.length = length;
    // A chunk that was cut is no whole one any more.
    this.#inChunks = Math.min(this.#inChunks, length - (length % this.#chunk));
    this.#pipeline.filledKVCacheLength = length;
  }
}

/** The runtime's function that drops tokens from the end of a cache; null where the model keeps another kind of state. */
function popFunction(pipeline: Pipeline): PopTokens | null {
  if (pipeline.kvCache === undefined || pipeline.slidingWindowSize !== -1) return null;
  if (Reflect.get(pipeline, "rnnState") !== undefined) return null;
  const { tvm } = pipeline;
  tvm.beginScope();
  try {
    return tvm.detachFromCurrentScope(tvm.getGlobalFunc("vm.builtin.kv_state_popn"));
  } catch {
    return null;
  } finally {
    tvm.endScope();
  }
}
