import { describe, expect, test } from "vitest";
import { railGeometry, topOfScale } from "../../web/src/view/derive/rail/geometry.ts";

/** A chain of nine: S1 has no output, S2 … S6 have not moved. */
const distances = (soft: number): number[] => [Number.NaN, 0, 0, 0, 0, 0, soft, soft, soft];

describe("the plot over the chain", () => {
  test("is flat at zero before S7", () => {
    const { y, zero } = railGeometry(1296, distances(1), 1);
    expect(zero).toBe(74);
    expect(y.slice(0, 6)).toEqual([74, 74, 74, 74, 74, 74]);
  });

  test("is as high as its room where the distance is that of the hottest output", () => {
    expect(railGeometry(1296, distances(2), 2).y.at(-1)).toBe(74 - 46);
    expect(railGeometry(500, distances(2), 2).y.at(-1)).toBe(54 - 28);
    expect(railGeometry(1296, distances(1), 2).y.at(-1)).toBe(74 - 23);
    // Never higher.
    expect(railGeometry(1296, distances(3), 2).y.at(-1)).toBe(74 - 46);
  });

  test("is 3 px high at least where the distance is not zero, and flat where it is", () => {
    for (const tiny of [5e-324, 1e-9, 0.04]) {
      expect(railGeometry(1296, distances(tiny), 1).y.at(-1)).toBe(74 - 3);
      expect(railGeometry(500, distances(tiny), 1.5).y.at(-1)).toBe(54 - 3);
    }
    expect(railGeometry(1296, distances(0), 1).y.at(-1)).toBe(74);
    expect(railGeometry(1296, distances(0), 0).y.at(-1)).toBe(74);
  });

  test("stands above stations that are evenly spaced, between margins where there is room", () => {
    const wide = railGeometry(1296, distances(1), 1);
    expect(wide.x[0]).toBe(36 + 68);
    expect(wide.x[8]).toBe(1296 - 36 - 68);
    const narrow = railGeometry(450, distances(1), 1);
    expect([narrow.narrow, narrow.x[0], narrow.x[8]]).toEqual([true, 25, 425]);
  });
});

test("its scale is that of the hottest output, or of what lies farther and is a number", () => {
  expect(topOfScale([Number.NaN, 0, 0.5], 2)).toBe(2);
  expect(topOfScale([Number.NaN, 0, 3], 2)).toBe(3);
  expect(topOfScale([Number.NaN, 0, Number.POSITIVE_INFINITY], 2)).toBe(2);
  expect(topOfScale([Number.NaN, 0, 1], Number.POSITIVE_INFINITY)).toBe(Number.MAX_VALUE);
});
