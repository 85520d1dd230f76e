import { inText } from "../../model/names.ts";
import { drawable, mix, shareBetween } from "../plot/extent.ts";

/** Where a weight's bar stands, in px from the baseline; up is positive. */
export interface Bar {
  readonly from: number;
  readonly to: number;
  /** Negative or above 1: hatched. */
  readonly odd: boolean;
  /** Longer than there is room for. */
  readonly torn: boolean;
}

export interface Scale {
  /** px for a weight of 1. */
  readonly unit: number;
  readonly above: number;
  readonly below: number;
}

/** The bar of a number on a scale where 1 is a whole weight; null where there is none to draw. */
export function barOf(weight: number, { unit, above, below }: Scale): Bar | null {
  if (Number.isNaN(weight) || weight === 0) return null;
  const length = weight * unit;
  const to = Math.min(above, Math.max(-below, length));
  return {
    from: Math.min(0, to),
    to: Math.max(0, to),
    odd: weight < 0 || weight > 1,
    torn: to !== length,
  };
}

/** Moves labels apart so that neighbours have `gap` px between them, none far from its place. */
export function spread(
  places: readonly number[],
  gap: number,
  top: number,
  bottom: number,
): readonly number[] {
  const order = places.map((_, i) => i).sort((a, b) => (places[a] ?? 0) - (places[b] ?? 0));
  const laid: number[] = [];
  for (const i of order) laid.push(Math.max(places[i] ?? 0, (laid.at(-1) ?? top - gap) + gap));
  let limit = bottom;
  for (let k = laid.length - 1; k >= 0; k -= 1) {
    laid[k] = Math.min(laid[k] ?? 0, limit);
    limit = (laid[k] ?? 0) - gap;
  }
  const result = [...places];
  order.forEach((i, k) => {
    result[i] = laid[k] ?? 0;
  });
  return result;
}

/** Heights of labels in a row: one that would touch those before it goes up by a line. */
export function lifted(
  labels: ReadonlyArray<{ readonly x: number; readonly y: number; readonly width: number }>,
  line: number,
): readonly number[] {
  const laid: number[] = [];
  labels.forEach(({ x, y, width }, k) => {
    const touches = (at: number): boolean =>
      laid.some((other, i) => {
        const before = labels[i];
        return (
          before !== undefined &&
          before.width > 0 &&
          Math.abs(before.x - x) < (before.width + width) / 2 &&
          Math.abs(other - at) < line
        );
      });
    let at = y;
    for (let tries = 0; width > 0 && tries < 3 && touches(at); tries += 1) at -= line;
    laid[k] = at;
  });
  return laid;
}

/** A path through points, lifted where one has no finite place. */
export function linePath(points: ReadonlyArray<readonly [x: number, y: number]>): string {
  let drawing = false;
  const parts: string[] = [];
  for (const [x, y] of points) {
    if (!Number.isFinite(x) || !Number.isFinite(y)) {
      drawing = false;
      continue;
    }
    parts.push(`${drawing ? "L" : "M"}${round(x)} ${round(y)}`);
    drawing = true;
  }
  return parts.join("");
}

/** `count` places from one end to the other, and those given in between. */
export function samples(
  from: number,
  to: number,
  count: number,
  also: readonly number[] = [],
): readonly number[] {
  const even = Array.from({ length: count }, (_, k) => mix(from, to, k / (count - 1)));
  const inside = also.filter((x) => x > from && x < to);
  return [...new Set([...even, ...inside])].sort((a, b) => a - b);
}

export const round = (x: number): number => Math.round(x * 100) / 100;

/** What a linear axis is: from a range of numbers to a range of px. */
export const axis =
  (from: number, to: number, start: number, end: number) =>
  (x: number): number =>
    drawable(start + shareBetween(x, from, to) * (end - start));

/** A long name without its middle: its end often tells it from the next one. */
export function withEnd(name: string, most: number): string {
  const letters = Array.from(name);
  if (letters.length <= most) return name;
  const [head, end] = [letters.slice(0, most - 5), letters.slice(-4)];
  return inText(`${head.join("").trimEnd()}…${end.join("").trimStart()}`);
}
