/** From written cells to a table: names, shape, numbers, and what the reader must be told. */
import { ledgerColumns } from "./export-columns.ts";
import { type CellFault, commaIn, readCell } from "./paste-cell.ts";
import { maxFeatures, maxItems, type State } from "./state.ts";

/** How a text that can be read in two ways is to be read; what is absent is chosen from the text. */
export interface ReadOptions {
  /** Whether a comma is the decimal mark. */
  readonly decimalComma?: boolean;
  /** Whether line ends inside one pair of brackets end rows, as in MATLAB but not in NumPy. */
  readonly lineRows?: boolean;
  /** Whether `...` continues a line, as in MATLAB, and does not stand for what was left out. */
  readonly continuation?: boolean;
  /** Whether a vector is one column and not one row. */
  readonly column?: boolean;
}

/** Rows and columns count from 1, in the table that was read. */
export interface Place {
  readonly row: number;
  readonly column: number;
}

/** What the reader must know of a table that was read. `alternative` gives the other reading. */
export type PasteNotice =
  | { readonly kind: "decimal-comma"; readonly alternative?: ReadOptions }
  | { readonly kind: "comma-separates"; readonly alternative: ReadOptions }
  | { readonly kind: "lines-joined"; readonly alternative: ReadOptions }
  | { readonly kind: "vector"; readonly as: "row" | "column"; readonly alternative: ReadOptions }
  | { readonly kind: "names"; readonly features: boolean; readonly labels: boolean }
  | { readonly kind: "rounded"; readonly decimals: number }
  | { readonly kind: "scaled"; readonly factor: string }
  | { readonly kind: "non-finite"; readonly cells: readonly Place[] };

/**
 * Why a text was refused. Rows and columns count from 1 in the text as it was pasted, a row of names
 * included. `part` is the member of a JSON object, `alternative` a reading the reader may choose.
 */
export type PasteProblem = {
  readonly row?: number;
  readonly column?: number;
  readonly cell?: string;
  readonly part?: string;
  readonly alternative?: ReadOptions;
} & (
  | ({ readonly kind: CellFault | "left-out" | "mixed" | "unclosed-quote" } & Place)
  | {
      readonly kind: "ragged";
      readonly row: number;
      readonly found: number;
      readonly wanted: number;
    }
  | { readonly kind: "dimensions"; readonly dimensions: number }
  | {
      readonly kind: "shape";
      readonly found: readonly number[];
      readonly stated: readonly number[];
    }
  | { readonly kind: "too-large"; readonly rows: number; readonly columns: number }
  | { readonly kind: "too-long"; readonly length: number; readonly limit: number }
  | {
      readonly kind:
        | "nothing"
        | "no-numbers"
        | "no-table"
        | "unclosed"
        | "unexpected"
        | "several"
        | "transposed"
        | "operation"
        | "column-blocks";
    }
);

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
  /** A factor printed before the table, as a power of ten. */
  readonly scale?: number;
  readonly notices: readonly PasteNotice[];
}

export const excerpt = (text: string): string => {
  const characters = Array.from(text.slice(0, 80).trim());
  return characters.length <= 24 ? characters.join("") : `${characters.slice(0, 23).join("")}…`;
};

/** A mark for what a print left out, alone or grown together with a number, but not with words. */
const isLeftOut = (text: string): boolean =>
  /^[^\p{L}]*(?:\.\.|[…⋯⋮⋱])[^\p{L}]*$|^<<\d+>>$|\\(?:[cdlv]|id)?dots/u.test(text);

export function tableOf(grid: Grid, options: ReadOptions): TableReading {
  const own = ledgerOf(grid.cells);
  const cells = own ?? withCorner(grid);
  const width = cells[0]?.length ?? 0;
  // A row and a column more may hold names.
  if (cells.length > maxItems + 1 || width > maxFeatures + 1) {
    throw new Refusal({ kind: "too-large", rows: cells.length, columns: width });
  }
  refuseLeftOut(cells);
  if (width === 0) throw new Refusal({ kind: "nothing" });
  refuseRagged(cells, width);

  const { top, left, right } = own === null ? namesIn(cells, grid) : bothNames;
  const body = cells.slice(top);
  const columns = width - left - right;
  if (body.length === 0 || columns === 0) throw new Refusal({ kind: "no-numbers" });
  if (body.length > maxItems || columns > maxFeatures) {
    throw new Refusal({ kind: "too-large", rows: body.length, columns });
  }

  const numbers = body.map((row) => row.slice(left, width - right));
  const comma = decimalComma(numbers, options);
  const notices = [...grid.notices];
  const written = numbers.some((row) => row.some(({ text }) => commaIn(text) !== null));
  if (comma && written && !notices.some(({ kind }) => kind === "decimal-comma")) {
    notices.push({ kind: "decimal-comma" });
  }
  const rows = numbers.map((row, i) =>
    row.map((raw, j) => {
      const place = { row: i + 1 + top, column: j + 1 + left };
      const text = grid.scale === undefined ? raw.text : unscaled(raw.text, grid.scale);
      const cell = readCell(text, comma);
      if (cell.kind !== "number") {
        refuseProse(numbers);
        const alternative = cell.kind === "comma" ? { decimalComma: true } : null;
        throw new Refusal({
          kind: cell.kind,
          ...place,
          cell: excerpt(raw.text),
          ...(alternative === null ? {} : { alternative }),
        });
      }
      return cell.value;
    }),
  );

  const text = (raw: Raw | undefined): string => raw?.text.trim() ?? "";
  const named = left > 0 || right > 0;
  const labels = named ? body.map((row) => text(row[left > 0 ? 0 : width - 1])) : grid.labels;
  const features =
    top > 0
      ? cells[0]?.slice(left, width - right).map(text)
      : grid.features?.slice(left, grid.features.length - right);
  if (grid.features === undefined && (named || top > 0)) {
    notices.push({ kind: "names", features: top > 0, labels: named });
  }
  const nonFinite = rows.flatMap((row, i) =>
    row.flatMap((x, j) => (Number.isFinite(x) ? [] : [{ row: i + 1, column: j + 1 }])),
  );
  if (nonFinite.length > 0) notices.push({ kind: "non-finite", cells: nonFinite });
  return {
    ok: true,
    rows,
    ...(labels === undefined ? {} : { labels }),
    ...(features === undefined ? {} : { features }),
    notices,
  };
}

const empty: Raw = { text: "", quoted: false };

/** pandas and R print no name for the column of row names. */
function withCorner(grid: Grid): Grid["cells"] {
  const [first, ...rest] = grid.cells;
  if (!grid.printed || first === undefined || rest.length === 0) return grid.cells;
  const isWord = ({ text }: Raw): boolean => readCell(text, true).kind === "word";
  const isIndex = ({ text }: Raw): boolean => /^\d+$/.test(text);
  const counted = first.every(({ text }, j) => text === String(j));
  return rest.every((row) => row.length === first.length + 1) &&
    (counted || first.every(isWord)) &&
    rest.every(([name = empty]) => isWord(name) || isIndex(name))
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

const bothNames = { top: 1, left: 1, right: 0 } as const;

export function refuseLeftOut(cells: Grid["cells"], above = 0): void {
  for (const [i, row] of cells.entries()) {
    const j = row.findIndex((raw) => !raw.quoted && isLeftOut(raw.text));
    if (j >= 0) {
      const cell = excerpt(row[j]?.text ?? "");
      throw new Refusal({ kind: "left-out", row: above + i + 1, column: j + 1, cell });
    }
  }
}

function refuseRagged(cells: Grid["cells"], wanted: number): void {
  const i = cells.findIndex((row) => row.length !== wanted);
  if (i < 0) return;
  // In 1 - 2 it is the minus that is wrong, and not the number of cells.
  for (const [r, row] of cells.entries()) {
    const j = row.findIndex(({ text }) => readCell(text, false).kind === "operator");
    const cell = row[j]?.text;
    if (cell !== undefined)
      throw new Refusal({ kind: "operator", row: r + 1, column: j + 1, cell });
  }
  const found = cells[i]?.length ?? 0;
  const column = Math.min(found, wanted) + 1;
  throw new Refusal({ kind: "ragged", row: i + 1, column, found, wanted });
}

/** A text without any number is no table with a wrong cell. */
function refuseProse(cells: Grid["cells"]): void {
  const isNumber = ({ text }: Raw): boolean => readCell(text, false).kind === "number";
  const isWord = ({ text }: Raw): boolean => readCell(text, true).kind === "word";
  if (cells.flat().some(isNumber) || !cells.flat().some(isWord)) return;
  throw new Refusal({ kind: "no-numbers" });
}

/** How many rows at the top and columns at the left and right hold names and not numbers. */
function namesIn(
  cells: Grid["cells"],
  grid: Grid,
): { readonly top: 0 | 1; readonly left: 0 | 1; readonly right: 0 | 1 } {
  const none = { top: 0, left: 0, right: 0 } as const;
  if (grid.names === "none") return none;
  const isName = ({ text, quoted }: Raw): boolean =>
    (quoted || grid.names === "any") && readCell(text, true).kind === "word";
  const [first = [], ...rest] = cells;
  const corner = first[0] ?? empty;
  const cornerEmpty = /^#?$/.test(corner.text.trim()) && first.length > 1;
  const top =
    grid.features === undefined &&
    rest.length > 0 &&
    (corner === empty || first.slice(1).every(isName)) &&
    (cornerEmpty || isName(corner))
      ? 1
      : 0;
  const body = top === 1 ? rest : cells;
  const allNames = (column: number): boolean =>
    body.every((row) => row[column] !== undefined && isName(row[column]));
  if (first.length < 2) return { ...none, top };
  if ((top === 1 && cornerEmpty) || allNames(0)) return { top, left: 1, right: 0 };
  return allNames(first.length - 1) ? { top, left: 0, right: 1 } : { ...none, top };
}

/** Whether commas inside the cells are decimal marks. */
function decimalComma(cells: Grid["cells"], { decimalComma: chosen }: ReadOptions): boolean {
  return chosen ?? cells.some((row) => row.some(({ text }) => commaIn(text) === "decimal"));
}

/** The number written out in full, so that it is rounded once. */
function unscaled(text: string, power: number): string {
  const [, mantissa, exponent = "0"] = /^(.*?\d\.?\d*)(?:e([-+]?\d+))?$/i.exec(text) ?? [];
  return mantissa === undefined ? text : `${mantissa}e${Number(exponent) + power}`;
}
