import { html, noChange, nothing, type SVGTemplateResult, svg, type TemplateResult } from "lit";
import { guard } from "lit/directives/guard.js";
import { stepOf } from "../../model/facts.ts";
import { format, formatExact, percentages } from "../../model/format.ts";
import { shortened } from "../../model/names.ts";
import { type Rows, stepNumber } from "../../model/state.ts";
import type { Shown } from "../../model/store.ts";
import type { Text } from "../../model/text/index.ts";
import { largest } from "../plot/axes.ts";
import { shareBetween } from "../plot/extent.ts";
import { textWidth } from "../plot/labels.ts";
import { endNumbers } from "../plot/ticks.ts";
import { round } from "./layout.ts";

export interface Strips {
  readonly shown: Shown;
  readonly text: Text;
  readonly width: number;
  readonly lit: number | null;
  /** Which features stand here: all, or those that differ most. */
  readonly rows: readonly number[];
  /** The ones that the plane shows. */
  readonly inPlane: readonly (number | null)[];
  /** Whether the numbers rest: the description waits for that. */
  readonly rested: boolean;
  readonly light: (item: number | null) => void;
}

/** Beyond this many features, those in which hard and soft output differ most have a strip. */
const most = 8;

export const stripRows = ({ derivation, features }: Shown, all: boolean): readonly number[] =>
  all || features.length <= most
    ? features.map((_, j) => j)
    : largest(derivation.outputDifferenceShare, most).sort((a, b) => a - b);

export type Domain = readonly [low: number, high: number];

/**
 * From where to where each feature's strip goes: the same for all, so that they compare, unless a
 * feature would shrink to a point; then each from its own least value to its greatest.
 */
export function domains(values: Rows): Domains {
  const found = known.get(values) ?? domainsOf(values);
  known.set(values, found);
  return found;
}

export interface Domains {
  readonly common: boolean;
  readonly of: (feature: number) => Domain;
}

/** A drag of the query asks for the same ones again and again. */
const known = new WeakMap<Rows, Domains>();

function domainsOf(values: Rows): Domains {
  const columns = (values[0] ?? []).map((_, j) =>
    domain(values.map((row) => row[j] ?? Number.NaN)),
  );
  const [low, high] = domain(values.flat());
  const common = columns.every(([a, b]) => b / 2 - a / 2 >= (high / 2 - low / 2) / 20);
  return { common, of: (feature) => (common ? [low, high] : (columns[feature] ?? [low, high])) };
}

/** The extent of some numbers, with zero where it is near. */
function domain(numbers: readonly number[]): Domain {
  const finite = numbers.filter(Number.isFinite);
  if (finite.length === 0) return [0, 1];
  let [low, high] = [Math.min(...finite), Math.max(...finite)];
  if (low > 0 && low <= 3 * (high - low)) low = 0;
  if (high < 0 && -high <= 3 * (high - low)) high = 0;
  if (high > low) return [low, high];
  const end = low + Math.max(1, Math.abs(low));
  return end < Number.POSITIVE_INFINITY ? [low, end] : [low / 2, low];
}

/** One line per feature: a tick per item, a square where the hard output is, a disc for the soft. */
export function strips(strips: Strips): TemplateResult {
  const { shown, width, rows } = strips;
  const { state, features } = shown;
  const { common, of } = domains(state.values);
  const names = rows.map((j) => shortened(features[j] ?? "", 10));
  const left = Math.max(52, ...names.map((name) => 16 + textWidth(name, 15)));
  const right = width - 66;
  const rowHeight = common ? 22 : 36;
  const height = rows.length * rowHeight + (common ? 16 : 0);
  const [low, high] = of(0);
  return html`
    ${legend(strips)}
    <svg
      class="strips ltr"
      aria-hidden="true"
      width=${width}
      height=${height}
      viewBox="0 0 ${width} ${height}"
    >
      ${rows.map(
        (j, row) => svg`
          <g
            class=${strips.inPlane.includes(j) ? "in-plane" : ""}
            transform="translate(0 ${row * rowHeight + 11})"
          >
            <text class="feature" y="4.5">${names[row]}<title>${features[j]}</title></text>
            ${strip(strips, j, of(j), left, right)}
            ${common ? nothing : ends(of(j), left, right, 19)}
          </g>`,
      )}
      ${common ? ends([low, high], left, right, height - 3) : nothing}
    </svg>
    ${state.step === "S1" ? nothing : description(strips)}
  `;
}

/** Whether the soft weights act and sum to 1: then the soft output is reached. */
const reached = ({ state: { step } }: Shown): boolean => stepNumber(step) >= 7 && step !== "S7a";

const sharesShown = (shown: Shown): boolean =>
  reached(shown) && shown.derivation.outputDistance > 0;

function legend({ shown, text }: Strips): TemplateResult {
  const ahead = reached(shown) ? "" : "ahead";
  return html`
    <div class="legend">
      <span>${text.scene.allFeatures(shown.features.length)}</span>
      <span>${swatch(svg`<path class="hard" d="M3.5 3.5h9v9h-9Z" />`)} ${text.hard}</span>
      <span>${swatch(svg`<circle class="soft ${ahead}" cx="8" cy="8" r="4.5" />`)} ${text.soft}</span>
      <span class="each">${swatch(svg`<path class="ticks" d="M8 3v10" />`)} ${text.scene.eachObject}</span>
      <span class="share ltr" title=${text.scene.distanceShare}>
        ${sharesShown(shown) ? html`${text.scene.shareOf} ${squaredDistance}` : nothing}
      </span>
    </div>
  `;
}

const swatch = (drawing: SVGTemplateResult): TemplateResult =>
  html`<svg class="swatch" aria-hidden="true" width="16" height="16" viewBox="0 0 16 16">${drawing}</svg>`;

const squaredDistance = html`<math><msup><mrow><mo stretchy="false">‖</mo><mi class="soft-ink">o</mi><mo>−</mo><mi class="hard-ink">h</mi><mo stretchy="false">‖</mo></mrow><mn>2</mn></msup></math>`;

function strip(
  { shown, width, lit, light }: Strips,
  j: number,
  [low, high]: Domain,
  left: number,
  right: number,
): SVGTemplateResult {
  const { state, derivation: d } = shown;
  const { values, step } = state;
  const x = (value: number): number => {
    const share = shareBetween(value, low, high);
    return round(left + (right - left) * Math.min(1.03, Math.max(-0.03, share)));
  };
  const ticks = (rows: Rows): string =>
    rows
      .map((row) => row[j] ?? Number.NaN)
      .filter(Number.isFinite)
      .map((value) => `M${x(value)} -5V5`)
      .join("");
  const hard = d.hardOutput[j] ?? Number.NaN;
  const soft = d.softOutput[j] ?? Number.NaN;
  const off = step === "S7a" ? (stepOf(d, step).output[j] ?? Number.NaN) : Number.NaN;
  const known = step !== "S1" && Number.isFinite(hard) && Number.isFinite(soft);
  return svg`
    <path class="line" d="M${left} 0H${right}" />
    ${guard(
      [values, j, low, high, left, right, lit === null],
      () => svg`<path class="ticks ${lit === null ? "" : "dim"}" d=${ticks(values)} />`,
    )}
    <path class="ticks lit" d=${lit === null ? "" : ticks(values.slice(lit, lit + 1))} />
    ${
      known
        ? svg`
          <path class="hard" d="M${x(hard) - 5} -5h10v10h-10Z" />
          <circle class="soft ${reached(shown) ? "" : "ahead"}" cx=${x(soft)} r="4.5" />`
        : nothing
    }
    ${
      Number.isFinite(off)
        ? svg`
          <circle class="current" cx=${x(off)} r="6" />
          <path class="beyond" d="M${x(off)} 0${off > high ? arrowRight : off < low ? arrowLeft : ""}" />`
        : nothing
    }
    <text class="percent" text-anchor="end" x=${width} y="4.5">${shareOf(shown, j)}</text>
    <rect
      class="touch"
      x=${left - 6}
      y="-11"
      width=${right - left + 12}
      height="22"
      @pointermove=${(event: PointerEvent) => light(nearest(event, values, j, x))}
      @pointerleave=${() => light(null)}
    />
  `;
}

const arrowRight = "m9 0h8m-4 -4l4 4l-4 4";
const arrowLeft = "m-9 0h-8m4 -4l-4 4l4 4";

/** A share that is not zero does not print as 0. */
function shareOf(shown: Shown, j: number): string {
  if (!sharesShown(shown)) return "";
  const { outputDifferenceShare } = shown.derivation;
  const percent = percentages(outputDifferenceShare)[j];
  return `${percent === 0 && outputDifferenceShare[j] !== 0 ? "<1" : percent}\u2009%`;
}

/** The numbers under the ends of a strip. */
export function ends(
  [low, high]: Domain,
  left: number,
  right: number,
  y: number,
): SVGTemplateResult {
  const [a, b] = endNumbers(low, high);
  return svg`
    <text class="end" text-anchor="middle" x=${left} y=${y}>${a}<title>${formatExact(low)}</title></text>
    <text class="end" text-anchor="middle" x=${right} y=${y}>${b}<title>${formatExact(high)}</title></text>
  `;
}

/** The same in words. */
function description({ shown, text, rows, rested }: Strips): TemplateResult {
  const { derivation: d, features } = shown;
  const number = (x: number | undefined): string => format(x ?? Number.NaN);
  return html`
    <ul class="hidden">
      ${
        rested
          ? rows.map((j) => {
              const parts = [
                `${text.hardOutput} ${number(d.hardOutput[j])}`,
                ...(reached(shown) ? [`${text.softOutput} ${number(d.softOutput[j])}`] : []),
                ...(sharesShown(shown) ? [`${text.scene.distanceShare} ${shareOf(shown, j)}`] : []),
              ];
              return html`<li>${features[j]}: ${parts.join(", ")}</li>`;
            })
          : noChange
      }
    </ul>
  `;
}

/** The item whose tick is under the pointer. */
function nearest(
  event: PointerEvent,
  values: Rows,
  j: number,
  x: (value: number) => number,
): number | null {
  const matrix = (event.currentTarget as SVGGraphicsElement).ownerSVGElement?.getScreenCTM();
  if (!matrix) return null;
  const pointer = (event.clientX - matrix.e) / matrix.a;
  let [found, least]: [number | null, number] = [null, 9];
  values.forEach((row, i) => {
    const distance = Math.abs(x(row[j] ?? Number.NaN) - pointer);
    if (distance < least) [found, least] = [i, distance];
  });
  return found;
}
