import { format, formatExact, parseNumber } from "../../model/format.ts";

export interface Tick {
  readonly at: number;
  readonly label: string;
}

/** Round numbers (1, 2 or 5 times a power of ten) between two ends, at least `gap` apart. */
export function ticks(from: number, to: number, gap: number): readonly Tick[] {
  if (!(gap > 0) || !(to >= from)) return [];
  const step = roundUp(gap);
  if (!Number.isFinite(step)) return [];
  const made: Tick[] = [];
  // An end that is a round number itself must not be lost to rounding.
  const first = Math.ceil(from / step - 1e-6);
  const last = Math.floor(to / step + 1e-6);
  let before = Number.NaN;
  for (let k = first; k <= last; k += 1) {
    // Without the last digits, which are those of the product's rounding.
    const at = Number((k * step).toPrecision(12));
    if (at === before) break;
    before = at;
    // Twelve digits do not reach where the ends lie closer together.
    if (at >= from - step && at <= to + step) made.push({ at, label: axisNumber(at) });
  }
  return made;
}

/** The least of 1, 2, 5, 10, … (and 0.5, 0.2, …) that is not below x > 0. */
export function roundUp(x: number): number {
  const exponent = Math.floor(Math.log10(x));
  for (const e of [exponent, exponent + 1])
    for (const digit of [1, 2, 5]) {
      const candidate = Number(`${digit}e${e}`);
      if (candidate >= x) return candidate;
    }
  return x;
}

/** The ends of an axis, which need not be round numbers: in few digits, if those tell them apart. */
export function endNumbers(low: number, high: number): readonly [string, string] {
  const exact = [axisNumber(low), axisNumber(high)] as const;
  const apart = parseNumber(format(low)) !== parseNumber(format(high));
  const print = (at: number, all: string): string => (all.length > 8 && apart ? format(at) : all);
  return [print(low, exact[0]), print(high, exact[1])];
}

/** A place on an axis has all its digits, unlike a result, and no needless ones. */
export function axisNumber(at: number): string {
  const exact = formatExact(at);
  return exact.includes("e") ? format(at) : exact;
}
