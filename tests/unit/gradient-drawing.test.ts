/** Geometry of the view `gradient`. */
import { describe, expect, test } from "vitest";
import {
  lossBottom,
  lossTop,
  lossY,
  placeAt,
  updateX,
  weightBottom,
  weightTop,
  weightY,
} from "../../web/src/view/gradient/curves.ts";
import { heaviest, isStrong, largestSize, strengthOf } from "../../web/src/view/gradient/heat.ts";
import { lossPlot, treads } from "../../web/src/view/gradient/staircase.ts";

describe("the curves of the training", () => {
  test("stand between the ends of their axes", () => {
    expect(weightY(0)).toBe(weightBottom);
    expect(weightY(1)).toBe(weightTop);
    expect(lossY(0.8, 0.8)).toBe(lossTop);
    expect(lossY(0, 0.8)).toBe(lossBottom);
    expect(placeAt(updateX(0, 154), 154)).toBe(0);
    expect(placeAt(updateX(400, 154), 154)).toBe(1);
  });

  test("a loss that starts at 0 or runs away stays in the drawing", () => {
    expect(lossY(0, 0)).toBe(lossBottom);
    const endless = Number.POSITIVE_INFINITY;
    expect(lossY(endless, endless)).toBe(lossTop);
    expect(lossY(1, endless)).toBe(lossBottom);
    expect(lossY(5, 0)).toBe(lossY(1e300, 1));
    expect(lossY(5, 0)).toBeLessThan(lossTop);
    expect(lossY(5, 0)).toBeGreaterThan(weightBottom);
  });
});

describe("staircase and slope", () => {
  test("one axis holds both", () => {
    const plot = lossPlot(
      {
        soft: Float64Array.of(0.3, 0.1),
        hard: Float64Array.of(0.8, 0),
        crossEntropy: new Float64Array(2),
        softSlope: new Float64Array(),
        softDifference: new Float64Array(),
        pick: Int32Array.of(1, 0),
      },
      345,
    );
    expect(plot.y(0)).toBe(plot.bottom);
    expect(plot.y(0.8)).toBeGreaterThanOrEqual(plot.top);
    expect(plot.y(0.3)).toBeGreaterThan(plot.y(0.8));
    expect(plot.x(0)).toBe(plot.left);
    expect(plot.x(1)).toBe(plot.right);
  });

  test("a tread is a stretch with one pick", () => {
    expect(treads([5, 5, 1, 0, 0, 0])).toEqual([
      { pick: 5, from: 0, to: 1 },
      { pick: 1, from: 2, to: 2 },
      { pick: 0, from: 3, to: 5 },
    ]);
    expect(treads([])).toEqual([]);
  });
});

describe("the heat map", () => {
  test("is empty at 0, full at the largest entry, and grey below 0", () => {
    expect(strengthOf(0, 0.25)).toBe(0);
    expect(strengthOf(0.25, 0.25)).toBe(100);
    expect(strengthOf(-0.25, 0.25)).toBe(75);
    expect(strengthOf(0, 0)).toBe(0);
    expect(strengthOf(Number.NaN, 1)).toBe(0);
  });

  test("leaves out the tints on which nothing can be read", () => {
    for (let entry = 0; entry <= 1; entry += 0.001) {
      const strength = strengthOf(entry, 1);
      expect(strength <= 50 || strength >= 75).toBe(true);
      expect(isStrong(strength, entry)).toBe(strength >= 75);
    }
    expect(isStrong(75, -1)).toBe(false);
  });

  test("shows the heaviest in their own order", () => {
    expect(heaviest([0.1, 0.4, 0.1, 0.3, 0.1], 3)).toEqual([0, 1, 3]);
    expect(largestSize([-3, 2])).toBe(3);
    expect(largestSize([])).toBe(0);
  });
});
