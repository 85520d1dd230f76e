/** Names as cells of a CSV, for readers of any kind: RFC 4180, and what spreadsheets make of it. */

/**
 * What a spreadsheet takes for a formula, also in full width and behind blanks, quotes and what is not
 * seen: the list of OWASP's "CSV Injection".
 */
const formula = /^(?:[\t\r\n]|[\s\p{Cc}\p{Cf}"'\u2018\u2019\u201c\u201d]*[=+\-@＝＋－﹣﹢﹦＠﹫])/u;

/** An apostrophe before what would be a formula: `named` takes it off again. */
export function cellOf(name: string): string {
  // No program reads a NUL from a text, and half a character is none.
  const text = name.replace(/[\0\p{Cs}]/gu, "\ufffd");
  const cell = formula.test(text) ? `'${text}` : text;
  return needsQuotes.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** What would be read as more than one cell or line, as a comment, or cut at its ends. */
const needsQuotes = /[",;\p{Cc}\p{Zl}\p{Zp}]|^[\s#%']|\s$/u;

/** The name that a cell of ours stands for, once its quotation marks are off. */
export const named = (cell: string): string =>
  cell.startsWith("'") && formula.test(cell.slice(1)) ? cell.slice(1) : cell;
