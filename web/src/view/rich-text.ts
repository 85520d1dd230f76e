import { html, type TemplateResult } from "lit";
import type { Marked, Part } from "../model/marked.ts";

/** A sentence as it is shown. It takes no string: what is in one is text already. */
export const richText = ({ parts }: Marked): readonly unknown[] => parts.map(drawn);

const drawn = (part: Part): string | TemplateResult =>
  typeof part === "string" ? part : elements[part.mark](part.parts.map(drawn), part.address);

type Mark = Exclude<Part, string>["mark"];

const elements: Readonly<
  Record<Mark, (inside: readonly unknown[], address: string) => TemplateResult>
> = {
  i: (inside) => html`<i>${inside}</i>`,
  b: (inside) => html`<strong>${inside}</strong>`,
  sub: (inside) => html`<sub>${inside}</sub>`,
  sup: (inside) => html`<sup>${inside}</sup>`,
  a: (inside, address) => html`<a href=${address}>${inside}</a>`,
};
