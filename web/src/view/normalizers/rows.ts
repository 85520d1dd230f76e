import { html, nothing, type SVGTemplateResult, svg, type TemplateResult } from "lit";
import type { Perturbation, PropertyCheck } from "../../core/core.ts";
import { format, formatExact, formatKnown } from "../../model/format.ts";
import { type Marked, marked } from "../../model/marked.ts";
import { icon } from "../icons.ts";
import { round } from "../plot/path.ts";
import { type BarScale, barOf, lifted } from "./geometry.ts";

/** The width that the bars of a row share. */
const barsWidth = 228;
const widest = 38;

/** Width of an item's column, px. */
export const stepFor = (count: number): number => Math.min(widest, barsWidth / count);

/** Items whose weights are printed: more have no room. */
export const maxPrinted = 8;

/** px of a number in a row, from its characters. */
export const widthOf = (printed: string, size: number): number => printed.length * size * 0.5 + 2;

export interface Bars {
  readonly perturbation: Perturbation | null;
  readonly hue: "soft" | "hard" | "plain";
  /** Whether the weights are printed, and not only those that are none. */
  readonly printed: boolean;
  /** Taller: weights may leave the scale at both ends. */
  readonly tall: boolean;
  /** The items that are left, by their place. */
  readonly items: readonly number[];
  readonly names: readonly string[];
  readonly lit: number | null;
  readonly noAnswer: string;
  readonly comma: string;
}

/** px for a weight of 1. */
const unit = 31;

/** The weights of one normaliser as bars on the scale that all share. */
export function weightBars(bars: Bars): TemplateResult {
  const { perturbation, tall } = bars;
  const height = tall ? 68 : 45;
  const base = tall ? 50 : 39;
  const scale: BarScale = { unit, above: tall ? 34 : unit, below: 12 };
  return html`
    <svg
      class="bars ${bars.hue}"
      width=${barsWidth}
      height=${height}
      viewBox="0 0 ${barsWidth} ${height}"
      role="img"
      aria-label=${spoken(bars)}
    >
      <path class="base" d="M0 ${base + 0.5}H${barsWidth}" />
      ${
        perturbation?.defined
          ? columns(bars, perturbation, base, scale)
          : undefinedMark(perturbation === null ? bars.noAnswer : "0/0", base)
      }
    </svg>
  `;
}

function columns(
  bars: Bars,
  perturbation: Perturbation,
  base: number,
  scale: BarScale,
): readonly SVGTemplateResult[] {
  const step = stepFor(bars.items.length);
  const laid = bars.items.map((item) => labelOf(bars, perturbation, item, base, scale));
  // Where neighbours would run together, one goes up.
  const ys = lifted(
    laid.map(({ label, y }, place) => ({
      x: (place + 0.5) * step,
      y,
      width: label === "" ? 0 : widthOf(label, 11),
    })),
    11,
  );
  return bars.items.map((item, place) =>
    column(bars, perturbation, item, place, base, scale, laid[place]?.label ?? "", ys[place] ?? 0),
  );
}

/** What is printed over a bar, and where. */
function labelOf(
  bars: Bars,
  { weights, before, support }: Perturbation,
  item: number,
  base: number,
  scale: BarScale,
): { readonly label: string; readonly y: number } {
  const weight = weights[item] ?? 0;
  const was = before[item] ?? 0;
  const bar = barOf(weight, scale);
  const moved = format(was) !== format(weight) && !Number.isNaN(was);
  const wasAt = base - Math.min(scale.above, Math.max(-scale.below, was * scale.unit));
  const roomy = bars.items.length <= maxPrinted;
  const label = support[item] === false ? "0" : bars.printed || bar?.odd ? short(weight) : "";
  return {
    label: roomy ? label : "",
    y: Math.min(base - (bar?.to ?? 0), moved ? wasAt : base) - 4,
  };
}

function column(
  bars: Bars,
  { weights, before }: Perturbation,
  item: number,
  place: number,
  base: number,
  scale: BarScale,
  label: string,
  y: number,
): SVGTemplateResult {
  const step = stepFor(bars.items.length);
  const width = Math.max(0.75, Math.min(25, step * 0.66));
  const x = round(place * step + (step - width) / 2);
  const weight = weights[item] ?? 0;
  const was = before[item] ?? 0;
  const bar = barOf(weight, scale);
  const moved = format(was) !== format(weight) && !Number.isNaN(was);
  const wasAt = base - Math.min(scale.above, Math.max(-scale.below, was * scale.unit));
  return svg`
    <g class=${bars.lit === null || bars.lit === item ? "" : "dim"}>
      ${
        bar === null
          ? nothing
          : svg`<rect class="bar ${bar.odd ? "odd" : ""}" x=${x} y=${round(base - bar.to)} width=${width} height=${round(bar.to - bar.from)} />`
      }
      ${bar?.torn ? tear(x, width, weight > 0 ? base - bar.to + 12 : base - bar.from - 6) : nothing}
      ${moved ? svg`<path class="was" d="M${x - 3} ${round(wasAt)}h${width + 6}" />` : nothing}
      ${
        label !== ""
          ? svg`<text class=${bar?.odd ? "odd" : ""} x=${round(x + width / 2)} y=${round(y)} text-anchor="middle">${label}</text>`
          : nothing
      }
      <title>${bars.names[item]} ${Number.isNaN(weight) ? "–" : formatExact(weight)}</title>
      <rect class="catch" data-item=${item} x=${round(place * step)} y="0" width=${step} height=${base + 6} />
    </g>`;
}

/** A number that fits under 38 px. */
function short(weight: number): string {
  const printed = formatKnown(weight);
  return printed.includes("×") ? "≈0" : printed;
}

/** A white zigzag across a bar that goes on. */
const tear = (x: number, width: number, y: number): SVGTemplateResult => {
  const quarter = width / 4;
  return svg`<path class="tear" d="M${x - 2} ${round(y + 2)}l${quarter + 1} -4 ${quarter} 4 ${quarter} -4 ${quarter + 1} 4" />`;
};

const undefinedMark = (words: string, base: number): SVGTemplateResult => svg`
  <rect class="bar odd" x="0" y=${base - 16} width=${barsWidth} height="16" />
  <text class="odd undefined" x=${barsWidth / 2} y=${base - 3.5} text-anchor="middle">${words}</text>`;

function spoken({ perturbation, items, names, noAnswer, comma }: Bars): string {
  if (perturbation === null) return noAnswer;
  if (!perturbation.defined) return "0/0";
  return items
    .slice(0, 12)
    .map((item) => `${names[item]} ${formatKnown(perturbation.weights[item] ?? 0)}`)
    .join(comma);
}

export type Mark = "yes" | "cross" | "dash" | "pending" | { readonly word: Marked };

/** What stands in a column for a property that was found out. */
export function markOf(check: PropertyCheck | undefined, weak: string): Mark {
  if (check === undefined) return "pending";
  const { holds, witness, property } = check;
  if (holds === "yes") return "yes";
  if (holds === "weak") return { word: marked`${weak}` };
  if (holds === "limit") return property === "cold-limit" ? "dash" : "yes";
  if (witness?.reason === "undefined") return { word: marked`0/0` };
  if (witness?.reason === "sum" && witness.before < 1) return { word: marked`< 1` };
  if (witness?.reason === "kink") return { word: marked`C^{${String(witness.derivatives)}}` };
  return "cross";
}

export const tick = svg`<path class="tick" d="M2 7.5L5.5 11 12 3.5" />`;
export const cross = svg`<path class="cross" d="M3 3l8 8M11 3l-8 8" />`;

export const drawn = (shape: SVGTemplateResult): TemplateResult =>
  html`<svg class="mark" width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">${shape}</svg>`;

/** What is no weight is filled with it; every shadow tree needs its own. */
export const hatch = html`
  <svg class="patterns" width="0" height="0" aria-hidden="true">
    <pattern id="hatch" width="4.2" height="4.2" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <path d="M0 0V4.2" class="hatch" />
    </pattern>
  </svg>`;

/** An item in a line of text: its picture or its name. */
export function itemSign(name: string): TemplateResult {
  const drawing = icon(name);
  return drawing === null
    ? html`<span class="short" title=${name}>${name}</span>`
    : html`<svg viewBox="0 0 48 48" width="15" height="15" role="img" aria-label=${name}>${drawing}</svg>`;
}
