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

/** What commas are in a cell: marks of decimals, of thousands, or nothing that belongs to a number. */
export type CommaUse = "decimal" | "thousands" | "none";

/** Longer than any number that is written out; keeps the patterns below cheap. */
const longest = 400;

/**
 * Reads one cell. Full-width digits, all usual signs for minus, `1.5×10⁻³`, exponents of C, Julia
 * and Fortran, digits grouped by blanks, apostrophes or underscores, and the names of the non-finite
 * numbers are understood.
 */
export function readCell(written: string, commas: CommaUse): Cell {
  const text = inAscii(written);
  if (text === "") return { kind: "empty" };
  if (text.length > longest) return { kind: "not-a-number" };
  const digits = ungrouped(text);
  if (commas === "decimal" && text.includes(".") && /\d/.test(text) && decimal(digits) !== null) {
    return { kind: "grouped" };
  }
  const pointed =
    commas === "decimal"
      ? digits.replace(",", ".")
      : commas === "thousands" && thousands.test(digits)
        ? digits.replaceAll(",", "")
        : digits;
  return decimal(pointed) ?? special(text) ?? { kind: faultOf(text, commas) };
}

/** What a comma in a cell says about its use in the whole table. */
export function commaIn(written: string): "decimal" | "either" | "grouped" | null {
  const text = ungrouped(inAscii(written));
  if (!text.includes(",") || text.length > longest) return null;
  // 1,234,567 and 1,234.5; a single group of three could be thousands or thousandths.
  if (thousands.test(text) && /,.*[,.]/.test(text)) return "grouped";
  if (/^[+-]?\d{1,3}(?:\.\d{3})+,\d+$/.test(text)) return "grouped";
  if (/^[+-]?[1-9]\d{0,2},\d{3}$/.test(text)) return "either";
  return decimal(text.replace(",", ".")) === null ? null : "decimal";
}

/** Whether commas can be taken out of it as marks of thousands. */
export const canBeThousands = (written: string): boolean => thousands.test(inAscii(written));

/** Whether ordinary blanks stand between the digits of one number, as in `1 234.5`. */
export const hasGroups = (written: string): boolean => {
  const text = inAscii(written);
  return text.length <= longest && text.includes(" ") && ungrouped(text) !== text;
};

/** Whether it is a number in a list, such as `2)` or `(b)` is in words: it names and does not count. */
export const isEnumerator = (written: string): boolean =>
  /^(?:\(\d{1,4}\)|\d{1,4}[):、])$/.test(inAscii(written));

/** The characters people and programs put for those of ASCII, and nothing that changes a value. */
export function inAscii(written: string): string {
  const text = written.trim();
  if (/^[\x20-\x7e]*$/.test(text)) return text;
  return (
    text
      .replace(/^[“‘＂](.*)[”’＂]$/, "$1")
      .replace(/[\uff01-\uff5e]/g, (c) => String.fromCharCode(c.charCodeAt(0) - 0xfee0))
      .replace(/[\u2010-\u2013\u2212\ufe63\u2796]/g, "-")
      // An em dash or a long vowel mark is a minus only where a number follows.
      .replace(/[\u2014\u2015\u30fc\uff70](?=[\d.])/g, "-")
      .replace(/[\uff61。](?=\d|$)/g, ".")
      .replaceAll("\ufe62", "+")
  );
}

// Exponents of Julia and Fortran stand behind a point: 3f2 and 12d3 are names of something.
const number =
  /^[+-]?(?:(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+|\*\^[+-]?\d+)?|(?:\d+\.\d*|\.\d+)[df][+-]?\d+)`?$/i;
/** The type behind a literal: `1.5f32`, `1.5f`, `2L`. It is no exponent. */
const suffix =
  /^([+-]?(?:(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?(?=_?f(?:16|32|64|128)$)|(?:\d+\.\d*|\.\d+)(?=f$)|\d+(?=[lu]+$)))(?:_?f\d*|[lu]+)$/i;
const timesPowerOfTen =
  /^([^\s×·⋅*xX]+)\s*[×·⋅*xX]\s*10(?:\^?([⁺⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)|\^\{?([+-]?\d+)\}?)$/;
const raised = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** A finite decimal; null where the text is none. */
function decimal(text: string): Cell | null {
  const [, mantissa, superscript, exponent] = timesPowerOfTen.exec(text) ?? [];
  if (mantissa !== undefined) {
    if (!/^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(mantissa)) return null;
    const power = exponent ?? superscript?.replace(/./g, (c) => digitOf[c] ?? c) ?? "";
    return /^[+-]?\d+$/.test(power) ? inRange(`${mantissa}e${power}`) : null;
  }
  const typed = suffix.exec(text)?.[1];
  if (typed !== undefined) return inRange(typed);
  return number.test(text) ? inRange(text.replace("`", "").replace(/\*\^|[edf]/i, "e")) : null;
}

/** Whether the literal is one of single precision. */
export const isSingle = (written: string): boolean => /[\d.]_?f(?:32)?$/i.test(inAscii(written));

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
const thousands = /^[+-]?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?$/;

const blank = "[ \u00a0\u2000-\u200a\u202f\u205f]";
/** Groups of three by one separator throughout: before the decimal mark, behind it, or both. */
const groupedBy = (separator: string): RegExp =>
  new RegExp(
    `^[+-]?(?:[1-9]\\d{0,2}(?:${separator}\\d{3})+(?:[.,]\\d{3}(?:${separator}\\d{3})*(?:${separator}\\d{1,3})?|[.,]\\d*)?|` +
      `\\d+[.,]\\d{3}(?:${separator}\\d{3})*${separator}\\d{1,3})(?:e[+-]?\\d+)?$`,
    "i",
  );
const groupings = [groupedBy(blank), groupedBy("['’]")];
/** As Python, Julia, JavaScript and Rust have them in numbers. */
const underscored = /^[+-]?(?:0|[1-9]\d*(?:_\d+)*)(?:\.\d+(?:_\d+)*)?(?:e[+-]?\d+)?$/i;

function ungrouped(text: string): string {
  if (text.length > longest) return text;
  if (groupings.some((grouping) => grouping.test(text))) return text.replace(/[^\d.,e+-]/gi, "");
  return underscored.test(text) ? text.replaceAll("_", "") : text;
}

const missing = /^(?:#?n\/?a|null|none|nil|missing|undefined|--+|—+|#+|⋅)$/i;
/** `#DIV/0!` and its like, in the languages of spreadsheets. */
const spreadsheetError = /^#[\p{Lu}¡¿][\p{Lu}\d/¡¿]+[!?]?$/u;

function faultOf(text: string, commas: CommaUse): CellFault {
  if (missing.test(text) || spreadsheetError.test(text)) return "missing";
  if (/^[+-]?\d{1,3}(?:[ ,.'’_]\d{3})+(?:[.,]\d*)?$/.test(text) && commaIn(text) !== "either") {
    return "grouped";
  }
  if (text.includes(",") && commaIn(text) !== null) {
    return commas === "decimal" ? "grouped" : commaIn(text) === "grouped" ? "grouped" : "comma";
  }
  if (/^[-+*/^'=<>ー]+$/.test(text)) return "operator";
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
  if (/^#\d+$/.test(text)) return "word";
  // A link, a function of a number, a multiple of π, a price, a minus in words.
  if (/^\[.*\]\(.*\)$/.test(text)) return "not-a-number";
  if (
    /^[-+]?(?:(?:sqrt|exp|log|ln|sin|cos|tan|minus|plus)[\s(]*[\d.]|[\d.]*(?:pi|π)[\s*/^\d])/i.test(
      text,
    )
  ) {
    return "expression";
  }
  if (/^(?:eur|usd|gbp|cny|rmb|jpy|chf|inr|rs\.?|[一负])\s?[\d.]/i.test(text))
    return "not-a-number";
  return /^[^\d\s+.(-]/.test(text) && /[\p{L}\p{Extended_Pictographic}]/u.test(text)
    ? "word"
    : "not-a-number";
}
