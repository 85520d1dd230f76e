/** Distances in units in the last place. */
import { expect } from "vitest";

/** The distance between `expected` and its neighbour, the least subnormal at 0. */
export function ulp(expected: number): number {
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, Math.abs(expected));
  bits.setBigUint64(0, bits.getBigUint64(0) + 1n);
  return bits.getFloat64(0) - Math.abs(expected);
}

/** The distance of `actual` from `expected` in ulp of `expected`; NaN equals NaN. */
export function ulps(actual: number, expected: number): number {
  if (Object.is(actual, expected) || actual === expected) return 0;
  if (!Number.isFinite(actual) || !Number.isFinite(expected)) return Number.POSITIVE_INFINITY;
  return Math.abs(actual - expected) / ulp(expected);
}

export function expectUlps(
  actual: ArrayLike<number> | number,
  expected: ArrayLike<number> | number,
  tolerance: number,
  name = "value",
): void {
  const [a, b] = [actual, expected].map((x) => (typeof x === "number" ? [x] : Array.from(x)));
  expect(a, `${name}: length`).toHaveLength(b?.length ?? 0);
  b?.forEach((value, i) => {
    const distance = ulps(a?.[i] as number, value);
    expect(distance, `${name}[${i}] = ${a?.[i]}, not ${value}: ulp`).toBeLessThanOrEqual(tolerance);
  });
}
