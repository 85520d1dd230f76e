import { drawable, finite, lensFor, mix, sizeOf } from "./extent.ts";
import type { Point } from "./hull.ts";
import { roundUp } from "./ticks.ts";

/** How a plane of two features lies on the drawing: one unit is as long across as up. */
export interface Frame {
  readonly width: number;
  readonly height: number;
  /** The edges of the plot, in px; the axes run along its left and its bottom. */
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** What numbers are taken times before they are laid out: a power of two, nearly always 1. */
  readonly lens: number;
  /** The point of the plane that lies at (originX, originY) px, through the lens. */
  readonly centre: Point;
  readonly originX: number;
  readonly originY: number;
  /** px per unit, through the lens. */
  readonly unit: number;
  /** Where the query starts: the origin where it is in view. */
  readonly foot: Point;
  /** The query is drawn at this scale. */
  readonly scale: number;
  /** px below its place at which the query is drawn: on a line it would cover the items. */
  readonly lane: number;
}

export const toX = ({ originX, lens, centre, unit }: Frame, x: number): number =>
  drawable(originX + (finite(x * lens) - centre[0]) * unit);
export const toY = ({ originY, lens, centre, unit }: Frame, y: number): number =>
  drawable(originY - (finite(y * lens) - centre[1]) * unit);
export const fromX = ({ originX, lens, centre, unit }: Frame, px: number): number =>
  finite((centre[0] + (px - originX) / unit) / lens);
export const fromY = ({ originY, lens, centre, unit }: Frame, px: number): number =>
  finite((centre[1] - (px - originY) / unit) / lens);

/** So many px in the units of the plane. */
export const unitsOf = ({ lens, unit }: Frame, px: number): number => px / unit / lens;

/** The head of the query's arrow, in the units of the plane. */
export const tipOf = ({ foot, scale }: Pick<Frame, "foot" | "scale">, [x, y]: Point): Point => [
  finite(foot[0] + x * scale),
  finite(foot[1] + y * scale),
];

export interface Content {
  readonly items: readonly Point[];
  readonly query: Point | null;
  /** The query is itself a place among the items, not only a direction: its scale is 1. */
  readonly queryIsPlace: boolean;
  /** An output that may lie beyond the items. */
  readonly output: Point | null;
  /** One feature only: everything lies on the axis. */
  readonly line: boolean;
}

export interface Space {
  readonly width: number;
  /** The most that it may be; flat contents take less. */
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** Room for what is drawn around a point. */
  readonly pad: number;
}

/** Room on the four sides of the plot: for the axes' numbers and for names. */
export const spaceFor = (width: number, height: number): Space =>
  width < 400
    ? { width, height, left: 30, right: 58, top: 24, bottom: 46, pad: 20 }
    : { width, height, left: 44, right: 64, top: 28, bottom: 44, pad: 22 };

/** The frame that shows all of it, as large as the space allows. */
export function fitFrame(content: Content, space: Space): Frame {
  const lens = lensFor(sizeOf(content.items.flat()));
  const through = ([x, y]: Point): Point => [finite(x * lens), finite(y * lens)];
  const { foot, ...frame } = fitThrough(
    {
      ...content,
      items: content.items.map(through),
      query: content.query && through(content.query),
      output: content.output && through(content.output),
    },
    space,
  );
  return { ...frame, lens, foot: [foot[0] / lens, foot[1] / lens] };
}

function fitThrough(content: Content, space: Space): Omit<Frame, "lens"> {
  const { line } = content;
  let box = bounds(content.items);
  const withOrigin = union(box, [0, 0]);
  // Far from the origin, the items would shrink to a dot beside it.
  const nearOrigin = size(box) === 0 || size(withOrigin) <= 4 * size(box);
  if (nearOrigin) box = withOrigin;
  if (size(box) === 0) box = { min: box.min, max: [box.min[0] + 1, box.min[1] + (line ? 0 : 1)] };
  const flat = line ? space : { ...space, height: heightFor(box, space) };
  const foot: Point = nearOrigin
    ? [0, 0]
    : [middle(box.min[0], box.max[0]), middle(box.min[1], box.max[1])];
  const { query, output } = content;
  const scale = query === null || content.queryIsPlace ? 1 : arrowScale(query, foot, box);
  if (query !== null && scale > 0)
    box = union(box, [foot[0] + query[0] * scale, foot[1] + query[1] * scale]);
  let laid = lay(box, flat, line);
  if (output !== null && isFinitePoint(output)) {
    const wider = lay(union(box, output), flat, line);
    // Beyond that the edge of the drawing points to it.
    if (wider.unit >= 0.45 * laid.unit) laid = wider;
  }
  return { ...laid, foot, scale, lane: line ? 34 : 0 };
}

/** No higher than the items and the origin need at full width: it is the same at every step. */
function heightFor({ min, max }: Box, space: Space): number {
  const { width, height, left, right, top, bottom, pad } = space;
  const across = width - left - right - (min[0] === 0 ? 0 : pad);
  const up = (across / (max[0] - min[0])) * (max[1] - min[1]);
  return Math.round(
    Math.max(Math.min(height, 216), Math.min(height, up + top + bottom + (min[1] === 0 ? 0 : pad))),
  );
}

function lay(
  box: Box,
  space: Space,
  line: boolean,
): Omit<Frame, "lens" | "foot" | "scale" | "lane"> {
  const { width, height, pad } = space;
  const [left, right] = [space.left, width - space.right];
  const [top, bottom] = [space.top, height - space.bottom];
  // Where nothing lies beyond zero, the axis is drawn through it.
  const padLeft = box.min[0] === 0 ? 0 : pad;
  const padBottom = box.min[1] === 0 && !line ? 0 : pad;
  const unit = Math.min(
    (right - left - padLeft) / (box.max[0] - box.min[0]),
    line ? Number.POSITIVE_INFINITY : (bottom - top - padBottom) / (box.max[1] - box.min[1]),
  );
  const [x, y] = [middle(box.min[0], box.max[0]), middle(box.min[1], box.max[1])];
  // Between neighbours there is no number in the middle: what it is off is made good in px.
  const offX = middle(box.min[0] - x, box.max[0] - x) * unit;
  const offY = middle(box.min[1] - y, box.max[1] - y) * unit;
  return {
    width,
    height,
    left,
    right,
    top,
    bottom,
    centre: [padLeft === 0 ? 0 : x, padBottom === 0 ? 0 : y],
    originX: padLeft === 0 ? left : middle(left + padLeft, right) - offX,
    originY: line ? bottom - 52 : padBottom === 0 ? bottom : middle(top, bottom - padBottom) + offY,
    unit,
  };
}

/**
 * 1 where an arrow of that length fits the box of the items and can be seen; else the largest of …,
 * 1/10, 1/5, 1/2, 2, 5, … at which it keeps well inside, or points a little out of it.
 */
function arrowScale(query: Point, foot: Point, box: Box): number {
  const length = Math.hypot(...query);
  if (!(length > 0)) return 1;
  // As much longer than the items as no double says.
  if (length === Number.POSITIVE_INFINITY) return 0;
  const extent = Math.max(box.max[0] - box.min[0], box.max[1] - box.min[1]);
  const reached = reach(query, foot, box) * length;
  const out = 0.35 * extent;
  if (length <= Math.max(reached, out) && length >= 0.15 * extent) return 1;
  const scale = 1 / roundUp(length / Math.max(0.6 * reached, out));
  return Number.isFinite(scale) ? scale : 1;
}

/** How many times the vector goes from the foot to the edge of the box. */
function reach(vector: Point, foot: Point, box: Box): number {
  const times = vector.map((v, i) =>
    v === 0
      ? Number.POSITIVE_INFINITY
      : (((v > 0 ? box.max : box.min)[i] ?? 0) - (foot[i] ?? 0)) / v,
  );
  return Math.max(0, Math.min(...times));
}

export interface Box {
  readonly min: Point;
  readonly max: Point;
}

function bounds(points: readonly Point[]): Box {
  const [first = [0, 0], ...rest] = points;
  return rest.reduce(union, { min: first, max: first });
}

const union = ({ min, max }: Box, [x, y]: Point): Box => ({
  min: [Math.min(min[0], x), Math.min(min[1], y)],
  max: [Math.max(max[0], x), Math.max(max[1], y)],
});

/** Half the diagonal. */
const size = ({ min, max }: Box): number => Math.hypot(max[0] - min[0], max[1] - min[1]) / 2;

const middle = (a: number, b: number): number => (a + b) / 2;

export const isFinitePoint = ([x, y]: Point): boolean => Number.isFinite(x) && Number.isFinite(y);

/** A frame on the way from one to another; t from 0 to 1. Through other lenses there is no way. */
export const between = (from: Frame, to: Frame, t: number): Frame =>
  from.lens !== to.lens
    ? to
    : {
        ...to,
        centre: mixPoint(from.centre, to.centre, t),
        originX: mix(from.originX, to.originX, t),
        originY: mix(from.originY, to.originY, t),
        unit: mix(from.unit, to.unit, t),
        foot: mixPoint(from.foot, to.foot, t),
        scale: mix(from.scale, to.scale, t),
      };

export const mixPoint = (a: Point, b: Point, t: number): Point => [
  mix(a[0], b[0], t),
  mix(a[1], b[1], t),
];

export const sameFrame = (a: Frame, b: Frame): boolean =>
  a.width === b.width &&
  a.height === b.height &&
  a.lens === b.lens &&
  a.unit === b.unit &&
  a.scale === b.scale &&
  a.originX === b.originX &&
  a.originY === b.originY &&
  a.centre[0] === b.centre[0] &&
  a.centre[1] === b.centre[1] &&
  a.foot[0] === b.foot[0] &&
  a.foot[1] === b.foot[1];

/** Where the way from one point (inside) to another leaves a rectangle; null if it does not. */
export function exit(
  from: Point,
  to: Point,
  { left, top, right, bottom }: Pick<Frame, "left" | "top" | "right" | "bottom">,
): Point | null {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const t = Math.min(
    dx > 0 ? (right - from[0]) / dx : dx < 0 ? (left - from[0]) / dx : 1,
    dy > 0 ? (bottom - from[1]) / dy : dy < 0 ? (top - from[1]) / dy : 1,
  );
  return t < 1 ? [from[0] + dx * Math.max(0, t), from[1] + dy * Math.max(0, t)] : null;
}
