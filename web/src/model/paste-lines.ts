/**
 * Tables whose lines are their rows: CSV and TSV (spreadsheets, in both decimal notations), tables in
 * frames, and what MATLAB, Julia, R, pandas and old PyTorch print without brackets. Every line is a
 * row of the table, or one of those that are named here; a comment is counted and said.
 */
import { joinBlocks } from "./paste-blocks.ts";
import { commaIn, readCell } from "./paste-cell.ts";
import { isFramed, withoutFrame, withoutRules } from "./paste-frames.ts";
import {
  counts,
  excerpt,
  type Grid,
  type PasteNotice,
  passedOver,
  type Raw,
  type ReadOptions,
  Refusal,
} from "./paste-table.ts";
import { maxItems } from "./state.ts";

type Delimiter = "tab" | "semicolon" | "comma" | "bar" | "space";

interface Layout {
  readonly text: string;
  readonly headed?: boolean;
  readonly delimiter: Delimiter;
  readonly notices: readonly PasteNotice[];
  readonly printed: boolean;
}

export function gridOfLines(text: string, options: ReadOptions): Grid {
  const print = withoutPrint(linesOf(text));
  if (print.lines.length === 0) throw new Refusal({ kind: "nothing" });
  refuseManyLines(print.lines);
  const { lines, notices } = withoutComments(print.lines, options);
  const layout = layoutOf(lines, options);
  const cells = records(layout.text, layout.delimiter);
  const width = widthOf(cells);
  // In a single column an empty line is an empty cell; between wider rows it only sets them apart.
  const isBlank = (row: readonly Raw[]): boolean => row.length === 1 && row[0]?.text === "";
  const rows = cells.filter((row) => width < 2 || !isBlank(row));
  if (layout.headed && (rows[0]?.every(({ text }) => text === "") ?? false)) rows.shift();
  const { scale, stated } = print;
  const rounded =
    print.matlab && rows.flat().some(({ text }) => /\.\d{4}(?:e|$)/i.test(text))
      ? [{ kind: "rounded", decimals: 4 } as const]
      : [];
  return {
    cells: rows,
    names: "any",
    // pandas prints the index of a series before its numbers.
    heads: {
      ...(layout.headed && rows.length === cells.length ? { features: true } : {}),
      ...(print.series === null ? {} : { labels: true }),
    },
    ...(print.series ? { features: ["", print.series] } : {}),
    printed: layout.printed,
    stated: rows.flat().some(({ text }) => /[…⋯⋮⋱]/.test(text)) ? null : stated,
    ...(scale === null ? {} : { scale: scale.power }),
    notices: [
      ...print.notices,
      ...notices,
      ...layout.notices,
      ...(hasBlocks(cells, isBlank) && width > 1 ? [{ kind: "blank-lines" } as const] : []),
      ...(scale === null ? [] : [{ kind: "scaled", factor: scale.text } as const]),
      ...rounded,
    ],
  };
}

/** The CSV of this page, whose names are quoted where anything in them could be misread. */
export function gridOfLedger(text: string): Grid {
  const rows = records(text.replace(/^\ufeff/, ""), "comma");
  const cells = rows.filter((row) => row.length > 1 || row[0]?.text !== "");
  return { cells, names: "any", notices: [] };
}

/** Whether blank lines stand between rows, with more than one row on either side. */
function hasBlocks(
  cells: ReadonlyArray<readonly Raw[]>,
  isBlank: (row: readonly Raw[]) => boolean,
): boolean {
  const sizes = [0];
  for (const row of cells) {
    if (!isBlank(row)) sizes.push((sizes.pop() ?? 0) + 1);
    else if (sizes.at(-1) !== 0) sizes.push(0);
  }
  return sizes.filter((size) => size > 1).length > 1;
}

const widthOf = (cells: ReadonlyArray<readonly Raw[]>): number =>
  cells.reduce((most, row) => Math.max(most, row.length), 0);

/** Lines of the table: one that ends between quotation marks goes on. */
function linesOf(text: string): readonly string[] {
  const lines: string[] = [];
  let start = 0;
  let opens = true;
  for (let at = 0; at < text.length; at++) {
    const c = text.charAt(at);
    // 5" in the midst of a cell opens nothing.
    if (c === '"' && opens) at = Math.max(at, text.indexOf('"', at + 1));
    opens = c === '"' ? opens : c === "\n" || /[ \t,;|，；、]/.test(c);
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
  const columns =
    records(lines[0] ?? "", layoutOf(lines.slice(0, 1), {}).delimiter)[0]?.length ?? 0;
  if (rows > maxItems + 1) throw new Refusal({ kind: "too-large", rows, columns });
}

interface Print {
  readonly lines: readonly string[];
  /** The shape in a heading such as `2×2 Matrix{Float64}:`, or below. */
  readonly stated: readonly number[] | null;
  /** `1.0e+03 *` above the numbers. */
  readonly scale: { readonly text: string; readonly power: number } | null;
  readonly matlab: boolean;
  /** The name of a column of pandas, printed with its index; empty where it has none. */
  readonly series: string | null;
  readonly notices: readonly PasteNotice[];
}

/** Takes away what a print says beside the numbers. */
function withoutPrint(all: readonly string[]): Print {
  let stated: readonly number[] | null = null;
  let scale: Print["scale"] = null;
  let matlab = false;
  let series: string | null = null;
  const notices: PasteNotice[] = [];
  let start = 0;
  for (; start < all.length; start++) {
    const text = (all[start] ?? "").trim();
    const shape = /^(\d+(?:[×x]\d+)*)(?:-element)? .*(?::|\b(?:matrix|array))$/.exec(text)?.[1];
    const tuple = /^shape: \(([\d, ]+)\)$/.exec(text)?.[1];
    const power = /^1(?:\.0*)?e([-+]?\d+)\s*\*$/i.exec(text)?.[1];
    const assigned = /^[\p{L}_][\p{L}\d_.]*\s*=$/u.test(text);
    if (shape !== undefined) stated = shape.split(/[×x]/).map(Number);
    else if (tuple !== undefined) stated = tuple.match(/\d+/g)?.map(Number) ?? null;
    else if (power !== undefined) {
      scale = { text: text.replace(/\s*\*$/, ""), power: Number(power) };
    } else if (assigned) matlab = true;
    else if (/^(?=.*\p{L})[^\d,;\t|]+[:：]$/u.test(text) && start < all.length - 1) {
      if (!/^\w+ containing:$/.test(text)) notices.push(passedOver(text));
    } else if (text !== "" && !/^sep=.$|^(?:Diagonal|Permutation) Matrix$/i.test(text)) break;
  }
  if ((stated?.length ?? 0) > 2) {
    throw new Refusal({ kind: "dimensions", dimensions: stated?.length ?? 0 });
  }
  const lines = all.slice(start);
  const only = lines.filter((line) => line.trim() !== "");
  if (only.length === 1 && sizeOnly.test(only[0] ?? "")) throw new Refusal({ kind: "reference" });
  // A scalar of MATLAB stands behind its name.
  const scalar = /^\s*[\p{L}_][\p{L}\d_.]*\s*=\s*(\S+?);?\s*$/u.exec(lines[0] ?? "")?.[1];
  if (scalar !== undefined && lines.slice(1).every((line) => line.trim() === "")) {
    lines[0] = scalar;
    matlab = true;
  }
  for (let last = lines.at(-1)?.trim(); last !== undefined; last = lines.at(-1)?.trim()) {
    const shape = footerShape(last);
    const [isSeries, name, length] =
      /^(?:Name: (.*?), )?(?:Length: (\d+), )?dtype: \w+$/.exec(last) ?? [];
    if (shape !== null) stated = shape;
    else if (isSeries !== undefined) {
      series = name ?? "";
      if (length !== undefined) stated = [Number(length), 1];
    } else if (last !== "") break;
    lines.pop();
  }
  // Above the index stands its own name, or nothing.
  if (series !== null && /^\p{L}\S*\s*$/u.test(lines[0] ?? "") && lines.length > 1) lines.shift();
  return { lines: withoutIndices(joinBlocks(lines)), stated, scale, matlab, series, notices };
}

/** What says how large a table is, and no more. */
const sizeOnly =
  /^\s*(?:[\w.]*[._])?(?:size|len|length|numel|ndim|shape|nrow|ncol)\s*[:=]\s*\d+\s*$/i;

/** `[2 rows x 3 columns]`, `[torch.FloatTensor of size 2x3]`, `(2 rows)`; the last says less. */
function footerShape(line: string): readonly number[] | null {
  const [, torch, rows, columns] =
    /^\[(?:torch\.\w+ of size (\d+(?:x\d+)*)|(\d+) rows x (\d+) columns)\]$/.exec(line) ?? [];
  if (torch !== undefined) return torch.split("x").map(Number);
  if (rows !== undefined) return [Number(rows), Number(columns)];
  const count = /^\((\d+) rows?\)$|^(\d+) rows? in set\b.*$/.exec(line);
  return count === null ? null : [Number(count[1] ?? count[2]), Number.NaN];
}

/** R prints `[1,]` before rows; before the lines of a vector, `[1]`. */
function withoutIndices(lines: readonly string[]): readonly string[] {
  const [head = "", ...rows] = lines.filter((line) => line.trim() !== "");
  const indices = rows.map((line) => /^\s*\[(\d+),\]/.exec(line)?.[1]);
  // Under names of columns, where [,1] would stand.
  if (rows.length > 0 && indices.every((index, i) => index === String(i + 1))) {
    return [head, ...rows.map((line) => line.replace(/^\s*\[\d+,\]/, ""))];
  }
  if (!/^\s*\[1\]\s/.test(head)) return lines;
  const cells: string[] = [];
  for (const line of [head, ...rows]) {
    const [all = "", index = ""] = /^\s*\[(\d+)\]/.exec(line) ?? [];
    if (Number(index) === 1 && cells.length > 0) throw new Refusal({ kind: "several" });
    if (Number(index) !== cells.length + 1) {
      throw new Refusal({ kind: "unexpected", cell: excerpt(all === "" ? line : all) });
    }
    cells.push(...line.slice(all.length).trim().split(/\s+/));
  }
  return [cells.join(" ")];
}

export const isRPrint = (text: string): boolean =>
  /^[ \t]*(?:\[,1\]|\[1\][ \t]+[^,[\]\s])/.test(text);

const mark = /^\s*(?:%+|#+|\/\/+|;+(?=[^\S\n]*\S))[^\S\n]*/;

/**
 * Lines behind `#`, `%` or `//` are rows if they have the cells of one, comments if they have not, and
 * asked about if they would have them without their mark.
 */
function withoutComments(
  all: readonly string[],
  options: ReadOptions,
): { readonly lines: readonly string[]; readonly notices: readonly PasteNotice[] } {
  // Where semicolons separate, one at a line's start is an empty cell.
  const semicolons = all.some((line) => /[;；]/.test(line) && !/^\s*;/.test(line));
  const marked = new Set(
    all.filter((line) => mark.test(line) && !(semicolons && /^\s*;/.test(line))),
  );
  const block = blockOf(all);
  if (marked.size === 0) return { lines: all, notices: [] };
  const plain = all.filter((line) => !marked.has(line) && !block.has(line) && line.trim() !== "");
  const others = plain.length > 0 ? plain : all.map((line) => line.replace(mark, ""));
  const layout = layoutOf(others, options);
  const cellsOf = (line: string): readonly Raw[] => {
    const [framed = ""] = layout.delimiter === "bar" ? withoutFrame([line]).rows : [line];
    return records(framed, layout.delimiter)[0] ?? [];
  };
  const rows = records(layout.text, layout.delimiter);
  const width = widthOf(rows);
  /** A mark that stands alone is no cell, unless it heads the numbers of the rows. */
  const heads = layout.delimiter !== "space" || counts(rows.map(([first]) => first?.text ?? ""));
  const isPlainRow = (line: string): boolean => {
    const cells = cellsOf(line);
    const [first] = cells;
    return cells.length === width && (heads || !/^(?:%+|#+|\/\/+|;+)$/.test(first?.text ?? ""));
  };
  const lines: string[] = [];
  let comments = 0;
  for (const [i, line] of all.entries()) {
    const isBlock = block.has(line);
    if (!isBlock && (!marked.has(line) || isPlainRow(line))) {
      const isHead = marked.has(line) && lines.every(isEmpty);
      lines.push(isHead ? line.replace(/^(\s*)[#%]+\s+/, "$1") : line);
      continue;
    }
    const bare = isBlock ? line : line.replace(mark, "");
    const cells = cellsOf(bare);
    const isRow = !isBlock && cells.length === width;
    const hasNumber = cells.some(({ text }) => isNumber(text));
    if (options.comments === true) {
      if (!/^%[{}]$/.test(line.trim())) lines.push(bare);
    } else if (isRow && hasNumber && options.comments === undefined) {
      const alternatives = [{ comments: true }, { comments: false }];
      throw new Refusal({ kind: "commented-row", row: i + 1, cell: excerpt(line), alternatives });
    } else if (
      isRow &&
      !hasNumber &&
      width > 1 &&
      all[i + 1] === plain[0] &&
      lines.every(isEmpty)
    ) {
      lines.push(bare);
    } else comments++;
  }
  if (comments === 0) return { lines, notices: [] };
  if (lines.every(isEmpty)) throw new Refusal({ kind: "nothing" });
  const alternative = { comments: true };
  return { lines, notices: [{ kind: "comments", lines: comments, alternative }] };
}

const isEmpty = (line: string): boolean => line.trim() === "";

/** The lines of MATLAB's comments from `%{` to `%}`. */
function blockOf(lines: readonly string[]): ReadonlySet<string> {
  const block = new Set<string>();
  let inside = false;
  for (const line of lines) {
    if (/^\s*%\{\s*$/.test(line)) inside = true;
    if (inside) block.add(line);
    if (/^\s*%\}\s*$/.test(line)) inside = false;
  }
  return block;
}

/** Quoted cells as a lone mark: what stands in them separates nothing. */
const withoutQuoted = (text: string): string =>
  text.replace(/(^|[\n \t,;|，；、])"[^"]*(?:""[^"]*)*"/g, '$1"');

function layoutOf(lines: readonly string[], options: ReadOptions): Layout {
  const text = lines.join("\n");
  const plain = { text, notices: [], printed: false };
  const outside = withoutQuoted(text);
  if (outside.includes("\t")) return { ...plain, delimiter: "tab" };
  if (isFramed(outside.split("\n"))) {
    const { rows, headed } = withoutFrame(lines);
    return { ...plain, text: rows.join("\n"), headed, delimiter: "bar" };
  }
  const bare = withoutRules(lines);
  if (bare !== lines) return layoutOf(bare, options);
  if (/[，、]/.test(outside)) {
    // Neither is ever a decimal mark, so that what else separates ends a row.
    if (/[;；]/.test(outside)) return layoutOf(rowsAtSemicolons(text), options);
    const separates = !outside.includes(",") || options.decimalComma === false;
    if (separates) return { ...plain, delimiter: "comma" };
    return commas(text.replace(/[，、]/g, ", "), outside.replace(/[，、]/g, ", "), options);
  }
  if (/[;；]/.test(outside)) return semicolons(text, outside, options);
  if (outside.includes(",")) return commas(text, outside, options);
  const spaced = { ...plain, delimiter: "space", printed: true } as const;
  // 1 234 in every row could be two columns, or one of thousands; 000 is no number of its own.
  const inAll = lines.every((line) => grouped.test(line.trim().replace(/^[\p{L}_]\S*\s+/u, "")));
  if (!inAll && !lines.some((line) => groupOfZeros.test(line))) return spaced;
  if (options.grouping === true) {
    return { ...spaced, text: text.replace(groupsIn, (found) => found.replaceAll(" ", "\u202f")) };
  }
  const alternative = { grouping: true };
  return { ...spaced, notices: [{ kind: "digits-apart", alternative }] };
}

const grouped = /^[-+]?(?:[1-9]\d{0,2}(?: \d{3})+|\d+\.\d{3}(?: \d{3})*(?: \d{1,3}))$/;

const groupOfZeros = /(?:^|\s)[-+]?[1-9]\d{0,2} 0\d\d(?=\s|$)/;
const groupsIn =
  /(?<![\d.])(?:[1-9]\d{0,2}(?: \d{3})+(?!\d)|\d+\.\d{3}(?: \d{3})*(?: \d{1,3})(?!\d))/g;

const rowsAtSemicolons = (text: string): readonly string[] =>
  text
    .replace(/[;；] *(?=\n|$)/g, "")
    .replace(/[;；]/g, "\n")
    .split("\n");

const isNumber = (token: string): boolean => readCell(token, "none").kind === "number";
/** Whether a token can be one number with a comma in it. */
const hasDecimalComma = (token: string): boolean => {
  const use = commaIn(token);
  return use === "decimal" || use === "either";
};
const isGrouped = (token: string): boolean => commaIn(token) === "grouped";
const canBeDecimal = (token: string): boolean => hasDecimalComma(token) || isNumber(token);

/** `;` between columns (spreadsheets where the comma is decimal) or at the end of rows (MATLAB). */
function semicolons(text: string, outside: string, options: ReadOptions): Layout {
  const chunks = outside.split(/[;；\n]/).map((chunk) => chunk.trim());
  const holdsRow = chunks.some((chunk) => {
    const tokens = chunk.split(/[ ,，、]+/);
    if (tokens.length < 2 || !tokens.every(isNumber)) return false;
    if (chunk.includes(",") && readCell(chunk, "decimal").kind === "grouped") return false;
    return options.decimalComma === false || !hasDecimalComma(chunk);
  });
  if (holdsRow) {
    return layoutOf(rowsAtSemicolons(text), options);
  }
  const decimal = chunks.some((chunk) => commaIn(chunk) === "decimal");
  // 1,2;3,4 in one line could be two rows of two.
  const other = outside.includes("\n") ? {} : { alternative: { decimalComma: false } };
  const notices = decimal ? [{ kind: "decimal-comma", ...other } as const] : [];
  return { text, delimiter: "semicolon", notices, printed: false };
}

/** Commas, and nothing else that separates but blanks. */
function commas(text: string, outside: string, options: ReadOptions): Layout {
  const { decimalComma, thousands } = options;
  const tokens = outside.split(/,? +|\n/).filter((token) => token !== "");
  const canBe = tokens.every(canBeDecimal) && tokens.some(hasDecimalComma);
  const spaced = / [^ \n]/.test(outside.trim());
  if (canBe && decimalComma === true) {
    const rows = text
      .replace(/\n\s*\n/g, "\n")
      .replace(/(?:, *| )+(?= )/g, "")
      .replace(/,? +/g, ";");
    return { text: rows, delimiter: "semicolon", notices: [], printed: false };
  }
  if (canBe && decimalComma === undefined && spaced && !/, /.test(outside)) {
    const notice = { kind: "decimal-comma", alternative: { decimalComma: false } } as const;
    return { text, delimiter: "space", notices: [notice], printed: true };
  }
  const [first = ""] = tokens;
  const alone = tokens.length === 1 && commaIn(first) === "either";
  if (decimalComma === undefined && thousands === undefined && (alone || tokens.every(isGrouped))) {
    throw new Refusal({
      kind: alone ? "comma" : "grouped",
      row: 1,
      column: 1,
      cell: excerpt(first),
      alternatives: [
        ...(alone ? [{ decimalComma: true }] : []),
        { thousands: true },
        { decimalComma: false },
      ],
    });
  }
  if (thousands === true && text.includes('"')) {
    return { text, delimiter: "comma", notices: [], printed: false };
  }
  if (thousands === true) {
    const rows = text.replace(/, +/g, ";").replace(/([^ ;\n]) +(?=[^ ;\n])/g, "$1;");
    return { text: rows, delimiter: "semicolon", notices: [], printed: false };
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
    const start = at;
    const inQuotes = text.charAt(at) === '"' ? match(quoted) : null;
    if (inQuotes === null && text.charAt(at) === '"') {
      throw new Refusal({ kind: "unclosed-quote", row: rows.length, column: row.length + 1 });
    }
    const isWhole = (match(plain)?.[0].trim() ?? "") === "";
    // "a" b is no quoted cell, but has quotation marks in it.
    const content =
      inQuotes !== null && isWhole
        ? (inQuotes[1] ?? "").replaceAll('""', '"')
        : text.slice(start, at).trim();
    row.push({ text: content, quoted: inQuotes !== null && isWhole });
    if (delimiter === "space") skipBlanks();
    if (at >= text.length) return rows;
    if (text.charAt(at) === "\n") rows.push([]);
    if (delimiter !== "space" || text.charAt(at) === "\n") at++;
  }
}
