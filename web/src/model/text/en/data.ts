import type { PasteNotice, PasteProblem, ReadOptions } from "../../paste-notice.ts";
import { list } from "./names.ts";

export const data = {
  data: {
    intro:
      "Type over any number, or bring a table: NumPy, PyTorch, CSV, JSON, MATLAB, Julia, LaTeX. Nothing leaves your browser.",
    table: "The data: a row per item, a column per feature",
    item: "item",
    values: "values",
    keys: "key",
    attend: "attend",
    attendNote: "An item without a tick under “attend” is masked: its weight is exactly 0.",
    attendTo: (item: string) => `attend to ${item}`,
    itemName: (i: number) => `name of item ${i}`,
    featureName: (j: number) => `name of feature ${j}`,
    addItem: "Add an item",
    addFeature: "Add a feature",
    removeItem: (item: string) => `Remove ${item}`,
    removeFeature: (feature: string) =>
      `Remove ${feature.startsWith("feature ") ? "" : "feature "}${feature}`,
    notAWidth: (typed: string) =>
      `“${typed}” is no width: σ is a number above 0. The picture keeps the last one.`,
    linkKept: "Address and links hold the last numbers that could be computed, not these.",
    separateKeys: "keys of their own",
    keysNote:
      "The query is compared with an item’s key; what is averaged is its value. Without keys of their own, the values are the keys.",
    undo: "Undo",
    redo: "Redo",
    reset: "Reset",
    resetNote: "Back to all that the scene opened with: numbers, score and temperature",
    blank: "Start blank",
    items: "items",
    features: "features",
    paste: "Paste a table",
    open: "Open a file",
    drop: "Drop the file here",
    pasteHere: "Paste or type a table here",
    use: "Use these numbers",
    cancel: "Cancel",
    reads: (rows: number, columns: number) =>
      `Reads as ${rows} ${rows === 1 ? "item" : "items"} of ${columns} ${columns === 1 ? "feature" : "features"}.`,
    copyAs: "Copy as",
    copied: (what: string) => `${what} copied`,
    copyFailed: "The browser does not allow copying here: select the text and copy it.",
    picture: "Picture",
    tables: {
      training: "Training runs",
      sweep: "Temperature sweep",
      normalizers: "Table of normalisers",
      maps: "Weights of the maps",
      times: "Measured times",
    },
    nothingYet: "There is nothing to take yet: it is still being worked out, or was not measured.",
    /** In what is said of the picture. */
    semicolon: "; ",
    stop: ".",
    pictureReady: (what: string) => `${what} ready`,
    pictureFailed: "The browser could not draw the picture here.",
    download: (file: string) => `Download ${file}`,
    noDownloads:
      "The browser does not allow downloads here: right-click the picture, or press and hold it, to save it.",
    after: (source: string) => `after ${source}`,
    parameters: "Parameters of the score",
  },

  /** What came of a pasted table. */
  paste: {
    kept: "Nothing was changed.",
    /** An old file, and words in it by which the reader sees whether it was decoded rightly. */
    decoded: (encoding: string, sample: string) =>
      `The file was read as ${encoding}${sample === "" ? "" : `: “${sample}”`}. If that is not what is in it, choose another encoding:`,
    file: {
      binary: "This file is not text. Save the table as CSV, and open that.",
      unknown: "The encoding of this file is not recognised. Save it as UTF-8, or choose one:",
    },
    problem: (p: PasteProblem): string => {
      const part = p.part === undefined ? "" : `In “${p.part}”: `;
      const place =
        p.row === undefined
          ? ""
          : p.column === undefined
            ? `Row ${p.row}: `
            : `Row ${p.row}, column ${p.column}: `;
      return `${part}${place}${pasteProblem(p)}`.replace(/^./, (c) => c.toUpperCase());
    },
    notice: (n: PasteNotice): string => {
      switch (n.kind) {
        case "decimal-comma":
          return "The comma was read as the decimal mark.";
        case "comma-separates":
          return "The comma was read as separating numbers; it could be a decimal mark.";
        case "lines-joined":
          return "The lines between the brackets were joined to one row, as NumPy prints it.";
        case "vector":
          return n.as === "row"
            ? "A vector: read as one row, that is, one item."
            : "A vector: read as one column, that is, one feature.";
        case "names":
          return `The names of the ${list([...(n.features ? ["features"] : []), ...(n.labels ? ["items"] : [])])} were read too.`;
        case "rounded":
          return `Printed values may be rounded to ${n.decimals} decimals.`;
        case "scaled":
          return `All numbers were multiplied by ${n.factor}, the factor printed above them.`;
        case "single-precision":
          return "As 32-bit numbers in the program, some of these differ from the 8th digit on. Read as written.";
        case "blank-lines":
          return "Between blank lines stand several blocks of rows: they were read as one table.";
        case "members":
          return n.alternative.column
            ? "Each member was read as a row, that is, one item."
            : "Each member was read as a column, that is, one feature.";
        case "digits-apart":
          return "The blanks were read as separating numbers; they could group the digits of one.";
        case "grouped":
          return `The digits of “${n.cell}” were read as one number.`;
        case "comments":
          return n.lines === 1
            ? "One comment was passed over."
            : `${n.lines} comments were passed over.`;
        case "passed-over":
          return `Passed over, as it stands beside the numbers: “${n.text}”.`;
        case "unread":
          return `Not read, as it has no place here: ${list(n.names.map((name) => `“${name}”`))}.`;
        case "numbers-as-names":
          return n.alternative.features
            ? "The first row was read as numbers; it could be the names of the features."
            : "The first column was read as numbers; it could be the names of the items.";
        case "non-finite":
          return `Not finite: ${places(n.cells)}. Such a cell stays in the table, but has no score.`;
      }
    },
    /** The button that reads the same text in the other way. */
    alternative: (options: ReadOptions): string => {
      if (options.decimalComma !== undefined)
        return options.decimalComma
          ? "Read the comma as the decimal mark"
          : "Read the comma as separating numbers";
      if (options.thousands) return "Read the comma as grouping digits";
      if (options.grouping !== undefined)
        return options.grouping
          ? "Read the blanks as grouping digits"
          : "Read the blanks as separating numbers";
      if (options.comments !== undefined)
        return options.comments ? "Read the comments as rows" : "Pass over the comments";
      if (options.features !== undefined)
        return options.features ? "Read the first row as names" : "Read the first row as numbers";
      if (options.labels !== undefined)
        return options.labels ? "Read the column as names" : "Read the column as numbers";
      if (options.factor !== undefined)
        return options.factor ? "Multiply all numbers by it" : "Read the numbers as they stand";
      if (options.lineRows !== undefined) return "Read every line as a row";
      if (options.continuation !== undefined) return "Read “...” as a continued line";
      return options.column ? "Read it as one column" : "Read it as one row";
    },
  },
};

function pasteProblem(p: PasteProblem): string {
  const cell = `“${p.cell ?? ""}”`;
  switch (p.kind) {
    case "empty":
      return "this cell is empty. Fill it in.";
    case "missing":
      return `${cell} is a missing value. Fill it in.`;
    case "word":
      return `${cell} is not a number. Names can stand in the first row and in the first or last column.`;
    case "operator":
      return /^[-ー]$/.test(p.cell ?? "")
        ? `${cell} stands alone. Write −2 without a space after the minus.`
        : `${cell} stands alone among the numbers. Take it away, or write the result.`;
    case "expression":
      return `${cell} is not worked out. Write the result.`;
    case "fraction":
      return `${cell} is a fraction. Write it as a decimal, such as 0.5.`;
    case "complex":
      return `${cell} is a complex number. Only real numbers have a place here.`;
    case "percent":
      return `${cell} is a percentage. Write 50% as 0.5.`;
    case "grouped":
      return `${cell} groups its digits, or has two kinds of decimal mark. Write it like 1234.5.`;
    case "comma":
      return `${cell} could be a decimal or a thousand. Write it with a point, or without a comma.`;
    case "out-of-range":
      return `${cell} is too large or too small for a floating-point number.`;
    case "not-a-number":
      return `${cell} is not a number. Correct it.`;
    case "left-out":
      return p.alternatives === undefined
        ? "numbers were left out here (“...”). Print in full, for instance after set_printoptions(threshold=10**6)."
        : "“...” can mean a continued line, or numbers left out. Choose, or paste it without.";
    case "boolean":
      return `${cell} is not a number. It is a truth value: write 1 or 0, or bring it in as the mask.`;
    case "constant":
      return `${cell} is not a number. It is a name: write its digits.`;
    case "mixed":
      return `${cell} stands among others of another depth. Make every row a list of numbers.`;
    case "unclosed-quote":
      return "a quotation mark opens here and never closes.";
    case "ragged":
      return `${p.found} where ${p.wanted} ${p.wanted === 1 ? "is" : "are"} expected. Make all rows equally long.`;
    case "dimensions":
      return p.dimensions > 8
        ? "brackets are nested too deep. Paste one matrix."
        : `this has ${p.dimensions} dimensions. Paste one matrix of it, such as x[0].`;
    case "shape":
      return `the heading says ${p.stated.join(" × ")}, but ${p.found.join(" × ")} came. Copy all of it.`;
    case "misfit":
      return `${p.found.join(" × ")} where ${p.stated.join(" × ")} would fit the table. Nothing of this text is used until it fits.`;
    case "too-large":
      return `${p.rows} rows and ${p.columns} columns are too many. Up to 256 rows and 64 columns can be read.`;
    case "too-long":
      return `this text has ${p.length} characters. Up to ${p.limit} can be read.`;
    case "nothing":
      return "there are no numbers in it.";
    case "no-numbers":
      return "there are words in it, but no numbers.";
    case "no-table":
      return "this object holds no table. Put the rows under “X”.";
    case "unclosed":
      return `the end is missing: ${cell} opens and never closes. Copy all of it.`;
    case "unexpected":
      return `${cell} is out of place.`;
    case "several":
      return "this is more than one table. Paste one at a time.";
    case "transposed":
      return `${cell} transposes the matrix. Paste its result.`;
    case "operation":
      return `${cell} would change the numbers. Paste its result.`;
    case "recast":
      return `${cell} would make other numbers of these. Paste its result.`;
    case "factor":
      return `${cell} stands before the numbers. They may be printed with it or without it: choose.`;
    case "commented-row":
      return `${cell} is marked as a comment, but has the cells of a row. Choose.`;
    case "duplicate":
      return `${cell} is there twice. Keep one of the two.`;
    case "reference":
      return `${p.cell === undefined ? "this" : cell} only names a table, and its numbers are not in it. Print the numbers themselves.`;
    case "sparse":
      return "this table is sparse: what is 0 is not printed. Print it in full, for instance after to_dense().";
    case "number-in-name":
      return `${cell} could be a name and a number, or a name. Set them apart, or choose.`;
    case "column-blocks":
      return "the columns are printed in several blocks that do not fit together. Copy all of them, or print them side by side.";
  }
}

const places = (
  cells: ReadonlyArray<{ readonly row: number; readonly column: number }>,
): string => {
  const named = cells.slice(0, 6).map(({ row, column }) => `row ${row}, column ${column}`);
  const more = cells.length - named.length;
  return [...named, ...(more > 0 ? [`${more} more`] : [])].join("; ");
};
