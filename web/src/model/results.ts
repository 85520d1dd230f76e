/** The results of a class: read from whatever they came in, and written as a table. */
import { cellOf } from "./export-cells.ts";
import { names } from "./link-values.ts";
import type { Try } from "./prediction.ts";
import { type QuestionSet, questionsIn, type Result, readCode, sets } from "./result.ts";
import { maxResults } from "./state.ts";

export interface Entry {
  /** Empty where none was given. */
  readonly name: string;
  readonly code: string;
  readonly result: Result;
}

interface Reading {
  /** As a link keeps them. */
  readonly found: readonly string[];
  /** What looks like a code and is none, each behind its name. */
  readonly damaged: readonly string[];
  /** Lines in which there is nothing of the kind. */
  readonly without: readonly string[];
}

/** A line that a reader hands in. */
export const lineOf = (name: string, right: number, all: number, code: string): string =>
  [name.trim(), `${right}/${all}`, code].filter((part) => part !== "").join(" · ");

export const keptAs = (name: string, code: string): string => `${name} ${code}`.trim();

/** What a link keeps; what of it is no result is left out. */
export function entryOf(kept: string): Entry | null {
  const [, name = "", code = ""] = /^(.*?)\s*(\S+)$/su.exec(kept) ?? [];
  const result = readCode(code);
  return result && { name, code, result };
}

/** Codes, lines and links, one after another or one below another, with names before them or without. */
export function readResults(text: string): Reading {
  const found: string[] = [];
  const damaged: string[] = [];
  const without: string[] = [];
  for (const line of text.split(/[\r\n]+/)) {
    const read = readLine(line.replace(links, (_, value: string) => inLink(value)));
    found.push(...read.found);
    damaged.push(...read.damaged);
    if (read.found.length + read.damaged.length === 0 && line.trim() !== "")
      without.push(line.trim());
  }
  return { found, damaged, without };
}

/** The address of this page with results in it. */
const links = /\S*[?#&]results=([\w.,~%-]*)\S*/g;

function inLink(value: string): string {
  const read = names(maxResults).read(value.replaceAll("%7E", "~").replaceAll("%2C", ","));
  return "fault" in read ? value : read.value.join(" ");
}

const shape = /[A-Z0-9]{4}(?:[- ]?[A-Z0-9]{4}){3}/y;
/** With a group too long or too short, or all of its dashes lost. */
const likeCode = /[A-Z0-9]+(?:-[A-Z0-9]+){3,}|[A-Z]*\d[A-Z0-9]{10,}/g;

function readLine(line: string): Omit<Reading, "without"> {
  const folded = fold(line);
  const found: string[] = [];
  const damaged: string[] = [];
  let end = 0;
  /** What stands between two codes is the name of the second, but for what was once a code. */
  const before = (next: number): string => {
    const rest = folded.slice(end, next);
    let name = line.slice(end, next);
    for (const [like] of rest.matchAll(likeCode)) {
      const at = fold(name).indexOf(like);
      damaged.push(keptAs(nameIn(name.slice(0, at)), like));
      name = name.slice(at + like.length);
    }
    return nameIn(name);
  };
  for (let at = 0; at < line.length; ) {
    const fresh = at === end || !/[A-Z0-9]/.test(folded.charAt(at - 1));
    shape.lastIndex = at;
    const code = fresh ? shape.exec(folded)?.[0] : undefined;
    const whole = code !== undefined && readCode(code) !== null;
    if (code === undefined || !(whole || spaced.test(code))) {
      at++;
      continue;
    }
    const name = before(at);
    if (whole) found.push(keptAs(name, spelled(code)));
    else damaged.push(keptAs(name, code));
    at += code.length;
    end = at;
  }
  before(line.length);
  return { found, damaged };
}

/** Four words would not begin with a digit, as all codes do. */
const spaced = /^\d.*[ -].*[ -].*[ -]/;

const spelled = (code: string): string =>
  (code.replace(/[- ]/g, "").match(/.{4}/g) ?? []).join("-");

/** The same letters and digits in one form, each in its place. */
const fold = (text: string): string =>
  text
    .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/[\u2010-\u2015\u2212]/g, "-")
    .replace(/[a-z]+/g, (small) => small.toUpperCase());

/** Without the count of right answers, and without the marks that part one thing from the next. */
const nameIn = (text: string): string =>
  text.replace(/\d+\/\d+\s*·\s*$/, "").replace(/^[\s,;:|·.、，；：。]+|[\s,;:|·、，；：]+$/gu, "");

/** Adds what is not there yet; a code that comes again with a name is named. */
export function merged(kept: readonly string[], found: readonly string[]): readonly string[] {
  const all = [...kept];
  for (const one of found) {
    const code = one.slice(-codeLength);
    const nameless = all.indexOf(code);
    if (all.includes(one) || (one === code && all.some((other) => other.endsWith(code)))) continue;
    if (nameless >= 0) all[nameless] = one;
    else all.push(one);
  }
  return all.slice(0, maxResults);
}
const codeLength = 19;

/** Codes that came under more than one name. */
export const sharedCodes = (entries: readonly Entry[]): ReadonlySet<string> => {
  const seen = new Set<string>();
  return new Set(
    entries.map(({ code }) => code).filter((code) => seen.has(code) || !seen.add(code)),
  );
};

/** With a mark before it, without which spreadsheets take 4E22 for a number. */
export const numbersSaid = ({ numbers }: Result): string => `#${numbers}`;

export const countOf = ({ tries }: Result, outcome: Try): number =>
  [...tries.values()].filter((one) => one === outcome).length;

/** The results of each set that there are any of. */
export const bySet = (
  entries: readonly Entry[],
): ReadonlyArray<readonly [QuestionSet, readonly Entry[]]> =>
  sets
    .map((set) => [set, entries.filter(({ result }) => result.set === set)] as const)
    .filter(([, some]) => some.length > 0);

interface Words {
  readonly columns: Readonly<
    Record<"name" | "code" | "set" | "numbers" | "first" | "second" | "told", string>
  >;
  readonly sets: Readonly<Record<QuestionSet, string>>;
  readonly short: Readonly<Record<string, string>>;
}

/** With the mark by which spreadsheets know UTF-8. A row for each result, a column for each question. */
export function resultsCsv(entries: readonly Entry[], { columns, sets, short }: Words): string {
  const present = bySet(entries);
  const ids = [...new Set(present.flatMap(([set]) => questionsIn(set)))];
  const { name, code, set, numbers, first, second, told } = columns;
  const header = [
    name,
    code,
    set,
    numbers,
    first,
    second,
    told,
    ...ids.map((id) => short[id] ?? id),
  ];
  const rows = present.flatMap(([, some]) =>
    some.map(({ name, code, result }) => [
      name,
      code,
      sets[result.set],
      numbersSaid(result),
      ...([1, 2, 0] as const).map((outcome) => String(countOf(result, outcome))),
      ...ids.map((id) => String(result.tries.get(id) ?? "")),
    ]),
  );
  return `\ufeff${[header, ...rows].map((row) => `${row.map(cellOf).join(",")}\r\n`).join("")}`;
}
