/** How far the knobs of a query reach, and their smallest step: both powers of two, so exact. */
export interface QueryRange {
  readonly limit: number;
  readonly step: number;
}

/** Twice the scene's own query, wide enough for the present one too. */
export function queryRange(own: readonly number[], present: readonly number[]): QueryRange {
  const limit = powerAbove(Math.max(1, 2 * size(own), size(present)));
  return { limit, step: limit / 32 };
}

function size(q: readonly number[]): number {
  let most = 0;
  for (const x of q) if (Number.isFinite(x)) most = Math.max(most, Math.abs(x));
  return most;
}

const powerAbove = (x: number): number => Math.min(2 ** Math.ceil(Math.log2(x)), 2 ** 1023);

/** The nearest multiple of a power of two not above `step` that a drag of about 2 px can reach. */
export function snap(value: number, step: number, unitsPerPixel: number): number {
  const fine = Math.min(step, 2 ** Math.floor(Math.log2(2.5 * unitsPerPixel)));
  return Math.round(value / fine) * fine;
}
