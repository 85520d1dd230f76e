/** Bracketed values as rows and columns, whatever the notation says with them. */
import type { Cell, Gap, List, Node } from "./paste-brackets.ts";
import {
  excerpt,
  type Grid,
  type PasteNotice,
  type Raw,
  type ReadOptions,
  Refusal,
  refuseLeftOut,
} from "./paste-table.ts";

/** A matrix, a vector, a scalar, or several vectors that are rows of one matrix. */
export function gridOf(values: readonly Node[], options: ReadOptions): Grid {
  const [first] = values;
  if (first === undefined) throw new Refusal({ kind: "nothing" });
  if (values.length === 1) return gridOfOne(first, options);
  if (!values.every((value) => value.kind === "list" && value.items.every(isCell))) {
    throw new Refusal({ kind: "several" });
  }
  const none = { semicolon: false, comma: true, line: false };
  const name = first.kind === "list" ? first.name : null;
  const gaps = values.map(() => none);
  return gridOfOne({ kind: "list", items: values, gaps, name, matlab: false }, options);
}

const isCell = (node: Node): node is Cell => node.kind === "cell";

function gridOfOne(value: Node, options: ReadOptions): Grid {
  if (isCell(value)) return { cells: [[value]], names: "none", notices: [] };
  if (value.kind === "members") throw new Refusal({ kind: "no-table" });
  const { items } = value;
  const [only] = items;
  if (items.length === 1 && only?.kind === "list" && hasSemicolons(only))
    return gridOfOne(only, options);
  const { cells, notices } = items.every(isCell)
    ? flat(value, items, options)
    : { cells: items.map((item, i) => rowOf(item, i, items)), notices: [] };
  return { cells, names: "quoted", notices: [...notices, ...rounding(value, cells)] };
}

function rowOf(item: Node, i: number, items: readonly Node[]): readonly Raw[] {
  if (item.kind === "list" && item.items.every(isCell)) {
    refuseLeftOut([item.items], i);
    if (hasSemicolons(item)) throw new Refusal({ kind: "dimensions", dimensions: 3, row: i + 1 });
    return item.items;
  }
  if (isCell(item)) refuseLeftOut([[item]], i);
  if (item.kind === "list" && !item.items.some(isCell)) {
    throw new Refusal({ kind: "dimensions", dimensions: 1 + depthOf(item), row: i + 1 });
  }
  if (item.kind === "list") {
    const column = item.items.findIndex((it) => !isCell(it)) + 1;
    throw new Refusal({ kind: "mixed", row: i + 1, column, cell: "[…]" });
  }
  // A row among numbers, or a number among rows.
  const odd = isCell(items[0] ?? item) ? items.findIndex((it) => !isCell(it)) : i;
  const cell = isCell(item) ? excerpt(item.text) : "{…}";
  throw new Refusal({ kind: "mixed", row: odd + 1, column: 1, cell });
}

const hasSemicolons = ({ gaps, items }: List): boolean =>
  gaps.some(({ semicolon }, i) => semicolon && i < items.length - 1);

const depthOf = (node: Node): number =>
  node.kind === "list" ? 1 + Math.max(0, ...node.items.slice(0, 1).map(depthOf)) : 0;

/** Cells in one pair of brackets: a vector, or rows that end with `;` or with their line. */
function flat(
  { gaps, matlab }: List,
  items: readonly Raw[],
  options: ReadOptions,
): { readonly cells: Raw[][]; readonly notices: readonly PasteNotice[] } {
  const semicolons = gaps.some((gap) => gap.semicolon);
  const commas = gaps.some((gap) => gap.comma);
  if (semicolons || matlab) refuseContinuation(items, gaps);
  // NumPy wraps a long vector where the line is full; where commas separate, a line without one ends.
  const lines = options.lineRows ?? (semicolons || commas || matlab);
  const ends = (gap: Gap): boolean =>
    gap.semicolon || (gap.line && lines && (semicolons || !gap.comma));
  const rows = split(items, gaps, ends);
  if (rows.length > 1) return { cells: rows, notices: [] };
  if (options.column === true) {
    const notice = { kind: "vector", as: "column", alternative: { column: false } } as const;
    return { cells: items.map((item) => [item]), notices: [notice] };
  }
  const byLine = split(items, gaps, (gap) => gap.line);
  const equal = byLine.length > 1 && byLine.every((row) => row.length === byLine[0]?.length);
  if (equal) {
    return { cells: rows, notices: [{ kind: "lines-joined", alternative: { lineRows: true } }] };
  }
  const notice = { kind: "vector", as: "row", alternative: { column: true } } as const;
  return { cells: rows, notices: items.length > 1 ? [notice] : [] };
}

function split(items: readonly Raw[], gaps: readonly Gap[], ends: (gap: Gap) => boolean): Raw[][] {
  const rows: Raw[][] = [[]];
  for (const [i, item] of items.entries()) {
    rows.at(-1)?.push(item);
    const gap = gaps[i];
    if (gap !== undefined && i < items.length - 1 && ends(gap)) rows.push([]);
  }
  return rows;
}

/** `...` at a line's end is MATLAB's continuation or NumPy's omission: where both could be, ask. */
function refuseContinuation(items: readonly Raw[], gaps: readonly Gap[]): void {
  const at = items.findIndex(({ text }, i) => text === "..." && gaps[i]?.line === true);
  if (at < 0) return;
  const before = split(items, gaps, (gap) => gap.semicolon);
  let row = 0;
  let column = at;
  for (; column >= (before[row]?.length ?? 0); row++) column -= before[row]?.length ?? 0;
  const alternatives = [{ continuation: true }];
  throw new Refusal({
    kind: "left-out",
    row: row + 1,
    column: column + 1,
    cell: "...",
    alternatives,
  });
}

/** PyTorch prints 4 decimals and NumPy 8: numbers with just so many may have had more. */
function rounding(
  { items, gaps, name }: List,
  cells: ReadonlyArray<readonly Raw[]>,
): PasteNotice[] {
  const rows = items.filter((item) => item.kind === "list");
  const commas = [...gaps, ...rows.flatMap((row) => row.gaps)].some((gap) => gap.comma);
  const byNumpy = name === null ? !commas : numpyPrints.test(name);
  const decimals = torchPrints.test(name ?? "") ? 4 : byNumpy ? 8 : 0;
  let longest = 0;
  for (const { text } of cells.flat()) {
    longest = Math.max(longest, /\.(\d+)/.exec(text)?.[1]?.length ?? 0);
  }
  return decimals > 0 && longest === decimals ? [{ kind: "rounded", decimals }] : [];
}

// Without a module before the name: `np.array` and `torch.tensor` are source, not print.
const torchPrints = /^(?:tensor|Parameter)$/;
const numpyPrints = /^(?:array|matrix|masked_array|Array|DeviceArray|tf\.Tensor)$/;
