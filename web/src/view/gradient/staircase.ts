/** Geometry of the two losses along a line of queries, px. */
import type { QueryLosses } from "../../core/core.ts";
import { finite, sizeOf } from "../plot/extent.ts";
import { round } from "./curves.ts";

export interface Plot {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** The loss at the top: one axis for both. */
  readonly most: number;
}

export function plotOf({ soft, hard }: QueryLosses, width: number): Plot {
  const most = sizeOf([...soft, ...hard]);
  const axis = { width, height: 156, left: 40, right: width - 8, top: 12, bottom: 140 };
  return { ...axis, most: most > 0 ? finite(most * 1.06) : 1 };
}

export const xOf = ({ left, right }: Plot, place: number): number =>
  round(left + place * (right - left));
/** What is past all numbers, or lost among such, stands at the top. */
export const yOf = ({ top, bottom, most }: Plot, loss: number): number =>
  round(bottom - (Number.isNaN(loss) ? 1 : Math.min(1, loss / most)) * (bottom - top));

/** One tread of the staircase: a stretch of queries with the same pick. */
export interface Tread {
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
