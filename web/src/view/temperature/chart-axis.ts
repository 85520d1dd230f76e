import { nothing, type SVGTemplateResult, svg } from "lit";
import { format, formatExact } from "../../model/format.ts";
import { axisFrom } from "../../model/temperature.ts";
import { tickLabel } from "../plot/axis.ts";
import { textWidth } from "../plot/labels.ts";
import { disc, square } from "../plot/mark.ts";
import { round } from "../plot/path.ts";
import { svgNumeral } from "../plot/svg-numeral.ts";
import { toX } from "./axis.ts";
import type { ChartDrawing } from "./chart-drawing.ts";

const octaves = Array.from({ length: 11 }, (_, k) => axisFrom * 2 ** k);
export const tickName = (temperature: number): string =>
  temperature < 1 ? `1/${1 / temperature}` : String(temperature);

/** The line of the slider without what moves. */
export function track({ layout }: ChartDrawing): SVGTemplateResult {
  const { track: y, zero, infinity, start, end, zeroBlock, infinityBlock } = layout;
  const marks = octaves.map((octave) => `M${round(toX(layout, octave))} ${y - 5}v10`).join("");
  const cut = (from: number, to: number): string => {
    const middle = (from + to) / 2;
    return `M${round(middle - 4.5)} ${y + 5}l4 -10m1 10l4 -10`;
  };
  return svg`
    <path class="rest" d="M${round(zero)} ${y}H${round(infinity)}" />
    <path class="cut-ground" d="M${round((zeroBlock.to + start) / 2 - 3)} ${y}h6M${round((infinityBlock.from + end) / 2 - 3)} ${y}h6" />
    <path class="octaves" d=${marks + cut(zeroBlock.to, start) + cut(end, infinityBlock.from)} />
  `;
}

/** As it was typed or chosen, where that is short. */
function printedTau(temperature: number): string {
  const exact = formatExact(temperature);
  return exact.length <= 7 ? exact : format(temperature);
}

/** The numbers of the axis, that of the knob among them; those it would cover stand back. */
export function tickNames({ shown, layout }: ChartDrawing): SVGTemplateResult {
  const { temperature } = shown.state;
  const { track: y, zero, infinity, start, narrow } = layout;
  const here = toX(layout, temperature);
  const limit = temperature === 0 || temperature === Number.POSITIVE_INFINITY;
  const printed = printedTau(temperature);
  const label = `τ = ${printed}`;
  const half = textWidth(label, 14.5) / 2 + 3;
  const labelAt = Math.min(Math.max(here, half), layout.width - half);
  const between = narrow ? 2 : 1;
  const free = (x: number, name: string): boolean =>
    Math.abs(x - labelAt) > half + textWidth(name, 12.5) / 2 + 2;
  const clear = (x: number, name: string): boolean =>
    free(x, name) && Math.min(x - zero, infinity - x) > textWidth(name, 12.5) / 2 + 8;
  return svg`
    <g aria-hidden="true">
      <path class="past" d="M${round(zero)} ${y}H${round(Math.max(zero, Math.min(here, infinity)))}" />
      ${square([zero, y], 5)}
      ${disc([infinity, y], 5.5, "ring")}
      ${octaves.map((octave, k) => {
        const x = toX(layout, octave);
        const name = tickName(octave);
        return k % between !== 0 || !clear(x, name) ? nothing : tickLabel(x, y + 24, name);
      })}
      ${free(zero, "0") ? tickLabel(narrow ? Math.min(zero, start) : zero, y + 24, "0", "middle", "limit") : nothing}
      ${free(infinity, "∞") ? tickLabel(infinity, y + 24, "∞", "middle", "limit soft") : nothing}
      <text class="here ${limit ? "limit" : ""}" text-anchor="middle" x=${round(labelAt)} y=${y + 26}><title>τ = ${formatExact(temperature)}</title><tspan class="maths">τ</tspan> = ${svgNumeral(printed)}</text>
    </g>
  `;
}
