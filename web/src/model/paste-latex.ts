/**
 * LaTeX: one environment of the matrix family, `array` or `tabular`, or bare rows of `&` and `\\`. What
 * stands before and behind is read to its end: what only sets the matrix in type is taken away, words
 * outside of the formula are said, and anything else would change the numbers.
 */
import { readCell } from "./paste-cell.ts";
import {
  excerpt,
  type Grid,
  type PasteNotice,
  passedOver,
  type Raw,
  Refusal,
} from "./paste-table.ts";

export const isLatex = (text: string): boolean =>
  /\\begin\s*\{|\\p?matrix\b/.test(text) ||
  (text.includes("&") && (text.includes("\\\\") || /\$[^$\n]*\$\s*&/.test(text)));

export function gridOfLatex(text: string): Grid {
  const { source, comments } = withoutComments(text);
  const { body, isText, notices } = bodyOf(source);
  const bare = body.replace(rules, "").trim();
  const rows = bare.split(
    /\\\\\*?(?:\s*\[\s*-?[\d.]{1,9}\s*[a-z]{2}\s*\])?|\\cr\b|\\tabularnewline\b/,
  );
  if (rows.at(-1)?.trim() === "") rows.pop();
  const cells = rows.map((row) => row.split(/(?<!\\)&/).map(cellOf));
  for (const [i, row] of cells.entries()) {
    const j = row.findIndex(({ text }) => /\\(?:begin|[dt]?frac)(?![a-z])/.test(text));
    const raw = row[j];
    if (raw === undefined) continue;
    const kind = raw.text.includes("\\begin") ? "not-a-number" : "fraction";
    throw new Refusal({ kind, row: i + 1, column: j + 1, cell: excerpt(raw.text) });
  }
  refuseCommands(cells);
  const said = comments === 0 ? [] : [{ kind: "comments", lines: comments } as const];
  return { cells, names: isText ? "any" : "none", notices: [...notices, ...said] };
}

/** Lines between the rows, and what colours them. */
const rules =
  /\\(?:hline|toprule|midrule|bottomrule|addlinespace|morecmidrules|rowcolor|specialrule|noalign|c(?:line|midrule))\b(?:\([^)]{0,9}\)|\[[^\]]{0,20}\]|\{[^{}]{0,40}\})*/g;

/** Commands change a number, or stand for one; in a head of names they are part of a name. */
function refuseCommands(cells: ReadonlyArray<readonly Raw[]>): void {
  const isCommand = ({ text }: Raw): boolean => /\\[a-zA-Z]/.test(text) && !/\\\w*dots/.test(text);
  for (const [i, row] of cells.entries()) {
    if (
      i === 0 &&
      cells.length > 1 &&
      !row.some(({ text }) => readCell(text, "none").kind === "number")
    ) {
      continue;
    }
    const j = row.findIndex(isCommand);
    const cell = excerpt(row[j]?.text ?? "");
    if (j >= 0) throw new Refusal({ kind: "not-a-number", row: i + 1, column: j + 1, cell });
  }
}

/** Comments are counted where a row or a number is in them. */
function withoutComments(text: string): { readonly source: string; readonly comments: number } {
  let comments = 0;
  const source = text.replace(
    /((?:^|[^\\])(?:\\\\)*)(%[^\n]*)/g,
    (_, before: string, comment: string) => {
      if (/[\d&]/.test(comment)) comments++;
      return before;
    },
  );
  return { source, comments };
}

interface Body {
  readonly body: string;
  /** Whether its rows can hold words. */
  readonly isText: boolean;
  readonly notices: readonly PasteNotice[];
}

const caption = /\\caption\*?\s*\{((?:[^{}]|\{[^{}]*\})*)\}/g;

const environment =
  /\\begin\s*\{((?:[pbBvV]|small|psmall|bsmall)?matrix\*?|[pbBvV]?NiceMatrix|NiceArray|array|NiceTabular|tabular[x*]?|longtable)\}/;

function bodyOf(source: string): Body {
  const begin = environment.exec(source);
  if (begin === null) {
    const other = /\\begin\s*\{[^}\n]{0,40}\}|\\p?matrix\b/.exec(source);
    if (other !== null) throw new Refusal({ kind: "unexpected", cell: excerpt(other[0]) });
    return { body: withoutDollars(source), isText: true, notices: [] };
  }
  const name = begin[1] ?? "";
  const start = begin.index + begin[0].length;
  const end = `\\end{${name}}`;
  const close = source.indexOf(end, start);
  if (close < 0) throw new Refusal({ kind: "unclosed", cell: excerpt(begin[0]) });
  const isText = /tabular|longtable/i.test(name);
  const before = readBefore(source.slice(0, begin.index), isText);
  const after = readAfter(source.slice(close + end.length), isText);
  const inside = source.slice(start, close);
  if (!isText && before.open + after.open !== 0) {
    throw new Refusal({ kind: "unexpected", cell: excerpt(source.slice(close + end.length)) });
  }
  const takesColumns = isText || /array$/i.test(name);
  const from = argumentsLength(inside, takesColumns ? (/[x*]$/.test(name) ? 2 : 1) : 0);
  // A determinant and a norm are written as a table is.
  const sign = /^[vV]/.test(name) ? begin[0] : "";
  const captions = [...source.matchAll(caption)].map(([, words = ""]) => words);
  const said = [before.words, after.words, sign, ...captions].filter((words) => words !== "");
  const body = inside.slice(from);
  return { body, isText: takesColumns, notices: said.map(passedOver) };
}

/** Around all of the rows, not around the first and the last cell. */
const withoutDollars = (source: string): string =>
  /^\s*(\$\$?)(?:(?!\$)[\s\S])*\1\s*$/.test(source) || /^\s*\\\[/.test(source)
    ? source.replace(/^\s*(?:\$\$?|\\\[)|(?:\$\$?|\\\])\s*$/g, "")
    : source;

/** Environments that only say where a formula or a table stands. */
const surrounding = String.raw`\\(?:begin|end)\s*\{(?:equation|align|aligned|alignedat|gather|gathered|displaymath|math|multline|split|center|table|figure|document|block)\*?\}`;

/** What sets a formula in type and multiplies nothing. */
const typesetting = new RegExp(
  [
    String.raw`\\(?:left|right|[bB]igg?[lrm]?)\b\s*(?:\\?[()[\]{}|.]|\\[lr](?:brack|brace|vert))?`,
    String.raw`\\[lr](?:brack|brace|vert|Vert)\b`,
    String.raw`\\[,;:!> ]|\\(?:q?quad|enspace|thinspace|centering|small|footnotesize|scriptsize|displaystyle|boldsymbol|nonumber|notag|noindent|par)\b`,
    String.raw`\\caption\*?\s*\{(?:[^{}]|\{[^{}]*\})*\}`,
    String.raw`\\(?:label|tag|ref|eqref|vspace|hspace|setlength|renewcommand|resizebox|scalebox)\*?(?:\s*\[[^\]\n]{0,40}\])?(?:\s*\{[^{}]*\}|\s*\{\\[a-z]+\}|!)*`,
    String.raw`${surrounding}(?:\s*\[[a-zA-Z!]{0,9}\])?`,
    String.raw`\\\\(?:\s*\[[^\]\n]{0,9}\])?|[\s&~()[\]{}.,;:|$]|\\[{}()[\]|]`,
  ].join("|"),
  "g",
);

const relation = /(?:\\(?:coloneqq|equiv|triangleq|doteq|approx|simeq|cong)\b|(?<![<>!]):?=)/g;

/** More rows than those of the one environment. */
function refuseOtherEnvironments(beside: string): void {
  const rest = beside.replace(new RegExp(surrounding, "g"), "");
  if (/\\(?:begin|end)\b|\\p?matrix\b/.test(rest)) throw new Refusal({ kind: "several" });
}

interface Beside {
  readonly words: string;
  /** How many more brackets open than close in the formula. */
  readonly open: number;
}

function openIn(formula: string): number {
  const signs = formula.replace(/\\(?:left|right)\s*(?:\\?[()[\]{}|.]|\\[a-z]+)/g, "");
  const count = (pattern: RegExp): number => signs.match(pattern)?.length ?? 0;
  return count(/[([{]/g) - count(/[)\]}]/g);
}

const barsIn = (formula: string): number => formula.match(/\|/g)?.length ?? 0;

/** Gives the words before the formula; refuses a factor in it. */
function readBefore(before: string, isText: boolean): Beside {
  refuseOtherEnvironments(before);
  if (isText) return { words: wordsIn(before), open: 0 };
  const open =
    /^([\s\S]*)(?:\$\$?|\\\[|\\\(|\\begin\s*\{(?:equation|align|gather|displaymath|math|multline)\*?\})/;
  const [all = "", words = ""] = open.exec(before) ?? [];
  const formula = before.slice(all.length).replace(/\\label\s*\{[^{}]*\}/g, "");
  const last = [...formula.matchAll(relation)].at(-1);
  const left = formula.slice(0, last?.index);
  if (last !== undefined && /&(?!\s*$)|\\\\/.test(left)) {
    throw new Refusal({ kind: "unexpected", cell: excerpt(left) });
  }
  // Numbers that are no indices: of a name they say nothing, and of a term they are not in the matrix.
  const indexed = left.replace(/[_^]\s*(?:\{[^{}]*\}|\S)|\([^()]*\)/g, "");
  const term = /\d/.test(indexed) ? left : "";
  const factor = last === undefined ? formula : formula.slice(last.index + last[0].length);
  if (factor.replace(typesetting, "") !== "") {
    throw new Refusal({ kind: "operation", cell: excerpt(factor) });
  }
  // Mathematics right before it multiplies, in dollars of its own too.
  const math = /(?:\$[^$]*\$|[\d.+*/×·-]|\\(?:times|cdot))\s*$/.exec(words);
  if (math !== null) throw new Refusal({ kind: "operation", cell: excerpt(math[0]) });
  const said = [wordsIn(words), term.trim()].filter((it) => it !== "").join(" … ");
  return { words: said, open: openIn(formula) + barsIn(formula) };
}

/** Gives the words behind the formula; refuses what is done to the matrix. */
function readAfter(after: string, isText: boolean): Beside {
  refuseOtherEnvironments(after);
  if (isText) return { words: wordsIn(after), open: 0 };
  const close =
    /\$\$?|\\\]|\\\)|\\end\s*\{(?:equation|align|gather|displaymath|math|multline)\*?\}/.exec(
      after,
    );
  const formula = after.slice(0, close?.index ?? after.length);
  const rest = formula.replace(typesetting, "");
  const cell = excerpt(formula.replace(/^(?:\s|\\right|[\])}.|]|\\[\])}])*/, ""));
  if (/^(?:\^\s*\{?\s*(?:\\(?:top|intercal|mathsf|mathrm|prime|dagger)|T|t\b|H|')|')/.test(rest)) {
    throw new Refusal({ kind: "transposed", cell });
  }
  if (rest !== "") throw new Refusal({ kind: "operation", cell });
  const behind = close === null ? "" : after.slice(close.index + close[0].length);
  if (/^\s*(?:\$[^$]|\\\(|[-+*/×·^\d]|\\(?:times|cdot))/.test(behind)) {
    throw new Refusal({ kind: "operation", cell: excerpt(behind) });
  }
  const words = wordsIn(behind);
  return { words, open: openIn(formula) - barsIn(formula) };
}

/** Without what sets it in type, and without the preamble of a document. */
const wordsIn = (text: string): string =>
  text
    .replace(/^[\s\S]*\\begin\s*\{document\}/, "")
    .replace(typesetting, " ")
    .trim();

/** Length of `[…]` and of the groups in braces: a width, the letters of columns. */
function argumentsLength(inside: string, groups: number): number {
  let at = /^\s*(?:\[[a-zA-Z]{1,2}\]\s*)?/.exec(inside)?.[0].length ?? 0;
  let left = groups;
  for (let depth = 0; left > 0 && at < inside.length; at++) {
    if (depth === 0 && inside.charAt(at) !== "{") return at;
    if (inside.charAt(at) === "{") depth++;
    if (inside.charAt(at) === "}" && --depth === 0) left--;
  }
  return at;
}

/** A cell without what only sets it in type. */
function cellOf(source: string): Raw {
  let text = source
    .replace(
      /\\(?:h?phantom|cellcolor(?:\[[^\]]{0,40}\])?)\{[^{}]*\}|\\[,;:!> ]|\\q?quad\b|~/g,
      " ",
    )
    .replaceAll("\\%", "%")
    .replace(/\\infty\b/g, "∞")
    .replace(/\\(?:times|cdot)(?![a-z])/g, "×")
    .replace(/\{([-+,.])\}/g, "$1")
    .trim();
  for (let before = ""; before !== text && text.length < 400; ) {
    before = text;
    text = text
      .replace(/^\$([^$]*)\$$|^\\\(([\s\S]*)\\\)$/, "$1$2")
      .replace(
        /^([-+−]?)\s*(?:\\(?:(?:math|text)[a-z]+|num|bm|boldsymbol|underline|emph))?\{([^{}]*)\}$/,
        "$1$2",
      )
      .replace(
        /^\\(?:SI|qty)\{([^{}]*)\}\{[^{}\d]*\}$|^\\(?:textcolor|color)(?:\[[^\]]{0,40}\])?\{[^{}]*\}(?:\{([^{}]*)\})?$/,
        "$1$2",
      )
      .replace(/^\\multicolumn\{1\}\{[^{}]*\}\{([^{}]*)\}$/, "$1")
      .trim();
  }
  return { text, quoted: false };
}
