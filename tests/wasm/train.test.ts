/** What a training gives along its way besides the query: the distance of the two outputs. */
import { expect, test } from "vitest";
import { loadCore } from "./product.ts";

const core = await loadCore();

test("each record has the distance of the soft output from the hard one", () => {
  const input = { X: [[1], [0]], q: [0], target: 0, eta: 4, steps: 1 };
  // At q = 0 h = 1 and o = 1/2; the slope is −1/2, so then q = 2 and o = 1/(1 + e⁻²).
  const { outputDistance } = core.train({ ...input, estimator: "soft-ce" });
  expect(outputDistance).toHaveLength(2);
  expect(outputDistance[0]).toBe(0.5);
  expect(outputDistance[1]).toBeCloseTo(0.11920292202211755, 15);
  expect([...core.train({ ...input, estimator: "hard" }).outputDistance]).toEqual([0.5, 0.5]);
});
