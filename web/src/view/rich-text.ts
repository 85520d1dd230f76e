import { html, type TemplateResult } from "lit";

type Rich = Array<string | TemplateResult>;

/** Each mark by what it looks like and what becomes of the words in it. */
const marks: ReadonlyArray<readonly [RegExp, (...words: string[]) => TemplateResult]> = [
  [/^\*\*((?:[^*]|\*(?!\*))+)\*\*/, (words = "") => html`<strong>${richText(words)}</strong>`],
  [/^\*([^*]+)\*/, (words = "") => html`<i>${richText(words)}</i>`],
  [/^\[([^\]]+)\]\(([^)]+)\)/, (words, address = "") => html`<a href=${address}>${words}</a>`],
  [/^_\{([^}]+)\}/, (words = "") => html`<sub>${richText(words)}</sub>`],
  [/^\^\{([^}]+)\}/, (words = "") => html`<sup>${richText(words)}</sup>`],
];

/** Sentences with the marks of `model/article.ts`. */
export function richText(text: string): Rich {
  const parts: Rich = [];
  let plain = 0;
  for (let at = 0; at < text.length; at++) {
    const rest = text.slice(at);
    for (const [mark, write] of marks) {
      const found = mark.exec(rest);
      if (found === null) continue;
      parts.push(text.slice(plain, at), write(...found.slice(1)));
      plain = at + found[0].length;
      at = plain - 1;
      break;
    }
  }
  parts.push(text.slice(plain));
  return parts;
}
