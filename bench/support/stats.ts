/** The value below which the given part of the values lies; 0.5 is the median. */
export function quantile(values: readonly number[], part: number): number {
  if (values.length === 0) return Number.NaN;
  const sorted = values.toSorted((a, b) => a - b);
  const at = (sorted.length - 1) * part;
  const low = sorted[Math.floor(at)] ?? Number.NaN;
  const high = sorted[Math.ceil(at)] ?? Number.NaN;
  return low + (high - low) * (at - Math.floor(at));
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/**
 * The median of the ratios of values measured one after the other: what slows the machine down for a while slows
 * both of a pair.
 */
export function pairedRatio(ours: readonly number[], theirs: readonly number[]): number {
  return median(ours.map((value, index) => value / (theirs[index] ?? Number.NaN)));
}

/** As {@link pairedRatio}, of differences. */
export function pairedDifference(ours: readonly number[], theirs: readonly number[]): number {
  return median(ours.map((value, index) => value - (theirs[index] ?? Number.NaN)));
}
