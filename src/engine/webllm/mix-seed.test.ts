import { expect, it } from "vitest";
import { mixSeed } from "./mix-seed.ts";

const MODULUS = 2 ** 31 - 1;
/** WebLLM's generator (tvmjs, `LinearCongruentialGenerator`): the number after the seed. */
const firstDraw = (seed: number): number =>
  Number((48271n * BigInt(seed)) % BigInt(MODULUS)) / MODULUS;

it("spreads the first draws of small seeds", () => {
  const tenths = Array.from({ length: 10 }, () => 0);
  for (let seed = 0; seed < 1000; seed++) {
    const tenth = Math.floor(firstDraw(mixSeed(seed)) * 10);
    tenths[tenth] = (tenths[tenth] ?? 0) + 1;
  }
  for (const count of tenths) expect(Math.abs(count - 100)).toBeLessThan(40);
});

it.each([0, 1, 2 ** 31 - 2, 2 ** 31 - 1, 2 ** 31])(
  "makes a seed that can be used of %d",
  (seed) => {
    const mixed = mixSeed(seed);
    expect(Number.isInteger(mixed)).toBe(true);
    expect(mixed).toBeGreaterThan(0);
    expect(mixed).toBeLessThan(MODULUS);
  },
);
