/**
 * Reading tables that people paste: what programs print and what people write. What can be read in
 * one way is read; what can be read in two is read and says so, or asks; all else is refused by row
 * and column. Every grammar here consumes its whole text: nothing is guessed, rounded or left out
 * without a word. Time is linear in the length of the text.
 */
import { ledgerColumns } from "./export-columns.ts";
import { type Bracketed, type Members, parseBracketed } from "./paste-brackets.ts";
import { tableOfMembers, tableOfRecords } from "./paste-json.ts";
import { gridOfLatex, isLatex } from "./paste-latex.ts";
import { gridOfLedger, gridOfLines, isRPrint } from "./paste-lines.ts";
import { gridOf } from "./paste-matrix.ts";
import {
  excerpt,
  type Grid,
  type PasteNotice,
  passedOver,
  type ReadOptions,
  Refusal,
  type TableReading,
  tableOf,
} from "./paste-table.ts";

export type { PasteNotice, PasteProblem, Place, ReadOptions, TableReading } from "./paste-table.ts";

/** Characters of text that are looked at; the largest copy of this page has 2.3 million. */
export const maxTextLength = 4_000_000;

export function readTable(text: string, options: ReadOptions = {}): TableReading {
  if (text.length > maxTextLength) {
    const problem = { kind: "too-long", length: text.length, limit: maxTextLength } as const;
    return { ok: false, problem };
  }
  try {
    // Written by this page: every name in it as it is.
    if (text.includes(`,${ledgerColumns.join(",")}`)) return tableOf(gridOfLedger(text), options);
    const { text: cleaned, notices } = clean(text, options);
    const { inside, notice } = insideFence(cleaned);
    const reading = read(withoutPrompts(inside), options);
    return reading.ok
      ? { ...reading, notices: [...notice, ...notices, ...reading.notices] }
      : reading;
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, problem: error.problem };
    throw error;
  }
}

function read(text: string, options: ReadOptions): TableReading {
  if (text.trim() === "") throw new Refusal({ kind: "nothing" });
  const isFormula = isLatex(text) && !/^\s*[[{]\s*["'[{]/.test(text);
  if (isFormula) return tableOf(gridOfLatex(text), options);
  const bracketed = isRPrint(text) ? null : parseBracketed(text, options);
  if (bracketed !== null) return tableOfBracketed(bracketed, options);
  return tableOf(gridOfLines(text, options), options);
}

function tableOfBracketed(bracketed: Bracketed, options: ReadOptions): TableReading {
  const { values, stated, scale, column, notices } = bracketed;
  const [first] = values;
  const items = values.length === 1 && first?.kind === "list" ? first.items : values;
  const isRecord = (item: { readonly kind: string }): item is Members => item.kind === "members";
  const reading =
    values.length === 1 && first?.kind === "members"
      ? tableOfMembers(first, options)
      : items.length > 0 && items.every(isRecord)
        ? tableOfRecords(items, options)
        : tableOf(
            withScale(
              { ...gridOf(values, column ? { column, ...options } : options), stated },
              scale,
            ),
            options,
          );
  return reading.ok ? { ...reading, notices: [...notices, ...reading.notices] } : reading;
}

const withScale = (grid: Grid, scale: Bracketed["scale"]): Grid =>
  scale === null
    ? grid
    : {
        ...grid,
        scale: scale.power,
        notices: [{ kind: "scaled", factor: scale.text }, ...grid.notices],
      };

/**
 * One kind of line end and of blank. A blank that groups the digits of one number becomes U+202F, which
 * separates nothing; an ordinary one may separate numbers.
 */
function clean(
  text: string,
  { grouping }: ReadOptions,
): { readonly text: string; readonly notices: readonly PasteNotice[] } {
  // In JSON blanks group nothing, and what stands in its strings stays.
  if (isJson(text)) return { text: text.replace(/\r\n?/g, "\n"), notices: [] };
  let cell: string | null = null;
  const cleaned = text
    // Between digits they are there for something.
    .replace(
      /(?<!\d)[\ufeff\u200b\u200e\u200f\u2060\u202a-\u202e\u2066-\u2069]+|[\ufeff\u200b\u200e\u200f\u2060\u202a-\u202e\u2066-\u2069]+(?!\d)/g,
      "",
    )
    // The minus of some programs that typeset.
    .replace(/(^|[\s,;|&([{])\u00ad(?=[\d.])/g, "$1-")
    .replace(/\r\n?|[\u2028\u2029\u0085]/g, "\n")
    .replace(groupedDigits, (found) => {
      if (found.length === 1 || grouping === false) return found.replace(/\s/g, " ");
      cell ??= excerpt(found);
      return found.replace(/\s/g, "\u202f");
    });
  // Where something else separates, a blank in a cell can only group.
  const alternative = /[\t;|]/.test(text) ? {} : { alternative: { grouping: false } };
  const notices: readonly PasteNotice[] =
    cell === null ? [] : [{ kind: "grouped", cell, ...alternative }];
  return { text: cleaned, notices };
}

function isJson(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const groupedDigits =
  /(?<![\d.,])[1-9]\d{0,2}(?:[\u00a0\u2000-\u200a\u202f\u205f]\d{3})+(?![\d])|(?<![\d.,])\d{1,9}[.,]\d{3}(?:[\u2009\u202f]\d{3})*[\u2009\u202f]\d{1,3}(?![\d.,])|[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g;

/** What stands between the fences of Markdown; what stands around them is said. */
function insideFence(text: string): {
  readonly inside: string;
  readonly notice: readonly PasteNotice[];
} {
  const fence = /^[ \t]*(?:`{3,}|~{3,})[ \t]*(?:[A-Za-z][A-Za-z+#.-]*\d?)?[ \t]*$/gm;
  const marks = [...text.matchAll(fence)];
  const [open, close, another] = marks;
  const isOpen = open !== undefined && text.slice(open.index + open[0].length).trim() !== "";
  if (!isOpen) return { inside: text, notice: [] };
  if (another !== undefined && marks.length > 2) throw new Refusal({ kind: "several" });
  const end = close?.index ?? text.length;
  const around = [
    text.slice(0, open.index),
    close === undefined ? "" : text.slice(end + close[0].length),
  ].map((part) => part.trim());
  const outside = around.filter((part) => part !== "").join(" … ");
  return {
    inside: text.slice(open.index + open[0].length, end),
    notice: outside === "" ? [] : [passedOver(outside)],
  };
}

const asksForSize =
  /(?:\.(?:shape|size|ndim)(?:\(\))?|\b(?:size|len|length|dim|shape|numel)\(.*\))\s*$/;

/** A session copied with its prompts: those of Python, IPython, MATLAB, Julia and Mathematica. */
function withoutPrompts(text: string): string {
  if (!/^\s*(?:>>>? |In ?\[\d+\]|Out ?\[\d+\]|julia> )/.test(text)) return text;
  const lines = text.split("\n");
  const isInput = (line: string): boolean =>
    /^\s*(?:>>>? |In ?\[\d+\]|julia> |\.\.\.:? )/.test(line);
  const isOutput = (line: string): boolean => !isInput(line) && line.trim() !== "";
  const start = lines.findIndex(isOutput);
  const end = lines.findLastIndex(isOutput) + 1;
  // What was typed is not what came out; with more than one outcome there is more than one table.
  if (start >= 0 && lines.slice(start, end).some(isInput)) throw new Refusal({ kind: "several" });
  if (start > 0 && asksForSize.test((lines[start - 1] ?? "").slice(-200)))
    throw new Refusal({ kind: "reference" });
  // A line without its prompt, where the next goes on with one, is no outcome.
  const goesOn = /^\s*\.\.\.:? /.test(lines[end] ?? "");
  const kept = start >= 0 && !goesOn ? lines.slice(start, end) : lines;
  return kept
    .map((line) =>
      line.replace(
        /^\s*(?:>>>? |In ?\[\d+\] ?:=? ?|Out ?\[\d+\](?:\/\/\w+)? ?[:=]+ ?|julia> |\.\.\.:? )/,
        "",
      ),
    )
    .join("\n");
}
