/**
 * What only JavaScript can get wrong: types, holes, ragged rows, and sizes that must not even be
 * copied. Whatever a caller passes is read once, and what was read is what the core gets: a list or
 * an object may be a Proxy, and give something else when it is asked again. Whether the numbers have
 * an answer is decided once, in C++.
 */
import type { Matrix } from "./contract.ts";
import { type ErrorPlace, nameOf, SoftmaxBridgeError } from "./errors.ts";
import { withRoom } from "./module.ts";

/** Whether a rows × columns argument is within the bounds of the core. */
export type Fits = (rows: number, columns: number) => boolean;

export function badType(place: ErrorPlace, wanted: string, value: unknown): SoftmaxBridgeError {
  const message = `${nameOf(place)} must be ${wanted}, not ${describe(value)}.`;
  return new SoftmaxBridgeError("BadArgument", place, message);
}

/** An object, of which each field is to be read once. */
export function fieldsOf(value: unknown, argument?: string): { readonly [name: string]: unknown } {
  if (typeof value !== "object" || value === null) throw badType({ argument }, "an object", value);
  if (isRevoked(value)) throw badType({ argument }, "readable", value);
  return value as { readonly [name: string]: unknown };
}

export function checkNumber(value: unknown, argument: string): number {
  if (typeof value !== "number") throw badType({ argument }, "a number", value);
  return value;
}

export function checkBoolean(value: unknown, argument: string): boolean {
  if (typeof value !== "boolean") throw badType({ argument }, "true or false", value);
  return value;
}

export function checkFunction(value: unknown, argument: string): (...inputs: unknown[]) => unknown {
  if (typeof value !== "function") throw badType({ argument }, "a function", value);
  return value as (...inputs: unknown[]) => unknown;
}

/** A whole number from 0 that a float64 holds exactly. */
export function checkWhole(value: unknown, argument: string): number {
  if (isCount(value)) return value;
  throw badType({ argument }, "a whole number from 0 up to 2^53", value);
}

/** A whole number that an int of the core holds: what is more than that stays more than allowed. */
export function checkCount(value: unknown, argument: string): number {
  return Math.min(checkWhole(value, argument), maxInt);
}

const maxInt = 2 ** 31 - 1;

export function checkName<Name extends string>(
  value: unknown,
  argument: string,
  names: readonly Name[],
): Name {
  const name = names.find((known) => known === value);
  if (name === undefined) throw badType({ argument }, `one of ${names.join(", ")}`, value);
  return name;
}

/** As it is, but for what a caller may have hung on it: the core reads it where it lies. */
export function checkFloats(value: unknown, argument: string): Float32Array {
  return viewOf(value, argument, Float32Array);
}

export function checkBytes(value: unknown, argument: string): Uint8Array {
  return viewOf(value, argument, Uint8Array);
}

/** One number per item. */
export function checkItems(value: unknown, argument: string, fits: Fits): Float64Array {
  const checkLength = (length: number) => checkSize(length, 1, argument, fits);
  return copyNumbers(value, argument, checkLength, (row) => [row, 0]);
}

/** One number per feature. */
export function checkFeatures(value: unknown, argument: string, fits: Fits): Float64Array {
  const checkLength = (length: number) => checkSize(1, length, argument, fits);
  return copyNumbers(value, argument, checkLength, (column) => [0, column]);
}

/** One boolean per item, as 1 or 0. */
export function checkMask(value: unknown, argument: string, fits: Fits): Uint8Array {
  const [list, length] = lengthOfArray(value, argument, "an array of booleans");
  checkSize(length, 1, argument, fits);
  const mask = withRoom(() => new Uint8Array(length));
  return copyEntries(list, mask, argument, (attend, row) => {
    if (typeof attend === "boolean") return Number(attend);
    throw badType({ argument, row, column: 0 }, "true (attend) or false (ignore)", attend);
  });
}

/** Items by their index. */
export function checkPlaces(value: unknown, argument: string, fits: Fits): Int32Array {
  const [list, length] = lengthOfArray(value, argument, "an array of indices");
  checkSize(length, 1, argument, fits);
  const places = withRoom(() => new Int32Array(length));
  return copyEntries(list, places, argument, (place) => checkCount(place, argument));
}

/** Two items by their index. */
export function checkPair(value: unknown, argument: string): Int32Array {
  const wanted = "an array of two indices";
  const [list, length] = lengthOfArray(value, argument, wanted);
  if (length !== 2) {
    const message = `${argument} must be ${wanted}, not of ${length}.`;
    throw new SoftmaxBridgeError("BadArgument", { argument }, message);
  }
  return copyEntries(list, new Int32Array(2), argument, (place) => checkCount(place, argument));
}

export function checkMatrix(value: unknown, argument: string, fits: Fits): Matrix {
  if (isList(value, { argument })) return copyRows(value, argument, fits);
  const wanted = "an array of rows or { rows, cols, data }";
  if (typeof value !== "object" || value === null) throw badType({ argument }, wanted, value);
  const { rows, cols, data } = reading(value, { argument }, () => {
    const fields = fieldsOf(value, argument);
    return { rows: fields.rows, cols: fields.cols, data: fields.data };
  });
  if (data === undefined) throw badType({ argument }, wanted, value);
  if (!isCount(rows)) throw badType({ argument: `${argument}.rows` }, "a whole number", rows);
  if (!isCount(cols)) throw badType({ argument: `${argument}.cols` }, "a whole number", cols);
  if (!isList(data, { argument: `${argument}.data` }))
    throw badType({ argument: `${argument}.data` }, "a Float64Array", data);
  checkSize(rows, cols, argument, fits);
  const checkLength = (length: number) => {
    if (length === rows * cols) return;
    const message = `${argument}.data has ${length} entries; ${rows} rows of ${cols} are ${rows * cols}.`;
    throw new SoftmaxBridgeError("ShapeMismatch", { argument }, message);
  };
  const copy = copyNumbers(data, argument, checkLength, (i) => [Math.floor(i / cols), i % cols]);
  checkLength(copy.length); // another thread may have made a shared buffer grow
  return { rows, cols, data: copy };
}

function copyRows(list: List, argument: string, fits: Fits): Matrix {
  const rows = lengthOf(list, { argument });
  const rowAt = (row: number) => reading(list, { argument }, () => list[row]);
  const first = rows > 0 ? rowAt(0) : [];
  const cols = isList(first, { argument, row: 0 }) ? lengthOf(first, { argument, row: 0 }) : 0;
  checkSize(rows, cols, argument, fits);
  const data = withRoom(() => new Float64Array(rows * cols));
  for (let row = 0; row < rows; row++) {
    const entries = row === 0 ? first : rowAt(row);
    const place = { argument, row };
    if (!isList(entries, place)) throw badType(place, "an array of numbers", entries);
    const length = row === 0 ? cols : lengthOf(entries, place);
    if (length !== cols) {
      const message =
        `${argument}[${row}] has ${length} columns and ${argument}[0] has ${cols}: make all ` +
        "rows equally long.";
      throw new SoftmaxBridgeError("ShapeMismatch", place, message);
    }
    reading(entries, place, () => {
      for (let column = 0; column < cols; column++) {
        const entry = entries[column];
        if (typeof entry !== "number") throw badCell(argument, row, column, entry);
        data[row * cols + column] = entry;
      }
    });
  }
  return { rows, cols, data };
}

/** A copy of a list of numbers, once its length has been judged. */
function copyNumbers(
  value: unknown,
  argument: string,
  checkLength: (length: number) => void,
  placeOf: (index: number) => readonly [row: number, column: number],
): Float64Array {
  const wanted = "an array of numbers or a Float64Array";
  if (!isList(value, { argument })) throw badType({ argument }, wanted, value);
  const length = lengthOf(value, { argument });
  checkLength(length);
  const kind = kindOf(value);
  if (kind !== undefined && !kind.startsWith("Big")) {
    // At once, and no code of the caller's is run by it.
    return intact(value, argument, () => new Float64Array(value as Float64Array));
  }
  if (kind !== undefined && length === 0) throw badType({ argument }, wanted, value);
  const copy = withRoom(() => new Float64Array(length));
  return copyEntries(value, copy, argument, (entry, index) => {
    if (typeof entry !== "number") throw badCell(argument, ...placeOf(index), entry);
    return entry;
  });
}

/** Fills a typed array with what `convert` makes of the entries of a list. */
function copyEntries<T extends Float64Array | Int32Array | Uint8Array>(
  list: List,
  copy: T,
  argument: string,
  convert: (entry: unknown, index: number) => number,
): T {
  reading(list, { argument }, () => {
    for (let i = 0; i < copy.length; i++) copy[i] = convert(list[i], i);
  });
  return copy;
}

/** The same numbers, in an array on which nothing of the caller's hangs. */
function viewOf<T extends Float32Array | Uint8Array>(
  value: unknown,
  argument: string,
  kind: new (buffer: ArrayBufferLike, offset: number, length: number) => T,
): T {
  if (kindOf(value) !== kind.name) throw badType({ argument }, `a ${kind.name}`, value);
  return intact(
    value,
    argument,
    () => new kind(own.buffer(value), own.byteOffset(value), own.length(value)),
  );
}

/** Engines refuse to make an array of one whose buffer has been transferred. */
function intact<T>(value: unknown, argument: string, work: () => T): T {
  try {
    return withRoom(work);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const message = `${nameOf({ argument })} is an array whose buffer has been transferred: ${kindOf(value)}.`;
    throw new SoftmaxBridgeError("BadArgument", { argument }, message);
  }
}

/** Runs code of the caller's: its own errors stay its own, but a Proxy that it revokes is refused. */
export function reading<T>(value: unknown, place: ErrorPlace, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof SoftmaxBridgeError || !isRevoked(value)) throw error;
    throw badType(place, "readable", value);
  }
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

type List = ArrayLike<unknown>;

// By shape and not by class: an array may come from another frame.
function isList(value: unknown, place: ErrorPlace): value is List {
  if (isRevoked(value)) throw badType(place, "readable", value);
  return isArray(value) || kindOf(value) !== undefined;
}

/** The length of a list, which an array that is a Proxy may make up. */
function lengthOf(list: List, place: ErrorPlace): number {
  if (kindOf(list) !== undefined) return own.length(list);
  const length: unknown = reading(list, place, () => list.length);
  if (!isCount(length)) throw badType(place, "an array with a length", length);
  return length;
}

/** Of arrays alone: a list that holds no numbers is no typed array. */
function lengthOfArray(value: unknown, argument: string, wanted: string): [List, number] {
  if (!isList(value, { argument }) || kindOf(value) !== undefined) {
    throw badType({ argument }, wanted, value);
  }
  return [value, lengthOf(value, { argument })];
}

/** As Array.isArray, which looks through a Proxy; undefined where there is nothing behind it any more. */
function isArray(value: unknown): boolean | undefined {
  try {
    return Array.isArray(value);
  } catch {
    return undefined;
  }
}

export const isRevoked = (value: unknown): boolean => isArray(value) === undefined;

// What typed arrays have by themselves, whatever properties have been put on one.
const prototype = Object.getPrototypeOf(Float64Array.prototype) as object;
const getter = <T>(name: string | symbol) => {
  const get = Object.getOwnPropertyDescriptor(prototype, name)?.get as () => T;
  return (value: unknown): T => get.call(value);
};
const own = {
  buffer: getter<ArrayBufferLike>("buffer"),
  byteOffset: getter<number>("byteOffset"),
  length: getter<number>("length"),
};

/** Which typed array it is; undefined for everything else. */
const kindOf = getter<string | undefined>(Symbol.toStringTag);

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function describe(value: unknown): string {
  if (isRevoked(value)) return "a revoked Proxy";
  if (isArray(value)) return "an array";
  switch (typeof value) {
    case "string":
      return `the string ${JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value)}`;
    case "object":
      return value === null ? "null" : "an object";
    case "function":
      return "a function";
    case "bigint":
      return "a bigint";
    default:
      return String(value);
  }
}
