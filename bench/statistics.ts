/** The value below which a share (0 to 1) of the values is; NaN without values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** The middle value. */
export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** The median of the ratios of values of the same round, so that effects on both cancel out. */
export const pairedRatio = (values: readonly number[], bases: readonly number[]): number =>
  median(values.flatMap((value, round) => (bases[round] ? [value / bases[round]] : [])));

/** The same values in a random order. */
export function shuffled<T>(values: readonly T[]): T[] {
  return values
    .map((value) => ({ value, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ value }) => value);
}
