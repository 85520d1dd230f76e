import { html, noChange, nothing, type SVGTemplateResult, svg, type TemplateResult } from "lit";
import { format, percentages } from "../../model/format.ts";
import { type Rows, stepNumber } from "../../model/state.ts";
import type { Shown } from "../../model/store.ts";
import { stepOf } from "../../model/summary.ts";
import type { Text } from "../../model/text/index.ts";
import { tickLabel } from "../plot/axis.ts";
import { disc, square, swatch } from "../plot/mark.ts";
import { round } from "../plot/path.ts";
import type { Scale } from "../plot/scale.ts";
import { strips as featureStrips, type Strip } from "../plot/strips.ts";

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

/** A line per feature: a tick per item, a square where the hard output is, a disc for the soft. */
export function outputStrips(strips: OutputStrips): TemplateResult {
  const { shown, width, rows, lit, inPlane } = strips;
  const { state, features } = shown;
  return html`
    ${legend(strips)}
    ${featureStrips({
      values: state.values,
      names: features,
      lit,
      rows,
      width,
      aside: 66,
      pitch: (common) => (common ? 22 : 36),
      above: 11,
      ends: 19,
      foot: 16,
      kind: (feature) => (inPlane.includes(feature) ? "in-plane" : ""),
      marks: (strip) => marks(strips, strip),
    })}
    ${state.step === "S1" ? nothing : description(strips)}
  `;
}

/** Whether the soft weights act and sum to 1: then the soft output is reached. */
const reached = ({ state: { step } }: Shown): boolean => stepNumber(step) >= 7 && step !== "S7a";

const sharesShown = (shown: Shown): boolean =>
  reached(shown) && shown.derivation.outputDistance > 0;

function legend({ shown, text }: OutputStrips): TemplateResult {
  const ahead = reached(shown) ? "" : "ahead";
  return html`
    <div class="strips-legend">
      <span>${text.scene.allFeatures(shown.features.length)}</span>
      <span>${swatch(square([8, 8], 4.5, "hollow"))} ${text.hard}</span>
      <span>${swatch(disc([8, 8], 4.5, `soft ${ahead}`))} ${text.soft}</span>
      <span class="each">${swatch(svg`<path class="ticks" d="M8 3v10" />`)} ${text.scene.eachObject}</span>
      <span class="share ltr" title=${text.scene.distanceShare}>
        ${sharesShown(shown) ? html`${text.scene.shareOf} ${squaredDistance}` : nothing}
      </span>
    </div>
  `;
}

const squaredDistance = html`<math><msup><mrow><mo stretchy="false">‖</mo><mi class="soft-ink">o</mi><mo>−</mo><mi class="hard-ink">h</mi><mo stretchy="false">‖</mo></mrow><mn>2</mn></msup></math>`;

function marks(
  { shown, width, light }: OutputStrips,
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
    ${tickLabel(width, 4.5, shareOf(shown, j), "end", "fine percent")}
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

/** The same in words. */
function description({ shown, text, rows, rested }: OutputStrips): TemplateResult {
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
