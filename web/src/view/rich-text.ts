import { html, type TemplateResult } from "lit";

/** Sentences with *slanted*, **strong** and [words](address): see `model/article.ts`. */
export function richText(text: string): Array<string | TemplateResult> {
  return text
    .split(/(\*\*[^*]+(?:\*[^*]+\*[^*]*)*\*\*|\*[^*]+\*|\[[^\]]+\]\([^)]+\))/)
    .map((part) => {
      if (part.startsWith("**")) return html`<strong>${richText(part.slice(2, -2))}</strong>`;
      if (part.startsWith("*")) return html`<i>${part.slice(1, -1)}</i>`;
      const link = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(part);
      return link ? html`<a href=${link[2] ?? ""}>${link[1]}</a>` : part;
    });
}
