import { inText } from "../../model/names.ts";
import { mix } from "../plot/extent.ts";

/** Where a weight's bar stands, in px from the baseline; up is positive. */
interface Bar {
  readonly from: number;
  readonly to: number;
  /** Negative or above 1: hatched. */
  readonly odd: boolean;
  /** Longer than there is room for. */
  readonly torn: boolean;
}

/** How long bars may be. */
export interface BarScale {
  /** px for a weight of 1. */
  readonly unit: number;
  readonly above: number;
  readonly below: number;
}

/** The bar of a number on a scale where 1 is a whole weight; null where there is none to draw. */
export function barOf(weight: number, { unit, above, below }: BarScale): Bar | null {
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

/** A long name without its middle: its end often tells it from the next one. */
export function withEnd(name: string, most: number): string {
  const letters = Array.from(name);
  if (letters.length <= most) return name;
  const [head, end] = [letters.slice(0, most - 5), letters.slice(-4)];
  return inText(`${head.join("").trimEnd()}…${end.join("").trimStart()}`);
}
