/** Sampled hard attention: frequencies tend to the weights, a seed is a stream, what is refused. */
import { expect, test } from "vitest";
import type { ErrorCode, ErrorPlace, SampleHardInput } from "../../web/src/core/core.ts";
import { errorOf, loadCore } from "./product.ts";

const core = await loadCore();
const inf = Number.POSITIVE_INFINITY;
const scores = [4.75, 3.75, 3.25, 4.25, 1.875, 1.25];
const X = [
  [0.875, 0.875],
  [1, 0.75],
  [0.875, 1],
  [0.5, 1],
  [0.125, 0.125],
  [1, 0.125],
];

test.each([1, 2, 3])("frequencies are the weights: seed %i", (seed) => {
  const draws = 200_000;
  const { weights, softOutput } = core.derive({ scores, X });
  const samples = core.sampleHard({ scores, X, draws, seed });
  weights.forEach((p, i) => {
    const standardError = Math.sqrt((p * (1 - p)) / draws);
    expect(Math.abs((samples.frequencies[i] as number) - p)).toBeLessThan(5 * standardError);
  });
  softOutput.forEach((o, j) => {
    expect(Math.abs((samples.meanOutput[j] as number) - o)).toBeLessThan(5 / Math.sqrt(draws));
  });
  expect(samples.counts.reduce((a, b) => a + b)).toBe(draws);
  expect(samples.totalVariation).toBeGreaterThan(0);
  expect(samples.totalVariation).toBeLessThan(0.01);
});

test("more draws of a seed continue its stream, by one item each", () => {
  for (let draws = 1; draws < 50; draws++) {
    const before = core.sampleHard({ scores, draws, seed: 7 });
    const after = core.sampleHard({ scores, draws: draws + 1, seed: 7 });
    after.counts.forEach((count, i) => {
      expect(count - (before.counts[i] as number)).toBe(i === after.last ? 1 : 0);
    });
  }
});

test("seeds differ, up to the largest whole number; the default is 1", () => {
  const counts = [1, 2, 2 ** 32 + 1, Number.MAX_SAFE_INTEGER, 0].map((seed) =>
    core.sampleHard({ scores, draws: 1000, seed }).counts.join(),
  );
  expect(new Set(counts).size).toBe(5);
  expect(core.sampleHard({ scores, draws: 1000 }).counts.join()).toBe(counts[0]);
});

test("limits, masks and infinite scores", () => {
  const draws = 10_000;
  const cold = core.sampleHard({ scores: [2, 2, 1], temperature: 0, draws });
  expect(cold.counts[2]).toBe(0);
  expect(cold.frequencies[0]).toBeCloseTo(0.5, 1);
  const hot = core.sampleHard({ scores: [9, 0, -inf], temperature: inf, draws });
  expect(hot.counts[2]).toBe(0);
  expect(hot.frequencies[1]).toBeCloseTo(0.5, 1);
  const values = { scores: [0, -inf], X: [[1], [Number.NaN]], draws };
  expect(core.sampleHard(values).meanOutput).toEqual(Float64Array.of(1));
  expect(core.sampleHard({ scores: [0, inf, 5], draws }).counts).toEqual(
    Int32Array.of(0, draws, 0),
  );
  expect(core.sampleHard({ scores, draws }).meanOutput).toHaveLength(0);
});

const untyped = (input: unknown) => input as SampleHardInput;
type Refusal = readonly [
  name: string,
  input: SampleHardInput,
  code: ErrorCode,
  argument: ErrorPlace["argument"],
];
const refused: readonly Refusal[] = [
  ["no input", untyped(undefined), "BadArgument", undefined],
  ["no draws", { scores, draws: 0 }, "BadArgument", "draws"],
  ["too many draws", { scores, draws: 2 ** 20 + 1 }, "BadArgument", "draws"],
  ["far too many draws", { scores, draws: 2 ** 40 }, "BadArgument", "draws"],
  ["half a draw", { scores, draws: 1.5 }, "BadArgument", "draws"],
  ["a number of draws as text", untyped({ scores, draws: "10" }), "BadArgument", "draws"],
  ["a seed below 0", { scores, draws: 1, seed: -1 }, "BadArgument", "seed"],
  ["a seed past the whole numbers", { scores, draws: 1, seed: 2 ** 53 }, "BadArgument", "seed"],
  ["no scores", { scores: [], draws: 1 }, "Empty", "scores"],
  ["NaN among the scores", { scores: [Number.NaN], draws: 1 }, "NotANumber", "scores"],
  ["nothing to draw", { scores: [-inf], draws: 1 }, "NothingToAttend", undefined],
  ["two infinite scores", { scores: [inf, inf], draws: 1 }, "NotDetermined", "scores"],
  ["∞/∞", { scores: [inf, 1], temperature: inf, draws: 1 }, "NotDetermined", "scores"],
  ["temperature below 0", { scores, temperature: -1, draws: 1 }, "BadTemperature", "temperature"],
  ["too few values", { scores, X: [[1]], draws: 1 }, "ShapeMismatch", "X"],
  ["∞ in a value", { scores: [1], X: [[inf]], draws: 1 }, "NotFinite", "X"],
  ["too many scores", { scores: new Float64Array(2 ** 21 + 1), draws: 1 }, "TooLarge", "scores"],
];

test.each(refused)("refused: %s", (_, input, code, argument) => {
  const error = errorOf(() => core.sampleHard(input));
  expect([error.code, error.argument]).toEqual([code, argument]);
});
