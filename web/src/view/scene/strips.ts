import {
  html,
  type MathMLTemplateResult,
  mathml,
  noChange,
  nothing,
  type SVGTemplateResult,
  svg,
  type TemplateResult,
} from "lit";
import { format, formatExact } from "../../model/format.ts";
import { type Rows, stepNumber } from "../../model/state.ts";
import type { Shown } from "../../model/store.ts";
import { stepOf } from "../../model/summary.ts";
import type { Text } from "../../model/text/index.ts";
import { numeral, splitNumber } from "../numeral.ts";
import { largest } from "../plot/axes.ts";
import { disc, square } from "../plot/mark.ts";
import { round } from "../plot/path.ts";
import type { Scale } from "../plot/scale.ts";
import { strips as featureStrips, headFoot, type Span, type Strip } from "../plot/strips.ts";
import { svgNumeral } from "../plot/svg-numeral.ts";

interface OutputStrips {
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

/** px for each of the two columns of outputs, and for their difference. */
const column = { wide: 62, narrow: 54 };
const difference = 66;

/**
 * The distance as a table: for each feature the hard output and the soft one, both on a strip with a tick
 * per item, and how far they are apart; under it the root of the squares.
 */
export function outputStrips(strips: OutputStrips): TemplateResult {
  const { shown, width, rows, lit, inPlane } = strips;
  const { state, features } = shown;
  return html`
    ${featureStrips({
      values: state.values,
      names: features,
      lit,
      rows,
      width,
      lead: 2 * columnOf(width) + (width < 400 ? 0 : 14),
      aside: difference,
      head: { height: 26, draw: (span) => head(strips, span) },
      pitch: (common) => (common ? 22 : 36),
      above: 9,
      ends: 19,
      foot: 0,
      kind: (feature) => (inPlane.includes(feature) ? "in-plane" : ""),
      marks: (strip) => marks(strips, strip),
    })}
    <p class="root ltr" translate="no">${sharesShown(shown) ? root(strips) : nothing}</p>
    ${state.step === "S1" ? nothing : description(strips)}
  `;
}

const columnOf = (width: number): number => column[width < 400 ? "narrow" : "wide"];

/** Whether the soft weights act and sum to 1: then the soft output is reached. */
const reached = ({ state: { step } }: Shown): boolean => stepNumber(step) >= 7 && step !== "S7a";

const sharesShown = (shown: Shown): boolean =>
  reached(shown) && shown.derivation.outputDistance > 0;

function head({ shown, text, width }: OutputStrips, { left }: Span): SVGTemplateResult {
  const ahead = reached(shown) ? "" : "ahead";
  const soft = left - columnOf(width);
  const hard = soft - columnOf(width);
  return svg`<g class="head" transform="translate(0 ${26 - headFoot})">
    ${width < 400 ? nothing : svg`<text>${text.scene.byFeature}</text>`}
    ${square([hard + 5, -4.5], 4.5, "hollow")}<text x=${hard + 14}>${text.hard}</text>
    ${disc([soft + 5, -4.5], 4.5, `soft ${ahead}`)}<text x=${soft + 14}>${text.soft}</text>
    ${reached(shown) ? svg`<text class="vector" x=${width} text-anchor="end"><tspan class="soft-ink">o</tspan> − <tspan class="hard-ink">h</tspan></text>` : nothing}
  </g>`;
}

/** The distance from its parts: those that the strips show, or the largest of them. */
function root({ shown, rows, rested }: OutputStrips): TemplateResult {
  const { outputDifference, outputDifferenceShare, outputDistance } = shown.derivation;
  const parts =
    rows.length <= most ? rows : largest(outputDifferenceShare, most - 1).sort((a, b) => a - b);
  const all = parts.length === shown.features.length;
  const squared = (j: number): MathMLTemplateResult =>
    mathml`<msup>${printed(Math.abs(outputDifference[j] ?? Number.NaN))}<mn>2</mn></msup>`;
  return html`<math translate="no"><mrow><mo stretchy="false">‖</mo><mi class="soft-ink vector">𝒐</mi><mo>−</mo><mi class="hard-ink vector">𝒉</mi><mo stretchy="false">‖</mo></mrow><mo>=</mo><msqrt>${parts.map(
    (j, place) => mathml`${place > 0 ? mathml`<mo>+</mo>` : nothing}${squared(j)}`,
  )}${all ? nothing : mathml`<mo>+</mo><mo>⋯</mo>`}</msqrt></math>
    <b title=${rested ? formatExact(outputDistance) : noChange}>= ${numeral(format(outputDistance))}</b>`;
}

/** So many squares fit under the root. */
const most = 4;

function printed(x: number): MathMLTemplateResult {
  const [base, exponent] = splitNumber(format(x));
  return exponent === ""
    ? mathml`<mn>${base}</mn>`
    : mathml`<mrow><mo stretchy="false">(</mo><msup><mn>${base}</mn><mn>${exponent}</mn></msup><mo stretchy="false">)</mo></mrow>`;
}

function marks(
  { shown, width, light, rested }: OutputStrips,
  { feature: j, low, high, left, right, x }: Strip,
): SVGTemplateResult {
  const { state, derivation: d } = shown;
  const { values, step } = state;
  const hard = d.hardOutput[j] ?? Number.NaN;
  const soft = d.softOutput[j] ?? Number.NaN;
  const off = step === "S7a" ? (stepOf(d, step).output[j] ?? Number.NaN) : Number.NaN;
  const known = step !== "S1" && Number.isFinite(hard) && Number.isFinite(soft);
  return svg`
    ${
      known
        ? [
            square([x(hard), 0], 5, "hollow"),
            disc([x(soft), 0], 4.5, `soft ${reached(shown) ? "" : "ahead"}`),
          ]
        : nothing
    }
    ${
      Number.isFinite(off)
        ? svg`
          ${disc([x(off), 0], 6, "current")}
          <path class="beyond" d="M${round(x(off))} 0${off > high ? arrowRight : off < low ? arrowLeft : ""}" />`
        : nothing
    }
    ${known ? number(left - 2 * columnOf(width), hard, rested) : nothing}
    ${known && reached(shown) ? number(left - columnOf(width), soft, rested) : nothing}
    ${known && reached(shown) ? number(width, d.outputDifference[j] ?? Number.NaN, rested, true) : nothing}
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

/** A number of the table; a difference says which way it goes. */
function number(x: number, value: number, rested: boolean, signed = false): SVGTemplateResult {
  const sign = signed && value > 0 ? "+" : "";
  return svg`<text class="value ${signed ? "signed" : ""}" x=${x} y="4.5" text-anchor=${signed ? "end" : "start"}><title>${rested ? formatExact(value) : noChange}</title>${sign}${svgNumeral(format(value))}</text>`;
}

/** The same in words. */
function description({ shown, text, rows, rested }: OutputStrips): TemplateResult {
  const { derivation: d, features } = shown;
  const said = (x: number | undefined): string => format(x ?? Number.NaN);
  return html`
    <ul class="hidden">
      ${
        rested
          ? rows.map((j) => {
              const parts = [
                `${text.hardOutput} ${said(d.hardOutput[j])}`,
                ...(reached(shown) ? [`${text.softOutput} ${said(d.softOutput[j])}`] : []),
                ...(reached(shown)
                  ? [`${text.scene.difference} ${said(d.outputDifference[j])}`]
                  : []),
              ];
              return html`<li>${features[j]}${text.colon}${parts.join(text.comma)}</li>`;
            })
          : noChange
      }
    </ul>
  `;
}

/** The item whose tick is under the pointer. */
function nearest(event: PointerEvent, values: Rows, j: number, x: Scale): number | null {
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
