import type { Curves } from "../../model/sweep.ts";
import { shareBetween } from "../plot/extent.ts";
import {
  type Axis,
  type Layout,
  type Plot,
  type Point,
  polyline,
  px,
  type Span,
  toX,
} from "./layout.ts";

/** How a quantity lies between the bottom and the top of its plot. */
export interface Scale {
  /** px down of a value. */
  readonly y: (value: number) => number;
  readonly bottom: number;
  readonly top: number;
}

export function linear({ from, to }: Span, bottom: number, top: number): Scale {
  // What is past every number stands at the top.
  const y = (value: number): number =>
    top > bottom ? to - (to - from) * Math.min(1.02, shareBetween(value, bottom, top)) : to;
  return { y, bottom, top };
}

function logarithmic({ from, to }: Span, bottom: number, top: number): Scale {
  const y = (value: number): number =>
    to - ((to - from) * Math.log(value / bottom)) / Math.log(top / bottom);
  return { y, bottom, top };
}

/** Less than this leaves the plot of L − m. */
export const lseFloor = 0.01;

export function scalesOf(curves: Curves, { plots }: Layout): Readonly<Record<Plot, Scale>> {
  const { entropy, upper, bound, axis } = curves;
  const end = entropy.length - 1;
  return {
    entropy: linear(plots.entropy, entropy[0] ?? 0, entropy[end] ?? 0),
    lse: logarithmic(plots.lse, lseFloor, Math.max(100, bound[axis[1]] ?? 0)),
    variation: linear(plots.variation, 0, upper[end] ?? 0),
  };
}

/** A curve from 1/16 to 64, as far as it keeps above the bottom of its plot. */
export function curve(
  values: ArrayLike<number>,
  { y, bottom }: Scale,
  curves: Curves,
  axis: Axis,
): Point[] {
  const [first, last] = curves.axis;
  const points: Point[] = [];
  for (let row = first; row <= last; row += 1) {
    const value = values[row] ?? Number.NaN;
    const x = toX(axis, curves.temperatures[row] ?? 0);
    if (value >= bottom) {
      const before = values[row - 1] ?? Number.NaN;
      // It comes up through the bottom between two samples.
      if (points.length === 0 && row > first && before > 0) {
        const [low, high] = [y(before), y(value)];
        const share = (y(bottom) - low) / (high - low);
        const from = toX(axis, curves.temperatures[row - 1] ?? 0);
        if (share > 0 && share < 1) points.push([from + (x - from) * share, y(bottom)]);
      }
      points.push([x, y(value)]);
    }
  }
  return points;
}

/** What lies between two curves. */
export const band = (lower: readonly Point[], upper: readonly Point[]): string =>
  lower.length === 0 || upper.length === 0
    ? ""
    : `${polyline(upper)}L${[...lower].reverse().map(px).join("L")}Z`;
