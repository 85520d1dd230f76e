import { html, nothing, type SVGTemplateResult, svg, type TemplateResult } from "lit";
import { format, formatExact } from "../../model/format.ts";
import type { Shown } from "../../model/store.ts";
import type { Curves, Instant } from "../../model/sweep.ts";
import type { TemperatureText, Text } from "../../model/text/index.ts";
import { disc, square, swatch } from "../plot/mark.ts";
import { round } from "../plot/path.ts";
import { type Strip, strips } from "../plot/strips.ts";
import { svgNumeral } from "../plot/svg-numeral.ts";

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

/** The longest arrow, px. */
const longest = 120;

/** A strip per feature: where the output is as τ → 0, now, and as τ → ∞, and where it is going. */
export function featureStrips(features: Features): TemplateResult {
  const { shown, words, text, rows, width, lit } = features;
  return html`
    <div class="strips-legend">
      ${shown.features.length > 1 ? html`<span>${text.scene.allFeatures(shown.features.length)}</span>` : nothing}
      <span class="ltr" translate="no">${swatch(square([8, 8], 4.5, "cold"))} ${tends("0")}</span>
      <span>${swatch(disc([8, 8], 4.5))} ${words.path.now}</span>
      <span class="ltr" translate="no">${swatch(disc([8, 8], 4.5, "ring"))} ${tends("∞")}</span>
      <span class="slope ltr" translate="no"><i>d<b>o</b></i>/<i>dτ</i></span>
    </div>
    ${strips({
      values: shown.state.values,
      names: shown.features,
      lit,
      rows,
      width,
      aside: 84,
      pitch: () => 42,
      above: 24,
      ends: 17,
      foot: 14,
      marks: (strip) => marks(features, strip),
    })}
    <p class="scale ltr">${words.path.arrowScale}</p>
  `;
}

const tends = (end: string): TemplateResult => html`<i>τ</i> → ${end}`;

function marks(
  { shown, curves: { outputs, temperatures }, instant, width }: Features,
  { feature: j, low, high, left, right, x }: Strip,
): SVGTemplateResult {
  const { temperature } = shown.state;
  const { tieMean, softOutput } = shown.derivation;
  const visited = temperatures.map((_, row) =>
    round(x(outputs.data[row * outputs.cols + j] ?? Number.NaN)),
  );
  const cold = x(tieMean[j] ?? Number.NaN);
  const now = x(softOutput[j] ?? Number.NaN);
  const slope = instant.slope[j] ?? 0;
  // As long as one e-fold of temperature would carry the output: τ · do/dτ.
  const perSlope = Number.isFinite(temperature) ? temperature : 0;
  return svg`
    <path class="visited" d="M${Math.min(...visited)} 0H${Math.max(...visited)}" />
    ${square([cold, 0], 5, "cold")}
    ${disc([visited.at(-1) ?? cold, 0], 5, "ring")}
    ${disc([now, 0], 5)}
    ${going(round(now), slope, ((right - left) / (high / 2 - low / 2) / 2) * perSlope)}
    <text class="number" text-anchor="end" x=${width} y="4.5"><title>${formatExact(slope)}</title>${svgNumeral(format(slope))}</text>
  `;
}

function going(x: number, slope: number, pxPerSlope: number): SVGTemplateResult | typeof nothing {
  if (slope === 0) return nothing;
  const length = Math.min(longest, Math.abs(slope * pxPerSlope));
  if (!(length >= 2)) return svg`<circle class="going-dot" cx=${x} cy="-13" r="1.6" />`;
  const side = slope > 0 ? 1 : -1;
  const tip = round(x + side * Math.max(length, 5));
  return svg`<path class="going" d="M${x} -13H${tip}m${-side * 5} -3.5l${side * 5} 3.5l${-side * 5} 3.5" />`;
}
