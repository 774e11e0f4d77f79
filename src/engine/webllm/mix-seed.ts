/** One less than the modulus of WebLLM's generator; 0 would stay 0 for ever. */
const LARGEST = 2 ** 31 - 2;

/**
 * A seed for WebLLM's generator, which starts from it as it is: the first number drawn is the seed times 0.00002, so
 * that all small seeds would take the same first token, and an unlikely one. Here neighbours become strangers
 * (the finalizer of MurmurHash3).
 *
 * @param seed - any integer up to 2^31
 * @returns 1 to 2^31 - 2
 */
export function mixSeed(seed: number): number {
  let mixed = (seed + 0x9e3779b9) | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (((mixed ^ (mixed >>> 16)) >>> 0) % LARGEST) + 1;
}
