import { html, type SVGTemplateResult, svg, type TemplateResult, unsafeCSS } from "lit";
import { guard } from "lit/directives/guard.js";
import { format, formatExact } from "../../model/format.ts";
import { curvesIn } from "../../model/sweep.ts";
import { temperatureTexts } from "../../model/text/temperature.ts";
import { sizeOf } from "../plot/extent.ts";
import { SizedElement } from "../sized-element.ts";
import { sharedStyles } from "../store-element.ts";
import css from "./distance.css?inline";
import { deepestFall, returning } from "./example.ts";
import { axisBetween, polyline, round, toX } from "./layout.ts";
import { curve, linear } from "./plots.ts";
import { svgNumeral } from "./svg-numeral.ts";

const height = 96;
const top = 18;
const bottom = 74;

/** Whether hotter is farther: ‖o − h‖ over the temperature, and an example where it is not. */
export class OutputDistance extends SizedElement {
  static override styles = [sharedStyles, unsafeCSS(css)];

  /** Back over all that was done to the example, to the numbers before it. */
  #back(): void {
    const { store } = this;
    while (store.state.peek().values === returning.values && store.canUndo.peek()) store.undo();
  }

  protected override render(): TemplateResult | null {
    const { store, width } = this;
    const shown = store.shown.value;
    if (shown === null) return null;
    const words = temperatureTexts[store.language.value].distance;
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
    const words = temperatureTexts[store.language.value].distance;
    const { state, derivation: d } = shown;
    const { outputDistance } = curves;
    const end = outputDistance.length - 1;
    const axis = axisBetween(0, width - 60, 20, 10);
    const highest = sizeOf(outputDistance);
    const scale = linear({ from: top, to: bottom }, 0, highest);
    const y = (distance: number): number => round(scale.y(distance));
    const now = format(d.outputDistance);
    const x = round(toX(axis, state.temperature));
    const name = (temperature: number, text: string): SVGTemplateResult =>
      svg`<text class="tick" text-anchor="middle" x=${round(toX(axis, temperature))} y=${bottom + 17}>${text}</text>`;
    return html`
      <svg class="plot ltr" role="img" aria-label=${words.label(now)} width=${width} height=${height} viewBox="0 0 ${width} ${height}">
        ${guard(
          [curves, width],
          () =>
            svg`
            <path class="axis" d="M0 ${bottom}H${axis.infinityBlock.to}" />
            <path class="curve" d=${polyline(curve(outputDistance, { ...scale, bottom: 0 }, curves, axis))} />
            <path class="cold" d="M${axis.zero - 4} ${y(outputDistance[0] ?? 0) - 4}h8v8h-8Z" />
            <circle class="hot" cx=${axis.infinity} cy=${y(outputDistance[end] ?? 0)} r="5" />
            <text class="tick" x=${axis.infinityBlock.to + 8} y=${y(outputDistance[end] ?? 0) + 4}>${svgNumeral(format(outputDistance[end] ?? Number.NaN))}</text>
            ${name(0, "0")}${name(0.25, "1/4")}${name(1, "1")}${name(4, "4")}${name(16, "16")}${name(Number.POSITIVE_INFINITY, "∞")}
            <text class="name" text-anchor="end" x=${width} y=${bottom + 17}>‖<tspan class="maths">o</tspan> − <tspan class="maths">h</tspan>‖</text>`,
        )}
        <path class="cursor" d="M${x} ${top - 4}V${bottom}" />
        <circle class="dot" cx=${x} cy=${y(d.outputDistance)} r="6" />
        <text class="live" text-anchor=${x > width / 2 ? "end" : "start"} x=${x + (x > width / 2 ? -11 : 11)} y=${Math.max(14, y(d.outputDistance) - 8)}><title>${formatExact(d.outputDistance)}</title>${svgNumeral(now)}</text>
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
