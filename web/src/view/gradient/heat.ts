/** The tint of a heat map's cells. */

/**
 * Per cent of the full hue for an entry, the largest of which is `most`. Between half and three
 * quarters neither ink nor paper can be read on it: that stretch is left out.
 */
export function strengthOf(entry: number, most: number): number {
  if (!(most > 0) || !Number.isFinite(entry)) return 0;
  const share = Math.min(1, Math.abs(entry) / most);
  const percent =
    entry < 0
      ? 75 * share
      : share <= split
        ? (50 / split) * share
        : 75 + (25 * (share - split)) / (1 - split);
  return Math.round(percent);
}

const split = 0.62;

/** Whether an entry's number must be set in the colour of the paper. */
export const isStrong = (strength: number, entry: number): boolean => entry > 0 && strength > 60;

/** The places of the largest entries, in their own order. */
export const heaviest = (weights: ArrayLike<number>, count: number): readonly number[] =>
  Array.from(weights, (weight, i) => ({ weight, i }))
    .sort((a, b) => b.weight - a.weight || a.i - b.i)
    .slice(0, count)
    .map(({ i }) => i)
    .sort((a, b) => a - b);

/** The largest size among some numbers. */
export const largestSize = (entries: ArrayLike<number>): number =>
  Array.from(entries, Math.abs).reduce((most, size) => Math.max(most, size), 0);
