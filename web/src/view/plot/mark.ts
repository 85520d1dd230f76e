/** What stands at a point. In every drawing a square is hard and a disc soft. */
import { html, type SVGTemplateResult, svg, type TemplateResult } from "lit";
import { type Point, round } from "./path.ts";

/** @param kind a class of the style sheet */
export const square = ([x, y]: Point, half: number, kind = ""): SVGTemplateResult =>
  svg`<rect class="square ${kind}" x=${round(x - half)} y=${round(y - half)} width=${2 * half} height=${2 * half} />`;

export const disc = ([x, y]: Point, radius: number, kind = ""): SVGTemplateResult =>
  svg`<circle class="disc ${kind}" cx=${round(x)} cy=${round(y)} r=${radius} />`;

/** Hard or soft, as large as one another. */
export const marker = (hard: boolean, at: Point, half = 4.5): SVGTemplateResult =>
  hard ? square(at, half) : disc(at, half + 0.5);

/** One of the drawn objects. */
export const picture = (
  drawing: SVGTemplateResult,
  [x, y]: Point,
  half: number,
): SVGTemplateResult =>
  svg`<svg x=${round(x - half)} y=${round(y - half)} width=${2 * half} height=${2 * half} viewBox="0 0 48 48">${drawing}</svg>`;

/** A mark in a line of text. */
export const swatch = (mark: SVGTemplateResult, width = 16, height = width): TemplateResult =>
  html`<svg class="swatch" aria-hidden="true" width=${width} height=${height} viewBox="0 0 ${width} ${height}">${mark}</svg>`;
