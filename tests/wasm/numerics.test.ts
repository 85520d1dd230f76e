/** Faults that other libraries had, each as a case that must come out right. */
import { expect, test } from "vitest";
import type { Derivation, DeriveInput } from "../../web/src/core/core.ts";
import { errorOf, loadCore } from "./product.ts";
import { expectUlps, ulps } from "./ulp.ts";

const core = await loadCore();
const derive = (input: DeriveInput): Derivation => core.derive(input);
const list = (values: ArrayLike<number>): number[] => Array.from(values);
const sum = (values: ArrayLike<number>): number => list(values).reduce((a, b) => a + b, 0);
const inf = Number.POSITIVE_INFINITY;

test("exp never overflows", () => {
  const p = [0.09003057317038046, 0.24472847105479764, 0.6652409557748219];
  const up = derive({ scores: [1000, 1001, 1002] });
  expectUlps(up.weights, p, 4);
  expectUlps(up.logSumExp, 1002.4076059644444, 1);
  expectUlps(up.logWeights, [-2.40760596444438, -1.4076059644443804, -0.4076059644443803], 4);
  expect(list(up.shifted)).toEqual([-2, -1, 0]);
  expect(up.argmax).toBe(2);
  const down = derive({ scores: [-1000, -1001, -1002] });
  expectUlps(down.weights, [...p].reverse(), 4);
  expectUlps(down.logSumExp, -999.5923940355556, 1);
});

test("scores at both ends of the float64 range", () => {
  const d = derive({ scores: [1.7e308, -1.7e308, 0] });
  expect(list(d.weights)).toEqual([1, 0, 0]);
  expect(list(d.shifted)).toEqual([0, -inf, -1.7e308]);
  expect(list(d.expShifted)).toEqual([1, 0, 0]);
  expect(d.logSumExp).toBe(1.7e308);
  expect(d.entropy).toBe(0);
  // The difference overflows; divided by the temperature it does not.
  expectUlps(
    derive({ scores: [1.7e308, -1.7e308], temperature: 1.7e308 }).weights,
    [0.8807970779778825, 0.11920292202211756],
    4,
  );
});

test("one infinite score is a limit, two are none", () => {
  for (const scores of [
    [inf, 0],
    [inf, -inf],
  ]) {
    const d = derive({ scores });
    expect(d.logSumExp).toBe(inf);
    expect(d.argmax).toBe(0);
    expect(list(d.oneHot)).toEqual([1, 0]);
    expect(list(d.weights)).toEqual([1, 0]);
    expect(list(d.shifted)).toEqual([0, -inf]);
    expect(d.flags).toContain("infinite-score");
  }
  expect(errorOf(() => derive({ scores: [inf, 0, inf] })).code).toBe("NotDetermined");
});

test("NaN is found wherever it stands", () => {
  for (let n = 1; n <= 17; n++) {
    for (let row = 0; row < n; row++) {
      const scores = Array.from({ length: n }, (_, i) => (i === row ? Number.NaN : i));
      const error = errorOf(() => derive({ scores }));
      expect([error.code, error.argument, error.row]).toEqual(["NotANumber", "scores", row]);
    }
  }
});

test("a tie is shown and picked from by its first index", () => {
  const d = derive({ scores: [1, 3, 3, 0.5] });
  expectUlps(
    d.weights,
    [0.06103276151287862, 0.4509744986913156, 0.4509744986913156, 0.03701824110449009],
    4,
  );
  expectUlps(d.logSumExp, 3.796344484999821, 1);
  expect(d.argmax).toBe(1);
  expect(list(d.oneHot)).toEqual([0, 1, 0, 0]);
  expect(list(d.ties)).toEqual([1, 2]);
  expect(d.flags).toEqual(["tie"]);
  expect(list(derive({ scores: [1, 3, 3, 0.5], temperature: 0 }).weights)).toEqual([
    0, 0.5, 0.5, 0,
  ]);
});

test("no false tie where exp rounds to 1", () => {
  const d = derive({ scores: [0.25, 0.25 + 2 ** -54] });
  expect(list(d.expShifted)).toEqual([1, 1]);
  expect(list(d.ties)).toEqual([1]);
  expect(d.gap).toBe(2 ** -54);
  expect(list(d.steps[4]?.candidateArgmax ?? [])).toEqual([1]);
  expect(list(d.steps[4]?.candidateFloatArgmax ?? [])).toEqual([0, 1]);
});

test("log softmax keeps log n at large scores", () => {
  const d = derive({ scores: [1e8, 1e8] });
  expect(list(d.weights)).toEqual([0.5, 0.5]);
  expectUlps(d.logSumExp, 100000000.69314718, 1);
  expectUlps(d.logWeights, [-Math.LN2, -Math.LN2], 1);
});

test("the small remainder is not rounded away", () => {
  const tail = 4.248354255291589e-18;
  const d = derive({ scores: [40, 0] });
  expectUlps(d.logWeights, [-tail, -40], 4);
  expectUlps([d.totalVariation, d.lseMinusMax, d.klDivergence], [tail, tail, tail], 4);
  expectUlps(derive({ scores: [0, -40] }).logSumExp, tail, 4);
});

test("the Jacobian has the product term", () => {
  const { jacobian } = derive({ scores: [1, 2, 3] });
  const expected = [
    0.08192506906499322, -0.022033044520174298, -0.059892024544818935, -0.022033044520174298,
    0.1848364465099787, -0.16280340198980442, -0.059892024544818935, -0.16280340198980442,
    0.22269542653462335,
  ];
  expect([jacobian.rows, jacobian.cols]).toEqual([3, 3]);
  expectUlps(jacobian.data, expected, 8);
});

test("derivatives are left out on request", () => {
  const input = { X: [[1], [0]], q: [1] };
  const lean = core.derive({ ...input, derivatives: false });
  expect([lean.jacobian.data.length, lean.gradientQuery.data.length]).toEqual([0, 0]);
  expect({ ...core.derive(input), ...{ jacobian: 0, gradientQuery: 0 } }).toEqual({
    ...lean,
    ...{ jacobian: 0, gradientQuery: 0 },
  });
  const { jacobian } = core.normalize([1, 3], { kind: "softmax", derivatives: false });
  expect(jacobian?.data.length).toBe(0);
  expect(() => core.derive({ ...input, derivatives: 0 as never })).toThrow(/true or false/);
});

test("temperature 0 and Infinity are limits", () => {
  const cold = derive({ scores: [1, 3, 2], temperature: 0 });
  expect(list(cold.weights)).toEqual([0, 1, 0]);
  expect(cold.flags).toEqual(["cold-limit"]);
  const tie = derive({ scores: [3, 3, 2], temperature: 0 });
  expect(list(tie.weights)).toEqual([0.5, 0.5, 0]);
  expect(list(tie.oneHot)).toEqual([1, 0, 0]);
  const hot = derive({ scores: [1, 3, 2, -inf], temperature: inf });
  expectUlps(hot.weights, [1 / 3, 1 / 3, 1 / 3, 0], 0);
  expect(hot.flags).toEqual(["hot-limit", "masked"]);
  expect(errorOf(() => derive({ scores: [1, 3, 2], temperature: -1 })).code).toBe("BadTemperature");
});

test("a million scores sum to 1", () => {
  const n = 2 ** 20;
  const ramp = derive({ scores: new Float64Array(n).map((_, i) => i / n) });
  expectUlps(ramp.logSumExp, 14.404267988974627, 2);
  expectUlps(
    [ramp.weights[0] ?? 0, ramp.weights[n - 1] ?? 0],
    [5.550165027404152e-7, 1.5086898350947274e-6],
    4,
  );
  expect(Math.abs(sum(ramp.weights) - 1)).toBeLessThan(1e-12);
  const even = derive({ scores: new Float64Array(1e6) });
  expectUlps(
    [even.weights[0] ?? 0, even.logSumExp, even.entropy],
    [1e-6, 13.815510557964274, 13.815510557964274],
    4,
  );
  expect(even.ties).toHaveLength(1e6);
  expect([even.jacobian.rows, even.jacobian.cols]).toEqual([0, 0]);
});

test("exp neither clamps nor flushes", () => {
  const shifts = [0, -708.4, -720, -745, -745.2, -800, -inf];
  const exp = [1, 2.217119081664265e-308, 2.0322308024e-313, 5e-324, 0, 0, 0];
  // In every position, since a vector loop and its tail may differ.
  for (let turn = 0; turn < shifts.length; turn++) {
    const rotate = (values: number[]) => [...values.slice(turn), ...values.slice(0, turn)];
    expectUlps(derive({ scores: rotate(shifts) }).expShifted, rotate(exp), 1);
  }
});

test("a mask is no finite number", () => {
  const d = derive({ scores: [-200000, -199999, 3], mask: [true, true, false] });
  expectUlps(d.weights, [0.2689414213699951, 0.7310585786300049, 0], 4);
  expect(d.weights[2]).toBe(0);
  expect(d.scores[2]).toBe(-inf);
  expect(d.flags).toEqual(["masked"]);
  const error = errorOf(() => derive({ scores: [1, 2], mask: [false, false] }));
  expect(error.code).toBe("NothingToAttend");
  expect(errorOf(() => derive({ scores: [-inf, -inf] })).code).toBe("NothingToAttend");
});

test("true means attend", () => {
  const d = derive({ scores: [1, 2, 3], mask: [true, true, false] });
  expectUlps(d.weights, [0.2689414213699951, 0.7310585786300049, 0], 4);
});

test("the angle to a zero vector is shown as 0", () => {
  const X = [
    [1, 2],
    [0, 0],
  ];
  const query = derive({ q: [0, 0], X, score: "cosine" });
  expect(list(query.scores)).toEqual([0, 0]);
  expect(query.flags).toContain("zero-vector");
  expect([query.gradientQuery.rows, query.gradientQuery.cols]).toEqual([0, 0]);
  const key = derive({ q: [2, 1], X, score: "cosine" });
  expectUlps(key.scores, [0.8, 0], 1);
  expect(key.flags).toContain("zero-vector");
  // The norms overflow and underflow, the angle does not.
  expectUlps(derive({ q: [1e-200, 0], X: [[3e200, 4e200]], score: "cosine" }).scores, [0.6], 1);
});

test("a squared distance is summed, not expanded", () => {
  const near = derive({ q: [1e8, 0], X: [[100000001, 0]], score: "gaussian" });
  expect(list(near.scores)).toEqual([-0.5]);
  const close = derive({
    q: [0.7, 0.4, 0.3],
    X: [[0.7000000009999999, 0.4, 0.3]],
    score: "gaussian",
  });
  expectUlps(close.scores, [-9.999999434361379e-19 / 2], 1);
});

test("matrices are read row by row", () => {
  const rows = [
    [1, 2],
    [3, 4],
    [5, 6],
  ];
  const flat = { rows: 3, cols: 2, data: Float64Array.of(1, 2, 3, 4, 5, 6) };
  for (const X of [rows, flat]) {
    const d = derive({ X, q: [1, 10] });
    expect(list(d.scores)).toEqual([21, 43, 65]);
    expect(list(d.hardOutput)).toEqual([5, 6]);
    expect(d.scoreTerms).toEqual({ rows: 3, cols: 2, data: Float64Array.of(1, 20, 3, 40, 5, 60) });
  }
  // qᵀWk with a W that is neither square nor symmetric.
  const W = [
    [1, 2, 3],
    [4, 5, 6],
  ];
  const bilinear = derive({ X: [[1, 0, 2]], q: [1, 10], score: "bilinear", parameters: { W } });
  expect(list(bilinear.scores)).toEqual([7 + 10 * 16]);
});

test("distances of floats are counted in their own units", () => {
  expect(ulps(1 + 2 ** -52, 1)).toBe(1);
  expect(ulps(0, 5e-324)).toBe(1);
  expect(ulps(1, Number.NaN)).toBe(inf);
});
