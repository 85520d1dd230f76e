/** What is said of a pasted table, and asked about it: the texts put it in words. */
import type { CellFault } from "./paste-cell.ts";

/** How a text that can be read in two ways is to be read; what is absent is chosen from the text. */
export interface ReadOptions {
  /** Whether a comma is the decimal mark. */
  readonly decimalComma?: boolean;
  /** Whether a comma groups the digits of a number, as in 1,234.5. */
  readonly thousands?: boolean;
  /** Whether blanks such as U+00A0 between digits group them, and do not separate numbers. */
  readonly grouping?: boolean;
  /** Whether lines that are marked as comments are rows. */
  readonly comments?: boolean;
  /** Whether the first row and the first column hold names. */
  readonly features?: boolean;
  readonly labels?: boolean;
  /** Whether a factor printed before the numbers is still to be multiplied in. */
  readonly factor?: boolean;
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
  | {
      readonly kind: "names";
      readonly features: boolean;
      readonly labels: boolean;
      readonly alternative?: ReadOptions;
    }
  | { readonly kind: "rounded"; readonly decimals: number }
  | { readonly kind: "single-precision" }
  | { readonly kind: "scaled"; readonly factor: string }
  | { readonly kind: "blank-lines" }
  | { readonly kind: "members"; readonly alternative: ReadOptions }
  | { readonly kind: "digits-apart"; readonly alternative: ReadOptions }
  | { readonly kind: "grouped"; readonly cell: string; readonly alternative?: ReadOptions }
  | { readonly kind: "comments"; readonly lines: number; readonly alternative?: ReadOptions }
  | { readonly kind: "passed-over"; readonly text: string }
  | { readonly kind: "unread"; readonly names: readonly string[] }
  | { readonly kind: "numbers-as-names"; readonly alternative: ReadOptions }
  | { readonly kind: "non-finite"; readonly cells: readonly Place[] };

/**
 * Why a text was refused. Rows and columns count from 1 in the text as it was pasted, a row of names
 * included. `part` is the member of a JSON object, `alternatives` are readings the reader may choose.
 */
export type PasteProblem = {
  readonly row?: number;
  readonly column?: number;
  readonly cell?: string;
  readonly part?: string;
  readonly alternatives?: readonly ReadOptions[];
} & (
  | ({
      readonly kind: CellFault | "left-out" | "mixed" | "unclosed-quote" | "boolean" | "constant";
    } & Place)
  | {
      readonly kind: "ragged";
      readonly row: number;
      readonly found: number;
      readonly wanted: number;
    }
  | { readonly kind: "dimensions"; readonly dimensions: number }
  | {
      readonly kind: "shape" | "misfit";
      readonly found: readonly number[];
      readonly stated: readonly number[];
    }
  | { readonly kind: "too-large"; readonly rows: number; readonly columns: number }
  | { readonly kind: "too-long"; readonly length: number; readonly limit: number }
  | { readonly kind: WholeFault }
);

/** Faults of a text as a whole, or of a part of it that is no cell. */
export type WholeFault =
  | "nothing"
  | "no-numbers"
  | "no-table"
  | "unclosed"
  | "unexpected"
  | "several"
  | "transposed"
  | "operation"
  | "recast"
  | "factor"
  | "commented-row"
  | "duplicate"
  | "reference"
  | "sparse"
  | "number-in-name"
  | "column-blocks";
