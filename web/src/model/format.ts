/**
 * The one number formatter of the page. It only writes and reads numbers; it never makes one.
 *
 * Rule: multiples of 1/8 as they are; else 4 decimals below 1 and 4 significant digits from 1 on;
 * scientific below 0.0001 and from 10⁷ on, so that only zero prints as 0. A short form is exact: a
 * rounded number keeps its zeros. Minus is U+2212.
 */
import { commaIn, readCell } from "./paste-cell.ts";

export const format = (x: number): string => write(x, 4);

/** The same, and a dash where there is no number, as ∞ − ∞ leaves none. */
export const formatKnown = (x: number): string => (Number.isNaN(x) ? "–" : format(x));

/** The same with fewer digits where it is scientific: for places too narrow for four. */
export const formatNarrow = (x: number, digits: 1 | 2 = 2): string => write(x, digits);

function write(x: number, digits: number): string {
  if (Number.isNaN(x)) return "NaN";
  const sign = x < 0 ? "−" : "";
  const size = Math.abs(x);
  if (size === 0) return "0";
  if (size === Number.POSITIVE_INFINITY) return `${sign}∞`;
  if (size < smallestFixed || size >= largestFixed) return sign + scientific(size, digits);
  if (Number.isInteger(size * 8)) return sign + String(size);
  const rounded = size.toFixed(placesOf(size));
  // 9.9996 rounds to five digits, 10.000: one too many.
  const carried = Number(rounded);
  if (carried >= largestFixed) return sign + scientific(size, digits);
  return sign + (size < 1 ? rounded : size.toFixed(placesOf(carried)));
}

const smallestFixed = 1e-4;
const largestFixed = 1e7;

/** Decimals of a rounded number in fixed notation. */
function placesOf(size: number): number {
  return size < 1 ? 4 : Math.max(0, 4 - String(Math.floor(size)).length);
}

function scientific(size: number, digits: number): string {
  const [mantissa = "", exponent = ""] = size.toExponential(digits - 1).split("e");
  const short = mantissa.replace(/\.?0+$/, "");
  const shown = Number(`${short}e${exponent}`) === size ? short : mantissa;
  return `${shown}×10${exponent.replace("+", "").replace(/./g, (c) => superscript[c] ?? c)}`;
}

const superscript: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from("-0123456789", (c, i) => [c, "⁻⁰¹²³⁴⁵⁶⁷⁸⁹".charAt(i)]),
);

/** All digits that a double needs to be read back: for tooltips, fields and descriptions. */
export function formatExact(x: number): string {
  return Object.is(x, -0) ? "−0" : String(x).replaceAll("-", "−").replace("Infinity", "∞");
}

/**
 * Whole percentages whose sum is the rounded sum of the weights, 100 for a distribution: largest
 * remainder, the earlier item first on equal ones. NaN stays NaN and takes no part in the sum.
 */
export function percentages(weights: ArrayLike<number>): number[] {
  const shares = Array.from(weights, (w) => w * 100);
  const whole = shares.map(Math.floor);
  const rest = shares
    .map((share, i) => ({ i, remainder: share - Math.floor(share) }))
    .filter(({ remainder }) => !Number.isNaN(remainder))
    .sort((a, b) => b.remainder - a.remainder || a.i - b.i);
  const missing = Math.round(rest.reduce((sum, { remainder }) => sum + remainder, 0));
  for (const { i } of rest.slice(0, missing)) whole[i] = (whole[i] ?? 0) + 1;
  return whole;
}

/**
 * Whether printed terms add up to their printed total, as a reader would check it: exactly if the
 * total is printed exactly (a short form), else to the last digit that it prints.
 */
export function addsUp(terms: readonly string[], total: string): boolean {
  const wanted = readPrinted(total);
  const parts = terms.map(readPrinted);
  if (wanted === null || !parts.every((part) => part !== null)) return false;
  const places = Math.max(wanted.places, ...parts.map((part) => part.places));
  const units = (x: Printed) => x.units * 10n ** BigInt(places - x.places);
  const difference = parts.reduce((sum, part) => sum + units(part), 0n) - units(wanted);
  const unit = wanted.short ? 0n : 10n ** BigInt(places - wanted.places);
  return 2n * (difference < 0n ? -difference : difference) <= unit;
}

/** A number that `format` printed: units · 10^−places. */
interface Printed {
  readonly units: bigint;
  readonly places: number;
  /** Printed with fewer digits than a rounded number has: exact. */
  readonly short: boolean;
}

function readPrinted(text: string): Printed | null {
  const [, sign = "", whole = "", decimals = "", power] =
    /^(−?)(\d+)(?:\.(\d+))?(?:×10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+))?$/.exec(text) ?? [];
  if (whole === "") return null;
  const units = BigInt(whole + decimals) * (sign === "" ? 1n : -1n);
  if (power === undefined) {
    const short = decimals.length < placesOf(Number(whole));
    return { units, places: decimals.length, short };
  }
  const exponent = Number(
    power.replace(/./g, (c) => "-0123456789".charAt("⁻⁰¹²³⁴⁵⁶⁷⁸⁹".indexOf(c))),
  );
  return { units, places: decimals.length - exponent, short: decimals.length < 3 };
}

/**
 * A number as a person types it, or null: ASCII or typographic minus, full-width digits, a decimal
 * comma (but not 1,234, which could be a thousand), `1.5×10⁻³` as this page prints it. Arithmetic
 * such as 1/8 is not worked out. ±∞ (`inf`, `∞`) and NaN only where they are allowed.
 */
export function parseNumber(
  text: string,
  allowed: "finite" | "infinite" | "any" = "finite",
): number | null {
  const comma = commaIn(text);
  if (comma === "either" || comma === "grouped") return null;
  const cell = readCell(text, comma === "decimal" ? "decimal" : "none");
  if (cell.kind !== "number") return null;
  if (Number.isNaN(cell.value)) return allowed === "any" ? cell.value : null;
  return Number.isFinite(cell.value) || allowed !== "finite" ? cell.value : null;
}
