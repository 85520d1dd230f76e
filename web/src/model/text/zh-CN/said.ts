import { type Marked, marked } from "../../marked.ts";

const chinese = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** Letters, digits and signs of other scripts; marks such as 。 and pictures keep their own distance. */
const foreign = /[\p{L}\p{N}\p{Sm}!-~]/u;
/** The letters at the ends of a text, whatever accents and isolates they carry. */
const first = (text: string): string => /^[\u2066-\u2069]*(.?)/su.exec(text)?.[1] ?? "";
const last = (text: string): string => /(.?)[\p{M}\u2066-\u2069]*$/su.exec(text)?.[1] ?? "";

/** A space where Chinese meets another script. */
function between(before: string, after: string): string {
  const [a, b] = [last(before), first(after)];
  const other = chinese.test(a) ? b : chinese.test(b) ? a : "";
  return foreign.test(other) && !chinese.test(other) ? " " : "";
}

/** What is put into a sentence, with the spaces that it needs there. */
function apart(strings: readonly string[], values: ReadonlyArray<string | number>): string[] {
  const spaced: string[] = [];
  for (const [k, value] of values.entries()) {
    const before = strings[k] || (spaced.at(-1) ?? "");
    const after = strings[k + 1] ?? "";
    spaced.push(`${between(before, String(value))}${value}${between(String(value), after)}`);
  }
  return spaced;
}

type Put = ReadonlyArray<string | number>;

/** A sentence with names in it, which may begin and end in any script. */
export const said = (strings: TemplateStringsArray, ...values: Put): string =>
  String.raw({ raw: strings }, ...apart(strings, values));

/** The same for a sentence with marks, whose stars are not seen. */
export const told = (strings: TemplateStringsArray, ...values: Put): Marked => {
  const seen = strings.map((text) => text.replaceAll("*", ""));
  return marked(strings, ...apart(seen, values));
};

export const list = (items: readonly string[]): string =>
  items.length < 2 ? items.join("") : said`${items.slice(0, -1).join("、")}和${items.at(-1) ?? ""}`;
