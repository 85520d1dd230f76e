/**
 * Tables in frames: Markdown, org, psql, MySQL, reStructuredText, and what polars and DuckDB draw. A
 * rule is taken away only where one can stand: a row of dashes in the body is a row of missing values.
 */

import { excerpt, Refusal } from "./paste-table.ts";

const bars = /[｜│┃║┆┇┊┋╎╏]/g;
const drawn = /[─━═╌┄┈┌┐└┘├┤┬┴┼╞╡╪╒╕╘╛╤╧╭╮╯╰┏┓┗┛┣┫┳┻╋╇╈┡┩╔╗╚╝╠╣╦╩╬]/;
/** Rules that no cell looks like: with corners in them, or drawn. */
const certainRule = /^[-\s|:+=─━═╌┄┈┌┐└┘├┤┬┴┼╞╡╪╒╕╘╛╤╧╭╮╯╰┏┓┗┛┣┫┳┻╋╇╈┡┩╔╗╚╝╠╣╦╩╬│┃║┆┇┊┋╎╏]+$/;
const isCertain = (line: string): boolean =>
  certainRule.test(line) && (/\+/.test(line) || drawn.test(line));
/** The rule under a head: `|---|:-:|`. */
const headRule = /^(?:\|\s*)?:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?$/;
/** What polars and DuckDB print under the names. */
const typeName =
  /^(?:---|[iuf](?:8|16|32|64|128)|u?int\d*|float\d*|double|bigint|hugeint|integer|smallint|tinyint|real|decimal(?:\(.*\))?|str|string|varchar|text|cat|enum|date|bool|boolean|number|object)$/i;

/** Whether every line has a bar in it, or is a rule. */
export function isFramed(lines: readonly string[]): boolean {
  const barred = lines.filter((line) => /\|/.test(line.replace(bars, "|")));
  return (
    barred.length > 0 &&
    lines.every((line) => barred.includes(line) || line.trim() === "" || certainRule.test(line))
  );
}

/** The rows between the rules, their cells apart by `|`, and whether a rule says that the first is a head. */
export function withoutFrame(lines: readonly string[]): {
  readonly rows: readonly string[];
  readonly headed: boolean;
} {
  const rows: string[] = [];
  // Without bars on both sides, one on a side is an empty cell.
  const inner = lines
    .filter((line) => line.trim() !== "" && !isCertain(line))
    .map((line) => line.replace(bars, "|").trim());
  const hasEdges = inner.every((line) => line.startsWith("|") && line.endsWith("|"));
  let head: number | null = null;
  let headed = false;
  const isDrawn = lines.some((line) => drawn.test(line));
  for (const line of lines) {
    if (line.trim() === "") continue;
    if (isCertain(line)) {
      if (rows.length > 0) head ??= rows.length;
      continue;
    }
    const row = line.replace(bars, "|");
    if (rows.length === 1 && head === null && !isDrawn && headRule.test(row.trim())) {
      head = 1;
      headed = true;
    } else rows.push(hasEdges ? row.trim().slice(1, -1) : row);
  }
  // A drawn table has the types of its columns in its head, on lines of their own.
  if (head !== null && head > 1 && isDrawn) {
    const isType = (row: string): boolean =>
      row.split("|").every((cell) => typeName.test(cell.trim()));
    const end = head;
    return { rows: rows.filter((row, i) => i === 0 || i >= end || !isType(row)), headed };
  }
  return { rows, headed };
}

/** reStructuredText's simple tables: the rules say where the columns are. */
export function withoutRules(lines: readonly string[]): readonly string[] {
  const isRule = (line: string): boolean => /^\s*=+(?:\s+=+)*\s*$/.test(line);
  const first = lines.find((line) => line.trim() !== "");
  if (first === undefined || !isRule(first)) return withoutUnderline(lines);
  const starts = [...first.matchAll(/=+/g)].map(({ index }) => index);
  return lines
    .filter((line) => !isRule(line) && line.trim() !== "")
    .map((line) => {
      // A cell that reaches over the edge of its column belongs to none.
      const cut = starts.some(
        (start) => start > 0 && /\S\S/.test(line.slice(start - 1, start + 1)),
      );
      if (cut) throw new Refusal({ kind: "unexpected", cell: excerpt(line) });
      return starts.map((start, j) => line.slice(start, starts[j + 1]).trim()).join("\t");
    });
}

/** A rule under the head of a single column. */
function withoutUnderline(lines: readonly string[]): readonly string[] {
  const [head = "", rule = ""] = lines;
  const underlines = /^\s*-{3,}\s*$/.test(rule) && /\p{L}/u.test(head) && !/\s\S/.test(head.trim());
  return underlines ? [head, ...lines.slice(2)] : lines;
}
