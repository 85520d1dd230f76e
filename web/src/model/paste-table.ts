/** From written cells to a table: names, shape, numbers, and what the reader must be told. */
import { named } from "./export-cells.ts";
import { ledgerColumns } from "./export-columns.ts";
import { inText } from "./names.ts";
import {
  type CellFault,
  type CommaUse,
  canBeThousands,
  commaIn,
  hasGroups,
  inAscii,
  isEnumerator,
  isSingle,
  readCell,
} from "./paste-cell.ts";
import type { PasteNotice, PasteProblem, ReadOptions } from "./paste-notice.ts";
import { maxFeatures, maxItems, type State } from "./state.ts";

export type { PasteNotice, PasteProblem, Place, ReadOptions, WholeFault } from "./paste-notice.ts";

/** What a JSON export of this page holds besides the values and their names. */
export type TableInputs = Partial<
  Pick<State, "keys" | "query" | "score" | "parameters" | "temperature" | "mask">
>;

export type TableReading =
  | {
      readonly ok: true;
      readonly rows: number[][];
      readonly labels?: readonly string[];
      readonly features?: readonly string[];
      readonly inputs?: TableInputs;
      readonly notices: readonly PasteNotice[];
    }
  | { readonly ok: false; readonly problem: PasteProblem };

/** Thrown by the readers of the several notations, and caught once, in `readTable`. */
export class Refusal extends Error {
  readonly problem: PasteProblem;
  constructor(problem: PasteProblem) {
    super(problem.kind);
    this.problem = problem;
  }
}

export interface Raw {
  readonly text: string;
  readonly quoted: boolean;
}

export interface Grid {
  readonly cells: ReadonlyArray<readonly Raw[]>;
  /** Where names can stand: nowhere, in quotes only, or as any words. */
  readonly names: "none" | "quoted" | "any";
  /** Names that the notation keeps apart from the cells. */
  readonly features?: readonly string[];
  readonly labels?: readonly string[];
  /** Printed in columns: a first row with one cell less is a row of names. */
  readonly printed?: boolean;
  /** What the notation says of names in the first row and column. */
  readonly heads?: Pick<ReadOptions, "features" | "labels">;
  /** A factor printed before the table, as a power of ten. */
  readonly scale?: number;
  /** The shape that the text states: rows, and columns if there are. */
  readonly stated?: readonly number[] | null;
  readonly notices: readonly PasteNotice[];
}

/** What is quoted of a text: one line, of a length that a sentence can hold. */
export const excerpt = (text: string, longest = 24): string => {
  const line = text
    .slice(0, 8 * longest)
    .trim()
    .replace(/\s+/g, " ");
  const characters = Array.from(line);
  return inText(
    characters.length <= longest ? line : `${characters.slice(0, longest - 1).join("")}…`,
  );
};

export const passedOver = (text: string): PasteNotice => ({
  kind: "passed-over",
  text: excerpt(text, 80),
});

/** A mark for what a print left out, alone or grown together with a number, but not with words. */
const isLeftOut = (text: string): boolean =>
  (/\.\.|[…⋯⋮⋱]/.test(text) && !/\p{L}/u.test(text)) || /^<<\d+>>$|\\(?:[cdlv]|id)?dots/.test(text);

export function tableOf(grid: Grid, options: ReadOptions): TableReading {
  const own = ledgerOf(grid.cells);
  const cells = own ?? withCorner(grid, options);
  const width = cells[0]?.length ?? 0;
  // A row and a column more may hold names.
  if (cells.length > maxItems + 1 || width > maxFeatures + 1) {
    throw new Refusal({ kind: "too-large", rows: cells.length, columns: width });
  }
  refuseLeftOut(cells);
  if (width === 0) throw new Refusal({ kind: "nothing" });
  refuseRagged(cells, width, grid.printed === true);

  const { top, left, right } = own === null ? namesIn(cells, grid, options) : bothNames;
  if (own === null && options.labels === undefined && grid.names === "any") {
    refuseNumbersInNames(cells.slice(top), left, right, top);
  }
  const body = cells.slice(top);
  const columns = width - left - right;
  if (body.length === 0 || columns === 0) throw new Refusal({ kind: "no-numbers" });
  if (body.length > maxItems || columns > maxFeatures) {
    throw new Refusal({ kind: "too-large", rows: body.length, columns });
  }

  const numbers = body.map((row) => row.slice(left, width - right));
  refuseOtherShape(numbers, grid.stated);
  const commas = commaUse(numbers, options);
  const isSingleCell = cells.length === 1 && width === 1;
  const rows = numbersOf(numbers, { grid, commas, top, left, isSingleCell });

  const text = (raw: Raw = empty): string =>
    own === null ? raw.text.trim() : named(raw.quoted ? raw.text : raw.text.trim());
  const isNamed = left > 0 || right > 0;
  const labels = isNamed ? body.map((row) => text(row[left > 0 ? 0 : width - 1])) : grid.labels;
  const features =
    top > 0
      ? cells[0]?.slice(left, width - right).map(text)
      : grid.features?.slice(left, grid.features.length - right);
  const notices = [...grid.notices, ...howWritten(numbers, rows, commas, grid.notices)];
  if (grid.features === undefined && (isNamed || top > 0)) {
    const looksNumeric = {
      features: top > 0 && left === 0 && (cells[0] ?? []).every(isNumber),
      labels: left > 0 && !grid.printed && body.every(([first = empty]) => isNumber(first)),
    };
    notices.push(namesTaken(top > 0, isNamed, looksNumeric));
  }
  if (own === null) {
    const corner = cornerOf(cells, top, grid);
    notices.push(...namesLikeNumbers(body, { top, left, right }, corner, grid, options));
  }
  notices.push(...notFinite(rows));
  return {
    ok: true,
    rows,
    ...(labels === undefined ? {} : { labels }),
    ...(features === undefined ? {} : { features }),
    notices,
  };
}

/** That a row or column was taken for names; if it could be numbers, that reading is offered. */
const namesTaken = (
  features: boolean,
  labels: boolean,
  looksNumeric: Readonly<Record<"features" | "labels", boolean>>,
): PasteNotice => ({
  kind: "names",
  features,
  labels,
  ...(looksNumeric.features ? { alternative: { features: false } } : {}),
  ...(looksNumeric.labels ? { alternative: { labels: false } } : {}),
});

interface Cells {
  readonly grid: Grid;
  readonly commas: CommaUse;
  /** How many rows and columns of names stand before the numbers. */
  readonly top: number;
  readonly left: number;
  readonly isSingleCell: boolean;
}

/** The numbers of the cells; the first that is none is refused, at its row and column. */
function numbersOf(
  cells: readonly (readonly Raw[])[],
  { grid, commas, top, left, isSingleCell }: Cells,
): number[][] {
  return cells.map((row, i) =>
    row.map((raw, j) => {
      const text = grid.scale === undefined ? raw.text : unscaled(raw.text, grid.scale);
      const cell = readCell(text, commas);
      if (cell.kind === "number") return cell.value;
      if (!isSingleCell) refuseProse(cells);
      throw new Refusal({
        kind: faultIn(raw, cell.kind, grid),
        row: i + 1 + top,
        column: j + 1 + left,
        cell: excerpt(raw.text),
        ...alternativesFor(raw, cell.kind, grid, {
          features: top === 0 && i === 0 && cells.length > 1 && !row.some(isNumber),
          labels: left === 0 && j === 0 && row.length > 1 && canBeNamed(raw),
        }),
      });
    }),
  );
}

/** What is to be said of how the numbers are written, where the notation has not said it. */
function howWritten(
  cells: readonly (readonly Raw[])[],
  rows: readonly (readonly number[])[],
  commas: CommaUse,
  said: readonly PasteNotice[],
): PasteNotice[] {
  const notices: PasteNotice[] = [];
  const isSaid = (kind: PasteNotice["kind"]): boolean => said.some((it) => it.kind === kind);
  const hasCommas = cells.some((row) => row.some(({ text }) => commaIn(text) !== null));
  if (commas === "decimal" && hasCommas && !isSaid("decimal-comma")) {
    notices.push({ kind: "decimal-comma" });
  }
  const isRounded = (x: number, i: number, j: number): boolean =>
    isSingle(cells[i]?.[j]?.text ?? "") && Math.fround(x) !== x;
  if (rows.some((row, i) => row.some((x, j) => isRounded(x, i, j)))) {
    notices.push({ kind: "single-precision" });
  }
  const grouped = cells.flat().find(({ text }) => hasGroups(text))?.text;
  if (grouped !== undefined && !isSaid("grouped")) {
    notices.push({ kind: "grouped", cell: excerpt(grouped) });
  }
  return notices;
}

function notFinite(rows: readonly (readonly number[])[]): PasteNotice[] {
  const cells = rows.flatMap((row, i) =>
    row.flatMap((x, j) => (Number.isFinite(x) ? [] : [{ row: i + 1, column: j + 1 }])),
  );
  return cells.length === 0 ? [] : [{ kind: "non-finite", cells }];
}

/** In brackets a bare word is a name of the program's, and no name of an item. */
function faultIn(
  { text, quoted }: Raw,
  fault: CellFault,
  { names }: Grid,
): CellFault | "boolean" | "constant" {
  if (fault !== "word" || quoted) return fault;
  if (/^(?:true|false)$/i.test(text)) return "boolean";
  return names === "any" ? "word" : "constant";
}

/** The readings that would make a number or a name of a cell that is none. */
function alternativesFor(
  { text }: Raw,
  fault: CellFault,
  { names, features, labels }: Grid,
  at: { readonly features: boolean; readonly labels: boolean },
): { readonly alternatives?: readonly ReadOptions[] } {
  const alternatives: ReadOptions[] = [];
  if (fault === "comma") alternatives.push({ decimalComma: true });
  const isGrouped = fault === "comma" || fault === "grouped";
  if (isGrouped && canBeThousands(text)) alternatives.push({ thousands: true });
  const canBeName = /^(?:expression|fraction|percent|not-a-number)$/.test(fault);
  if (names === "any" && canBeName) {
    if (at.features && features === undefined) alternatives.push({ features: true });
    if (at.labels && labels === undefined) alternatives.push({ labels: true });
  }
  return alternatives.length > 0 ? { alternatives } : {};
}

const empty: Raw = { text: "", quoted: false };

/** pandas and R print no name for the column of row names. */
function withCorner(grid: Grid, chosen: ReadOptions): Grid["cells"] {
  const [first, ...rest] = grid.cells;
  if (!grid.printed || first === undefined || rest.length === 0) return grid.cells;
  const index = rest.map(([name = empty]) => name);
  const labelled =
    chosen.labels ??
    (index.every(isWord) ||
      counts(textsOf(index)) ||
      (index.length === 1 && index[0]?.text === "0"));
  const counted = first.every(({ text }, j) => text === String(j));
  return rest.every((row) => row.length === first.length + 1) &&
    (counted || first.every(isWord)) &&
    labelled
    ? [[empty, ...first], ...rest]
    : grid.cells;
}

/** Values and names of a CSV of this page: the columns it has beside them follow from them. */
function ledgerOf(cells: Grid["cells"]): Grid["cells"] | null {
  const header = cells[0]?.map(({ text }) => text) ?? [];
  const width = header.findIndex((_, j) =>
    ledgerColumns.every((name, k) => header[j + k] === name),
  );
  return width < 0 ? null : cells.map((row) => row.slice(0, width));
}

interface Names {
  readonly top: 0 | 1;
  readonly left: 0 | 1;
  readonly right: 0 | 1;
}
const bothNames: Names = { top: 1, left: 1, right: 0 };

export function refuseLeftOut(cells: Grid["cells"], above = 0): void {
  for (const [i, row] of cells.entries()) {
    const j = row.findIndex((raw) => !raw.quoted && isLeftOut(raw.text));
    if (j >= 0) {
      const cell = excerpt(row[j]?.text ?? "");
      throw new Refusal({ kind: "left-out", row: above + i + 1, column: j + 1, cell });
    }
  }
}

function refuseRagged(cells: Grid["cells"], wanted: number, printed: boolean): void {
  const i = cells.findIndex((row) => row.length !== wanted);
  if (i < 0) return;
  // In 1 - 2 it is the minus that is wrong, and not the number of cells.
  for (const [r, row] of cells.entries()) {
    const j = row.findIndex(({ text }) => readCell(text, "none").kind === "operator");
    const cell = row[j]?.text;
    if (cell !== undefined)
      throw new Refusal({ kind: "operator", row: r + 1, column: j + 1, cell: excerpt(cell) });
  }
  refuseProse(cells);
  const found = cells[i]?.length ?? 0;
  const column = Math.min(found, wanted) + 1;
  // A head that is short by one cell: above an index that does not count.
  const isShort = printed && i === 1 && cells.slice(1).every((row) => row.length === wanted + 1);
  const alternatives =
    isShort && cells[0]?.every(isWord) ? { alternatives: [{ labels: true }] } : {};
  throw new Refusal({ kind: "ragged", row: i + 1, column, found, wanted, ...alternatives });
}

/** A text without any number is no table with a wrong cell. */
function refuseProse(cells: Grid["cells"]): void {
  const flat = cells.flat();
  const truth = /^(?:true|false)$/i;
  if (flat.some(isNumber) || !flat.some(isWord) || flat.some(({ text }) => truth.test(text)))
    return;
  throw new Refusal({ kind: "no-numbers" });
}

function refuseOtherShape(numbers: Grid["cells"], stated: Grid["stated"]): void {
  if (stated === undefined || stated === null) return;
  if (stated.length > 2) throw new Refusal({ kind: "dimensions", dimensions: stated.length });
  const found = [numbers.length, numbers[0]?.length ?? 0];
  const [n = 0, d = 1] = stated;
  const isVector = stated.length === 1 && Math.min(...found) === 1 && Math.max(...found) === n;
  // A count of rows says nothing of the columns.
  if (!isVector && (found[0] !== n || (found[1] !== d && !Number.isNaN(d)))) {
    throw new Refusal({ kind: "shape", found, stated: [n, Number.isNaN(d) ? (found[1] ?? 0) : d] });
  }
}

const isNumber = ({ text }: Raw): boolean => readCell(text, "none").kind === "number";
const isWord = ({ text }: Raw): boolean => readCell(text, "decimal").kind === "word";
/** No word alone, but a name among names: `5" pipe`. */
const canBeNamed = ({ text }: Raw): boolean =>
  readCell(text, "decimal").kind === "not-a-number" && /\p{L}/u.test(text);

/** How many rows at the top and columns at the left and right hold names and not numbers. */
function namesIn(cells: Grid["cells"], grid: Grid, chosen: ReadOptions): Names {
  const options = { ...grid.heads, ...chosen };
  if (grid.names === "none") return { top: 0, left: 0, right: 0 };
  const isName = (raw: Raw): boolean => (raw.quoted || grid.names === "any") && isWord(raw);
  const areNames = (list: readonly Raw[]): boolean =>
    grid.names === "any"
      ? list.every((raw) => isName(raw) || canBeNamed(raw)) && list.some(isName)
      : list.every(isName);
  const [first = [], ...rest] = cells;
  const corner = first[0] ?? empty;
  const cornerEmpty = /^#?$/.test(corner.text.trim()) && first.length > 1;
  const column = (rows: Grid["cells"], j: number): Raw[] => rows.map((row) => row[j] ?? empty);
  const besideCorner = first.slice(1);
  // Above a column of names an empty corner heads names, whatever they look like.
  const headed =
    besideCorner.length === 0 ||
    areNames(besideCorner) ||
    (cornerEmpty &&
      grid.names === "any" &&
      (areNames(column(rest, 0)) ||
        (counts(textsOf(besideCorner)) && counts(textsOf(column(rest, 0))))));
  const found = grid.features === undefined && (cornerEmpty || isName(corner)) && headed;
  const top = rest.length > 0 && (options.features ?? found) ? 1 : 0;
  const body = top === 1 ? rest : cells;
  if (first.length < 2) return { top, left: 0, right: 0 };
  const isListed = grid.names === "any" && column(body, 0).every(({ text }) => isEnumerator(text));
  const left =
    options.labels ?? ((top === 1 && cornerEmpty) || areNames(column(body, 0)) || isListed);
  if (left) return { top, left: 1, right: 0 };
  const right = areNames(column(body, first.length - 1));
  return { top, left: 0, right: right && options.labels === undefined ? 1 : 0 };
}

const textsOf = (cells: readonly Raw[]): readonly string[] => cells.map(({ text }) => text);

/** Names with a number of their own: `apple: 0.9` is a name and the first number. */
function refuseNumbersInNames(body: Grid["cells"], left: number, right: number, top: number): void {
  if (left + right === 0) return;
  const at = left > 0 ? 0 : (body[0]?.length ?? 1) - 1;
  const names = body.map((row) => row[at] ?? empty);
  const parts = names.map(({ text }) =>
    /^(.*?[^\d\s:：=.,+−-])?([\s:：=]*)([-+−]?\s?(?:\d[\d.,]*|\.\d+)(?:e[-+]?\d+)?)$/iu.exec(text),
  );
  const stems = new Set(parts.map((part) => part?.[1] ?? ""));
  const i = names.findIndex(({ text, quoted }, k) => {
    if (quoted || isEnumerator(text)) return false;
    if (/^(?:true|false)$/i.test(text)) return true;
    if (right > 0 && /^(?:[x×]\s?10|e[-+]?\d+$|thousand|million|billion|[百千万亿]$)/i.test(text))
      return true;
    const [, stem, separator = "", digits = ""] = parts[k] ?? [];
    if (stem === undefined || digits === "") return false;
    const isCount = /^\d+$/.test(digits);
    return !isCount || /[:：=]/.test(separator) || (separator !== "" && stems.size > 1);
  });
  const cell = names[i];
  if (cell === undefined) return;
  throw new Refusal({
    kind: /^(?:true|false)$/i.test(cell.text) ? "boolean" : "number-in-name",
    row: i + 1 + top,
    column: at + 1,
    cell: excerpt(cell.text),
    alternatives: [{ labels: true }],
  });
}

/** Whether the cells count 0, 1, 2 … or 1, 2, 3 …, with or without the point of a list. */
export function counts(texts: readonly string[]): boolean {
  const written = texts.map((text) => /^(\d{1,4})\.?$/.exec(inAscii(text))?.[1]);
  const start = written[0] === "0" ? 0 : 1;
  return texts.length > 1 && written.every((digits, i) => digits === String(start + i));
}

const cornerOf = (cells: Grid["cells"], top: number, { features }: Grid): string =>
  top === 1 ? (cells[0]?.[0]?.text.trim() ?? "") : (features?.[0] ?? "");

/** Numbers at the edge of a table that could be the names of its columns or rows. */
function namesLikeNumbers(
  body: Grid["cells"],
  { top, left, right }: Names,
  head: string,
  { names, features, labels }: Grid,
  options: ReadOptions,
): PasteNotice[] {
  const isRecord = features !== undefined && labels === undefined && left === 0;
  if ((names !== "any" && !isRecord) || body.length < 2) return [];
  const notices: PasteNotice[] = [];
  const end = (body[0]?.length ?? 0) - right;
  const [first = [], ...rest] = body.map((row) => row.slice(left, end));
  const isWhole = ({ text }: Raw): boolean => /^\d+$/.test(inAscii(text));
  const isBroken = ({ text }: Raw): boolean => /[.,e]/i.test(text);
  if (top === 0 && features === undefined && options.features === undefined) {
    const corner = left === 1 ? (body[0]?.[0]?.text.trim() ?? "") : "";
    const isYear = ({ text }: Raw): boolean => /^(?:19|20)\d\d$/.test(text);
    const another = rest.every((row) => row.some(isBroken));
    const isOther = first.every(isBroken) && rest.every((row) => row.every(isWhole));
    const heads =
      another ||
      first.every(isYear) ||
      (left === 1 && (cornerName.test(corner) || (first.length > 2 && counts(textsOf(first)))));
    if ((first.every(isWhole) && heads) || (left === 1 && isOther)) {
      notices.push({ kind: "numbers-as-names", alternative: { features: true } });
    }
  }
  if (left === 0 && right === 0 && labels === undefined && options.labels === undefined) {
    const column = body.map(([first = empty]) => first.text);
    const listed = column.every((text) => text.endsWith("."));
    const another = body.every((row) => row.slice(1).some(isBroken));
    const isCounted = counts(column) && (listed || top === 1 || another);
    const isNamed = cornerName.test(head) && body.every(([first = empty]) => isWhole(first));
    if (end > 1 && (isCounted || isNamed)) {
      notices.push({ kind: "numbers-as-names", alternative: { labels: true } });
    }
  }
  return notices;
}

/** What people write above a column of names. */
const cornerName =
  /^(?:names?|items?|index|keys?|labels?|tokens?|words?|objects?|rows?|features?|years?|dates?|epochs?|steps?|layers?|heads?|(?:.*[_\s-])?(?:id|no|nr|idx))$|^(?:名称?|名字|物[体品]|词语?|标签|项目|编号|序号)$/i;

/** What commas inside the cells are. */
function commaUse(cells: Grid["cells"], options: ReadOptions): CommaUse {
  if (options.thousands === true) return "thousands";
  const { decimalComma } = options;
  const decimal =
    decimalComma ?? cells.some((row) => row.some(({ text }) => commaIn(text) === "decimal"));
  return decimal ? "decimal" : "none";
}

/** The number written out in full, so that it is rounded once. */
function unscaled(text: string, power: number): string {
  if (text.length > 400) return text;
  const [, mantissa, exponent = "0"] = /^(.*?\d\.?\d*)(?:e([-+]?\d+))?$/i.exec(text) ?? [];
  return mantissa === undefined ? text : `${mantissa}e${Number(exponent) + power}`;
}
