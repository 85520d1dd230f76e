/** The kit of all drawings: scales, paths and labels. Planes and their names have tests of their own. */
import { describe, expect, test } from "vitest";
import { spread } from "../../web/src/view/plot/labels.ts";
import {
  arrowHead,
  band,
  corners,
  polygon,
  polyline,
  px,
  round,
  staircase,
  thinned,
} from "../../web/src/view/plot/path.ts";
import { linear, logarithmic } from "../../web/src/view/plot/scale.ts";
import { decades } from "../../web/src/view/plot/ticks.ts";

const { MAX_VALUE, MIN_VALUE, POSITIVE_INFINITY, NaN: none } = Number;

describe("a linear scale", () => {
  test("puts its ends and what lies between in proportion, up or down", () => {
    const up = linear(-2, 6, 140, 20);
    expect([-2, 0, 6].map(up)).toEqual([140, 110, 20]);
  });

  test("draws what lies beyond its ends as far out as it may", () => {
    expect([-1, 0, 3].map(linear(0, 2, 10, 30))).toEqual([0, 10, 40]);
    expect([-1, 0, 3].map(linear(0, 2, 10, 30, 0.1))).toEqual([8, 10, 32]);
    expect([-1, 0, 3].map(linear(0, 2, 10, 30, 0))).toEqual([10, 10, 30]);
  });

  test("has all in the middle where all is one", () => {
    expect(linear(1, 1, 10, 30)(1)).toBe(20);
  });

  test("holds any number, and far out the infinities", () => {
    expect([-MAX_VALUE, 0, MAX_VALUE].map(linear(-MAX_VALUE, MAX_VALUE, 0, 100))).toEqual([
      0, 50, 100,
    ]);
    expect([0, MIN_VALUE, 2 * MIN_VALUE].map(linear(0, 2 * MIN_VALUE, 0, 100))).toEqual([
      0, 50, 100,
    ]);
    expect(linear(0, 1, 0, 100)(POSITIVE_INFINITY)).toBe(1e5);
    expect(linear(0, 1, 0, 100)(none)).toBeNaN();
  });
});

describe("a logarithmic scale", () => {
  test("gives every factor the same length", () => {
    const y = logarithmic(1, 100, 200, 100);
    expect([1, 10, 100, 1000].map((n) => round(y(n)))).toEqual([200, 150, 100, 50]);
    expect(logarithmic(1, 100, 200, 100, 0)(1000)).toBe(100);
  });

  test("holds any number above 0", () => {
    const x = logarithmic(MIN_VALUE, MAX_VALUE, 0, 100);
    expect(x(MIN_VALUE)).toBe(0);
    expect(x(MAX_VALUE)).toBe(100);
    expect(x(0)).toBe(-1e5);
  });
});

describe("paths", () => {
  test("have numbers to a hundredth of a pixel", () => {
    expect([1 / 3, 2.006, -0.001, 1e-9].map((x) => `${round(x)}`)).toEqual([
      "0.33",
      "2.01",
      "0",
      "0",
    ]);
    expect(px([1.006, -2])).toBe("1.01 -2");
  });

  test("are lifted over what has no finite place", () => {
    const points = [
      [0, 1],
      [1, 2],
      [2, none],
      [3, 4],
      [4, POSITIVE_INFINITY],
    ] as const;
    expect(polyline(points)).toBe("M0 1L1 2M3 4");
    expect(polyline([])).toBe("");
  });

  test("close around an area of two points or more", () => {
    expect(polygon([[1, 2]])).toBe("");
    expect(
      polygon([
        [0, 0],
        [4, 0],
        [4, 3],
      ]),
    ).toBe("M0 0L4 0L4 3Z");
    expect(
      band(
        [
          [0, 9],
          [5, 8],
        ],
        [
          [0, 1],
          [5, 2],
        ],
      ),
    ).toBe("M0 1L5 2L5 8L0 9Z");
    expect(band([], [[0, 1]])).toBe("");
  });

  test("hold each height of a staircase until the next point", () => {
    expect(
      staircase([
        [0, 2],
        [4, 2],
        [7, 5],
        [9, 5],
      ]),
    ).toBe("M0 2H7V5H9");
    expect(staircase([])).toBe("");
  });

  test("leave out points that cannot be seen, never the last one", () => {
    expect(
      thinned(
        [
          [0, 1],
          [0.1, 1],
          [0.2, 1],
          [5, 2],
        ],
        0.5,
      ),
    ).toEqual([
      [0, 1],
      [5, 2],
    ]);
    expect(
      thinned(
        [
          [0, 0],
          [10, 0],
          [10.1, 0.1],
        ],
        0.5,
      ),
    ).toEqual([
      [0, 0],
      [10, 0],
      [10.1, 0.1],
    ]);
  });

  test("of marks: a head that points along its angle, and four corners", () => {
    expect(arrowHead([10, 5], 0, 4, 2)).toBe("M10 5L6 7L6 3Z");
    expect(arrowHead([10, 5], Math.PI / 2, 4, 2)).toBe("M10 5L8 1L12 1Z");
    expect(corners([10, 10], 5, 2)).toBe("M5 7V5H7M13 5H15V7M15 13V15H13M7 15H5V13");
  });
});

test("labels stand apart, in their order, within the ends", () => {
  expect(spread([10, 12, 100], 15, 0, 120)).toEqual([10, 25, 100]);
  expect(spread([100, 90, 118], 15, 0, 120)).toEqual([105, 90, 120]);
  expect(spread([119, 118, 117], 15, 0, 120)).toEqual([120, 105, 90]);
  expect(spread([], 15, 0, 120)).toEqual([]);
});

test("decades of a log axis", () => {
  expect(decades(9)).toEqual([{ at: 1, label: "1" }]);
  expect(decades(52429).map(({ label }) => label)).toEqual(["1", "10", "100", "1000", "10000"]);
});
