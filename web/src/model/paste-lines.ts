/**
 * Tables whose lines are their rows: CSV and TSV (spreadsheets, in both decimal notations), and what
 * MATLAB, Julia, R, pandas and old PyTorch print without brackets.
 */
import { commaIn, readCell } from "./paste-cell.ts";
import { type Grid, type PasteNotice, type Raw, type ReadOptions, Refusal } from "./paste-table.ts";
import { maxItems } from "./state.ts";

type Delimiter = "tab" | "semicolon" | "comma" | "bar" | "space";

interface Layout {
  readonly text: string;
  readonly delimiter: Delimiter;
  readonly notices: readonly PasteNotice[];
  readonly printed: boolean;
}

export function gridOfLines(text: string, options: ReadOptions): Grid {
  const print = withoutPrint(linesOf(text));
  if (print.lines.length === 0) throw new Refusal({ kind: "nothing" });
  refuseManyLines(print.lines);
  const layout = layoutOf(print.lines.join("\n"), options);
  const cells = records(layout.text, layout.delimiter);
  const width = cells.reduce((most, row) => Math.max(most, row.length), 0);
  // In a single column an empty line is an empty cell; between wider rows it only sets them apart.
  const rows = cells.filter((row) => width < 2 || row.length > 1 || row[0]?.text !== "");
  if (print.stated !== null) refuseOtherShape(rows, print.stated);
  const rounded =
    print.matlab && rows.flat().some(({ text }) => /\.\d{4}(?:e|$)/i.test(text))
      ? [{ kind: "rounded", decimals: 4 } as const]
      : [];
  const { scale } = print;
  return {
    cells: rows,
    names: "any",
    printed: layout.printed,
    ...(scale === null ? {} : { scale: scale.power }),
    notices: [
      ...layout.notices,
      ...(scale === null ? [] : [{ kind: "scaled", factor: scale.text } as const]),
      ...rounded,
    ],
  };
}

/** Lines of the table: one that ends between quotation marks goes on. */
function linesOf(text: string): readonly string[] {
  const lines: string[] = [];
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    const c = text.charAt(at);
    if (c === '"') at = Math.max(at, text.indexOf('"', at + 1));
    if (c !== "\n") continue;
    lines.push(text.slice(start, at));
    start = at + 1;
  }
  return [...lines, text.slice(start)];
}

/** Far more lines than rows that are shown: no need to look into them. */
function refuseManyLines(lines: readonly string[]): void {
  if (lines.length <= 4 * maxItems) return;
  const rows = lines.filter((line) => line.trim() !== "").length;
  const columns = records(lines[0] ?? "", layoutOf(lines[0] ?? "", {}).delimiter)[0]?.length ?? 0;
  if (rows > maxItems + 1) throw new Refusal({ kind: "too-large", rows, columns });
}

interface Print {
  readonly lines: readonly string[];
  /** The shape in a heading such as `2×2 Matrix{Float64}:`. */
  readonly stated: readonly number[] | null;
  /** `1.0e+03 *` above the numbers. */
  readonly scale: { readonly text: string; readonly power: number } | null;
  readonly matlab: boolean;
}

/** Takes away what a print says beside the numbers. */
function withoutPrint(all: readonly string[]): Print {
  const lines = all.filter((line) => !comment.test(line) && !footer.test(line));
  let stated: number[] | null = null;
  let scale: Print["scale"] = null;
  let matlab = false;
  const start = lines.findIndex((line) => {
    const text = line.trim();
    const shape = /^(\d+(?:[×x]\d+)*)(?:-element)? .*(?::|\b(?:matrix|array))$/.exec(text)?.[1];
    const power = /^1(?:\.0*)?e([-+]?\d+)\s*\*$/i.exec(text)?.[1];
    const assigned = /^[\p{L}_][\p{L}\d_.]*\s*=$/u.test(text);
    if (shape !== undefined) stated = shape.split(/[×x]/).map(Number);
    if (power !== undefined) scale = { text: text.replace(/\s*\*$/, ""), power: Number(power) };
    if (assigned) matlab = true;
    const heading = text === "" || assigned || shape !== undefined || power !== undefined;
    return !heading && !/^sep=.$/i.test(text);
  });
  const end = lines.findLastIndex((line) => line.trim() !== "") + 1;
  const body = start < 0 ? [] : lines.slice(start, end);
  if (body.some((line) => /^\s*Columns? \d+(?: (?:through|to|and) \d+)?:?\s*$/.test(line))) {
    throw new Refusal({ kind: "column-blocks" });
  }
  return { lines: withoutIndices(body), stated, scale, matlab };
}

// But #N/A and #VALUE! are what a spreadsheet has for a number that it has not.
const comment = /^\s*(?:%|#(?![,;\t]|N\/A|[A-Z]+[!/?]))/;
const footer = /^\s*\[(?:torch\.\w+ of size .*|\d+ rows x \d+ columns)\]\s*$/;

/** R prints `[,1]` above columns and `[1,]` before rows; before the lines of a vector, `[1]`. */
function withoutIndices(lines: readonly string[]): readonly string[] {
  const heads = lines.filter((line) => /^\s*\[,\d+\]/.test(line)).length;
  if (heads > 1) throw new Refusal({ kind: "column-blocks" });
  if (heads === 1) {
    return lines
      .filter((line) => !/^\s*\[,\d+\]/.test(line))
      .map((line) => line.replace(/^\s*\[\d+,\]/, ""));
  }
  if (!/^\s*\[1\]\s/.test(lines[0] ?? "")) return lines;
  return [lines.map((line) => line.replace(/^\s*\[\d+\]/, "")).join(" ")];
}

export const isRPrint = (text: string): boolean =>
  /^[ \t]*(?:\[,1\]|\[1\][ \t]+[^,[\]\s])/.test(text);

function layoutOf(text: string, options: ReadOptions): Layout {
  const plain = { text, notices: [], printed: false };
  const outside = text.replace(/"[^"]*(?:""[^"]*)*"/g, '"');
  if (outside.includes("\t")) return { ...plain, delimiter: "tab" };
  if (isFramed(outside)) return { ...plain, text: withoutFrame(text), delimiter: "bar" };
  if (/[;；]/.test(outside)) return semicolons(text, outside, options);
  if (/[，、]/.test(outside)) {
    const separates = !outside.includes(",") || options.decimalComma === false;
    if (separates) return { ...plain, delimiter: "comma" };
    return commas(text.replace(/[，、]/g, ", "), outside.replace(/[，、]/g, ", "), options);
  }
  return outside.includes(",")
    ? commas(text, outside, options)
    : { ...plain, delimiter: "space", printed: true };
}

/** Markdown and terminals draw a frame around a table and a rule under its head. */
const isFramed = (text: string): boolean =>
  text.includes("|") && text.split("\n").every((line) => line.includes("|") || rule.test(line));
const rule = /^[-\s|:+=]*$/;
const withoutFrame = (text: string): string =>
  text
    .split("\n")
    .filter((line) => !rule.test(line))
    .map((line) => line.replace(/^ *\|/, "").replace(/\| *$/, ""))
    .join("\n");

const isNumber = (token: string): boolean => readCell(token, false).kind === "number";
/** Whether a token can be one number with a comma in it. */
const hasDecimalComma = (token: string): boolean => {
  const use = commaIn(token);
  return use === "decimal" || use === "either";
};
const canBeDecimal = (token: string): boolean => hasDecimalComma(token) || isNumber(token);

/** `;` between columns (spreadsheets where the comma is decimal) or at the end of rows (MATLAB). */
function semicolons(text: string, outside: string, options: ReadOptions): Layout {
  const chunks = outside.split(/[;；\n]/).map((chunk) => chunk.trim());
  const holdsRow = chunks.some((chunk) => {
    const tokens = chunk.split(/[ ,，、]+/);
    if (tokens.length < 2 || !tokens.every(isNumber)) return false;
    if (chunk.includes(",") && readCell(chunk, true).kind === "grouped") return false;
    return options.decimalComma === false || !hasDecimalComma(chunk);
  });
  if (holdsRow) {
    return layoutOf(text.replace(/[;；] *(?=\n|$)/g, "").replace(/[;；]/g, "\n"), options);
  }
  const decimal = chunks.some((chunk) => commaIn(chunk) === "decimal");
  // 1,2;3,4 in one line could be two rows of two.
  const other = outside.includes("\n") ? {} : { alternative: { decimalComma: false } };
  const notices = decimal ? [{ kind: "decimal-comma", ...other } as const] : [];
  return { text, delimiter: "semicolon", notices, printed: false };
}

/** Commas, and nothing else that separates but blanks. */
function commas(text: string, outside: string, { decimalComma }: ReadOptions): Layout {
  const tokens = outside.split(/,? +|\n/).filter((token) => token !== "");
  const canBe = tokens.every(canBeDecimal) && tokens.some(hasDecimalComma);
  const spaced = / [^ \n]/.test(outside.trim());
  if (canBe && decimalComma === true) {
    const rows = text.replace(/(?:, *| )+(?= )/g, "").replace(/,? +/g, ";");
    return { text: rows, delimiter: "semicolon", notices: [], printed: false };
  }
  if (canBe && decimalComma === undefined && spaced && !/, /.test(outside)) {
    const notice = { kind: "decimal-comma", alternative: { decimalComma: false } } as const;
    return { text, delimiter: "space", notices: [notice], printed: true };
  }
  if (decimalComma === undefined && tokens.every((token) => commaIn(token) === "grouped")) {
    const cell = tokens[0] ?? "";
    throw new Refusal({
      kind: "grouped",
      row: 1,
      column: 1,
      cell,
      alternative: { decimalComma: false },
    });
  }
  const notice = { kind: "comma-separates", alternative: { decimalComma: true } } as const;
  return {
    text: canBe ? text.replace(/([^ ,\n]) +(?=[^ ,\n])/g, "$1,") : text,
    delimiter: "comma",
    notices: canBe && decimalComma === undefined ? [notice] : [],
    printed: false,
  };
}

// U+202F is no blank here: it joins the groups of one number.
const separators: Readonly<Record<Delimiter, string>> = {
  tab: "\t",
  semicolon: ";；",
  comma: ",，、",
  bar: "|",
  space: " ",
};

/** RFC 4180 with any delimiter: quoted cells may hold delimiters, line ends and doubled quotes. */
function records(text: string, delimiter: Delimiter): Raw[][] {
  const separator = separators[delimiter];
  const plain = new RegExp(`[^\\n${separator}]*`, "y");
  const quoted = /"([^"]*(?:""[^"]*)*)"/y;
  const rows: Raw[][] = [[]];
  let at = 0;
  const skipBlanks = (): void => {
    while (text.charAt(at) === " ") at++;
  };
  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found !== null) at = pattern.lastIndex;
    return found;
  };
  for (;;) {
    const row = rows.at(-1) ?? [];
    skipBlanks();
    const inQuotes = text.charAt(at) === '"' ? match(quoted) : null;
    if (inQuotes === null && text.charAt(at) === '"') {
      throw new Refusal({ kind: "unclosed-quote", row: rows.length, column: row.length + 1 });
    }
    const rest = match(plain)?.[0].trim() ?? "";
    const content = (inQuotes?.[1] ?? "").replaceAll('""', '"') + rest;
    row.push({ text: content, quoted: inQuotes !== null });
    if (delimiter === "space") skipBlanks();
    if (at >= text.length) return rows;
    if (text.charAt(at) === "\n") rows.push([]);
    if (delimiter !== "space" || text.charAt(at) === "\n") at++;
  }
}

function refuseOtherShape(rows: readonly Raw[][], stated: readonly number[]): void {
  if (stated.length > 2) throw new Refusal({ kind: "dimensions", dimensions: stated.length });
  const leftOut = rows.some((row) => row.some(({ text }) => /[…⋯⋮⋱]/.test(text)));
  const found = [rows.length, rows[0]?.length ?? 0];
  const [n = 0, d = 1] = stated;
  if (!leftOut && (found[0] !== n || found[1] !== d)) {
    throw new Refusal({ kind: "shape", found, stated: [n, d] });
  }
}
