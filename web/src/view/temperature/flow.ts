import type { Curves } from "../../model/sweep.ts";
import { band, type Point, round } from "../plot/path.ts";
import { type Span, toX } from "./axis.ts";
import { type ChartLayout, gapOf, unit } from "./layout.ts";

/** The river: lanes as wide as the weights, the highest score on top. */
export interface Flow {
  /** The items that have a lane, from the top. */
  readonly order: readonly number[];
  /** How many of them tie for the top: they are apart from each other at every temperature. */
  readonly tied: number;
  /** TV where τ → ∞: where the gaps are as wide as they become. */
  readonly variation: number;
}

export function flowOf(
  scores: ArrayLike<number>,
  ties: ArrayLike<number>,
  { totalVariationToTies: variation }: Pick<Curves, "totalVariationToTies">,
): Flow {
  const order = Array.from(scores, (score, item) => ({ score, item }))
    .filter(({ score }) => score !== Number.NEGATIVE_INFINITY)
    .sort((a, b) => b.score - a.score || a.item - b.item)
    .map(({ item }) => item);
  return { order, tied: ties.length, variation: variation[variation.length - 1] ?? 0 };
}

/** Where each lane lies, px from the top of the river, for some weights and their TV. */
export function lanes(flow: Flow, weight: (item: number) => number, variation: number): Span[] {
  const widest = gapOf(flow.order.length);
  // Rival winners divide before the river begins; the others leave it with what they take along.
  const gap = flow.variation === 0 ? 0 : (widest * variation) / flow.variation;
  let edge = 0;
  return flow.order.map((item, place) => {
    const from = edge;
    const to = from + unit * weight(item);
    edge = to + (place + 1 < flow.tied ? widest : gap);
    return { from, to };
  });
}

/** The lanes at one of the temperatures of the curves. */
export const lanesAt = (
  flow: Flow,
  { weights, totalVariationToTies }: Curves,
  row: number,
): Span[] =>
  lanes(
    flow,
    (item) => weights.data[row * weights.cols + item] ?? 0,
    totalVariationToTies[row] ?? 0,
  );

/** Lanes with this many neighbours are too thin for a rounded edge: fewer samples do. */
const many = 24;

/** Each lane as an outline, from 1/16 to 64. */
export function outlines(flow: Flow, curves: Curves, layout: ChartLayout): string[] {
  const [first, last] = curves.axis;
  const step = flow.order.length > many ? curves.perOctave / 4 : 1;
  const upper: Point[][] = flow.order.map(() => []);
  const lower: Point[][] = flow.order.map(() => []);
  for (let row = first; row <= last; row += step) {
    const x = toX(layout, curves.temperatures[row] ?? 0);
    lanesAt(flow, curves, row).forEach(({ from, to }, place) => {
      upper[place]?.push([x, layout.river.from + from]);
      lower[place]?.push([x, layout.river.from + to]);
    });
  }
  return upper.map((edge, place) => band(lower[place] ?? [], edge));
}

/** Lanes as upright bars between two places. */
export const bars = (spans: readonly Span[], { from, to }: Span, top: number): string =>
  spans
    .filter((span) => span.to > span.from)
    .map(
      (span) =>
        `M${round(from)} ${round(top + span.from)}H${round(to)}V${round(top + Math.max(span.to, span.from + 0.5))}H${round(from)}Z`,
    )
    .join("");
