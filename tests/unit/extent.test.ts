/** Places of numbers of any size on a drawing. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { axis, samples } from "../../web/src/view/normalizers/geometry.ts";
import { drawable, finite, mix, shareBetween } from "../../web/src/view/plot/extent.ts";
import { fitFrame, fromX, spaceFor, toX, toY } from "../../web/src/view/plot/frame.ts";
import { convexHull, type Point } from "../../web/src/view/plot/hull.ts";
import { ticks } from "../../web/src/view/plot/ticks.ts";
import { domains } from "../../web/src/view/scene/strips.ts";

const max = Number.MAX_VALUE;
const min = Number.MIN_VALUE;

/** Every finite double, and often the ends of what there is. */
const number = fc.oneof(
  fc.constantFrom(max, -max, min, -min, 2 * min, 0, 1, 1 + Number.EPSILON, 1e308, 1e-308, -1e308),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
const point: fc.Arbitrary<Point> = fc.tuple(number, number);
const runs = { numRuns: 5000, seed: 1 };
const patience = { timeout: 60_000 };

describe("shareBetween", () => {
  test.each<[x: number, low: number, high: number, share: number]>([
    [0, -max, max, 0.5],
    [max, -max, max, 1],
    [-max, -max, max, 0],
    [min, 0, 2 * min, 0.5],
    [0, -min, min, 0.5],
    [1 + Number.EPSILON, 1, 1 + 2 * Number.EPSILON, 0.5],
    [5, 5, 5, 0.5],
    [1, 0, Number.POSITIVE_INFINITY, 0],
    [Number.POSITIVE_INFINITY, 0, Number.POSITIVE_INFINITY, 1],
  ])("%d from %d to %d: %d", (x, low, high, share) => {
    expect(shareBetween(x, low, high)).toBe(share);
  });

  test("is within 0 and 1 for what lies within, and grows", patience, () => {
    fc.assert(
      fc.property(number, number, number, number, (...all) => {
        const [low = 0, a = 0, b = 0, high = 0] = all.sort((x, y) => x - y);
        const [first, second] = [shareBetween(a, low, high), shareBetween(b, low, high)];
        return first >= 0 && first <= second && second <= 1;
      }),
      runs,
    );
  });
});

test("mix reaches both ends exactly, and never leaves what lies between", patience, () => {
  fc.assert(
    fc.property(number, number, fc.double({ min: 0, max: 1, noNaN: true }), (a, b, t) => {
      const ends = mix(a, b, 0) === a && mix(a, b, 1) === b;
      const between = mix(a, b, t);
      const slack = 4 * Number.EPSILON * Math.max(Math.abs(a), Math.abs(b)) + min;
      return ends && between >= Math.min(a, b) - slack && between <= Math.max(a, b) + slack;
    }),
    runs,
  );
  expect([finite(Number.POSITIVE_INFINITY), drawable(-max)]).toEqual([max, -1e5]);
});

describe("a plane of any points", () => {
  const space = spaceFor(600, 400);

  test("puts each of them into the plot, and apart where they differ", patience, () => {
    fc.assert(
      fc.property(
        fc.array(point, { minLength: 1, maxLength: 6 }),
        fc.option(point),
        fc.boolean(),
        (items, query, line) => {
          const flat = line ? items.map(([x]): Point => [x, 0]) : items;
          const content = { items: flat, query, queryIsPlace: false, output: null, line };
          const frame = fitFrame(content, space);
          const [low, high] = [
            Math.min(...items.map(([x]) => x)),
            Math.max(...items.map(([x]) => x)),
          ];
          for (const [x, y] of flat) {
            const [px, py] = [toX(frame, x), toY(frame, y)];
            expect(px >= 0 && px <= frame.width && py >= 0 && py <= frame.height).toBe(true);
          }
          for (const at of [frame.left, frame.right])
            expect(Number.isFinite(fromX(frame, at))).toBe(true);
          // On a line without a query that widens it, the ends are told apart.
          if (line && query === null && low < high)
            expect(toX(frame, high) - toX(frame, low)).toBeGreaterThan(50);
        },
      ),
      runs,
    );
  });

  test("has a hull of its own points only, as many as of the same ones in ordinary size", () => {
    const square: readonly Point[] = [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
      [0.5, 0.5],
    ];
    for (const size of [2 ** 1000, 2 ** -1000]) {
      const hull = convexHull(square.map(([x, y]): Point => [x * size, y * size]));
      expect(hull).toEqual([
        [0, 0],
        [size, 0],
        [size, size],
        [0, size],
      ]);
    }
  });
});

test("ticks are finite and between the ends, however far those lie apart", patience, () => {
  fc.assert(
    fc.property(number, number, fc.integer({ min: 2, max: 12 }), (a, b, parts) => {
      const [low, high] = [Math.min(a, b), Math.max(a, b)];
      const made = ticks(low, high, high / parts - low / parts);
      const sound = made.every(
        ({ at, label }) => Number.isFinite(at) && !/NaN|Infinity/.test(label),
      );
      return sound && made.length < 40;
    }),
    runs,
  );
  expect(ticks(-max, max, max / 4).map(({ at }) => at)).toEqual(
    [-3, -2, -1, 0, 1, 2, 3].map((k) => k * 5e307),
  );
});

test("axes, samples and strips stay finite", patience, () => {
  fc.assert(
    fc.property(number, number, number, (x, a, b) => {
      const [low, high] = [Math.min(a, b), Math.max(a, b)];
      const [from, to] = domains([[x], [a], [b]]).of(0);
      const all = [axis(low, high, 10, 200)(x), ...samples(low, high, 9), from, to];
      return from < to && all.every(Number.isFinite);
    }),
    runs,
  );
});
