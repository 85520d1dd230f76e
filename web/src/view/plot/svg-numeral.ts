import { type SVGTemplateResult, svg } from "lit";
import { splitNumber } from "../numeral.ts";

/** A printed number for SVG, its exponent raised. */
export function svgNumeral(printed: string): string | SVGTemplateResult {
  const [base, exponent] = splitNumber(printed);
  return exponent === ""
    ? base
    : svg`${base}<tspan class="exponent" dy="-0.4em">${exponent}</tspan><tspan dy="0.3em">\u2009</tspan>`;
}
