/** The formulas as they are written: what they lose is what they are shown for. */
import { expect, test } from "vitest";
import type { VectorLike } from "../../web/src/core/core.ts";
import { errorOf, loadCore } from "./product.ts";
import { expectUlps } from "./ulp.ts";

const core = await loadCore();
const inf = Number.POSITIVE_INFINITY;
const nan = Number.NaN;

test("small scores: right, to the precision of each type", () => {
  const scores = [1, 2, 3];
  const { weights, expShifted } = core.derive({ scores });
  const { float64, float32, divisionFree } = core.naiveSoftmax(scores);
  expectUlps(float64.weights, weights, 8);
  expect(float64.exp[0]).toBeCloseTo(Math.E, 14);
  weights.forEach((p, i) => {
    expect(float32.weights[i]).not.toBe(p);
    expect(float32.weights[i]).toBe(Math.fround(float32.weights[i] as number));
    expect(Math.abs((float32.weights[i] as number) - p)).toBeLessThan(2 ** -22 * p);
  });
  expectUlps(divisionFree?.weights ?? [], weights, 8);
  const { sum, sumError } = divisionFree ?? { sum: nan, sumError: nan };
  expect(Math.abs(sum - 1 - sumError)).toBeLessThanOrEqual(2 ** -53);
  expect(expShifted[2]).toBe(1);
});

test("overflow: ∞/∞ in float64 from 710, in float32 from 89; never in the derivation", () => {
  const large = core.naiveSoftmax([1000, 999, -1000]);
  expect(large.float64.exp).toEqual(Float64Array.of(inf, inf, 0));
  expect(large.float64.sum).toBe(inf);
  expect(large.float64.weights).toEqual(Float64Array.of(nan, nan, 0));
  const half = core.naiveSoftmax([89, 88]);
  expect(half.float32.weights[0]).toBe(nan);
  expect(half.float64.weights[0]).toBeCloseTo(0.7310585786300049, 14);
  expect(core.derive({ scores: [1000, 999, -1000] }).weights[0]).toBeCloseTo(0.7310585786300049);
});

test("underflow: 0/0", () => {
  const { float64, float32 } = core.naiveSoftmax([-1000, -1001]);
  for (const { sum, weights } of [float64, float32]) {
    expect(sum).toBe(0);
    expect(weights).toEqual(Float64Array.of(nan, nan));
  }
});

test("the division-free form misses 1 by about |α| roundoffs", () => {
  const { divisionFree } = core.naiveSoftmax([1e6 + 0.1, 1e6 - 0.3, 1e6 + 0.3]);
  expect(Math.abs(divisionFree?.sumError ?? 0)).toBeGreaterThan(1e-12);
  expect(Math.abs(divisionFree?.sumError ?? 1)).toBeLessThan(1e6 * 2 ** -52);
});

test("where there is no log-sum-exp or no quotient there is no division-free form", () => {
  const cases: readonly (readonly [VectorLike, number])[] = [
    [[1, 2], 0],
    [[1, 2], inf],
    [[-inf, -inf], 1],
    [[inf, inf], 1],
  ];
  for (const [scores, temperature] of cases) {
    expect(core.naiveSoftmax(scores, { temperature }).divisionFree).toBeNull();
  }
});

test("temperature divides", () => {
  const warm = core.naiveSoftmax([2, 4], { temperature: 2 });
  expect(warm).toEqual(core.naiveSoftmax([1, 2]));
  expect(warm).not.toEqual(core.naiveSoftmax([2, 4]));
});

test("refused", () => {
  const untyped = (value: unknown) => value as number[];
  const refusal = (scores: VectorLike, options?: { temperature?: number }) => {
    const { code, argument, row } = errorOf(() => core.naiveSoftmax(scores, options));
    return [code, argument, row];
  };
  expect(refusal([])).toEqual(["Empty", "scores", undefined]);
  expect(refusal([1, nan])).toEqual(["NotANumber", "scores", 1]);
  expect(refusal([1], { temperature: -1 })).toEqual(["BadTemperature", "temperature", undefined]);
  expect(refusal([1], { temperature: nan })).toEqual(["BadTemperature", "temperature", undefined]);
  expect(refusal(new Float64Array(2 ** 21 + 1))).toEqual(["TooLarge", "scores", undefined]);
  expect(refusal(untyped("1,2"))).toEqual(["BadArgument", "scores", undefined]);
  expect(refusal(untyped([1, "2"]))).toEqual(["BadArgument", "scores", 1]);
});
