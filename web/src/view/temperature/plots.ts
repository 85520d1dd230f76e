import type { Curves } from "../../model/sweep.ts";
import type { Point } from "../plot/path.ts";
import { linear, logarithmic, type Scale } from "../plot/scale.ts";
import { type Axis, type Span, toX } from "./axis.ts";
import type { ChartLayout, Plot } from "./layout.ts";

/** From 0 or more up: where there is nothing above the bottom, all stands there. */
export const rising = ({ from, to }: Span, bottom: number, top: number): Scale =>
  top > bottom ? linear(bottom, top, to, from, 0.02) : () => to;

/** Less than this leaves the plot of L − m. */
export const lseFloor = 0.01;

export function scalesOf(curves: Curves, { plots }: ChartLayout): Readonly<Record<Plot, Scale>> {
  const { entropy, upper, bound, axis } = curves;
  const end = entropy.length - 1;
  const { lse } = plots;
  return {
    entropy: rising(plots.entropy, entropy[0] ?? 0, entropy[end] ?? 0),
    lse: logarithmic(lseFloor, Math.max(100, bound[axis[1]] ?? 0), lse.to, lse.from),
    variation: rising(plots.variation, 0, upper[end] ?? 0),
  };
}

/** A curve from 1/16 to 64, as far as it keeps above a floor. */
export function curve(
  values: ArrayLike<number>,
  y: Scale,
  curves: Curves,
  axis: Axis,
  floor = Number.NEGATIVE_INFINITY,
): Point[] {
  const [first, last] = curves.axis;
  const points: Point[] = [];
  for (let row = first; row <= last; row += 1) {
    const value = values[row] ?? Number.NaN;
    if (!(value >= floor)) continue;
    const x = toX(axis, curves.temperatures[row] ?? 0);
    const before = values[row - 1] ?? Number.NaN;
    // It comes up through the floor between two samples.
    if (points.length === 0 && row > first && before > 0) {
      const [low, high] = [y(before), y(value)];
      const share = (y(floor) - low) / (high - low);
      const from = toX(axis, curves.temperatures[row - 1] ?? 0);
      if (share > 0 && share < 1) points.push([from + (x - from) * share, y(floor)]);
    }
    points.push([x, y(value)]);
  }
  return points;
}
