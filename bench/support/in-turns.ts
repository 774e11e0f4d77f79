/**
 * Measures candidates one after the other, round after round, so that all of them meet the same weather. The first
 * round warms up and does not count, unless told otherwise.
 */
export async function inTurns<C, T>(
  candidates: readonly C[],
  rounds: number,
  measure: (candidate: C) => Promise<T>,
  { warmUp = true } = {},
): Promise<(candidate: C) => readonly T[]> {
  const values = new Map<C, T[]>(candidates.map((candidate) => [candidate, []]));
  for (let round = warmUp ? -1 : 0; round < rounds; round++) {
    for (const candidate of candidates) {
      const value = await measure(candidate);
      if (round >= 0) values.get(candidate)?.push(value);
    }
  }
  return (candidate) => values.get(candidate) ?? [];
}
