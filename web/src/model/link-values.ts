import { maxFeatures, maxItems, type Pair, type Rows } from "./state.ts";

/** How one kind of value is spelled in a link. Every text is read or refused, never thrown at. */
export interface Grammar<T> {
  readonly read: (text: string) => Read<T>;
  readonly write: (value: T) => string;
  /**
   * A pattern of what its values look like, in lower case: by it a link is known whose marks are lost.
   * Null where a value can look like anything.
   */
  readonly outline: string | null;
}

/** A decimal, or the infinity of a temperature. */
const decimal = "[+-]?(?:\\d+\\.?\\d*|\\.\\d+)(?:e[+-]?\\d+)?";
const decimals = `${decimal}(?:[,_]${decimal})*`;

/** One of some words, the longer ones first: S7a is no S7. */
export const oneOf = (words: readonly string[]): string =>
  words
    .map((word) => word.toLowerCase())
    .sort((a, b) => b.length - a.length)
    .join("|");

export type Read<T> = { readonly value: T } | Fault;

/** Why a text is no value; `found` is the piece at fault, rows and columns count from 0. */
export interface Fault {
  readonly fault: FaultKind;
  readonly found: string;
  readonly row?: number;
  readonly column?: number;
}

export type FaultKind =
  | "choice"
  | "number"
  | "range"
  | "names"
  | "shape"
  | "size"
  | "missing"
  | "nothing";

export const fault = (kind: FaultKind, text: string, row?: number, column?: number): Fault => ({
  fault: kind,
  found: excerpt(text),
  ...(row === undefined ? {} : { row }),
  ...(column === undefined ? {} : { column }),
});

export function excerpt(text: string): string {
  const characters = Array.from(text.slice(0, 64));
  return characters.length <= 24 ? characters.join("") : `${characters.slice(0, 23).join("")}…`;
}

/** The shortest decimal that reads back as the same double, without the `+` that links can't carry. */
function writeNumber(x: number): string {
  if (Object.is(x, -0)) return "-0";
  if (Number.isFinite(x)) return String(x).replace("+", "");
  return String(x).toLowerCase().replace("infinity", "inf");
}

/** No number needs more characters: the longest shortest form has 24. It keeps the pattern cheap. */
const maxNumberLength = 64;

/** A decimal or ±`inf`; null for what is neither, or out of the range of doubles on either side. */
function readNumber(text: string): number | null {
  if (text.length > maxNumberLength) return null;
  const plain = text.trim().replace("−", "-");
  const infinite = /^([+-]?)(?:inf|infinity|∞)$/i.exec(plain);
  if (infinite !== null) {
    return infinite[1] === "-" ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  }
  const [, digits] = /^[+-]?(\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.exec(plain) ?? [];
  if (digits === undefined) return null;
  const value = Number(plain);
  const lost = value === 0 && /[1-9]/.test(digits);
  return Number.isFinite(value) && !lost ? value : null;
}

export function number(inRange: (x: number) => boolean): Grammar<number> {
  return {
    read: (text) => {
      const value = readNumber(text);
      if (value === null) return fault("number", text);
      return inRange(value) ? { value } : fault("range", text);
    },
    write: writeNumber,
    outline: `${decimal}|[+-]?inf`,
  };
}

export function choice<T extends string>(values: readonly T[]): Grammar<T> {
  return {
    read: (text) => {
      const value = values.find((known) => known === text);
      return value === undefined ? fault("choice", text) : { value };
    },
    write: (value) => value,
    outline: oneOf(values),
  };
}

/** A whole number. */
export const whole = (least: number, most: number): Grammar<number> =>
  number((x) => Number.isInteger(x) && x >= least && x <= most);

/** `hard,soft-ce`: some of a few words, in any order, each once. */
export const some = <T extends string>(values: readonly T[]): Grammar<readonly T[]> => ({
  read: (text) => {
    const said = text === "" ? [] : text.split(",", values.length + 1);
    const foreign = said.find((word) => !values.some((known) => known === word));
    if (foreign !== undefined) return fault("choice", foreign);
    return { value: values.filter((known) => said.includes(known)) };
  },
  write: (value) => value.join(","),
  outline: `(?:${oneOf(values)})(?:,(?:${oneOf(values)}))*`,
});

/** `2,5`: places of items, counted from 1 as readers do. */
export const places: Grammar<readonly number[]> = {
  read: (text) => {
    if (text === "") return { value: [] };
    const row = readRow(text, 0, maxItems);
    if ("fault" in row) return row;
    const wrong = row.value.find((x) => !Number.isInteger(x) || x < 1 || x > maxItems);
    if (wrong !== undefined) return fault("range", String(wrong));
    return { value: [...new Set(row.value.map((x) => x - 1))].sort((a, b) => a - b) };
  },
  write: (value) => value.map((place) => place + 1).join(","),
  outline: "\\d+(?:,\\d+)*",
};

/** `3,1`: the places of two, which differ, in this order. */
export const pair: Grammar<Pair> = {
  read: (text) => {
    const row = readRow(text, 0, 3);
    if ("fault" in row) return row;
    const [a = 0, b = 0] = row.value;
    const wrong = row.value.find((x) => !Number.isInteger(x) || x < 1 || x > maxFeatures);
    if (wrong !== undefined) return fault("range", String(wrong));
    return row.value.length !== 2 || a === b ? fault("shape", text) : { value: [a - 1, b - 1] };
  },
  write: (value) => value.map((place) => place + 1).join(","),
  outline: "\\d+,\\d+",
};

/** `2`: the place of one item, counted from 1. */
export const place: Grammar<number> = {
  read: (text) => {
    const read = whole(1, maxItems).read(text);
    return "fault" in read ? read : { value: read.value - 1 };
  },
  write: (value) => String(value + 1),
  outline: "\\d+",
};

export const flag: Grammar<boolean> = {
  read: (text) => (text === "1" || text === "0" ? { value: text === "1" } : fault("choice", text)),
  write: (value) => (value ? "1" : "0"),
  outline: "[01]",
};

/** `1101`: a digit per item. */
export const flags: Grammar<readonly boolean[]> = {
  read: (text) => {
    if (text.length > maxItems) return fault("size", text);
    if (!/^[01]+$/.test(text)) return fault("choice", text);
    return { value: Array.from(text, (digit) => digit === "1") };
  },
  write: (value) => value.map(flag.write).join(""),
  outline: "[01]+",
};

/** `1,0_0,1`: columns by comma, rows by underscore. */
export const matrix: Grammar<Rows> = {
  read: (text) => {
    if (count(text, "_") >= maxItems) return fault("size", text);
    const rows: number[][] = [];
    for (const [i, line] of text.split("_").entries()) {
      const row = readRow(line, i);
      if ("fault" in row) return row;
      if (row.value.length !== (rows[0] ?? row.value).length) return fault("shape", line, i);
      rows.push(row.value);
    }
    return { value: rows };
  },
  write: (rows) => rows.map(vector.write).join("_"),
  outline: decimals,
};

/** `1,0.5,-2`. */
export const vector: Grammar<readonly number[]> = {
  read: (text) => readRow(text, 0),
  write: (value) => value.map(writeNumber).join(","),
  outline: decimals,
};

function readRow(text: string, row: number, most = maxFeatures): Read<number[]> {
  // Before anything is allocated for it.
  if (count(text, ",") >= most) return fault("size", text, row);
  const value: number[] = [];
  for (const [column, cell] of text.split(",").entries()) {
    const x = readNumber(cell);
    if (x === null || !Number.isFinite(x)) return fault("number", cell, row, column);
    value.push(x);
  }
  return { value };
}

/**
 * `apple,~57qi55CD`: names by comma; one that is empty or has other characters than letters, digits,
 * `.`, `_` and `-` is `~` and the base64url of its UTF-8. Nothing at all is an empty list.
 */
export const names = (most: number): Grammar<readonly string[]> => ({
  read: (text) => {
    if (text === "") return { value: [] };
    if (count(text, ",") >= most) return fault("size", text);
    const value: string[] = [];
    for (const [i, piece] of text.split(",").entries()) {
      const name = piece.startsWith("~") ? fromBase64url(piece.slice(1)) : piece;
      if (name === null) return fault("names", piece, i);
      value.push(name);
    }
    return { value };
  },
  write: (value) =>
    value.map((name) => (/^[\w.-]+$/.test(name) ? name : `~${toBase64url(name)}`)).join(","),
  outline: null,
});

function toBase64url(text: string): string {
  // One character per byte, in a loop: a spread would overflow the stack on a long name.
  let bytes = "";
  for (const byte of new TextEncoder().encode(text)) bytes += String.fromCharCode(byte);
  return btoa(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Also the plain base64 that some hosts make of it: `+` (or the space it became), `/` and padding. */
function fromBase64url(text: string): string | null {
  try {
    const plain = text.replaceAll("-", "+").replaceAll(" ", "+").replaceAll("_", "/");
    const bytes = Uint8Array.from(atob(plain), (character) => character.charCodeAt(0));
    // A byte order mark is a character of the name like any other.
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

function count(text: string, mark: string): number {
  let marks = 0;
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1)) marks++;
  return marks;
}
