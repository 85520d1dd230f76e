import { html, type TemplateResult } from "lit";

/**
 * A printed number for HTML: the exponent of a scientific one is set as a superscript, since few
 * text faces have all superscript figures.
 */
export function numeral(printed: string): string | TemplateResult {
  const at = printed.indexOf("×10");
  if (at === -1) return printed;
  const base = at + "×10".length;
  const exponent = printed.slice(base).replace(/./g, (c) => figures[superscripts.indexOf(c)] ?? c);
  return html`${printed.slice(0, base)}<sup>${exponent}</sup>`;
}

const superscripts = "⁻⁰¹²³⁴⁵⁶⁷⁸⁹";
const figures = "−0123456789";
