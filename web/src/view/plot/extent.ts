/** Places on a drawing of numbers of any size: their differences may overflow, or vanish. */

/** A power of two that brings numbers up to this size to where sums and quotients of them are exact enough. */
export const lensFor = (size: number): number =>
  size > 2 ** 500 ? 2 ** -524 : size > 0 && size < 2 ** -500 ? 2 ** 524 : 1;

/** The largest size among numbers; infinities and what is no number have none. */
export const sizeOf = (numbers: ArrayLike<number>): number =>
  Array.from(numbers).reduce(
    (most, x) => (Number.isFinite(x) ? Math.max(most, Math.abs(x)) : most),
    0,
  );

/** How far x lies from `low` (0) to `high` (1). In the middle where the two are one. */
export function shareBetween(x: number, low: number, high: number): number {
  if (x === high && x !== low) return 1;
  const lens = lensFor(sizeOf([x, low, high]));
  const span = high * lens - low * lens;
  return span === 0 ? 0.5 : (x * lens - low * lens) / span;
}

/** A part of the way from one number to another. */
export const mix = (a: number, b: number, t: number): number => (a === b ? a : a * (1 - t) + b * t);

/** Within what a float64 holds. */
export const finite = (x: number): number =>
  Math.min(Number.MAX_VALUE, Math.max(-Number.MAX_VALUE, x));

/** Far enough away to be out of every drawing, and near enough to be drawn. */
export const drawable = (px: number): number => Math.min(1e5, Math.max(-1e5, px));
