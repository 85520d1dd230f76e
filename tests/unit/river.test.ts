import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type Arm,
  narrowing,
  type RiverFrame,
  river,
  riverHeight,
  springs,
  turnRadius,
} from "../../web/src/view/ledger/river.ts";

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Points along a path of M, A (circular, less than half a turn), H and V, about a step apart. */
function walkAlong(path: string, step = 1): Point[] {
  const points: Point[] = [];
  let at: Point = { x: Number.NaN, y: Number.NaN };
  const line = (to: Point): void => {
    const steps = Math.max(1, Math.ceil(Math.hypot(to.x - at.x, to.y - at.y) / step));
    for (let k = 1; k <= steps; k++)
      points.push({ x: at.x + ((to.x - at.x) * k) / steps, y: at.y + ((to.y - at.y) * k) / steps });
    at = to;
  };
  for (const [, command = "", rest = ""] of path.matchAll(/([MAHV])([^MAHV]*)/g)) {
    const numbers = rest.trim().split(/\s+/).map(Number);
    const [a = 0, b = 0] = numbers;
    if (command === "M") {
      at = { x: a, y: b };
      points.push(at);
    } else if (command === "H") line({ x: a, y: at.y });
    else if (command === "V") line({ x: at.x, y: a });
    else {
      const [radius = 0, , , , sweep = 0, x = 0, y = 0] = numbers;
      const half = { x: (x - at.x) / 2, y: (y - at.y) / 2 };
      const chord = Math.hypot(half.x, half.y);
      if (chord === 0) continue;
      const lift = Math.sqrt(Math.max(0, radius ** 2 - chord ** 2)) * (sweep === 1 ? 1 : -1);
      const centre = {
        x: at.x + half.x - (half.y / chord) * lift,
        y: at.y + half.y + (half.x / chord) * lift,
      };
      const from = Math.atan2(at.y - centre.y, at.x - centre.x);
      let turn = Math.atan2(y - centre.y, x - centre.x) - from;
      if (sweep === 1 && turn < 0) turn += 2 * Math.PI;
      if (sweep === 0 && turn > 0) turn -= 2 * Math.PI;
      const steps = Math.max(1, Math.ceil((Math.abs(turn) * radius) / step));
      for (let k = 1; k <= steps; k++) {
        const angle = from + (turn * k) / steps;
        points.push({
          x: centre.x + radius * Math.cos(angle),
          y: centre.y + radius * Math.sin(angle),
        });
      }
      at = { x, y };
    }
  }
  return points;
}

const lengthOf = (points: readonly Point[]): number =>
  points
    .slice(1)
    .reduce(
      (sum, p, k) => sum + Math.hypot(p.x - (points[k]?.x ?? 0), p.y - (points[k]?.y ?? 0)),
      0,
    );

/** The least distance between two centrelines, beyond half of both widths: negative if they overlap. */
function clearance(a: Arm, b: Arm): number {
  const pa = walkAlong(a.path);
  const pb = walkAlong(b.path);
  let least = Number.POSITIVE_INFINITY;
  for (const p of pa)
    for (const q of pb) least = Math.min(least, (p.x - q.x) ** 2 + (p.y - q.y) ** 2);
  return Math.sqrt(least) - (a.width + b.width) / 2;
}

const frameFor = (n: number, pitch: number, bar: number): RiverFrame => ({
  pitch,
  bar,
  height: riverHeight(n, { pitch, bar }),
});

/** Weights that sum to 1, with zeros among them, and the place of the first of the greatest. */
const weightsOf = fc
  .array(fc.oneof(fc.constant(0), fc.double({ min: 1e-4, max: 1, noNaN: true })), {
    minLength: 1,
    maxLength: 8,
  })
  .filter((parts) => parts.some((part) => part > 0))
  .map((parts) => {
    const sum = parts.reduce((a, b) => a + b);
    const weights = parts.map((part) => part / sum);
    return { weights, winner: weights.indexOf(Math.max(...weights)) };
  });
const frames = fc.constantFrom([90, 76], [64, 54], [48, 41], [43, 36]) as fc.Arbitrary<
  [number, number]
>;

describe("river", () => {
  test("arms are as wide as the weights, and together as wide as the band", () => {
    fc.assert(
      fc.property(weightsOf, frames, ({ weights, winner }, [pitch, bar]) => {
        const { arms } = river(weights, winner, frameFor(weights.length, pitch, bar));
        expect(arms.map(({ item }) => item)).toEqual(
          weights.flatMap((weight, item) => (weight > 0 || item === winner ? [item] : [])),
        );
        for (const { item, width } of arms) expect(width).toBeCloseTo((weights[item] ?? 0) * bar);
        const turned = arms.filter(({ item }) => item !== winner);
        const away = turned.reduce((sum, { width }) => sum + width, 0);
        expect(away).toBeCloseTo((1 - (weights[winner] ?? 0)) * bar);
      }),
    );
  });

  test("they leave the band side by side and land on the left ends of their bars", () => {
    fc.assert(
      fc.property(weightsOf, frames, ({ weights, winner }, [pitch, bar]) => {
        const frame = frameFor(weights.length, pitch, bar);
        const { arms } = river(weights, winner, frame);
        const starts = arms
          .map(({ path, width }) => ({ x: walkAlong(path)[0]?.x ?? 0, width }))
          .sort((a, b) => a.x - b.x);
        let edge = winner * pitch;
        for (const { x, width } of starts) {
          expect(x - width / 2).toBeCloseTo(edge, 2);
          edge = x + width / 2;
        }
        for (const { item, path, width } of arms) {
          const end = walkAlong(path).at(-1);
          expect(end?.x).toBeCloseTo(item * pitch + width / 2, 2);
          expect(end?.y).toBeCloseTo(frame.height, 2);
        }
      }),
    );
  });

  test("no arm crosses another, and none leaves the gutter", () => {
    fc.assert(
      fc.property(weightsOf, frames, ({ weights, winner }, [pitch, bar]) => {
        const frame = frameFor(weights.length, pitch, bar);
        const { arms } = river(weights, winner, frame);
        for (const [k, arm] of arms.entries()) {
          for (const other of arms.slice(k + 1))
            expect(clearance(arm, other)).toBeGreaterThan(-0.2);
          const ys = walkAlong(arm.path).map(({ y }) => y);
          expect(Math.max(...ys)).toBeLessThanOrEqual(frame.height + 0.01);
          expect(Math.min(...ys)).toBeGreaterThanOrEqual(0);
        }
      }),
      { numRuns: 60 },
    );
  });

  test("every turn is wide enough for its inner side", () => {
    fc.assert(
      fc.property(weightsOf, frames, ({ weights, winner }, [pitch, bar]) => {
        const frame = frameFor(weights.length, pitch, bar);
        for (const { path, width } of river(weights, winner, frame).arms)
          for (const [, radius] of path.matchAll(/A([\d.]+)/g))
            expect(Number(radius) - width / 2).toBeGreaterThanOrEqual(turnRadius(frame) - 0.01);
      }),
    );
  });

  test("arms have no corners", () => {
    fc.assert(
      fc.property(weightsOf, frames, ({ weights, winner }, [pitch, bar]) => {
        const { arms } = river(weights, winner, frameFor(weights.length, pitch, bar));
        for (const { path, width } of arms) {
          // Coordinates are rounded to a thousandth: a thinner or shorter piece says nothing.
          if (width < 0.5) continue;
          const points = walkAlong(path, 0.2).filter(
            (p, k, all) =>
              k === 0 || Math.hypot(p.x - (all[k - 1]?.x ?? 0), p.y - (all[k - 1]?.y ?? 0)) > 0.1,
          );
          const headings = points
            .slice(1)
            .map((p, k) => Math.atan2(p.y - (points[k]?.y ?? 0), p.x - (points[k]?.x ?? 0)));
          for (const [k, heading] of headings.slice(1).entries())
            expect(Math.abs(Math.sin(heading - (headings[k] ?? 0)))).toBeLessThan(0.1);
        }
      }),
      { numRuns: 25 },
    );
  });

  test("an arm's length is what its path measures", () => {
    fc.assert(
      fc.property(weightsOf, frames, ({ weights, winner }, [pitch, bar]) => {
        for (const { path, length } of river(weights, winner, frameFor(weights.length, pitch, bar))
          .arms) {
          const measured = lengthOf(walkAlong(path));
          expect(Math.abs(measured - length)).toBeLessThan(0.5 + length / 200);
        }
      }),
    );
  });

  test("an arm finer than a pixel has an outline of its width, all along", () => {
    const { arms } = river([0.985, 0.009, 0.006], 1, frameFor(3, 90, 76));
    expect(arms.map(({ outline }) => outline !== undefined)).toEqual([false, false, true]);
    for (const { width, length, outline } of arms) {
      if (outline === undefined) continue;
      const edge = walkAlong(outline.replace("Z", ""));
      const twice = edge.reduce((sum, a, k) => {
        const b = edge[(k + 1) % edge.length] ?? a;
        return sum + a.x * b.y - b.x * a.y;
      }, 0);
      expect(Math.abs(twice) / 2 / (width * length)).toBeCloseTo(1, 1);
    }
  });

  test("the height holds the worst case: equal weights, the winner last", () => {
    for (const n of [2, 3, 6, 12, 64]) {
      const frame = frameFor(n, 90, 76);
      const { arms } = river(Array(n).fill(1 / n), n - 1, frame);
      for (const { path } of arms) {
        const [landing = Number.NaN] = [...path.matchAll(/ ([\d.]+)V/g)].map(([, y]) => Number(y));
        expect(landing).toBeLessThanOrEqual(frame.height);
      }
    }
    expect(riverHeight(6, { pitch: 90, bar: 76 })).toBe(86);
  });

  test("only arms that are wide enough have a seam between them", () => {
    const frame = frameFor(4, 90, 76);
    // 38, 36.5, 0.9 and 0.6 px: one seam, beside the winner's own arm.
    expect(river([0.5, 0.48, 0.012, 0.008], 0, frame).seams).toHaveLength(1);
    expect(river([0.4, 0.3, 0.2, 0.1], 0, frame).seams).toHaveLength(3);
    expect(river([1, 0, 0, 0], 0, frame).seams).toHaveLength(0);
  });

  test("a tie at τ = 0 has arms of 1/k and nothing else", () => {
    const { arms } = river([0.5, 0.5, 0, 0], 0, frameFor(4, 90, 76));
    expect(arms.map(({ item, width }) => [item, width])).toEqual([
      [0, 38],
      [1, 38],
    ]);
  });
});

describe("the half-steps", () => {
  const frame = { pitch: 90, bar: 76, height: 60 };

  test("weight is added to every loser that has any", () => {
    const added = springs([0.5, 1, 0, 0.25], 1, frame);
    expect(added.map(({ item }) => item)).toEqual([0, 3]);
    expect(added[0]?.edge).toMatch(/^M0 0C0 20 38 40 38 60$/);
    expect(added[1]?.edge).toMatch(/^M270 0C270 20 289 40 289 60$/);
  });

  test("ripples reach to the edge at their own height", () => {
    const [spring] = springs([1, 1], 1, frame);
    for (const [, , y, x] of spring?.ripples.matchAll(/M([\d.]+) ([\d.]+)H([\d.]+)/g) ?? []) {
      const t = Number(y) / 60;
      // The cubic's own point at t: B(t) = 3(1−t)t²·w + t³·w.
      expect(Number(x)).toBeCloseTo((3 * (1 - t) * t ** 2 + t ** 3) * 76, 2);
    }
  });

  test("every stream narrows from u to p", () => {
    const paths = narrowing([1, 0.5, 0], [0.625, 0.3125, 0], frame);
    expect(paths).toEqual([
      { item: 0, path: "M0 0H76C76 20 47.5 40 47.5 60H0Z" },
      { item: 1, path: "M90 0H128C128 20 113.75 40 113.75 60H90Z" },
    ]);
  });
});
