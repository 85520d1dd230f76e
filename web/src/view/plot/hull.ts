import { lensFor, sizeOf } from "./extent.ts";

/** A point of the drawing, in the units of the two features that it shows. */
export type Point = readonly [x: number, y: number];

/**
 * Convex hull, counter-clockwise from the leftmost point, without points in the middle of an edge
 * (A. M. Andrew's monotone chain). Points that coincide or lie on one line leave one or two.
 */
export function convexHull(points: readonly Point[]): readonly Point[] {
  // Products of differences must neither overflow nor vanish.
  const lens = lensFor(sizeOf(points.flat()));
  const sorted = [...points].sort(([ax, ay], [bx, by]) => ax - bx || ay - by);
  const distinct = sorted.filter(
    ([x, y], i) => i === 0 || x !== sorted[i - 1]?.[0] || y !== sorted[i - 1]?.[1],
  );
  if (distinct.length < 3) return distinct;
  const lower = halfHull(distinct, lens);
  const upper = halfHull(distinct.reverse(), lens);
  return [...lower.slice(0, -1), ...upper.slice(0, -1)];
}

function halfHull(points: readonly Point[], lens: number): Point[] {
  const chain: Point[] = [];
  for (const point of points) {
    for (;;) {
      const [a, b] = chain.slice(-2);
      if (a === undefined || b === undefined || turn(a, b, point, lens) > 0) break;
      chain.pop();
    }
    chain.push(point);
  }
  return chain;
}

/** Positive where a → b → c turns left. */
const turn = ([ax, ay]: Point, [bx, by]: Point, [cx, cy]: Point, lens = 1): number =>
  (bx * lens - ax * lens) * (cy * lens - ay * lens) -
  (by * lens - ay * lens) * (cx * lens - ax * lens);

/** How far a point lies outside a hull made by `convexHull`; 0 inside and on its edge. */
export function distanceOutside(hull: readonly Point[], [x, y]: Point): number {
  let inside = hull.length > 2;
  let nearest = Number.POSITIVE_INFINITY;
  hull.forEach(([ax, ay], i) => {
    const [bx, by] = hull[(i + 1) % hull.length] ?? [ax, ay];
    if (turn([ax, ay], [bx, by], [x, y]) < 0) inside = false;
    const [ux, uy] = [bx - ax, by - ay];
    const length = ux * ux + uy * uy;
    const along =
      length === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * ux + (y - ay) * uy) / length));
    nearest = Math.min(nearest, Math.hypot(x - ax - along * ux, y - ay - along * uy));
  });
  return inside ? 0 : nearest;
}
