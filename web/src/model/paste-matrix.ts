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
  // Two prints are two tables, and so are two kinds of brackets.
  const lists = values.filter((value) => value.kind === "list");
  if (lists.some(({ name, open }) => name !== null || open !== lists[0]?.open)) {
    throw new Refusal({ kind: "several" });
  }
  if (!values.every((value) => value.kind === "list" && value.items.every(isCell))) {
    throw new Refusal({ kind: "several" });
  }
  const none = { semicolon: false, comma: true, line: false, blank: true };
  const name = first.kind === "list" ? first.name : null;
  const gaps = values.map(() => none);
  return gridOfOne({ kind: "list", open: "[", items: values, gaps, name, matlab: false }, options);
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
    refuseMixedCommas(item, i);
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

/** Commas here and blanks there within one row: some of them are in numbers. */
function refuseMixedCommas(
  { items, gaps }: { readonly items: readonly Node[]; readonly gaps: readonly Gap[] },
  row: number,
): void {
  const between = gaps
    .slice(0, items.length - 1)
    .filter(({ semicolon, line }) => !semicolon && !line);
  // In 1 + 2, 3 it is the plus that is wrong.
  if (items.some((item) => item.kind === "cell" && /^[-+*/]$/.test(item.text))) return;
  const tight = (i: number): boolean => gaps[i]?.comma === true && gaps[i]?.blank === false;
  const spaced = between.some(({ comma, blank }) => blank && comma);
  const apart = between.some(({ comma }) => !comma);
  const i = gaps.findIndex((_, k) => {
    const [a, b] = [items[k], items[k + 1]];
    if (!tight(k) || a?.kind !== "cell" || b?.kind !== "cell") return false;
    return (
      apart || (spaced && /^[-+]?[1-9]\d{0,2}$/.test(a.text) && /^\d{3}(?:\.\d*)?$/.test(b.text))
    );
  });
  if (i < 0) {
    const k = gaps.findIndex(
      ({ comma, line, semicolon }, j) => !comma && !line && !semicolon && j < items.length - 1,
    );
    if (!apart || !between.some(({ comma }) => comma) || k < 0) return;
    throw new Refusal({
      kind: "unexpected",
      row: row + 1,
      column: k + 2,
      cell: textAt(items, k + 1),
    });
  }
  const cell = `${textAt(items, i)},${textAt(items, i + 1)}`;
  throw new Refusal({ kind: "comma", row: row + 1, column: i + 1, cell });
}

const textAt = (items: readonly Node[], i: number): string => {
  const item = items[i];
  return item?.kind === "cell" ? excerpt(item.text) : "[…]";
};

const hasSemicolons = ({ gaps, items }: List): boolean =>
  gaps.some(({ semicolon }, i) => semicolon && i < items.length - 1);

const depthOf = (node: Node): number =>
  node.kind === "list" ? 1 + Math.max(0, ...node.items.slice(0, 1).map(depthOf)) : 0;

/** Cells in one pair of brackets: a vector, or rows that end with `;` or with their line. */
function flat(
  { gaps, matlab }: List,
  items: readonly Cell[],
  options: ReadOptions,
): { readonly cells: Raw[][]; readonly notices: readonly PasteNotice[] } {
  const semicolons = gaps.some((gap) => gap.semicolon);
  const commas = gaps.some((gap) => gap.comma);
  if (semicolons || matlab) refuseContinuation(items, gaps);
  refuseMixedCommas({ items, gaps }, 0);
  // NumPy wraps a long vector where the line is full; where commas separate, a line without one ends.
  const lines = options.lineRows ?? (semicolons || commas || matlab);
  const ends = (gap: Gap): boolean =>
    gap.semicolon ||
    (gap.line && (options.lineRows === true || (lines && (semicolons || !gap.comma))));
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

function split<T extends Raw>(
  items: readonly T[],
  gaps: readonly Gap[],
  ends: (gap: Gap) => boolean,
): T[][] {
  const rows: T[][] = [[]];
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
