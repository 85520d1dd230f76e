/** Tables in JSON objects: this page's own export, records, columns, and a table with its names. */
import type { Score } from "../core/core.ts";
import type { Members, Node } from "./paste-brackets.ts";
import { readCell } from "./paste-cell.ts";
import { gridOf } from "./paste-matrix.ts";
import {
  excerpt,
  type Grid,
  type Raw,
  type ReadOptions,
  Refusal,
  type TableInputs,
  type TableReading,
  tableOf,
} from "./paste-table.ts";
import { type Parameters, type Rows, scores } from "./state.ts";

/** `{ "X": …, "q": … }`, `{ "red": […], "round": […] }` or pandas' `{ "columns", "index", "data" }`. */
export function tableOfMembers({ entries }: Members, options: ReadOptions): TableReading {
  const named = (...keys: string[]): [string, Node] | undefined =>
    [...entries].find(([key]) => keys.includes(key));
  const [part, values] = tableMember(entries) ?? [];
  if (part === undefined || values === undefined) {
    // A query or a mask is no column of a table.
    if ([...entries.keys()].some((key) => /^(?:q|query|K|keys|mask|parameters)$/.test(key))) {
      throw new Refusal({ kind: "no-table" });
    }
    return tableOf(columnsOf(entries, options), options);
  }
  const labels = named("labels", "index", "items", "names");
  const features = named("features", "columns");
  const grid: Grid = {
    ...inPart(part, () => gridOf([values], options)),
    ...(labels === undefined ? {} : namesIn("labels", labels)),
    ...(features === undefined ? {} : namesIn("features", features)),
  };
  const table = inPart(part, () => tableOf(grid, options));
  if (!table.ok) return table;
  // Names in the table and beside it: one of them would be left out.
  if (labels !== undefined && table.notices.some((it) => it.kind === "names" && it.labels)) {
    throw new Refusal({ kind: "duplicate", cell: excerpt(labels[0]), part });
  }
  const { rows } = table;
  const [n, d] = [rows.length, rows[0]?.length ?? 0];
  refuseMisfit(labels?.[0], [table.labels?.length ?? n], [n]);
  refuseMisfit(features?.[0], [table.features?.length ?? d], [d]);
  const shape = entries.get("shape");
  if (shape?.kind === "list") {
    const sizes = vector(shape, "shape");
    const isVector = sizes.length === 1 && (n === 1 || d === 1);
    refuseMisfit("shape", sizes, isVector ? [n * d] : [n, d]);
  }
  const { inputs, read } = inputsOf(entries);
  refuseMisfits(inputs, n, d);
  const known = new Set([part, labels?.[0], features?.[0], ...read, ...ofThisPage]);
  const unread = [...entries.keys()].filter((key) => !known.has(key));
  return {
    ...table,
    ...(Object.keys(inputs).length > 0 ? { inputs } : {}),
    notices:
      unread.length > 0
        ? [...table.notices, { kind: "unread", names: unread.map((name) => excerpt(name)) }]
        : table.notices,
  };
}

/** Members of this page's own export that follow from the others. */
const ofThisPage = ["softmax-bridge", "derivation", "shape"];

/** `[{ "red": 1, "round": 2 }, …]`: the keys of the first record name the features. */
export function tableOfRecords(records: readonly Members[], options: ReadOptions): TableReading {
  const keys = [...(records[0]?.entries.keys() ?? [])];
  const cells = records.map(({ entries }, i) => {
    const extra = [...entries.keys()].find((key) => !keys.includes(key));
    if (extra !== undefined) {
      throw new Refusal({ kind: "unexpected", row: i + 1, cell: excerpt(extra) });
    }
    return keys.map((key, j) => cellOf(entries.get(key), i, j));
  });
  return tableOf(withFeatures(keys, cells), options);
}

/** The member that holds the table; a list of numbers among others is a column of one. */
function tableMember(entries: Members["entries"]): readonly [string, Node] | undefined {
  const isColumn = (node: Node): boolean =>
    node.kind === "list" &&
    node.items.length > 0 &&
    node.items.every(({ kind }) => kind === "cell");
  const found = [...entries].find(([key]) =>
    ["X", "x", "values", "data", "rows", "matrix"].includes(key),
  );
  const others = [...entries].filter(([key]) => !/^(?:shape|dtype|name)$/.test(key));
  const areColumns =
    others.length > 1 &&
    others.every(
      ([key, node]) =>
        isColumn(node) && !/^(?:q|query|mask|labels|features|index|columns|items|names)$/.test(key),
    );
  return areColumns ? undefined : found;
}

function columnsOf(entries: Members["entries"], options: ReadOptions): Grid {
  const keys = [...entries.keys()];
  const columns = [...entries.values()];
  if (keys.length === 0 || !columns.every((column) => column.kind === "list")) {
    throw new Refusal({ kind: "no-table" });
  }
  const length = Math.max(...columns.map(({ items }) => items.length));
  if (options.column === false) {
    const cells = columns.map(({ items }, i) =>
      Array.from({ length }, (_, j) => cellOf(items[j], i, j)),
    );
    const notices = [{ kind: "members", alternative: { column: true } } as const];
    return { cells, labels: keys, names: "none", notices };
  }
  const cells = Array.from({ length }, (_, i) =>
    columns.map((column, j) => cellOf(column.items[i], i, j)),
  );
  const notices = [{ kind: "members", alternative: { column: false } } as const];
  return { ...withFeatures(keys, cells), notices };
}

const nothing: Raw = { text: "", quoted: false };

function cellOf(node: Node | undefined, i: number, j: number): Raw {
  if (node === undefined) return nothing;
  if (node.kind === "cell") return node;
  throw new Refusal({
    kind: "mixed",
    row: i + 1,
    column: j + 1,
    cell: shown(node),
  });
}

/** A column of words, first or last, names the items and is no feature. */
function withFeatures(keys: readonly string[], cells: readonly Raw[][]): Grid {
  return { cells, features: keys, names: "quoted", notices: [] };
}

function refuseMisfit(
  part: string | undefined,
  found: readonly number[],
  stated: readonly number[],
): void {
  const fits = found.length === stated.length && found.every((size, i) => size === stated[i]);
  if (part === undefined || fits) return;
  throw new Refusal({ kind: "misfit", found, stated, part });
}

/** Query, keys, mask and parameters fit the values, or nothing of it all is taken. */
function refuseMisfits(inputs: TableInputs, n: number, d: number): void {
  const { query, keys, mask, score, parameters = {} } = inputs;
  const shapeOf = (rows: Rows): number[] => [rows.length, rows[0]?.length ?? 0];
  const dk = keys?.[0]?.length ?? d;
  if (keys) refuseMisfit("K", shapeOf(keys), [n, dk]);
  if (mask) refuseMisfit("mask", [mask.length], [n]);
  const { W, Wq, U, v } = parameters;
  const dq = query?.length ?? W?.length ?? Wq?.[0]?.length ?? dk;
  // An absent matrix is the identity, which is square.
  const free = (score === "bilinear" && W) || (score === "additive" && (Wq || U));
  if (query && !free) refuseMisfit("q", [dq], [dk]);
  if (W) refuseMisfit("W", shapeOf(W), [dq, dk]);
  const h = Wq?.length ?? U?.length ?? v?.length ?? dk;
  if (Wq) refuseMisfit("Wq", shapeOf(Wq), [h, dq]);
  if (U) refuseMisfit("U", shapeOf(U), [h, dk]);
  if (Wq && !U) refuseMisfit("Wq", shapeOf(Wq), [dk, dq]);
  if (U && !Wq) refuseMisfit("U", shapeOf(U), [dq, dk]);
  if (v) refuseMisfit("v", [v.length], [Wq || U ? h : dk]);
}

function namesIn(
  part: "labels" | "features",
  [key, node]: readonly [string, Node],
): Pick<Grid, "labels" | "features"> {
  if (node.kind === "cell" && node.text === "null") return {};
  if (node.kind !== "list" || !node.items.every((item) => item.kind === "cell")) {
    throw new Refusal({ kind: "unexpected", cell: shown(node), part: key });
  }
  return { [part]: node.items.map((item) => item.text) };
}

function inputsOf(entries: Members["entries"]): {
  readonly inputs: TableInputs;
  readonly read: readonly string[];
} {
  const found: string[] = [];
  const read = <T>(keys: readonly string[], of: (node: Node, key: string) => T): T | undefined => {
    const key = keys.find((it) => entries.has(it));
    const node = key === undefined ? undefined : entries.get(key);
    if (key === undefined || node === undefined) return undefined;
    found.push(key);
    return node.kind === "cell" && node.text === "null" ? undefined : of(node, key);
  };
  const query = read(["q", "query"], queryOf);
  const keys = read(["K", "keys"], matrix);
  const score = read(["score"], scoreOf);
  const temperature = read(["temperature", "tau"], nonNegative);
  const mask = read(["mask"], vectorOf(attends));
  const parameters = read(["parameters"], parametersOf);
  const inputs = {
    ...(query === undefined ? {} : { query }),
    ...(keys === undefined ? {} : { keys }),
    ...(score === undefined ? {} : { score }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(mask === undefined ? {} : { mask }),
    ...(parameters === undefined ? {} : { parameters }),
  };
  return { inputs, read: found };
}

/** A vector, or a matrix of one row. */
function queryOf(node: Node, part: string): number[] {
  const [only] = node.kind === "list" ? node.items : [];
  const isRow = node.kind === "list" && node.items.length === 1 && only?.kind === "list";
  const query = vector(isRow ? only : node, part);
  const i = query.findIndex((x) => !Number.isFinite(x));
  if (i < 0) return query;
  throw new Refusal({ kind: "unexpected", row: 1, column: i + 1, cell: String(query[i]), part });
}

function positive(node: Node, part: string): number {
  const value = scalar(node, part);
  if (value > 0 && Number.isFinite(value)) return value;
  throw new Refusal({ kind: "unexpected", cell: shown(node), part });
}

function nonNegative(node: Node, part: string): number {
  const value = scalar(node, part);
  if (value >= 0) return value;
  throw new Refusal({ kind: "unexpected", cell: excerpt(textOf(node, part)), part });
}

function scoreOf(node: Node, part: string): Score {
  const text = textOf(node, part);
  const score = scores.find((known) => known === text);
  if (score === undefined) throw new Refusal({ kind: "unexpected", cell: excerpt(text), part });
  return score;
}

function parametersOf(node: Node, part: string): Parameters {
  if (node.kind === "list" && node.items.length === 0) return {}; // {}
  if (node.kind !== "members") throw new Refusal({ kind: "unexpected", cell: shown(node), part });
  const { entries } = node;
  const unknown = [...entries.keys()].find((key) => !["W", "Wq", "U", "v", "sigma"].includes(key));
  if (unknown !== undefined) {
    throw new Refusal({ kind: "unexpected", cell: excerpt(unknown), part });
  }
  const of = <T>(key: string, read: (node: Node, key: string) => T): T | undefined => {
    const entry = entries.get(key);
    return entry === undefined ? undefined : read(entry, key);
  };
  const W = of("W", matrix);
  const Wq = of("Wq", matrix);
  const U = of("U", matrix);
  const v = of("v", vector);
  const sigma = of("sigma", positive);
  return {
    ...(W === undefined ? {} : { W }),
    ...(Wq === undefined ? {} : { Wq }),
    ...(U === undefined ? {} : { U }),
    ...(v === undefined ? {} : { v }),
    ...(sigma === undefined ? {} : { sigma }),
  };
}

/** What is quoted of a member that is none of its kind. */
const shown = (node: Node): string =>
  node.kind === "cell" ? excerpt(node.text) : node.kind === "list" ? "[…]" : "{…}";

function textOf(node: Node, part: string): string {
  if (node.kind !== "cell") throw new Refusal({ kind: "unexpected", cell: shown(node), part });
  return node.text;
}

function scalar(node: Node, part: string, index = 0): number {
  const text = textOf(node, part);
  const cell = readCell(text, "none");
  if (cell.kind === "number") return cell.value;
  throw new Refusal({ kind: cell.kind, row: 1, column: index + 1, cell: excerpt(text), part });
}

function attends(node: Node, part: string): boolean {
  const text = textOf(node, part);
  if (text === "true" || text === "1" || text === "True") return true;
  if (text === "false" || text === "0" || text === "False") return false;
  throw new Refusal({ kind: "unexpected", cell: excerpt(text), part });
}

const vectorOf =
  <T>(entry: (node: Node, part: string, index: number) => T) =>
  (node: Node, part: string): T[] => {
    if (node.kind !== "list") throw new Refusal({ kind: "unexpected", cell: shown(node), part });
    return node.items.map((item, i) => entry(item, part, i));
  };
const vector = vectorOf(scalar);

function matrix(node: Node, part: string): Rows {
  return inPart(part, () => {
    const table = tableOf({ ...gridOf([node], {}), names: "none" }, {});
    return table.ok ? table.rows : [];
  });
}

/** A refusal says in which member of the object it arose. */
function inPart<T>(part: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof Refusal) throw new Refusal({ ...error.problem, part });
    throw error;
  }
}
