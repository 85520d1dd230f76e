import type { Derivation } from "../../core/core.ts";
import type { RowId } from "./layout.ts";
import { px } from "./river.ts";
import { numbersOf } from "./rows.ts";

/** A bar's two ends, from its column's left edge; it grows from the first to the second. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** The scores' common axis: from their least to their greatest, and zero always on it. */
interface ScoreAxis {
  readonly zero: number;
  readonly x: (score: number) => number;
}

/** Infinite scores stand at the ends; they do not stretch the axis. */
export function scoreAxis(scores: Iterable<number>, bar: number): ScoreAxis {
  let least = 0;
  let greatest = 0;
  for (const score of scores) {
    if (!Number.isFinite(score)) continue;
    least = Math.min(least, score);
    greatest = Math.max(greatest, score);
  }
  // Halves, so that the range of any two numbers is a number.
  const range = greatest / 2 - least / 2;
  const at = (score: number): number => {
    if (score === Number.POSITIVE_INFINITY) return bar;
    if (score === Number.NEGATIVE_INFINITY) return 0;
    return range === 0 ? 0 : bar * ((score / 2 - least / 2) / range);
  };
  return { zero: at(0), x: at };
}

/** The bars of a row. Scores and shares have an axis each; everywhere else the bar's width is 1. */
export function spansOf(id: RowId, d: Derivation, bar: number, axis: ScoreAxis): Span[] {
  const numbers = Array.from(numbersOf(id, d));
  switch (id) {
    case "scores":
      return numbers.map((score) => ({ from: axis.zero, to: axis.x(score) }));
    case "oneHot":
      // Weight 1 is the band's cap.
      return [];
    case "shifted": {
      // In the unit of the scores, back from the winner's zero: what the score's bar lacks.
      const winner = axis.x(d.max);
      return Array.from(d.scores, (score) => ({ from: winner, to: axis.x(score) }));
    }
    case "normalized":
    case "expShifted":
    case "unnormalized":
    case "weights":
    case "softmax":
      return numbers.map((weight) => ({ from: 0, to: weight * bar }));
    case "shares":
      return [];
    default: {
      const shares = scoreAxis(d.shares.data, bar);
      return numbers.map((share) => ({ from: shares.zero, to: shares.x(share) }));
    }
  }
}

/** A range of columns, `end` not included. */
export interface Columns {
  readonly first: number;
  readonly end: number;
}

/** Bars of a row as one path: one attribute to change, however many columns. */
export function barsPath(
  spans: ArrayLike<Span>,
  { first, end }: Columns,
  frame: { readonly pitch: number; readonly base: number; readonly thickness: number },
  grown: number,
): string {
  let path = "";
  for (let i = first; i < end; i++) {
    const span = spans[i];
    if (span === undefined) continue;
    const width = (span.to - span.from) * grown;
    if (width === 0) continue;
    const x = px(i * frame.pitch + span.from);
    path += `M${x} ${frame.base - frame.thickness}h${px(width)}v${frame.thickness}H${x}z`;
  }
  return path;
}

/** One line or tick per column. */
export function marksPath(
  { first, end }: Columns,
  pitch: number,
  mark: (left: number) => string,
): string {
  let path = "";
  for (let i = first; i < end; i++) path += mark(i * pitch);
  return path;
}
