/**
 * LaTeX: one environment of the matrix family, `array` or `tabular`, or bare rows of `&` and `\\`. What
 * stands before and behind is read to its end: what only sets the matrix in type is taken away, words
 * outside of the formula are said, and anything else would change the numbers.
 */
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
  const { body, notices } = bodyOf(source);
  const bare = body
    .replace(
      /\\(?:hline|toprule|midrule|bottomrule)\b|\\c(?:line|midrule)(?:\([^)]{0,9}\))?\{[^}]{0,9}\}/g,
      "",
    )
    .trim();
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
  const said = comments === 0 ? [] : [{ kind: "comments", lines: comments } as const];
  return { cells, names: "any", notices: [...notices, ...said] };
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
  readonly notices: readonly PasteNotice[];
}

const environment = /\\begin\s*\{((?:[pbBvV]|small|psmall|bsmall)?matrix\*?|array|tabular\*?)\}/;

function bodyOf(source: string): Body {
  const begin = environment.exec(source);
  if (begin === null) {
    const other = /\\begin\s*\{[^}\n]{0,40}\}|\\p?matrix\b/.exec(source);
    if (other !== null) throw new Refusal({ kind: "unexpected", cell: excerpt(other[0]) });
    return { body: withoutDollars(source), notices: [] };
  }
  const name = begin[1] ?? "";
  const start = begin.index + begin[0].length;
  const end = `\\end{${name}}`;
  const close = source.indexOf(end, start);
  if (close < 0) throw new Refusal({ kind: "unclosed", cell: excerpt(begin[0]) });
  const isText = name.startsWith("tabular");
  const before = readBefore(source.slice(0, begin.index), isText);
  const after = readAfter(source.slice(close + end.length), isText);
  const inside = source.slice(start, close);
  const takesColumns = isText || name === "array";
  if (!isText && before.open + after.open !== 0) {
    throw new Refusal({ kind: "unexpected", cell: excerpt(source.slice(close + end.length)) });
  }
  const notices = [before.words, after.words].filter((words) => words !== "").map(passedOver);
  return { body: inside.slice(argumentsLength(inside, takesColumns)), notices };
}

/** Around all of the rows, not around the first and the last cell. */
const withoutDollars = (source: string): string =>
  /^\s*(\$\$?)(?:(?!\$)[\s\S])*\1\s*$/.test(source) || /^\s*\\\[/.test(source)
    ? source.replace(/^\s*(?:\$\$?|\\\[)|(?:\$\$?|\\\])\s*$/g, "")
    : source;

/** What sets a formula in type and multiplies nothing. */
const typesetting = new RegExp(
  [
    String.raw`\\(?:left|right|[bB]igg?[lrm]?)\b\s*(?:\\?[()[\]{}|.]|\\[lr](?:brack|brace|vert))?`,
    String.raw`\\[lr](?:brack|brace|vert|Vert)\b`,
    String.raw`\\[,;:!> ]|\\(?:q?quad|enspace|thinspace|centering|small|footnotesize|scriptsize|displaystyle|boldsymbol|nonumber|notag|noindent|par)\b`,
    String.raw`\\(?:label|tag|ref|eqref|caption|vspace|hspace|setlength|renewcommand|resizebox|scalebox)\*?(?:\s*\[[^\]]*\])?(?:\s*\{[^{}]*\}|\s*\{\\[a-z]+\}|!)*`,
    String.raw`\\(?:begin|end)\s*\{(?:equation|align|aligned|alignedat|gather|gathered|displaymath|math|multline|split|center|table|figure|document|block)\*?\}(?:\s*\[[^\]\n]{0,9}\])?`,
    String.raw`\\\\(?:\s*\[[^\]\n]{0,9}\])?|[\s&~()[\]{}.,;:|$]|\\[{}()[\]|]`,
  ].join("|"),
  "g",
);

const relation = /(?:\\(?:coloneqq|equiv|triangleq|doteq|approx|simeq|cong)\b|(?<![<>!]):?=)/g;

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
  if (environment.test(before)) throw new Refusal({ kind: "several" });
  if (isText) return { words: wordsIn(before), open: 0 };
  const open =
    /^([\s\S]*)(?:\$\$?|\\\[|\\\(|\\begin\s*\{(?:equation|align|gather|displaymath|math|multline)\*?\})/;
  const [all = "", words = ""] = open.exec(before) ?? [];
  const formula = before.slice(all.length).replace(/\\label\s*\{[^{}]*\}/g, "");
  const last = [...formula.matchAll(relation)].at(-1);
  const factor = last === undefined ? formula : formula.slice(last.index + last[0].length);
  if (factor.replace(typesetting, "") !== "") {
    throw new Refusal({ kind: "operation", cell: excerpt(factor) });
  }
  return { words: wordsIn(words), open: openIn(formula) + barsIn(formula) };
}

/** Gives the words behind the formula; refuses what is done to the matrix. */
function readAfter(after: string, isText: boolean): Beside {
  if (environment.test(after)) throw new Refusal({ kind: "several" });
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
  const words = close === null ? "" : wordsIn(after.slice(close.index + close[0].length));
  return { words, open: openIn(formula) - barsIn(formula) };
}

/** Without what sets it in type, and without the preamble of a document. */
const wordsIn = (text: string): string =>
  text
    .replace(/^[\s\S]*\\begin\s*\{document\}/, "")
    .replace(typesetting, " ")
    .trim();

/** Length of `[…]` and, for `array` and `tabular`, of the column letters in braces. */
function argumentsLength(inside: string, takesColumns: boolean): number {
  let at = /^\s*(?:\[[a-zA-Z]{1,2}\]\s*)?/.exec(inside)?.[0].length ?? 0;
  if (!takesColumns || inside.charAt(at) !== "{") return at;
  for (let depth = 0; at < inside.length; at++) {
    if (inside.charAt(at) === "{") depth++;
    if (inside.charAt(at) === "}" && --depth === 0) return at + 1;
  }
  return at;
}

/** A cell without what only sets it in type. */
function cellOf(source: string): Raw {
  let text = source
    .replace(/\\h?phantom\{[^{}]*\}|\\[,;:!> ]|\\q?quad\b|~/g, " ")
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
        /^([-+−]?)\s*(?:\\(?:math|text)[a-z]+|\\num|\\bm|\\boldsymbol)?\{([^{}]*)\}$/,
        "$1$2",
      )
      .trim();
  }
  return { text, quoted: false };
}
