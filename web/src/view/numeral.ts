import { html, type TemplateResult } from "lit";

/**
 * A printed number for HTML; a dash where there is none, as ∞ − ∞ leaves none. The exponent of a scientific one is set as a superscript, since few
 * text faces have all superscript figures.
 */
export function numeral(printed: string): string | TemplateResult {
  if (printed === "NaN") return "–";
  const [base, exponent] = splitNumber(printed);
  return exponent === "" ? base : html`${base}<sup>${exponent}</sup>`;
}

/** A printed number up to its exponent, and the exponent in usual figures; empty if it has none. */
export function splitNumber(printed: string): readonly [base: string, exponent: string] {
  const at = printed.indexOf("×10");
  if (at === -1) return [printed, ""];
  const base = at + "×10".length;
  return [
    printed.slice(0, base),
    printed.slice(base).replace(/./g, (c) => figures[superscripts.indexOf(c)] ?? c),
  ];
}

const superscripts = "⁻⁰¹²³⁴⁵⁶⁷⁸⁹";
const figures = "−0123456789";
