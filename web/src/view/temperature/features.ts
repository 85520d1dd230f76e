import { html, nothing, type SVGTemplateResult, svg, type TemplateResult } from "lit";
import { format, formatExact } from "../../model/format.ts";
import { shortened } from "../../model/names.ts";
import type { Shown } from "../../model/store.ts";
import type { Curves, Instant } from "../../model/sweep.ts";
import type { Text } from "../../model/text/index.ts";
import type { TemperatureText } from "../../model/text/temperature.ts";
import { shareBetween } from "../plot/extent.ts";
import { textWidth } from "../plot/labels.ts";
import { domains, ends } from "../scene/strips.ts";
import { round } from "./layout.ts";
import { svgNumeral } from "./svg-numeral.ts";

export interface Features {
  readonly shown: Shown;
  readonly text: Text;
  readonly words: TemperatureText;
  readonly curves: Curves;
  readonly instant: Instant;
  readonly width: number;
  readonly lit: number | null;
  /** The features that have a strip. */
  readonly rows: readonly number[];
}

/** px between two strips. */
const pitch = 42;
const longest = 120;

/** A strip per feature: where the output is as τ → 0, now, and as τ → ∞, and where it is going. */
export function featureStrips(features: Features): TemplateResult {
  const { shown, words, text, rows, width } = features;
  const { common, of } = domains(shown.state.values);
  const names = rows.map((j) => shortened(shown.features[j] ?? "", 10));
  const left = Math.max(52, ...names.map((name) => 16 + textWidth(name, 15)));
  const right = width - 84;
  const height = rows.length * pitch + (common ? 14 : 0);
  return html`
    <div class="legend">
      ${shown.features.length > 1 ? html`<span>${text.scene.allFeatures(shown.features.length)}</span>` : nothing}
      <span class="ltr">${swatch(svg`<path class="cold" d="M3.5 3.5h9v9h-9Z" />`)} ${tends("0")}</span>
      <span>${swatch(svg`<circle class="now" cx="8" cy="8" r="4.5" />`)} ${words.path.now}</span>
      <span class="ltr">${swatch(svg`<circle class="hot" cx="8" cy="8" r="4.5" />`)} ${tends("∞")}</span>
      <span class="slope ltr"><i>d<b>o</b></i>/<i>dτ</i></span>
    </div>
    <svg class="strips ltr" aria-hidden="true" width=${width} height=${height} viewBox="0 0 ${width} ${height}">
      ${rows.map(
        (j, row) => svg`
          <g transform="translate(0 ${row * pitch + 24})">
            <text class="feature" y="4.5">${names[row]}<title>${shown.features[j]}</title></text>
            ${strip(features, j, of(j), left, right)}
            ${common ? nothing : ends(of(j), left, right, 17)}
          </g>`,
      )}
      ${common ? ends(of(0), left, right, height - 3) : nothing}
    </svg>
    <p class="scale ltr">${words.path.arrowScale}</p>
  `;
}

const tends = (end: string): TemplateResult => html`<i>τ</i> → ${end}`;

const swatch = (drawing: SVGTemplateResult): TemplateResult =>
  html`<svg class="swatch" aria-hidden="true" width="16" height="16" viewBox="0 0 16 16">${drawing}</svg>`;

function strip(
  { shown, curves, instant, width, lit }: Features,
  j: number,
  [low, high]: readonly [number, number],
  left: number,
  right: number,
): SVGTemplateResult {
  const { state, derivation: d } = shown;
  const x = (value: number): number => {
    const share = shareBetween(value, low, high);
    return round(left + (right - left) * Math.min(1.03, Math.max(-0.03, share)));
  };
  const ticks = (rows: typeof state.values): string =>
    rows
      .map((row) => row[j] ?? Number.NaN)
      .filter(Number.isFinite)
      .map((value) => `M${x(value)} -5V5`)
      .join("");
  const visited = curves.temperatures.map((_, row) =>
    x(curves.outputs.data[row * curves.outputs.cols + j] ?? Number.NaN),
  );
  const cold = x(d.tieMean[j] ?? Number.NaN);
  const hot = visited.at(-1) ?? cold;
  const now = x(d.softOutput[j] ?? Number.NaN);
  const slope = instant.slope[j] ?? 0;
  return svg`
    <path class="line" d="M${left} 0H${right}" />
    <path class="ticks ${lit === null ? "" : "dim"}" d=${ticks(state.values)} />
    <path class="ticks lit" d=${lit === null ? "" : ticks(state.values.slice(lit, lit + 1))} />
    <path class="visited" d="M${Math.min(...visited)} 0H${Math.max(...visited)}" />
    <path class="cold" d="M${cold - 5} -5h10v10h-10Z" />
    <circle class="hot" cx=${hot} cy="0" r="5" />
    <circle class="now" cx=${now} cy="0" r="5" />
    ${going(now, slope, ((right - left) / (high / 2 - low / 2) / 2) * scaleOf(state.temperature))}
    <text class="number" text-anchor="end" x=${width} y="4.5"><title>${formatExact(slope)}</title>${svgNumeral(format(slope))}</text>
  `;
}

/** Arrows are as long as one e-fold of temperature would carry the output: τ · do/dτ. */
const scaleOf = (temperature: number): number => (Number.isFinite(temperature) ? temperature : 0);

function going(x: number, slope: number, pxPerSlope: number): SVGTemplateResult | typeof nothing {
  if (slope === 0) return nothing;
  const length = Math.min(longest, Math.abs(slope * pxPerSlope));
  if (!(length >= 2)) return svg`<circle class="going-dot" cx=${x} cy="-13" r="1.6" />`;
  const side = slope > 0 ? 1 : -1;
  const tip = round(x + side * Math.max(length, 5));
  return svg`<path class="going" d="M${x} -13H${tip}m${-side * 5} -3.5l${side * 5} 3.5l${-side * 5} 3.5" />`;
}
