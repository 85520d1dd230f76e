import { html, type SVGTemplateResult, svg, type TemplateResult, unsafeCSS } from "lit";
import { guard } from "lit/directives/guard.js";
import { format, formatExact } from "../../model/format.ts";
import { curvesIn } from "../../model/sweep.ts";
import { tickLabel } from "../plot/axis.ts";
import { sizeOf } from "../plot/extent.ts";
import { disc, square } from "../plot/mark.ts";
import { polyline, round } from "../plot/path.ts";
import { plotStyles } from "../plot/styles.ts";
import { svgNumeral } from "../plot/svg-numeral.ts";
import { SizedElement } from "../sized-element.ts";
import { sharedStyles } from "../store-element.ts";
import { axisBetween, toX } from "./axis.ts";
import css from "./distance.css?inline";
import { deepestFall, returning } from "./example.ts";
import { curve, rising } from "./plots.ts";

const height = 96;
const top = 18;
const bottom = 74;

/** Whether hotter is farther: ‖o − h‖ over the temperature, and an example where it is not. */
export class OutputDistance extends SizedElement {
  static override styles = [sharedStyles, plotStyles, unsafeCSS(css)];

  /** Back over all that was done to the example, to the numbers before it. */
  #back(): void {
    const { store } = this;
    while (store.state.peek().values === returning.values && store.canUndo.peek()) store.undo();
  }

  protected override render(): TemplateResult | null {
    const { store, width } = this;
    const shown = store.shown.value;
    if (shown === null) return null;
    const words = store.words("temperature").distance;
    const curves = curvesIn(store, shown);
    const distances = curves?.outputDistance ?? [];
    const fall = deepestFall(distances);
    const at = (row: number): string => format(distances[row] ?? Number.NaN);
    const tau = (row: number): string => format(curves?.temperatures[row] ?? Number.NaN);
    const flat = Math.max(0, ...distances) === (distances[0] ?? 0);
    const sentence =
      fall !== null
        ? words.falls(tau(fall.from), tau(fall.to), at(fall.from), at(fall.to))
        : flat
          ? words.flat
          : words.grows(at(distances.length - 1));
    const opened = shown.state.values === returning.values && store.canUndo.value;
    return html`
      <h2>${words.heading}</h2>
      ${curves === null ? null : html`<p>${sentence}</p>`}
      ${curves === null || width === 0 ? null : this.#plot()}
      ${
        opened
          ? html`<button type="button" @click=${() => this.#back()}>${words.back}</button>`
          : html`<button type="button" @click=${() => store.update(returning)}>${words.open}</button>`
      }
    `;
  }

  #plot(): TemplateResult | null {
    const { store, width } = this;
    const shown = store.shown.value;
    const curves = shown && curvesIn(store, shown);
    if (!shown || !curves) return null;
    const words = store.words("temperature").distance;
    const { state, derivation: d } = shown;
    const { outputDistance } = curves;
    const end = outputDistance.length - 1;
    const axis = axisBetween(0, width - 60, 20, 10);
    const y = rising({ from: top, to: bottom }, 0, sizeOf(outputDistance));
    const now = format(d.outputDistance);
    const [x, high] = [toX(axis, state.temperature), y(d.outputDistance)];
    const [first, last] = [outputDistance[0] ?? 0, outputDistance[end] ?? 0];
    const side = x > width / 2 ? -11 : 11;
    const name = (temperature: number, text: string): SVGTemplateResult =>
      tickLabel(toX(axis, temperature), bottom + 17, text);
    return html`
      <svg class="plot ltr" role="img" aria-label=${words.label(now)} width=${width} height=${height} viewBox="0 0 ${width} ${height}">
        ${guard(
          [curves, width],
          () =>
            svg`
            <path class="axis" d="M0 ${bottom}H${axis.infinityBlock.to}" />
            <path class="curve" d=${polyline(curve(outputDistance, y, curves, axis))} />
            ${square([axis.zero, y(first)], 4)}
            ${disc([axis.infinity, y(last)], 5, "ring")}
            ${tickLabel(axis.infinityBlock.to + 8, y(last) + 4, svgNumeral(format(outputDistance[end] ?? Number.NaN)), "start")}
            ${name(0, "0")}${name(0.25, "1/4")}${name(1, "1")}${name(4, "4")}${name(16, "16")}${name(Number.POSITIVE_INFINITY, "∞")}
            <text class="name" text-anchor="end" x=${width} y=${bottom + 17}>‖<tspan class="maths">o</tspan> − <tspan class="maths">h</tspan>‖</text>`,
        )}
        <path class="cursor" d="M${round(x)} ${top - 4}V${bottom}" />
        ${disc([x, high], 6, "mark")}
        <text class="live halo" text-anchor=${side < 0 ? "end" : "start"} x=${round(x + side)} y=${round(Math.max(14, high - 8))}><title>${formatExact(d.outputDistance)}</title>${svgNumeral(now)}</text>
      </svg>
    `;
  }
}

customElements.define("sb-output-distance", OutputDistance);

declare global {
  interface HTMLElementTagNameMap {
    "sb-output-distance": OutputDistance;
  }
}
