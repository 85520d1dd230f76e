import { html, nothing, type SVGTemplateResult, svg, type TemplateResult } from "lit";
import { format, formatExact, percentages } from "../../model/format.ts";
import { stepNumber } from "../../model/state.ts";
import type { Shown } from "../../model/store.ts";
import type { Text } from "../../model/text/index.ts";
import { axisNumber } from "./scene-axes.ts";
import { largest } from "./scene-features.ts";
import { shortened } from "./scene-labels.ts";
import { round } from "./scene-layout.ts";

export interface Strips {
  readonly shown: Shown;
  readonly text: Text;
  readonly width: number;
  readonly lit: number | null;
  /** Which features stand here: all, or those that differ most. */
  readonly rows: readonly number[];
  /** The two that the plane shows. */
  readonly inPlane: readonly (number | null)[];
  readonly light: (item: number | null) => void;
}

const rowHeight = 22;
const most = 8;

/** The features that have a strip: all, or those in which hard and soft output differ most. */
export const stripRows = ({ derivation, features }: Shown, all: boolean): readonly number[] =>
  all || features.length <= most
    ? features.map((_, j) => j)
    : largest(derivation.outputDifferenceShare, most).sort((a, b) => a - b);

const squaredDistance = html`<math><msup><mrow><mo stretchy="false">‖</mo><mi class="soft-ink">o</mi><mo>−</mo><mi class="hard-ink">h</mi><mo stretchy="false">‖</mo></mrow><mn>2</mn></msup></math>`;

/** One line per feature: a tick per item, a square where the hard output is, a disc for the soft. */
export function strips(strips: Strips): TemplateResult {
  const { shown, text, width, rows } = strips;
  const { state, derivation: d, features } = shown;
  const step = stepNumber(state.step);
  const now = d.steps.find(({ id }) => id === state.step)?.output;
  const [low, high] = domain(state.values);
  const left = Math.min(
    92,
    Math.max(48, 12 + 8 * Math.max(...rows.map((j) => shortened(features[j] ?? "", 9).length))),
  );
  const right = width - 66;
  const x = (value: number): number =>
    left + (right - left) * Math.min(1.03, Math.max(-0.03, (value - low) / (high - low)));
  const percent = percentages(d.outputDifferenceShare);
  const share = (j: number): string =>
    percent[j] === 0 && d.outputDifferenceShare[j] !== 0 ? "<1\u2009%" : `${percent[j]}\u2009%`;
  const soft = step >= 7 && state.step !== "S7a";
  const showShare = soft && d.outputDistance > 0;
  const height = rows.length * rowHeight + 16;
  return html`
    <div class="legend">
      <span>${text.scene.allFeatures(features.length)}</span>
      <span class="keys">
        <span>${swatch(svg`<path class="hard" d="M3.5 3.5h9v9h-9Z" />`)} ${text.hard}</span>
        <span>${swatch(svg`<circle class="soft ${soft ? "" : "ahead"}" cx="8" cy="8" r="4.5" />`)} ${text.soft}</span>
        <span class="each">${swatch(svg`<path class="ticks" d="M8 3v10" />`)} ${text.scene.eachObject}</span>
      </span>
      <span class="share ltr" title=${text.scene.distanceShare}>${showShare ? html`${text.scene.shareOf} ${squaredDistance}` : nothing}</span>
    </div>
    <svg class="strips ltr" aria-hidden="true" width=${width} height=${height} viewBox="0 0 ${width} ${height}">
      ${rows.map((j, row) => {
        const y = row * rowHeight + rowHeight / 2;
        const hard = d.hardOutput[j] ?? Number.NaN;
        const output = d.softOutput[j] ?? Number.NaN;
        const current = state.step === "S7a" ? (now?.[j] ?? Number.NaN) : Number.NaN;
        return svg`
          <g class=${strips.inPlane.includes(j) ? "in-plane" : ""} transform="translate(0 ${y})">
            <text class="feature" y="4.5">${shortened(features[j] ?? "", 9)}<title>${features[j]}</title></text>
            <path class="line" d="M${left} 0H${round(right)}" />
            <path class="ticks ${strips.lit === null ? "" : "dim"}" d=${tickMarks(state.values, j, x)} />
            <path class="ticks lit" d=${strips.lit === null ? "" : tickMarks(state.values.slice(strips.lit, strips.lit + 1), j, x)} />
            ${step < 2 || !Number.isFinite(hard) ? nothing : svg`<path class="hard" d="M${round(x(hard) - 5)} -5h10v10h-10Z" />`}
            ${
              step < 2 || !Number.isFinite(output)
                ? nothing
                : svg`<circle class="soft ${soft ? "" : "ahead"}" cx=${round(x(output))} r="4.5" />`
            }
            ${Number.isFinite(current) ? outside(current, low, high, x) : nothing}
            <text class="percent" text-anchor="end" x=${width} y="4.5">${showShare ? share(j) : nothing}</text>
            <rect
              class="touch"
              x=${left - 6}
              y=${-rowHeight / 2}
              width=${right - left + 12}
              height=${rowHeight}
              @pointermove=${(event: PointerEvent) => strips.light(nearest(event, state.values, j, x))}
              @pointerleave=${() => strips.light(null)}
            />
          </g>
        `;
      })}
      <text class="end" text-anchor="middle" x=${left} y=${height - 3}>${axisNumber(low)}<title>${formatExact(low)}</title></text>
      <text class="end" text-anchor="middle" x=${round(right)} y=${height - 3}>${axisNumber(high)}<title>${formatExact(high)}</title></text>
    </svg>
    <ul class="hidden">
      ${rows.map(
        (j) => html`<li>
          ${features[j]}: ${step < 2 ? nothing : `${text.hardOutput} ${format(d.hardOutput[j] ?? Number.NaN)}`}${soft ? `, ${text.softOutput} ${format(d.softOutput[j] ?? Number.NaN)}` : nothing}${showShare ? `, ${share(j)}: ${text.scene.distanceShare}` : nothing}
        </li>`,
      )}
    </ul>
  `;
}

/** The current output of S7a, which may lie beyond every item. */
function outside(
  value: number,
  low: number,
  high: number,
  x: (value: number) => number,
): SVGTemplateResult {
  const at = x(value);
  const arrow =
    value > high ? "m9 0h8m-4 -4l4 4l-4 4" : value < low ? "m-9 0h-8m4 -4l-4 4l4 4" : "";
  return svg`
    <circle class="current" cx=${round(at)} r="6" />
    <path class="beyond" d="M${round(at)} 0${arrow}" />
  `;
}

const swatch = (drawing: SVGTemplateResult): TemplateResult =>
  html`<svg class="swatch" aria-hidden="true" width="16" height="16" viewBox="0 0 16 16">${drawing}</svg>`;

const tickMarks = (
  values: Shown["state"]["values"],
  j: number,
  x: (value: number) => number,
): string =>
  values
    .map((row) => row[j] ?? Number.NaN)
    .filter(Number.isFinite)
    .map((value) => `M${round(x(value))} -5V5`)
    .join("");

/** The item whose tick is under the pointer. */
function nearest(
  event: PointerEvent,
  values: Shown["state"]["values"],
  j: number,
  x: (value: number) => number,
): number | null {
  let [found, least]: [number | null, number] = [null, 9];
  const svgElement = (event.currentTarget as SVGGraphicsElement).ownerSVGElement;
  const matrix = svgElement?.getScreenCTM();
  if (!matrix) return null;
  const pointer = (event.clientX - matrix.e) / matrix.a;
  values.forEach((row, i) => {
    const distance = Math.abs(x(row[j] ?? Number.NaN) - pointer);
    if (distance < least) [found, least] = [i, distance];
  });
  return found;
}

/** From the least value of all features to the greatest, with zero where it is near. */
function domain(values: Shown["state"]["values"]): readonly [number, number] {
  const all = values.flat().filter(Number.isFinite);
  let [low, high] = [Math.min(...all), Math.max(...all)];
  if (low > 0 && low < 3 * (high - low)) low = 0;
  if (high < 0 && -high < 3 * (high - low)) high = 0;
  return high > low ? [low, high] : [low, low + 1];
}
