import { html, nothing, type SVGTemplateResult, svg, type TemplateResult, unsafeCSS } from "lit";
import { format, formatExact } from "../../model/format.ts";
import type { Escapes, Results } from "../../model/lab.ts";
import { saturation } from "../../model/state.ts";
import { scalings } from "../../model/training.ts";
import { numeral } from "../numeral.ts";
import { levels, tickLabel } from "../plot/axis.ts";
import { textWidth } from "../plot/labels.ts";
import { disc, swatch } from "../plot/mark.ts";
import { arrowHead, type Point, polyline, round } from "../plot/path.ts";
import { linear, logarithmic, type Scale } from "../plot/scale.ts";
import { plotStyles } from "../plot/styles.ts";
import { decades } from "../plot/ticks.ts";
import { richText } from "../rich-text.ts";
import { sharedStyles } from "../store-element.ts";
import { growth } from "./formulas.ts";
import { LabElement } from "./lab-element.ts";
import css from "./saturation.css?inline";
import labCss from "./shared-lab.css?inline";

const height = 164;
const top = 8;
const bottom = 128;

/** How long it takes to leave a start that is ever more saturated. */
export class Saturation extends LabElement {
  static override styles = [sharedStyles, plotStyles, unsafeCSS(labCss), unsafeCSS(css)];

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
    const x = linear(1, scalings[scalings.length - 1] ?? 1, left, right);
    const above = logarithmic(1, most, bottom, top, 0);
    const y = (updates: number): number => round(above(updates));
    const { points, remedy } = escapes;
    const curve = (of: "squaredError" | "crossEntropy"): string =>
      polyline(
        points
          .filter((point) => Number.isFinite(point[of]))
          .map((point): Point => [x(point.scaling), y(point[of])]),
      );
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
      <div class="escapes">
        <svg class="plot ltr" aria-hidden="true" width=${width} height=${height} viewBox="0 0 ${width} ${height}">
          ${levels(decades(most), y, { left, right })}
          ${scalings.map((scaling) =>
            tickLabel(
              x(scaling),
              height - 14,
              `×${scaling}`,
              "middle",
              saturated && scaling === saturation ? "now" : "",
            ),
          )}
          ${
            complete && end !== undefined
              ? svg`<path class="growth" d=${growthLine(escapes, end, setup.temperature, x, y, most)} />`
              : nothing
          }
          <path class="curve" d=${curve("squaredError")} />
          <path class="curve" d=${curve("crossEntropy")} />
          ${points.map(({ scaling, squaredError, crossEntropy }) =>
            [squaredError, crossEntropy].map((updates) => dot(x(scaling), updates, y, most)),
          )}
          ${
            remedy === null || at === undefined || !Number.isFinite(remedy)
              ? nothing
              : remedied([x(saturation), y(remedy)], y(Math.min(at.squaredError, most)))
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
          ${swatch(svg`<path class="growth" d="M0 4H22" />`, 22, 8)}
          ${text.grows} ${growth}
          ${
            remedy === null
              ? nothing
              : html`<span class="remedied">${swatch(disc([7, 7], 5, "ring"), 14)}
                ${text.remedy(formatExact(setup.temperature * saturation), formatExact(setup.eta * saturation ** 2))} → ${numeral(count(remedy))}</span>`
          }
        </p>
      </div>
    `;
  }
}

/** Off the scale: an open mark at the top. */
const dot = (x: number, updates: number, y: Scale, most: number): SVGTemplateResult =>
  Number.isFinite(updates)
    ? svg`<g><title>${format(updates)}</title>${disc([x, y(updates)], 3.5)}</g>`
    : svg`<path class="beyond" d="M${round(x)} ${y(most) + 8}v-9m-4 4l4 -4l4 4" />`;

/** From how many updates it was to how many it is with the remedy. */
const remedied = ([x, y]: Point, before: number): SVGTemplateResult => svg`
  <path class="way" d="M${round(x)} ${before + 7}V${y - 8}" />
  <path class="way head" d=${arrowHead([x, y - 6], Math.PI / 2, 7, 4)} />
  ${disc([x, y], 5.5, "ring")}`;

/** e^{Δ/τ} on the log axis: through the last point, one decade for every ln 10 of Δ/τ. */
function growthLine(
  { points }: Escapes,
  end: Escapes["points"][number],
  temperature: number,
  x: Scale,
  y: Scale,
  most: number,
): string {
  const decade = (y(1) - y(10)) / Math.LN10;
  return polyline(
    points
      .filter(({ gap }) => Number.isFinite(gap))
      .map(
        ({ scaling, gap }): Point => [
          x(scaling),
          y(end.squaredError) + ((end.gap - gap) / temperature) * decade,
        ],
      )
      .filter(([, height]) => height <= y(1) && height >= y(most)),
  );
}

customElements.define("sb-saturation", Saturation);
