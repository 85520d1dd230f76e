/** The inputs of the trainings, and what is looked up in their runs. */
import { describe, expect, test } from "vitest";
import type { Estimator, Run } from "../../web/src/core/core.ts";
import { initialState, lostQuery, sceneState } from "../../web/src/model/scenes.ts";
import { estimators, type State, updates } from "../../web/src/model/state.ts";
import {
  along,
  baseStart,
  canSample,
  firstOverHalf,
  frozenFrom,
  isSampled,
  joined,
  overHalfFrom,
  partOf,
  patience,
  placeOf,
  rangeOf,
  rightFrom,
  runInput,
  runsOf,
  type Setup,
  setupOf,
  updateAt,
} from "../../web/src/model/training.ts";
import { core } from "./core.ts";

const apple = initialState;
const withOptions = (options: Partial<State["options"]>): State => ({
  ...apple,
  options: { ...apple.options, ...options },
});
const setup = (state: State, target = 0): Setup => {
  const found = setupOf(state, target);
  if (typeof found === "string") throw new Error(found);
  return found;
};
const run = (state: State, estimator: Estimator, k = 0): Run =>
  core.train(runInput(setup(state), estimator, k));

describe("where training starts", () => {
  test("from the lost query in the apple scene, else from −q, or where the reader says", () => {
    expect(baseStart(apple)).toEqual(lostQuery);
    const plane: State = { ...apple, ...sceneState("plane") };
    expect(baseStart(plane)).toEqual([-1, -0.5]);
    expect(baseStart({ ...plane, query: [0, 1] })).toEqual([0, -1]);
    expect(baseStart(withOptions({ start: [1, 2, 3, 4] }))).toEqual([1, 2, 3, 4]);
    // A start that was meant for other data does not fit.
    expect(baseStart(withOptions({ start: [1, 2] }))).toEqual(lostQuery);
  });

  test("saturated, eight times as far", () => {
    const saturated = setup(withOptions({ saturated: true }));
    expect(saturated.start).toEqual([8, -4, -8, 8]);
    expect(saturated.base).toEqual(lostQuery);
  });

  test("masked items take no part, and the target keeps its place among the others", () => {
    const mask = [true, false, true, true, true, true];
    const masked = setup({ ...apple, mask }, 3);
    expect(masked.items).toEqual([0, 2, 3, 4, 5]);
    expect(masked.X).toHaveLength(5);
    expect(masked.target).toBe(2);
  });

  test("where there is nothing to train it says why", () => {
    expect(setupOf({ ...apple, temperature: 0 }, 0)).toBe("limit");
    expect(setupOf({ ...apple, temperature: Number.POSITIVE_INFINITY }, 0)).toBe("limit");
    expect(setupOf({ ...apple, query: [1, 2], score: "bilinear" }, 0)).toBe("shape");
  });

  test("the ends of the line are the queries themselves, bit for bit", () => {
    const [from, to] = [
      [0.1, -0.3, 1e300],
      [0.7, 1 / 3, -2],
    ];
    expect(along(from as number[], to as number[], 0)).toEqual(from);
    expect(along(from as number[], to as number[], 1)).toEqual(to);
    expect(along([0, 4], [2, 0], 0.25)).toEqual([0.5, 3]);
  });
});

describe("what the runs come to", () => {
  test.each([
    ["hard", null, null, 0],
    ["soft-mse", 8, 237, null],
    ["soft-ce", 1, 8, null],
    ["straight-through", 4, null, 4],
    ["expected-hard", 10, 99, null],
  ] as const)(
    "%s: pick right from %s, over half from %s, at rest from %s",
    (estimator, right, half, still) => {
      const found = run(apple, estimator);
      expect(rightFrom(found, 0)).toBe(right);
      expect(overHalfFrom(found)).toBe(half);
      expect(frozenFrom(found)).toBe(still);
    },
  );

  test("the remedy gives back the run, bit for bit", () => {
    const remedied = run(
      { ...withOptions({ saturated: true, eta: 128 }), temperature: 8 },
      "soft-mse",
    );
    expect(remedied.weightTarget).toEqual(run(apple, "soft-mse").weightTarget);
    expect(overHalfFrom(run(withOptions({ saturated: true }), "soft-mse"))).toBeNull();
  });

  test("only those that draw have more than one run, each from a seed of its own", () => {
    expect(estimators.filter(isSampled)).toEqual(["reinforce", "gumbel-softmax"]);
    expect(runsOf("hard")).toBe(1);
    expect(runsOf("reinforce")).toBe(8);
    const seeded = withOptions({ seed: 5 });
    expect(runInput(setup(seeded), "reinforce", 7).seed).toBe(12);
    expect(run(seeded, "reinforce", 2).q).toEqual(run(withOptions({ seed: 7 }), "reinforce").q);
    expect(run(seeded, "reinforce", 1).q).not.toEqual(run(seeded, "reinforce").q);
  });

  const made = (weights: number[], picks = weights.map(() => 0)): Run => ({
    q: { rows: weights.length, cols: 1, data: Float64Array.from(weights) },
    loss: new Float64Array(weights.length),
    weightTarget: Float64Array.from(weights),
    outputDistance: new Float64Array(weights.length),
    pick: Int32Array.from(picks),
  });

  test("“from” means from there to the end", () => {
    expect(overHalfFrom(made([0, 0.6, 0.4, 0.7, 0.8]))).toBe(3);
    expect(firstOverHalf(made([0, 0.6, 0.4, 0.7, 0.8]))).toBe(1);
    expect(overHalfFrom(made([0.6, 0.5]))).toBeNull();
    expect(firstOverHalf(made([0.5]))).toBeNull();
    expect(rightFrom(made([0, 0, 0], [2, 1, 1]), 1)).toBe(1);
    expect(rightFrom(made([0, 0], [1, 0]), 1)).toBeNull();
    expect(frozenFrom(made([0, 1, 1, 1]))).toBe(1);
    expect(frozenFrom(made([1, 0]))).toBeNull();
    // Another bit is another query.
    expect(frozenFrom(made([0, -0, 0]))).toBeNull();
  });

  test("a range is open where one of the runs never gets there", () => {
    expect(rangeOf([3, 9, 4])).toEqual({ least: 3, most: 9 });
    expect(rangeOf([3, null])).toEqual({ least: 3, most: null });
    expect(rangeOf([null])).toEqual({ least: null, most: null });
  });
});

test("the axis of updates goes there and back", () => {
  for (let k = 0; k <= updates; k += 1) expect(updateAt(placeOf(k))).toBe(k);
  expect(updateAt(-1)).toBe(0);
  expect(updateAt(2)).toBe(updates);
  expect(placeOf(19)).toBeCloseTo(0.5, 2);
});

test("more data, less patience", () => {
  const rows = (n: number, d: number): Pick<Setup, "X"> => ({
    X: Array.from({ length: n }, () => Array.from({ length: d }, () => 0)),
  });
  expect(patience(rows(6, 4))).toBe(32768);
  expect(patience(rows(256, 64))).toBe(128);
  expect(partOf(rows(6, 4).X)).toBe(updates);
  expect(partOf(rows(256, 64).X)).toBe(2);
  expect(canSample(rows(6, 4))).toBe(true);
  expect(canSample(rows(256, 64))).toBe(false);
});

test("a run in parts is the run", () => {
  const input = runInput(setup(apple), "soft-mse", 0);
  const whole = core.train({ ...input, steps: 10 });
  const first = core.train({ ...input, steps: 7 });
  const then = core.train({ ...input, q: first.q.data.slice(-4), steps: 3 });
  expect(joined(first, then)).toEqual(whole);
});
