/**
 * The one number formatter of the page. It only writes numbers; it never makes one.
 *
 * Rule: multiples of 1/8 as they are; else 4 decimals below 1 and 4 significant digits from 1 on;
 * scientific below 0.0001 and from 10⁷ on, so that only zero prints as 0. Minus is U+2212.
 */
export function format(x: number): string {
  if (Number.isNaN(x)) return "NaN";
  const sign = x < 0 ? "−" : "";
  const size = Math.abs(x);
  if (size === 0) return "0";
  if (size === Number.POSITIVE_INFINITY) return `${sign}∞`;
  if (size < 1e-4 || size >= 1e7) return sign + scientific(size);
  if (Number.isInteger(size * 8)) return sign + String(size);
  if (size < 1) return sign + size.toFixed(4);
  const wholeDigits = Math.floor(size).toString().length;
  return sign + size.toFixed(Math.max(0, 4 - wholeDigits));
}

function scientific(size: number): string {
  const [mantissa = "", exponent = ""] = size.toExponential(3).split("e");
  const digits = mantissa.replace(/\.?0+$/, "");
  const power = exponent.replace("+", "").replace(/./g, (c) => superscript[c] ?? c);
  return `${digits}×10${power}`;
}

const superscript: Readonly<Record<string, string>> = Object.fromEntries(
  [..."-0123456789"].map((c, i) => [c, [..."⁻⁰¹²³⁴⁵⁶⁷⁸⁹"][i] ?? c]),
);

/** All 17 digits that a double needs to be read back: for tooltips, copies and descriptions. */
export function formatExact(x: number): string {
  return Object.is(x, -0) ? "−0" : String(x).replace("-", "−").replace("Infinity", "∞");
}

/** Whole percentages that sum to 100: largest remainder, the earlier item first on equal ones. */
export function percentages(weights: ArrayLike<number>): number[] {
  const shares = Array.from(weights, (w) => w * 100);
  const whole = shares.map(Math.floor);
  const missing = 100 - whole.reduce((sum, p) => sum + p, 0);
  const order = shares
    .map((share, i) => ({ i, rest: share - Math.floor(share) }))
    .sort((a, b) => b.rest - a.rest || a.i - b.i);
  for (const { i } of order.slice(0, Math.max(0, missing))) whole[i] = (whole[i] ?? 0) + 1;
  return whole;
}

/** Whether printed terms add up to their printed total, to the last digit that the total prints. */
export function addsUp(terms: readonly string[], total: string): boolean {
  const places = Math.max(...terms.map(decimals), decimals(total));
  const sum = terms.reduce((acc, t) => acc + scaled(t, places), 0n);
  return sum === scaled(total, places);
}

const decimals = (text: string): number => text.split(".")[1]?.length ?? 0;

function scaled(text: string, places: number): bigint {
  const plain = text.replace("−", "-");
  if (!/^-?\d+(\.\d+)?$/.test(plain)) return 0n;
  const [whole = "0", fraction = ""] = plain.split(".");
  return BigInt(whole + fraction.padEnd(places, "0"));
}

/** A number as a person types it, or null: ASCII or typographic minus, inf and ∞ for τ. */
export function parseNumber(text: string): number | null {
  const plain = text.trim().replace(/[−–]/g, "-");
  if (/^\+?(inf|infinity|∞)$/i.test(plain)) return Number.POSITIVE_INFINITY;
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain)) return null;
  const value = Number(plain);
  return Number.isFinite(value) ? value : null;
}
