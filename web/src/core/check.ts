/**
 * What only JavaScript can get wrong: types, holes, ragged rows, and sizes that must not even be
 * copied. Whether the numbers have an answer is decided once, in C++.
 */
import { type ErrorPlace, nameOf, SoftmaxBridgeError } from "./errors.ts";
import type { Grid } from "./message.ts";

/** Whether a rows × columns argument is within the bounds of the core. */
export type Fits = (rows: number, columns: number) => boolean;

export function badType(place: ErrorPlace, wanted: string, value: unknown): SoftmaxBridgeError {
  const message = `${nameOf(place)} must be ${wanted}, not ${describe(value)}.`;
  return new SoftmaxBridgeError("BadArgument", place, message);
}

export function fieldsOf(value: unknown, argument?: string): { readonly [name: string]: unknown } {
  if (typeof value === "object" && value !== null) return value as { [name: string]: unknown };
  throw badType({ argument }, "an object", value);
}

export function checkNumber(value: unknown, argument: string): number {
  if (typeof value !== "number") throw badType({ argument }, "a number", value);
  return value;
}

export function checkBoolean(value: unknown, argument: string): boolean {
  if (typeof value !== "boolean") throw badType({ argument }, "true or false", value);
  return value;
}

export function checkFloats(value: unknown, argument: string): Float32Array {
  if (isTyped(value, "Float32Array")) return value as Float32Array;
  throw badType({ argument }, "a Float32Array", value);
}

export function checkBytes(value: unknown, argument: string): Uint8Array {
  if (isTyped(value, "Uint8Array")) return value as Uint8Array;
  throw badType({ argument }, "a Uint8Array", value);
}

/** A whole number from 0 that a float64 holds exactly. */
export function checkWhole(value: unknown, argument: string): number {
  if (isCount(value)) return value;
  throw badType({ argument }, "a whole number from 0 up to 2^53", value);
}

/** A whole number that an int of the core holds: what is more than that stays more than allowed. */
export function checkCount(value: unknown, argument: string): number {
  return Math.min(checkWhole(value, argument), 2 ** 31 - 1);
}

/** The number that stands for a name in a message. */
export function checkName(value: unknown, argument: string, names: readonly string[]): number {
  const index = (names as readonly unknown[]).indexOf(value);
  if (index < 0) throw badType({ argument }, `one of ${names.join(", ")}`, value);
  return index;
}

/** One number per item. */
export function checkItems(value: unknown, argument: string, fits: Fits): ArrayLike<number> {
  if (!isList(value)) throw badType({ argument }, "an array of numbers or a Float64Array", value);
  checkSize(value.length, 1, argument, fits);
  for (let row = 0; row < value.length; row++) {
    if (typeof value[row] !== "number") throw badCell(argument, row, 0, value[row]);
  }
  return value as ArrayLike<number>;
}

/** One number per feature. */
export function checkFeatures(value: unknown, argument: string, fits: Fits): ArrayLike<number> {
  if (!isList(value)) throw badType({ argument }, "an array of numbers or a Float64Array", value);
  checkSize(1, value.length, argument, fits);
  for (let column = 0; column < value.length; column++) {
    if (typeof value[column] !== "number") throw badCell(argument, 0, column, value[column]);
  }
  return value as ArrayLike<number>;
}

/** One boolean per item, as 1 or 0. */
export function checkMask(value: unknown, argument: string, fits: Fits): ArrayLike<number> {
  if (!Array.isArray(value)) throw badType({ argument }, "an array of booleans", value);
  checkSize(value.length, 1, argument, fits);
  return Float64Array.from(value, (attend: unknown, row) => {
    if (typeof attend === "boolean") return Number(attend);
    throw badType({ argument, row, column: 0 }, "true (attend) or false (ignore)", attend);
  });
}

export function checkMatrix(value: unknown, argument: string, fits: Fits): Grid {
  if (isList(value)) return checkRows(value, argument, fits);
  if (typeof value !== "object" || value === null || !("data" in value)) {
    throw badType({ argument }, "an array of rows or { rows, cols, data }", value);
  }
  const { rows, cols, data } = value as { rows?: unknown; cols?: unknown; data: unknown };
  if (!isCount(rows)) throw badType({ argument: `${argument}.rows` }, "a whole number", rows);
  if (!isCount(cols)) throw badType({ argument: `${argument}.cols` }, "a whole number", cols);
  if (!isList(data)) throw badType({ argument: `${argument}.data` }, "a Float64Array", data);
  checkSize(rows, cols, argument, fits);
  if (data.length !== rows * cols) {
    const message = `${argument}.data has ${data.length} entries; ${rows} rows of ${cols} are ${rows * cols}.`;
    throw new SoftmaxBridgeError("ShapeMismatch", { argument }, message);
  }
  for (let i = 0; i < data.length; i++) {
    if (typeof data[i] !== "number") {
      throw badCell(argument, Math.floor(i / cols), i % cols, data[i]);
    }
  }
  return { rows, cols, data: data as ArrayLike<number> };
}

function checkRows(value: ArrayLike<unknown>, argument: string, fits: Fits): Grid {
  const rows = value.length;
  const cols = isList(value[0]) ? value[0].length : 0;
  checkSize(rows, cols, argument, fits);
  const data = new Float64Array(rows * cols);
  for (let row = 0; row < rows; row++) {
    const entries = value[row];
    if (!isList(entries)) throw badType({ argument, row }, "an array of numbers", entries);
    if (entries.length !== cols) {
      const message =
        `${argument}[${row}] has ${entries.length} columns and ${argument}[0] has ${cols}: make all ` +
        "rows equally long.";
      throw new SoftmaxBridgeError("ShapeMismatch", { argument, row }, message);
    }
    for (let column = 0; column < cols; column++) {
      const entry = entries[column];
      if (typeof entry !== "number") throw badCell(argument, row, column, entry);
      data[row * cols + column] = entry;
    }
  }
  return { rows, cols, data };
}

function badCell(
  argument: string,
  row: number,
  column: number,
  value: unknown,
): SoftmaxBridgeError {
  return badType({ argument, row, column }, "a number", value);
}

function checkSize(rows: number, columns: number, argument: string, fits: Fits): void {
  if (!fits(rows, columns)) throw new SoftmaxBridgeError("TooLarge", { argument });
}

// By shape and not by class: an array may come from another frame.
function isList(value: unknown): value is ArrayLike<unknown> {
  return Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView));
}

function isTyped(value: unknown, name: string): boolean {
  return Object.prototype.toString.call(value) === `[object ${name}]`;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function describe(value: unknown): string {
  if (Array.isArray(value)) return "an array";
  switch (typeof value) {
    case "string":
      return `the string ${JSON.stringify(value)}`;
    case "object":
      return value === null ? "null" : "an object";
    case "function":
      return "a function";
    case "bigint":
      return `the bigint ${value}n`;
    default:
      return String(value);
  }
}
