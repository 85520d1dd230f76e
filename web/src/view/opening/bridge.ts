import { nothing, type SVGTemplateResult, svg } from "lit";
import { format } from "../../model/format.ts";
import type { OpeningText, Text } from "../../model/text/index.ts";
import { marker } from "../plot/mark.ts";
import { type Point, round } from "../plot/path.ts";
import type { Size } from "./columns.ts";

/** Stations before the cut, and all of them. */
const before = 6;
const all = 9;

/** The nine steps from afar: numbers only, nothing reached yet, and what the seventh costs. */
export function drawBridge(
  distance: number,
  count: number,
  { narrow, low, width }: Size,
  text: Text,
  words: OpeningText,
): { readonly height: number; readonly drawing: SVGTemplateResult } {
  const flat = low && !narrow;
  const [ring, first] = narrow ? [50, 72] : [88, 132];
  const pitch = (width - first - (narrow ? 38 : 108)) / (all - 1);
  const x = (k: number): number => round(first + pitch * k);
  const [zero, deck] = narrow ? [26, 46] : flat ? [40, 40] : [64, 106];
  const raised = distance > 0 ? zero - (narrow ? 14 : 24) : zero;
  const edge = round(x(before - 0.5));
  const gap = narrow ? 9 : 20;
  const ks = Array.from({ length: all }, (_, k) => k);
  const station = (k: number, y: number): SVGTemplateResult => {
    const at: Point = [x(k), y];
    return svg`<g class="station">${marker(k < before, at, narrow ? 3 : 4)}</g>`;
  };
  const chord = svg`
    ${ks.slice(1).map((k) => svg`<line class="post" x1=${x(k)} x2=${x(k)} y1=${k < before ? zero : raised} y2=${deck} />`)}
    <line class="post" x1=${x(1)} x2=${x(all - 1)} y1=${zero} y2=${zero} />
    <line class="chord hard" x1=${x(1)} x2=${edge} y1=${zero} y2=${zero} />
    <line class="leap" x1=${edge} x2=${edge} y1=${zero} y2=${raised} />
    <line class="chord soft" x1=${edge} x2=${x(all - 1)} y1=${raised} y2=${raised} />
    ${ks.slice(2).map((k) => (k === before ? nothing : svg`<text class="sign" x=${x(k - 0.5)} y=${(zero + deck) / 2 + (narrow ? 5 : 6)} text-anchor="middle">=</text>`))}
    ${ks.slice(1).map((k) => station(k, k < before ? zero : raised))}`;
  const drawing = svg`
    ${flat ? nothing : chord}
    <line class="deck hard" x1=${ring} x2=${edge - gap} y1=${deck} y2=${deck} />
    <line class="deck soft" x1=${edge + gap} x2=${x(all - 1) + (narrow ? 8 : 24)} y1=${deck} y2=${deck} />
    <text class="cut" x=${edge} y=${deck + (narrow ? 8 : 11)} text-anchor="middle">≈</text>
    ${ks.map((k) => station(k, deck))}
    <circle class="ring" cx=${ring} cy=${deck} r=${narrow ? 8 : 13} />
    <text class="end hard" x="0" y=${deck + (narrow ? 5 : 7)}>${text.hard}</text>
    <text class="end soft" x=${width} y=${deck + (narrow ? 5 : 7)} text-anchor="end">${text.soft}</text>
    ${
      narrow
        ? nothing
        : svg`
          ${ks.map((k) => svg`<text class="number" x=${x(k)} y=${deck + 26} text-anchor="middle">${k + 1}</text>`)}
          <text class="lossless" x=${(x(2) + x(3)) / 2} y=${flat ? deck - 14 : zero - 10} text-anchor="middle">${words.nothingLost}</text>
          <text class="jump" x=${edge + (flat ? 26 : 10)} y=${(flat ? deck : raised) - 12}>${format(distance)}<tspan class="costs" dx="7">${words.costs}</tspan></text>
          ${
            flat
              ? nothing
              : svg`
                ${words.whole.map((line, i) => svg`<text class="number" x="0" y=${deck + 26 + 16 * i}>${line}</text>`)}
                ${words.blend(count).map((line, i) => svg`<text class="number" x=${width} y=${deck + 26 + 16 * i} text-anchor="end">${line}</text>`)}`
          }`
    }
  `;
  return { height: narrow ? 58 : flat ? 72 : 152, drawing };
}
