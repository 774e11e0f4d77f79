import type { Pipeline, TvmObject } from "./pipeline.ts";

/**
 * A prefix is used again only from this length on. Below, reading it anew costs little, and equal requests are then
 * computed by equal steps, so that near ties fall the same way.
 */
const SHORTEST_REUSE = 64;

type PopTokens = TvmObject & ((...values: unknown[]) => unknown);

/** The tokens that the key-value cache on the device holds, kept in step with it. */
export class KvTokens {
  readonly #pipeline: Pipeline;
  readonly #pop: PopTokens | null;
  readonly #tokens: number[] = [];

  constructor(pipeline: Pipeline) {
    this.#pipeline = pipeline;
    this.#pop = popFunction(pipeline);
    pipeline.resetChat();
  }

  get length(): number {
    return this.#tokens.length;
  }

  append(tokens: readonly number[]): void {
    this.#tokens.push(...tokens);
  }

  /** How many of a prompt's tokens are in the cache already; at least one is always left to read. */
  reusable(prompt: readonly number[]): number {
    if (this.#pop === null) return 0;
    const most = Math.min(this.#tokens.length, prompt.length - 1);
    let common = 0;
    while (common < most && this.#tokens[common] === prompt[common]) common++;
    return common >= SHORTEST_REUSE ? common : 0;
  }

  /** Forgets all but the first `length` tokens; all, where the cache cannot be shortened. */
  truncate(length: number): void {
    const surplus = this.#tokens.length - length;
    if (surplus <= 0) return;
    if (length === 0 || this.#pop === null) {
      this.#pipeline.resetChat();
      this.#tokens.length = 0;
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
