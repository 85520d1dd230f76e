/**
 * Reading tables that people paste: what programs print and what people write. What can be read in
 * one way is read; what can be read in two is read and says so, or asks; all else is refused by row
 * and column. Nothing is guessed, rounded or left out. Time is linear in the length of the text.
 */
import { ledgerColumns } from "./export-columns.ts";
import { type Members, parseBrackets, startsBracketed } from "./paste-brackets.ts";
import { tableOfMembers, tableOfRecords } from "./paste-json.ts";
import { gridOfLatex, isLatex } from "./paste-latex.ts";
import { gridOfLines, isRPrint } from "./paste-lines.ts";
import { gridOf } from "./paste-matrix.ts";
import { type ReadOptions, Refusal, type TableReading, tableOf } from "./paste-table.ts";

export type { PasteNotice, PasteProblem, Place, ReadOptions, TableReading } from "./paste-table.ts";

/** Characters of text that are looked at; the largest copy of this page has 2.3 million. */
export const maxTextLength = 4_000_000;

export function readTable(text: string, options: ReadOptions = {}): TableReading {
  if (text.length > maxTextLength) {
    const problem = { kind: "too-long", length: text.length, limit: maxTextLength } as const;
    return { ok: false, problem };
  }
  try {
    return read(withoutPrompts(clean(text)), options);
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, problem: error.problem };
    throw error;
  }
}

function read(text: string, options: ReadOptions): TableReading {
  if (text.trim() === "") throw new Refusal({ kind: "nothing" });
  const value = bracketedIn(text);
  const isLedger = text.includes(`,${ledgerColumns.join(",")}`);
  if (isLedger || isRPrint(text) || !startsBracketed(value)) {
    const grid = isLatex(text) && !isLedger ? gridOfLatex(text) : gridOfLines(text, options);
    return tableOf(grid, options);
  }
  const values = parseBrackets(value, options);
  const [first] = values;
  if (values.length === 1 && first?.kind === "members") return tableOfMembers(first, options);
  const items = values.length === 1 && first?.kind === "list" ? first.items : values;
  if (items.length > 0 && items.every((item): item is Members => item.kind === "members")) {
    return tableOfRecords(items, options);
  }
  return tableOf(gridOf(values, options), options);
}

/** One kind of line end and of blank. A blank that groups the digits of one number becomes U+202F. */
function clean(text: string): string {
  return text
    .replace(/[\ufeff\u200b\u200e\u200f\u2060\u202a-\u202e\u2066-\u2069]/g, "")
    .replace(/\r\n?|[\u2028\u2029\u0085]/g, "\n")
    .replace(
      /(?<![\d.,])\d{1,3}(?:[\u00a0\u2009\u202f]\d{3})+(?!\d)|[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g,
      (found) => (found.length === 1 ? " " : found.replace(/[\u00a0\u2009]/g, "\u202f")),
    );
}

/** A session copied with its prompts: those of Python, IPython, MATLAB, Julia and Mathematica. */
function withoutPrompts(text: string): string {
  if (!/^\s*(?:>>>? |In ?\[\d+\]|Out ?\[\d+\]|julia> )/.test(text)) return text;
  const lines = text.split("\n");
  const isInput = (line: string): boolean =>
    /^\s*(?:>>>? |In ?\[\d+\]|julia> |\.\.\.:? )/.test(line);
  const output = lines.filter((line) => !isInput(line));
  const kept = output.some((line) => line.trim() !== "") ? output : lines;
  return kept
    .map((line) =>
      line.replace(
        /^\s*(?:>>>? |In ?\[\d+\] ?:=? ?|Out ?\[\d+\](?:\/\/\w+)? ?[:=]+ ?|julia> |\.\.\.:? )/,
        "",
      ),
    )
    .join("\n");
}

/** The bracketed value behind a name: `A = …`, `"x": …`, `Parameter containing: …`. */
function bracketedIn(text: string): string {
  const trimmed = text
    .replace(/^(?:\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/|[#%][^\n]*)*/, "")
    .replace(/^Float(?:64|32)Array\(\d+\)\s*(?=\[)/, "")
    .trimEnd();
  if (startsBracketed(trimmed)) return trimmed;
  if (trimmed.startsWith("<")) {
    const [, before = ""] =
      /^([\s\S]*?)numpy=\s*/.exec(trimmed) ?? /^([\s\S]*?)\[/.exec(trimmed) ?? [];
    return trimmed.slice(before.length).replace(/^numpy=\s*/, "");
  }
  const assigned = /^[\p{L}_][\p{L}\d_.:<>*& []{0,80}\]?[\]\d[ ]{0,20}:?=(?!=)\s*/u.exec(
    trimmed,
  )?.[0];
  const labelled = /^[^\n[\](){}\d]{0,80}[:：]\s*/.exec(trimmed)?.[0];
  for (const before of [assigned, labelled]) {
    const rest = before === undefined ? "" : trimmed.slice(before.length).replace(/^new\s+/, "");
    if (startsBracketed(rest)) return rest;
  }
  const factor = /^(?:[-+−]|[\p{L}\d_.]{1,20}\s*[-+−*/@×·])\s*/u.exec(trimmed)?.[0];
  if (factor !== undefined && startsBracketed(trimmed.slice(factor.length))) {
    throw new Refusal({ kind: "operation", cell: factor.trim() });
  }
  return trimmed;
}
