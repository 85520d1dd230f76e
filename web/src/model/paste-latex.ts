/** LaTeX: one environment of the matrix family, `array` or `tabular`, or bare rows of `&` and `\\`. */
import { excerpt, type Grid, type Raw, Refusal } from "./paste-table.ts";

export const isLatex = (text: string): boolean =>
  /\\begin\s*\{|\\p?matrix\b/.test(text) || (text.includes("&") && text.includes("\\\\"));

export function gridOfLatex(text: string): Grid {
  const source = text.replace(/(^|[^\\])%[^\n]*/g, "$1");
  const body = bodyOf(source)
    .replace(
      /\\(?:hline|toprule|midrule|bottomrule)\b|\\c(?:line|midrule)(?:\([^)]{0,9}\))?\{[^}]{0,9}\}/g,
      "",
    )
    .trim();
  const rows = body.split(/\\\\\*?(?:\s*\[[^\]\n]{0,20}\])?|\\cr\b|\\tabularnewline\b/);
  if (rows.at(-1)?.trim() === "") rows.pop();
  const cells = rows.map((row) => row.split(/(?<!\\)&/).map(cellOf));
  for (const [i, row] of cells.entries()) {
    const j = row.findIndex(({ text }) => /\\(?:begin|[dt]?frac)(?![a-z])/.test(text));
    const raw = row[j];
    if (raw === undefined) continue;
    const kind = raw.text.includes("\\begin") ? "not-a-number" : "fraction";
    throw new Refusal({ kind, row: i + 1, column: j + 1, cell: excerpt(raw.text) });
  }
  return { cells, names: "any", notices: [] };
}

function bodyOf(source: string): string {
  const begin = /\\begin\s*\{((?:[pbBvV]|small|psmall|bsmall)?matrix\*?|array|tabular)\}/.exec(
    source,
  );
  if (begin === null) {
    const other = /\\begin\s*\{[^}\n]{0,40}\}|\\p?matrix\b/.exec(source);
    if (other !== null) throw new Refusal({ kind: "unexpected", cell: excerpt(other[0]) });
    return source.replace(/^\s*(?:\$\$?|\\\[)|(?:\$\$?|\\\])\s*$/g, "");
  }
  refuseFactor(source.slice(0, begin.index));
  const start = begin.index + begin[0].length;
  const end = `\\end{${begin[1]}}`;
  const close = source.indexOf(end, start);
  if (close < 0) throw new Refusal({ kind: "unclosed", cell: excerpt(begin[0]) });
  refuseWhatFollows(source.slice(close + end.length));
  const inside = source.slice(start, close);
  const takesColumns = begin[1] === "array" || begin[1] === "tabular";
  return inside.slice(argumentsLength(inside, takesColumns));
}

/** What multiplies a matrix or is done to it changes its numbers. */
function refuseFactor(before: string): void {
  const factor = before
    .slice(before.lastIndexOf("=") + 1)
    .trimEnd()
    .slice(-80);
  const bare = factor.replace(
    /\\(?:left|begin\{[a-z]+\*?\}|centering|bigl?|Bigl?)|[[({$\\&:]|\s/g,
    "",
  );
  if (/(?:\d|[-+−*/]|frac\S*|cdot|times)$/.test(bare)) {
    throw new Refusal({ kind: "operation", cell: excerpt(factor) });
  }
}

function refuseWhatFollows(after: string): void {
  const rest = after.replace(/^(?:\s|\\right|[\])}.|$]|\\[\])}])*/, "");
  const cell = excerpt(rest);
  if (/^(?:\^\s*\{?\s*(?:\\(?:top|intercal|mathsf|mathrm|prime|dagger)|T|t\b|H|')|')/.test(rest)) {
    throw new Refusal({ kind: "transposed", cell });
  }
  if (/^(?:\^|[-+−*/]|\\(?:cdot|times|otimes|circ)\b)/.test(rest)) {
    throw new Refusal({ kind: "operation", cell });
  }
  if (/\\begin\s*\{\w{0,9}(?:matrix|array|tabular)/.test(rest))
    throw new Refusal({ kind: "several" });
}

/** Length of `[…]` and, for `array` and `tabular`, of the column letters in braces. */
function argumentsLength(inside: string, takesColumns: boolean): number {
  let at = /^\s*(?:\[[^\]\n]*\]\s*)?/.exec(inside)?.[0].length ?? 0;
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
