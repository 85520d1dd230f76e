/** Points of a drawing, and the paths of SVG through them. */

/** In px, or in the units of the two features that a plane shows. */
export type Point = readonly [x: number, y: number];

export interface Rect {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** A hundredth of a pixel is enough, and keeps attributes short. */
export const round = (x: number): number => Math.round(x * 100) / 100;
export const px = ([x, y]: Point): string => `${round(x)} ${round(y)}`;

/** A line through points, lifted where one has no finite place. */
export function polyline(points: Iterable<Point>): string {
  let path = "";
  let drawing = false;
  for (const point of points) {
    const there = isFinitePoint(point);
    if (there) path += `${drawing ? "L" : "M"}${px(point)}`;
    drawing = there;
  }
  return path;
}

/** The area within points; none for fewer than two. */
export const polygon = (points: readonly Point[]): string =>
  points.length < 2 ? "" : `M${points.map(px).join("L")}Z`;

/** The area between two curves. */
export const band = (lower: readonly Point[], upper: readonly Point[]): string =>
  lower.length === 0 || upper.length === 0 ? "" : polygon([...upper, ...lower.toReversed()]);

/** Each height holds until the next point. */
export const staircase = (points: readonly Point[]): string =>
  points
    .map(([x, y], k) => {
      if (k === 0) return `M${px([x, y])}`;
      return y === points[k - 1]?.[1] ? "" : `H${round(x)}V${round(y)}`;
    })
    .concat(points.length === 0 ? "" : `H${round(points.at(-1)?.[0] ?? 0)}`)
    .join("");

/** The points that lie so many px from the last one that is left, and the last of all. */
export function thinned(points: readonly Point[], apart: number): readonly Point[] {
  let [lastX, lastY] = [Number.NaN, Number.NaN];
  return points.filter(([x, y], k) => {
    const near = Math.abs(x - lastX) < apart && Math.abs(y - lastY) < apart;
    if (near && k < points.length - 1) return false;
    [lastX, lastY] = [x, y];
    return true;
  });
}

/** A triangle that points along an angle. As a path: a `transform` would have the browser rebuild its layers. */
export function arrowHead([x, y]: Point, angle: number, long: number, half: number): string {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const barb = (side: 1 | -1): Point => [
    x - long * cos - side * half * sin,
    y - long * sin + side * half * cos,
  ];
  return polygon([[x, y], barb(1), barb(-1)]);
}

/** The four corners of a square, as long as `leg`. */
export function corners([x, y]: Point, half: number, leg: number): string {
  const [l, r, t, b] = [x - half, x + half, y - half, y + half].map(round);
  const [before, after] = [x - half + leg, x + half - leg].map(round);
  const [above, below] = [y - half + leg, y + half - leg].map(round);
  return (
    `M${l} ${above}V${t}H${before}M${after} ${t}H${r}V${above}` +
    `M${r} ${below}V${b}H${after}M${before} ${b}H${l}V${below}`
  );
}

export const isFinitePoint = ([x, y]: Point): boolean => Number.isFinite(x) && Number.isFinite(y);

export const middleOf = ([ax, ay]: Point, [bx, by]: Point): Point => [(ax + bx) / 2, (ay + by) / 2];

export const distanceBetween = ([ax, ay]: Point, [bx, by]: Point): number =>
  Math.hypot(ax - bx, ay - by);

export const angleOf = ([ax, ay]: Point, [bx, by]: Point): number => Math.atan2(by - ay, bx - ax);
