/**
 * One written number. Nothing is worked out: `1/8`, `2*3` and `50%` are refused with their reason,
 * and text that is not one number never becomes one (`Number("")` is 0, `parseFloat("1,5")` is 1).
 */

export type CellFault =
  | "empty"
  | "missing"
  | "word"
  | "operator"
  | "expression"
  | "fraction"
  | "complex"
  | "percent"
  | "grouped"
  | "comma"
  | "out-of-range"
  | "not-a-number";

export type Cell =
  | { readonly kind: "number"; readonly value: number }
  | { readonly kind: CellFault };

/** Longer than any number that is written out; keeps the patterns below cheap. */
const longest = 400;

/**
 * Reads one cell. Full-width digits, all usual signs for minus, `1.5×10⁻³`, exponents of C, Julia
 * and Fortran, and the names of the non-finite numbers are understood. A comma is the decimal mark
 * or, if `decimalComma` is false, a fault.
 */
export function readCell(written: string, decimalComma: boolean): Cell {
  const text = plain(written);
  if (text === "") return { kind: "empty" };
  if (text.length > longest) return { kind: "not-a-number" };
  if (decimalComma && text.includes(".") && /\d/.test(text) && decimal(text) !== null) {
    return { kind: "grouped" };
  }
  const digits = decimalComma ? text.replace(",", ".") : text;
  return decimal(digits) ?? special(text) ?? { kind: faultOf(text, decimalComma) };
}

/** What a comma in a cell says about its use in the whole table. */
export function commaIn(written: string): "decimal" | "either" | "grouped" | null {
  const text = plain(written);
  if (!text.includes(",") || text.length > longest) return null;
  if (grouped.test(text) || /^[+-]?[1-9]\d{0,2}(,\d{3}){2,}$/.test(text)) return "grouped";
  // A group of three could be thousands or thousandths; 0,125 and 12,5 could not.
  if (/^[+-]?[1-9]\d{0,2},\d{3}$/.test(text)) return "either";
  return decimal(text.replace(",", ".")) === null ? null : "decimal";
}

/** The characters people and programs put for those of ASCII, and nothing that changes a value. */
function plain(written: string): string {
  const text = written.trim();
  if (/^[\x20-\x7e]*$/.test(text)) return text;
  return text
    .replace(/[\uff01-\uff5e]/g, (c) => String.fromCharCode(c.charCodeAt(0) - 0xfee0))
    .replace(/[\u2010-\u2013\u2212\ufe63]/g, "-")
    .replaceAll("。", ".");
}

const number = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[edf][+-]?\d+|\*\^[+-]?\d+)?`?$/i;
const timesPowerOfTen = /^([^\s×·⋅*]+)\s*[×·⋅*]\s*10(?:\^?([⁺⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)|\^\{?([+-]?\d+)\}?)$/;
const raised = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** A finite decimal; null where the text is none. */
function decimal(text: string): Cell | null {
  const [, mantissa, superscript, exponent] = timesPowerOfTen.exec(text) ?? [];
  if (mantissa !== undefined) {
    if (!/^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(mantissa)) return null;
    const power = exponent ?? superscript?.replace(/./g, (c) => digitOf[c] ?? c) ?? "";
    return /^[+-]?\d+$/.test(power) ? inRange(`${mantissa}e${power}`) : null;
  }
  return number.test(text) ? inRange(text.replace("`", "").replace(/\*\^|[edf]/i, "e")) : null;
}

const digitOf: Readonly<Record<string, string>> = {
  "⁻": "-",
  "⁺": "+",
  ...Object.fromEntries(Array.from(raised, (c, i) => [c, String(i)])),
};

/** Not ±∞ for 1e400 nor 0 for 1e−400: the one who wrote it meant neither. */
function inRange(text: string): Cell {
  const value = Number(text);
  const lost = value === 0 && /[1-9]/.test(text.replace(/e.*/, ""));
  return Number.isFinite(value) && !lost ? { kind: "number", value } : { kind: "out-of-range" };
}

function special(text: string): Cell | null {
  const [, sign, name = ""] = nonFinite.exec(text) ?? [];
  if (name === "") return null;
  if (/^nan$/i.test(name)) return { kind: "number", value: Number.NaN };
  const size = Number.POSITIVE_INFINITY;
  return { kind: "number", value: sign === "-" ? -size : size };
}

const nonFinite = /^([+-]?)(?:(?:np|numpy|math|torch|jnp|tf|mx)\.)?(nan|inf|infinity|infty|∞)$/i;
const grouped =
  /^[+-]?\d{1,3}(?:([ ,.'’_\u00a0\u2009\u202f])\d{3})(?:\1\d{3})*(?:(?!\1)[.,]\d*)$|^[+-]?\d{1,3}(?:[ '’_\u00a0\u2009\u202f]\d{3})+$/;

function faultOf(text: string, decimalComma: boolean): CellFault {
  if (/^(?:#?n\/?a|null|none|nil|missing|undefined|--+|—+|#\w+[/!?]\w*[!?]?)$/i.test(text)) {
    return "missing";
  }
  if (grouped.test(text)) return "grouped";
  if (text.includes(",") && commaIn(text) !== null) return decimalComma ? "grouped" : "comma";
  if (/^[-+*/^'=<>]+$/.test(text)) return "operator";
  if (/^[+-]?[\d.]+\s*[%‰]$/.test(text)) return "percent";
  if (/^[-+.\de]*\s*\/{1,2}\s*[-+.\de]+$|^[+-]?\d*\s*[¼½¾⅐-⅞]$/i.test(text)) {
    return "fraction";
  }
  if (/^\(?[-+.\de\s*]*\d[-+.\de\s*]*(?:i|j|im)\)?$|^[-+.\de\s]*[-+]\s*(?:i|j|im)$/i.test(text)) {
    return "complex";
  }
  if (/\d/.test(text) && /^[-+.\d]/.test(text) && /^[-+.\de\s*/^'()]+$/i.test(text)) {
    return "expression";
  }
  return /^[^\d\s+.(-]/.test(text) && /[\p{L}\p{Extended_Pictographic}]/u.test(text)
    ? "word"
    : "not-a-number";
}
