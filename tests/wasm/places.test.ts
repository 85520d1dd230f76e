/** Whatever has no answer is refused with its place; whatever has one is a number. */
import { describe, expect, test } from "vitest";
import { errorOf, loadCore } from "./product.ts";

const core = await loadCore();
const X = [
  [1, 0],
  [0, 1],
];

describe("at saturation", () => {
  test("gradients keep their digits", () => {
    const one = { q: [40], X: [[1], [0]] };
    const { scores, query } = core.lossGradients(one, { target: 1 });
    // 4.2483542552915889e-18 at 60 digits.
    expect((scores[0] ?? 0) / 4.2483542552915889e-18).toBeCloseTo(1, 14);
    expect((scores[1] ?? 0) / -4.2483542552915889e-18).toBeCloseTo(1, 14);
    expect((query?.[0] ?? 0) / 4.2483542552915889e-18).toBeCloseTo(1, 14);
    const { softSlope } = core.queryLosses({
      X: [[1], [0]],
      queries: [[40]],
      target: 1,
      direction: [2],
    });
    expect((softSlope[0] ?? 0) / 8.496708510583178e-18).toBeCloseTo(1, 14);
  });
});

test("a cross-entropy of given scores needs no values", () => {
  const input = { scores: [0, 0], temperature: 2 };
  const gradients = core.lossGradients(input, { target: 1, loss: "cross-entropy" });
  expect([...gradients.scores]).toEqual([0.25, -0.25]);
  expect(gradients.values).toEqual({ rows: 0, cols: 0, data: new Float64Array() });
  expect(gradients.query).toBeNull();
  expect(errorOf(() => core.lossGradients(input, { target: 1 }))).toMatchObject({
    code: "BadArgument",
    argument: "X",
  });
});

describe("what has no answer says where", () => {
  const scores = [1, 2];
  test.each([
    [
      "a query",
      () =>
        core.queryLosses({
          X,
          queries: [
            [1, 2],
            [3, Number.NaN],
          ],
          target: 0,
        }),
      { code: "NotANumber", argument: "queries", row: 1, column: 1 },
    ],
    [
      "a direction",
      () => core.queryLosses({ X, queries: X, target: 0, direction: [0, Number.NaN] }),
      { code: "NotANumber", argument: "direction", row: 0, column: 1 },
    ],
    [
      "a value of perturb",
      () =>
        core.perturb(scores, {
          kind: "softmax",
          X: [
            [1, 2],
            [Number.POSITIVE_INFINITY, 1],
          ],
        }),
      { code: "NotFinite", argument: "X", row: 1, column: 0 },
    ],
    [
      "a shift",
      () => core.perturb(scores, { kind: "softmax", shift: Number.NaN }),
      { code: "NotANumber", argument: "shift" },
    ],
    [
      "a score that is shifted out of range",
      () => core.perturb([1, -1e308], { kind: "l1", shift: -1.7e308 }),
      { code: "ScoreOverflow", argument: "scores", row: 1, column: 0 },
    ],
    [
      "a Jacobian",
      () =>
        core.jacobianIdentities([
          [0, Number.NaN],
          [0, 0],
        ]),
      { code: "NotANumber", argument: "jacobian", row: 0, column: 1 },
    ],
    [
      "a query that runs away",
      () =>
        core.train({
          X: [
            [0, 1],
            [2, 0],
          ],
          q: [1, 0],
          target: 0,
          estimator: "soft-ce",
          eta: 1e308,
        }),
      { code: "ScoreOverflow", row: 1 },
    ],
    [
      "a pick",
      () =>
        core.attendWindow(
          new Float32Array([1]),
          new Float32Array([1]),
          new Float32Array([1]),
          new Float32Array([Number.NaN]),
          { rows: 1, columns: 1, d: 1 },
        ),
      { code: "NotANumber", argument: "picks", row: 0 },
    ],
  ])("%s", (_, call, place) => {
    expect(errorOf(call)).toMatchObject(place);
  });

  test("in the words of the caller", () => {
    const queries = [
      [1, 2],
      [3, Number.NaN],
    ];
    expect(errorOf(() => core.queryLosses({ X, queries, target: 0 })).message).toContain(
      "queries[1][1] is NaN",
    );
  });
});

describe("what is finite gives no NaN", () => {
  const huge = [[1e308], [-1e308]];
  const numbersIn = (value: unknown): number[] =>
    typeof value === "number"
      ? [value]
      : ArrayBuffer.isView(value)
        ? Array.from(value as Float64Array)
        : value === null || typeof value !== "object"
          ? []
          : Object.values(value).flatMap(numbersIn);

  test.each<[string, () => unknown]>([
    [
      "the least temperature",
      () => core.lossGradients({ X, q: [1, 1], temperature: 5e-324 }, { target: 0 }),
    ],
    ["the largest values", () => core.lossGradients({ X: huge, q: [0] }, { target: 1 })],
    [
      "the largest values of queries",
      () => core.queryLosses({ X: huge, queries: [[0], [1e-308]], target: 1, direction: [1e-300] }),
    ],
    [
      "the largest values in training",
      () => core.train({ X: huge, q: [0], target: 1, estimator: "soft-mse", steps: 2, eta: 0 }),
    ],
  ])("%s", (_, call) => {
    const numbers = numbersIn(call());
    expect(numbers.length).toBeGreaterThan(0);
    expect(numbers.filter(Number.isNaN)).toEqual([]);
  });

  test("4,096 keys of score 1e4", () => {
    const n = 4096;
    const K = new Float32Array(n).fill(1e4);
    const places = Float32Array.from({ length: n }, (_, j) => j);
    const options = { n: 1, nKeys: n, d: 1, dValue: 1 };
    const one = new Float32Array([1]);
    const { logSumExp } = core.attend(one, K, places, options);
    const { output: picks } = core.attend(one, K, places, { ...options, hard: true });
    const window = core.attendWindow(one, K, logSumExp, picks, {
      rows: 1,
      columns: n,
      d: 1,
    });
    expect(window.totalVariation[0]).toBeCloseTo(1 - 1 / n, 5);
    expect(window.totalVariation[0]).toBeLessThanOrEqual(1);
    expect(window.entropy[0]).toBeCloseTo(Math.log(n), 4);
  });
});
