import { html, nothing, svg, type TemplateResult, unsafeCSS } from "lit";
import { format, formatExact } from "../../model/format.ts";
import type { Escapes, Results } from "../../model/lab.ts";
import { saturation } from "../../model/state.ts";
import { scalings } from "../../model/training.ts";
import { numeral } from "../numeral.ts";
import { textWidth } from "../plot/labels.ts";
import { richText } from "../rich-text.ts";
import { sharedStyles } from "../store-element.ts";
import { decades, round } from "./curves.ts";
import { growth } from "./formulas.ts";
import { LabElement } from "./lab-element.ts";
import css from "./saturation.css?inline";
import labCss from "./shared-lab.css?inline";

const height = 164;
const top = 8;
const bottom = 128;

/** How long it takes to leave a start that is ever more saturated. */
export class Saturation extends LabElement {
  static override styles = [sharedStyles, unsafeCSS(labCss), unsafeCSS(css)];

  protected override render(): TemplateResult | null {
    const { store, lab, words, width } = this;
    const shown = store.shown.value;
    const results = lab.results.value;
    if (shown === null || results === null) return null;
    const { saturation: text } = words;
    const target = shown.names[shown.derivation.argmax] ?? "";
    const { escapes } = results;
    const count = (updates: number): string =>
      updates === Number.POSITIVE_INFINITY
        ? text.beyond(String(escapes.patience))
        : Number.isNaN(updates)
          ? "∞"
          : String(updates);
    return html`
      <h3>${richText(text.heading(target))}</h3>
      ${width === 0 ? nothing : this.#plot(results, width, count)}
      <ul class="hidden">
        ${escapes.points.map(
          ({ scaling, squaredError, crossEntropy }) =>
            html`<li>${text.point(String(scaling), count(squaredError), count(crossEntropy))}</li>`,
        )}
        ${escapes.remedy === null ? nothing : html`<li>${text.remedied(count(escapes.remedy))}</li>`}
      </ul>
      <p class="note">${richText(text.note)}</p>
    `;
  }

  #plot(
    { escapes, setup }: Results,
    width: number,
    count: (updates: number) => string,
  ): TemplateResult {
    const { words, store } = this;
    const { saturation: text } = words;
    const { saturated } = store.state.value.options;
    const left = 46;
    const final = escapes.points.at(-1);
    const [squared, cross] = [
      `${text.squared} ${count(final?.squaredError ?? 0)}`,
      `${text.cross} ${count(final?.crossEntropy ?? 0)}`,
    ];
    const right = width - 16 - Math.max(textWidth(squared, 14), textWidth(cross, 14));
    const most = escapes.patience * 1.6;
    const last = scalings[scalings.length - 1] ?? 1;
    const x = (scaling: number): number =>
      round(left + ((scaling - 1) / (last - 1)) * (right - left));
    const y = (updates: number): number =>
      round(
        bottom - (Math.log(Math.max(1, Math.min(updates, most))) / Math.log(most)) * (bottom - top),
      );
    const { points, remedy } = escapes;
    const path = (of: (k: number) => number): string =>
      points
        .map(({ scaling }, k) => ({ scaling, updates: of(k) }))
        .filter(({ updates }) => Number.isFinite(updates))
        .map(({ scaling, updates }, k) => `${k === 0 ? "M" : "L"}${x(scaling)} ${y(updates)}`)
        .join("");
    const end = points.findLast(({ squaredError }) => Number.isFinite(squaredError));
    const at = points.find(({ scaling }) => scaling === saturation);
    const finalY =
      final === undefined ? top : y(Number.isNaN(final.squaredError) ? most : final.squaredError);
    const low =
      final === undefined
        ? bottom
        : y(Number.isNaN(final.crossEntropy) ? most : final.crossEntropy);
    const complete = points.length === scalings.length;
    return html`
      <div class="plot">
        <svg class="ltr" aria-hidden="true" width=${width} height=${height} viewBox="0 0 ${width} ${height}">
          ${decades(most).map(
            (power) => svg`
              <path class="grid" d="M${left} ${y(power)}H${right}" />
              <text class="tick" text-anchor="end" x=${left - 8} y=${y(power) + 4}>${power}</text>`,
          )}
          ${scalings.map(
            (scaling) =>
              svg`<text class="tick ${saturated && scaling === saturation ? "now" : ""}" text-anchor="middle" x=${x(scaling)} y=${height - 14}>×${scaling}</text>`,
          )}
          ${
            complete && end !== undefined
              ? svg`<path class="growth" d=${growthLine(escapes, end, setup.temperature, x, y, most)} />`
              : nothing
          }
          <path class="curve" d=${path((k) => points[k]?.squaredError ?? 0)} />
          <path class="curve" d=${path((k) => points[k]?.crossEntropy ?? 0)} />
          ${points.map(({ scaling, squaredError, crossEntropy }) => [
            dot(x(scaling), squaredError, y, most),
            dot(x(scaling), crossEntropy, y, most),
          ])}
          ${
            remedy === null || at === undefined || !Number.isFinite(remedy)
              ? nothing
              : svg`
                <path class="way" d="M${x(saturation)} ${y(Math.min(at.squaredError, most)) + 7}V${y(remedy) - 8}" />
                <path class="way head" d="M${x(saturation)} ${y(remedy) - 6}l-4 -7h8z" />
                <circle class="ring" cx=${x(saturation)} cy=${y(remedy)} r="5.5" />`
          }
          ${
            complete
              ? svg`
                <text class="name" x=${right + 12} y=${finalY + 4}>${squared}</text>
                <text class="name" x=${right + 12} y=${Math.max(low + 4, finalY + 38)}>${cross}</text>`
              : nothing
          }
        </svg>
        <p class="note">
          <svg class="swatch" aria-hidden="true" width="22" height="8"><path class="growth" d="M0 4H22" /></svg>
          ${text.grows} ${growth}
          ${
            remedy === null
              ? nothing
              : html`<span class="remedied"><svg class="swatch" aria-hidden="true" width="14" height="14"><circle class="ring" cx="7" cy="7" r="5" /></svg>
                ${text.remedy(formatExact(setup.temperature * saturation), formatExact(setup.eta * saturation ** 2))} → ${numeral(count(remedy))}</span>`
          }
        </p>
      </div>
    `;
  }
}

/** Off the scale: an open mark at the top. */
const dot = (x: number, updates: number, y: (updates: number) => number, most: number): unknown =>
  Number.isFinite(updates)
    ? svg`<circle class="disc" cx=${x} cy=${y(updates)} r="3.5"><title>${format(updates)}</title></circle>`
    : svg`<path class="beyond" d="M${x} ${y(most) + 8}v-9m-4 4l4 -4l4 4" />`;

/** e^{Δ/τ} on the log axis: through the last point, one decade for every ln 10 of Δ/τ. */
function growthLine(
  { points }: Escapes,
  end: Escapes["points"][number],
  temperature: number,
  x: (scaling: number) => number,
  y: (updates: number) => number,
  most: number,
): string {
  const decade = (y(1) - y(10)) / Math.LN10;
  return points
    .filter(({ gap }) => Number.isFinite(gap))
    .map(({ scaling, gap }) => ({
      px: x(scaling),
      py: round(y(end.squaredError) + ((end.gap - gap) / temperature) * decade),
    }))
    .filter(({ py }) => py <= y(1) && py >= y(most))
    .map(({ px, py }, k) => `${k === 0 ? "M" : "L"}${px} ${py}`)
    .join("");
}

customElements.define("sb-saturation", Saturation);
