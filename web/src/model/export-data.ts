/** The numbers themselves: the ledger as CSV, and everything there is as JSON. */
import type { Matrix } from "../core/core.ts";
import { cellOf } from "./export-cells.ts";
import { ledgerColumns } from "./export-columns.ts";
import { type Exported, hex, unseen } from "./export-literal.ts";
import type { Rows } from "./state.ts";

/** A row for each item: its values, its quantities, and its share p_i x_ij of every feature. */
export function csvOf({ state, derivation: d, names, features }: Exported): string {
  const keyNames = (state.keys?.[0] ?? []).map((_, j) => `keys.${j + 1}`);
  const shareNames = features.map((feature) => `shares.${feature}`);
  const header = ["item", ...features, ...ledgerColumns, ...shareNames, ...keyNames];
  const rows = state.values.map((row, i) => [
    cellOf(names[i] ?? ""),
    ...[
      ...row,
      ...ledgerColumns.map((name) => d[name][i] ?? Number.NaN),
      ...(rowsOf(d.shares)[i] ?? []),
      ...(state.keys?.[i] ?? []),
    ].map(numberInCsv),
  ]);
  return `${[header.map(cellOf), ...rows].map((row) => row.join(",")).join("\r\n")}\r\n`;
}

/** Numbers of an experiment: a name, what its columns are called, and its rows. */
export interface Table {
  /** As it stands in the name of a file. */
  readonly name: string;
  /** What it was made of, for JSON. */
  readonly of: Readonly<Record<string, unknown>>;
  readonly columns: readonly string[];
  readonly rows: ReadonlyArray<ReadonlyArray<string | number>>;
}

export const tableInCsv = ({ columns, rows }: Table): string =>
  `${[columns.map(cellOf), ...rows.map((row) => row.map((cell) => (typeof cell === "number" ? numberInCsv(cell) : cellOf(cell))))].map((row) => row.join(",")).join("\r\n")}\r\n`;

export const tableInJson = ({ of, columns, rows }: Table): string =>
  `${written({ "softmax-bridge": 1, ...of, columns, rows }, "")}\n`;

const numberInCsv = (x: number): string =>
  Object.is(x, -0) ? "-0" : String(x).replace("Infinity", "inf");

/** Inputs, names and every quantity. Non-finite numbers are strings: JSON has none. */
export function jsonOf({ state, derivation, names, features }: Exported): string {
  const { values, keys, query, score, parameters, temperature, mask } = state;
  const content = {
    "softmax-bridge": 1,
    X: values,
    ...(keys === null ? {} : { K: keys }),
    q: query,
    labels: names,
    features,
    score,
    parameters,
    temperature,
    ...(mask === null ? {} : { mask }),
    derivation,
  };
  return `${written(content, "")}\n`;
}

/** One line for a row of numbers, one for each member of an object. */
function written(value: unknown, indent: string): string {
  if (typeof value === "number") return numberInJson(value);
  if (typeof value !== "object" || value === null) return inJson(value);
  if (ArrayBuffer.isView(value)) return written(Array.from(value as Float64Array), indent);
  if (isMatrix(value)) return written(rowsOf(value), indent);
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    const parts = value.map((part) => written(part, inner));
    return value.some((part) => typeof part === "object")
      ? `[\n${parts.map((part) => inner + part).join(",\n")}\n${indent}]`
      : `[${parts.join(", ")}]`;
  }
  const members = Object.entries(value).map(
    ([key, part]) => `${inner}${JSON.stringify(key)}: ${written(part, inner)}`,
  );
  return members.length === 0 ? "{}" : `{\n${members.join(",\n")}\n${indent}}`;
}

/** What ends lines elsewhere, is not seen or turns the text around is spelled by its number. */
const inJson = (value: unknown): string =>
  JSON.stringify(value).replace(unseen, (character) =>
    character
      .split("")
      .map((unit) => `\\u${hex(unit.charCodeAt(0)).toLowerCase()}`)
      .join(""),
  );

const numberInJson = (x: number): string => {
  if (Object.is(x, -0)) return "-0";
  return Number.isFinite(x) ? String(x) : JSON.stringify(String(x));
};

const isMatrix = (value: object): value is Matrix =>
  "rows" in value && "cols" in value && "data" in value;

const rowsOf = ({ rows, cols, data }: Matrix): Rows =>
  Array.from({ length: rows }, (_, i) => Array.from(data.subarray(i * cols, (i + 1) * cols)));
