import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { convexHull, distanceOutside, type Point } from "../../web/src/view/plot/hull.ts";

const square: Point[] = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
];
/** Multiples of 1/8, so that no rounding decides on which side of an edge a point lies. */
const coordinate = fc.integer({ min: -64, max: 64 }).map((k) => k / 8);
const points = fc.array(fc.tuple(coordinate, coordinate), { minLength: 1, maxLength: 20 });

describe("convexHull", () => {
  it("leaves out what lies inside, on an edge, or twice", () => {
    const hull = convexHull([[0.5, 0.5], ...square, [0.5, 0], [1, 1]]);
    expect(hull).toEqual(square);
  });

  it("leaves the two ends of points on a line, and one of a single point", () => {
    expect(
      convexHull([
        [1, 1],
        [3, 3],
        [2, 2],
      ]),
    ).toEqual([
      [1, 1],
      [3, 3],
    ]);
    expect(
      convexHull([
        [2, 5],
        [2, 5],
      ]),
    ).toEqual([[2, 5]]);
    expect(convexHull([])).toEqual([]);
  });

  it("turns left at every corner and holds every point", () => {
    fc.assert(
      fc.property(points, (all) => {
        const hull = convexHull(all);
        if (hull.length > 2)
          hull.forEach(([ax, ay], i) => {
            const [bx, by] = hull[(i + 1) % hull.length] as Point;
            const [cx, cy] = hull[(i + 2) % hull.length] as Point;
            expect((bx - ax) * (cy - ay) - (by - ay) * (cx - ax)).toBeGreaterThan(0);
          });
        for (const point of all) expect(distanceOutside(hull, point)).toBeCloseTo(0, 10);
      }),
    );
  });
});

describe("distanceOutside", () => {
  it("is 0 inside and the distance to the nearest edge or corner outside", () => {
    expect(distanceOutside(square, [0.25, 0.75])).toBe(0);
    expect(distanceOutside(square, [3, 0.5])).toBe(2);
    expect(distanceOutside(square, [4, 5])).toBe(5);
  });

  it("knows hulls without an inside", () => {
    expect(
      distanceOutside(
        [
          [0, 0],
          [4, 0],
        ],
        [2, 3],
      ),
    ).toBe(3);
    expect(distanceOutside([[1, 1]], [4, 5])).toBe(5);
  });
});
