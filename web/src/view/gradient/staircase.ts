/** Geometry of the two losses along a line of queries, px. */
import type { QueryLosses } from "../../core/core.ts";
import { finite, sizeOf } from "../plot/extent.ts";
import { type Rect, round } from "../plot/path.ts";
import { linear, type Scale } from "../plot/scale.ts";

export interface LossPlot extends Rect {
  readonly width: number;
  readonly height: number;
  /** The loss at the top: one axis for both. */
  readonly most: number;
  /** From a place on the line of queries. */
  readonly x: Scale;
  readonly y: Scale;
}

export function lossPlot({ soft, hard }: QueryLosses, width: number): LossPlot {
  const largest = sizeOf([...soft, ...hard]);
  const most = largest > 0 ? finite(largest * 1.06) : 1;
  const [left, right, top, bottom] = [40, width - 8, 12, 140];
  const x = linear(0, 1, left, right);
  const y = linear(0, most, bottom, top, 0);
  return {
    ...{ width, height: 156, left, right, top, bottom, most },
    x: (place) => round(x(place)),
    // What is past all numbers, or lost among such, stands at the top.
    y: (loss) => round(y(Number.isNaN(loss) ? most : loss)),
  };
}

/** One tread of the staircase: a stretch of queries with the same pick. */
interface Tread {
  readonly pick: number;
  readonly from: number;
  readonly to: number;
}

export function treads(picks: ArrayLike<number>): readonly Tread[] {
  const found: Tread[] = [];
  for (let k = 0; k < picks.length; k += 1) {
    const pick = picks[k] ?? 0;
    const last = found.at(-1);
    if (last?.pick === pick) found[found.length - 1] = { ...last, to: k };
    else found.push({ pick, from: k, to: k });
  }
  return found;
}
