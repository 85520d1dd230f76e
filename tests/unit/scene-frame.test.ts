import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scenes } from "../../web/src/model/scenes.ts";
import {
  type Content,
  exit,
  type Frame,
  fitFrame,
  fromX,
  fromY,
  spaceFor,
  tipOf,
  toX,
  toY,
} from "../../web/src/view/plot/frame.ts";
import type { Point } from "../../web/src/view/plot/hull.ts";
import { axisNumber, endNumbers, roundUp, ticks } from "../../web/src/view/plot/ticks.ts";

const space = spaceFor(456, 378);
const frameOf = (
  items: readonly Point[],
  query: Point | null,
  more: Partial<Content> = {},
): Frame =>
  fitFrame({ items, query, queryIsPlace: false, output: null, line: false, ...more }, space);

const apple = scenes.apple.values.map(([red = 0, , sweet = 0]): Point => [red, sweet]);
const expectInside = (frame: Frame, [x, y]: Point): void => {
  expect(toX(frame, x)).toBeGreaterThanOrEqual(frame.left - 1e-6);
  expect(toX(frame, x)).toBeLessThanOrEqual(frame.right + 1e-6);
  expect(toY(frame, y)).toBeGreaterThanOrEqual(frame.top - 1e-6);
  expect(toY(frame, y)).toBeLessThanOrEqual(frame.bottom + 1e-6);
};

describe("fitFrame", () => {
  it("draws the apple scene from its origin, the query at 1/5", () => {
    const frame = frameOf(apple, [2, 2]);
    expect(frame.scale).toBe(1 / 5);
    expect(frame.foot).toEqual([0, 0]);
    expect([toX(frame, 0), toY(frame, 0)]).toEqual([frame.left, frame.bottom]);
    expect(frame.unit).toBeGreaterThan(340);
  });

  it("keeps the scale of the query when its other one points below the axis", () => {
    const frame = frameOf(apple, [1, -1]);
    expect(frame.scale).toBe(1 / 5);
    expectInside(frame, tipOf(frame, [1, -1]));
  });

  it("draws a query of 1000 at 1/2000, one of 1 as it is, and a tiny one larger", () => {
    const plane = scenes.plane.values.map(([x = 0, y = 0]): Point => [x, y]);
    expect(frameOf(plane, [1000, 0]).scale).toBe(1 / 2000);
    expect(frameOf(plane, [1, 0.5]).scale).toBe(1);
    expect(frameOf(plane, [0.001, 0]).scale).toBe(500);
    expect(frameOf(plane, [0, 0]).scale).toBe(1);
  });

  it("never scales a query that is itself a place", () => {
    const frame = frameOf(apple, [4, 4], { queryIsPlace: true });
    expect(frame.scale).toBe(1);
    expectInside(frame, [4, 4]);
  });

  it("leaves a far origin out and starts the query among the items", () => {
    const far: Point[] = apple.map(([x, y]) => [x + 1000, y - 500]);
    const frame = frameOf(far, [2, 2]);
    expect(frame.unit).toBeGreaterThan(200);
    expectInside(frame, frame.foot);
  });

  it("widens for an output beyond the items, but not without bound", () => {
    const near = frameOf(apple, [2, 2], { output: [1.7786330620179258, 1.3462319771431408] });
    expectInside(near, [1.7786330620179258, 1.3462319771431408]);
    const without = frameOf(apple, [2, 2]);
    expect(frameOf(apple, [2, 2], { output: [40, 30] }).unit).toBe(without.unit);
    expect(near.height).toBe(without.height);
  });

  it("shows every item and the query, whatever they are", () => {
    const size = fc.constantFrom(1e-9, 1, 1e6, 1e150);
    const number = fc.integer({ min: -1000, max: 1000 }).map((k) => k / 100);
    const point = fc.tuple(number, number);
    fc.assert(
      fc.property(
        fc.array(point, { minLength: 1, maxLength: 12 }),
        size,
        point,
        size,
        (items, s, query, t) => {
          const q: Point = [query[0] * t, query[1] * t];
          const all = items.map(([x, y]): Point => [x * s, y * s]);
          const frame = frameOf(all, q);
          expect(frame.unit).toBeGreaterThan(0);
          for (const item of all) expectInside(frame, item);
          expectInside(frame, tipOf(frame, q));
        },
      ),
    );
  });

  it("does not overflow on the largest numbers", () => {
    const frame = frameOf(
      [
        [-1.5e308, 0],
        [1.5e308, 1],
      ],
      null,
    );
    expect(toX(frame, 1.5e308) - toX(frame, -1.5e308)).toBeGreaterThan(300);
  });

  it("goes there and back", () => {
    const frame = frameOf(apple, [1, -1]);
    expect(fromX(frame, toX(frame, 0.625))).toBeCloseTo(0.625, 12);
    expect(fromY(frame, toY(frame, 0.375))).toBeCloseTo(0.375, 12);
  });

  it("is no higher than flat items need", () => {
    expect(
      frameOf(
        [
          [0, 0],
          [8, 0.5],
        ],
        null,
      ).height,
    ).toBeLessThan(300);
    expect(frameOf(apple, null).height).toBeGreaterThan(360);
  });
});

describe("exit", () => {
  const edges = { left: 0, top: 0, right: 100, bottom: 50 };
  it("is where the way crosses the edge", () => {
    expect(exit([50, 25], [250, 25], edges)).toEqual([100, 25]);
    expect(exit([50, 25], [50, -75], edges)).toEqual([50, 0]);
  });
  it("is null where the way stays inside", () => {
    expect(exit([50, 25], [60, 30], edges)).toBeNull();
  });
});

describe("ticks", () => {
  it("are round numbers", () => {
    expect(ticks(0, 1.1, 0.23).map(({ label }) => label)).toEqual(["0", "0.5", "1"]);
    expect(ticks(-1.4, 1.6, 0.7).map(({ at }) => at)).toEqual([-1, 0, 1]);
    expect(ticks(-0.3, 0.3, 0.1).map(({ label }) => label)).toEqual([
      "−0.3",
      "−0.2",
      "−0.1",
      "0",
      "0.1",
      "0.2",
      "0.3",
    ]);
  });

  it("have all the digits that tell them apart", () => {
    expect(ticks(1000, 1000.002, 0.0008).map(({ label }) => label)).toEqual([
      "1000",
      "1000.001",
      "1000.002",
    ]);
  });

  it("are none for an axis without extent or sense", () => {
    expect(ticks(0, 1, 0)).toEqual([]);
    expect(ticks(0, 1, Number.NaN)).toEqual([]);
    expect(ticks(0, 1, Number.POSITIVE_INFINITY)).toEqual([]);
  });

  it("are never endless where the step is lost in rounding", () => {
    expect(ticks(1e16, 1e16 + 8, 0.1).length).toBeLessThan(3);
  });

  it("round up to 1, 2 or 5 times a power of ten", () => {
    expect([0.11, 0.2, 0.21, 0.6, 1, 3, 7e300].map(roundUp)).toEqual([
      0.2, 0.2, 0.5, 1, 1, 5, 1e301,
    ]);
  });

  it("write very large and very small places shortly", () => {
    expect(axisNumber(2e300)).toBe("2×10³⁰⁰");
    expect(axisNumber(-0.25)).toBe("−0.25");
    expect(endNumbers(-0.9999902065507035, 1.5)).toEqual(["−1.0000", "1.5"]);
    expect(endNumbers(0.25, 0.25 + 2 ** -54)).toEqual(["0.25", "0.25000000000000006"]);
  });
});
