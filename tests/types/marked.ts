/** Compiles only while nothing but our own words is read for marks: `npm run check`. */
import type { Sentence } from "../../web/src/model/article.ts";
import { type Marked, marked } from "../../web/src/model/marked.ts";
import { richText } from "../../web/src/view/rich-text.ts";

export function refusals(name: string, drawn: readonly string[]): readonly unknown[] {
  // @ts-expect-error: a string is text, and no sentence with marks
  const sentence: Marked = name;
  // @ts-expect-error: nor is what only looks like one
  const forged: Marked = { parts: [name] };
  // @ts-expect-error: what is put together from strings is a string
  const joined: Sentence = `**${name}**`;
  // @ts-expect-error: an article's sentences about the numbers are no strings either
  const told: Sentence = () => name;
  return [
    sentence,
    forged,
    joined,
    told,
    // @ts-expect-error: it draws no string
    richText(name),
    // @ts-expect-error: a list of strings is not what a template is written in
    marked(drawn),
    // @ts-expect-error: nor can a string be read afterwards
    marked(name),
  ];
}

/** What is accepted: a name in words of ours, and words of ours in others. */
export const accepted = (name: string): unknown => richText(marked`*${name}*, ${marked`**too**`}`);
