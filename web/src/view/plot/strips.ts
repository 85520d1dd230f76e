/** Strips: a line for each feature, with a tick for each item. */
import { html, nothing, type SVGTemplateResult, svg, type TemplateResult } from "lit";
import { guard } from "lit/directives/guard.js";
import { formatExact } from "../../model/format.ts";
import { shortened } from "../../model/names.ts";
import type { Rows } from "../../model/state.ts";
import type { Shown } from "../../model/store.ts";
import { largest } from "./axes.ts";
import { textWidth } from "./labels.ts";
import { round } from "./path.ts";
import { linear, type Scale } from "./scale.ts";
import { endNumbers } from "./ticks.ts";

/** Beyond this many features, those in which hard and soft output differ most have a strip. */
const most = 8;

/** The features that have a strip. */
export const stripRows = ({ derivation, features }: Shown, all: boolean): readonly number[] =>
  all || features.length <= most
    ? features.map((_, j) => j)
    : largest(derivation.outputDifferenceShare, most).sort((a, b) => a - b);

interface Strips {
  readonly values: Rows;
  readonly names: readonly string[];
  readonly lit: number | null;
  /** The features that have a strip. */
  readonly rows: readonly number[];
  readonly width: number;
  /** px for numbers before a strip, and at its end. */
  readonly lead?: number;
  readonly aside: number;
  /** What stands over the columns, px high; the numbers of a common scale stand there, too. */
  readonly head?: { readonly height: number; readonly draw: (strip: Span) => SVGTemplateResult };
  /** px from one strip to the next, and from its top to its line. */
  readonly pitch: (common: boolean) => number;
  readonly above: number;
  /** px from a line down to the numbers under its ends; from the bottom where all share them. */
  readonly ends: number;
  readonly foot: number;
  readonly kind?: (feature: number) => string;
  /** What else stands on a strip. */
  readonly marks: (strip: Strip) => SVGTemplateResult;
}

/** From where to where the strips go, px. */
export interface Span {
  readonly left: number;
  readonly right: number;
}

export interface Strip extends Span {
  readonly feature: number;
  readonly low: number;
  readonly high: number;
  readonly x: Scale;
}

export function strips(all: Strips): TemplateResult {
  const { values, names, rows, width, kind } = all;
  const { common, of } = domains(values);
  const short = rows.map((j) => shortened(names[j] ?? "", 10));
  const lead = all.lead ?? 0;
  const left = Math.max(52, ...short.map((name) => 16 + textWidth(name, 15))) + lead;
  const right = width - all.aside;
  const pitch = all.pitch(common);
  const top = all.head?.height ?? 0;
  const height = top + rows.length * pitch + (common ? all.foot : 0);
  return html`
    <svg class="strips ltr" aria-hidden="true" width=${width} height=${height} viewBox="0 0 ${width} ${height}">
      ${rows.map((feature, row) => {
        const [low, high] = of(feature);
        const x = linear(low, high, left, right, 0.03);
        const strip = { feature, low, high, left, right, x };
        return svg`
          <g class=${kind?.(feature) ?? ""} transform="translate(0 ${top + row * pitch + all.above})">
            <text class="feature" y="4.5">${short[row]}<title>${names[feature]}</title></text>
            <path class="axis" d="M${left} 0H${right}" />
            ${itemTicks(all, strip)}
            ${all.marks(strip)}
            ${common ? nothing : ends([low, high], left, right, all.ends)}
          </g>`;
      })}
      ${all.head?.draw({ left, right })}
      ${common ? ends(of(0), left, right, all.head ? top - headFoot : height - 3) : nothing}
    </svg>
  `;
}

/** px under the baseline of what stands over the columns. */
export const headFoot = 8;

function itemTicks(
  { values, lit }: Strips,
  { feature, low, high, left, right, x }: Strip,
): readonly unknown[] {
  const ticks = (rows: Rows): string =>
    rows
      .map((row) => row[feature] ?? Number.NaN)
      .filter(Number.isFinite)
      .map((value) => `M${round(x(value))} -5V5`)
      .join("");
  return [
    guard(
      [values, feature, low, high, left, right, lit === null],
      () => svg`<path class="ticks ${lit === null ? "" : "dim"}" d=${ticks(values)} />`,
    ),
    svg`<path class="ticks lit" d=${lit === null ? "" : ticks(values.slice(lit, lit + 1))} />`,
  ];
}

/** The numbers under the ends of a strip. */
function ends([low, high]: Domain, left: number, right: number, y: number): SVGTemplateResult {
  const [a, b] = endNumbers(low, high);
  return svg`
    <text class="tick fine" text-anchor="middle" x=${left} y=${y}>${a}<title>${formatExact(low)}</title></text>
    <text class="tick fine" text-anchor="middle" x=${right} y=${y}>${b}<title>${formatExact(high)}</title></text>
  `;
}

type Domain = readonly [low: number, high: number];

interface Domains {
  readonly common: boolean;
  readonly of: (feature: number) => Domain;
}

/**
 * From where to where each feature's strip goes: the same for all, so that they compare, unless a
 * feature would shrink to a point; then each from its own least value to its greatest.
 */
export function domains(values: Rows): Domains {
  const found = known.get(values) ?? domainsOf(values);
  known.set(values, found);
  return found;
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
