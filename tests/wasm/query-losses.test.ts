/** Losses along a line of queries, and what holds of a Jacobian, as the product gives them. */
import { describe, expect, test } from "vitest";
import { loadCore } from "./product.ts";

const core = await loadCore();

const X = [
  [0.875, 0.875, 0.75, 0.25],
  [1, 0.75, 0.25, 0.25],
  [0.875, 1, 0, 0.5],
  [0.5, 1, 0.75, 0.25],
  [0.125, 0.125, 0.875, 0.375],
  [1, 0.125, 0, 1],
];
const start = [1, -0.5, -1, 1];
const end = [2, 2, 2, -1];

describe("the losses of many queries", () => {
  test("are those of the training at its start", () => {
    const { soft, hard, crossEntropy, pick, softSlope, softDifference } = core.queryLosses({
      X,
      queries: [start, end],
      target: 0,
      direction: [1, 2.5, 3, -2],
    });
    for (const [losses, estimator] of [
      [soft, "soft-mse"],
      [hard, "hard"],
      [crossEntropy, "soft-ce"],
    ] as const) {
      const { loss } = core.train({ X, q: start, target: 0, estimator, steps: 0 });
      expect(losses[0]).toBe(loss[0]);
    }
    expect([...pick]).toEqual([5, 0]);
    expect(softSlope[0]).toBeCloseTo(-0.8343, 4);
    softDifference.forEach((difference, k) => {
      expect(difference).toBeCloseTo(softSlope[k] ?? 0, 6);
    });
    const gradients = core.lossGradients({ X, q: end }, { target: 0 });
    const query = gradients.query ?? [];
    const along = [1, 2.5, 3, -2].reduce((sum, v, j) => sum + v * (query[j] ?? 0), 0);
    expect(softSlope[1]).toBeCloseTo(along, 14);
  });

  test("have a slope only along a direction", () => {
    const losses = core.queryLosses({ X, queries: [start], target: 0 });
    expect(losses.softSlope).toHaveLength(0);
    expect(losses.softDifference).toHaveLength(0);
    expect(() => core.queryLosses({ X, queries: [start], target: 0, direction: [1] })).toThrow(
      expect.objectContaining({ code: "ShapeMismatch", argument: "direction" }),
    );
  });
});

describe("what holds of a Jacobian", () => {
  test("of softmax", () => {
    const { jacobian } = core.derive({ X, q: start });
    const { rowSums, asymmetry, norm } = core.jacobianIdentities(jacobian);
    expect(rowSums).toHaveLength(6);
    for (const sum of rowSums) expect(Math.abs(sum)).toBeLessThanOrEqual(2 ** -52);
    expect(asymmetry).toBe(0);
    expect(norm).toBeCloseTo(0.4994, 4);
  });

  test("is measured, not assumed", () => {
    const { rowSums, asymmetry, norm } = core.jacobianIdentities([
      [1, -2],
      [0.5, 4],
    ]);
    expect([...rowSums]).toEqual([-1, 4.5]);
    expect([asymmetry, norm]).toEqual([2.5, 4.5]);
    expect(() => core.jacobianIdentities([[1, 2]])).toThrow(
      expect.objectContaining({ code: "ShapeMismatch", argument: "jacobian" }),
    );
  });
});
