import { html, nothing, type SVGTemplateResult, svg, type TemplateResult, unsafeCSS } from "lit";
import { guard } from "lit/directives/guard.js";
import { format, formatExact } from "../../model/format.ts";
import { shortened } from "../../model/names.ts";
import type { Shown } from "../../model/store.ts";
import { curvesIn, instantIn } from "../../model/sweep.ts";
import { nearestStop, stopsAway, temperatureStops } from "../../model/temperature.ts";
import type { TemperatureText } from "../../model/text/index.ts";
import { drag } from "../controls/drag.ts";
import { icon } from "../icons.ts";
import { textWidth } from "../plot/labels.ts";
import { disc, picture } from "../plot/mark.ts";
import { round } from "../plot/path.ts";
import { plotStyles } from "../plot/styles.ts";
import { svgNumeral } from "../plot/svg-numeral.ts";
import { SizedElement } from "../sized-element.ts";
import { sharedStyles } from "../store-element.ts";
import { fromX, toX } from "./axis.ts";
import css from "./chart.css?inline";
import { tickNames, track } from "./chart-axis.ts";
import type { Backdrop, ChartDrawing } from "./chart-drawing.ts";
import { entropyPlot, lsePlot, plotsNow, plotTitles, variationPlot } from "./chart-plots.ts";
import { bars, flowOf, lanes, lanesAt, outlines } from "./flow.ts";
import { type ChartLayout, chartLayout, unit } from "./layout.ts";
import { scalesOf } from "./plots.ts";

/** The river of the weights, the temperature as its axis, and what the weights amount to below. */
export class TemperatureChart extends SizedElement {
  static override styles = [sharedStyles, plotStyles, unsafeCSS(css)];

  #layout: ChartLayout | null = null;
  #backdrop: Backdrop | null = null;

  #slide(slider: SVGGraphicsElement, event: PointerEvent): void {
    const layout = this.#layout;
    const matrix = slider.getScreenCTM();
    if (layout === null || matrix === null) return;
    const temperature = fromX(layout, (event.clientX - matrix.e) / matrix.a);
    this.store.playing.value = false;
    this.store.update({ temperature });
  }

  readonly #grab = (press: PointerEvent): ((event: PointerEvent) => void) => {
    const slider = press.currentTarget as SVGGElement;
    slider.focus({ preventScroll: true });
    return (event) => this.#slide(slider, event);
  };

  #press(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const now = this.store.state.peek().temperature;
    const octave = 8;
    const moves: Readonly<Record<string, number>> = {
      ArrowRight: stopsAway(now, 1),
      ArrowUp: stopsAway(now, 1),
      ArrowLeft: stopsAway(now, -1),
      ArrowDown: stopsAway(now, -1),
      PageUp: stopsAway(now, octave),
      PageDown: stopsAway(now, -octave),
      Home: 0,
      End: Number.POSITIVE_INFINITY,
    };
    const temperature = moves[event.key];
    if (temperature === undefined) return;
    event.preventDefault();
    this.store.playing.value = false;
    this.store.update({ temperature });
  }

  #backdropOf(shown: Shown, layout: ChartLayout): Backdrop | null {
    const curves = curvesIn(this.store, shown);
    if (curves === null) return null;
    if (this.#backdrop?.curves !== curves || this.#backdrop.layout !== layout) {
      const { scores, ties } = shown.derivation;
      const flow = flowOf(scores, ties, curves);
      this.#backdrop = {
        curves,
        layout,
        flow,
        outlines: outlines(flow, curves, layout),
        scales: scalesOf(curves, layout),
      };
    }
    return this.#backdrop;
  }

  protected override render(): TemplateResult | null {
    const { store, width } = this;
    const shown = store.shown.value;
    if (shown === null || width === 0) return null;
    if (this.#layout?.width !== width) this.#layout = chartLayout(width);
    const layout = this.#layout;
    const text = store.text.value;
    const words = store.words("temperature");
    const backdrop = this.#backdropOf(shown, layout);
    const drawing: ChartDrawing = { shown, text, words, layout, lit: store.lit.value, backdrop };
    return html`
      ${backdrop === null ? html`<p class="unanswered">${words.plots.unanswered}</p>` : nothing}
      <svg class="plot ltr" role="group" aria-label=${words.weights.label}
        width=${width} height=${layout.height} viewBox="0 0 ${width} ${layout.height}">
        ${guard([backdrop, layout, words, shown.names], () => this.#standing(drawing))}
        ${backdrop === null || drawing.lit === null ? nothing : litLane(backdrop, drawing.lit)}
        ${now(drawing)}
        ${plotsNow(drawing, store)}
        ${this.#lanesTouched(drawing)}
        ${this.#names(drawing)}
        ${this.#slider(drawing)}
      </svg>
      ${this.#description(drawing)}
    `;
  }

  /** What stands still while the temperature changes. */
  #standing(drawing: ChartDrawing): SVGTemplateResult {
    const { layout, backdrop, words, text, shown } = drawing;
    const { slider, narrow } = layout;
    const { attended } = shown.summary;
    const share = attended > 1 ? words.slider.each(String(attended)) : nothing;
    return svg`
      <g aria-hidden="true">
        <rect class="wash" x=${narrow ? -8 : -10} y=${slider.from}
          width=${layout.width + (narrow ? 16 : 20)} height=${slider.to - slider.from} />
        ${
          narrow
            ? svg`<text class="title" y="13">${words.weights.title}<tspan class="caption" dx="8">${words.weights.caption.join(" ")}</tspan></text>`
            : svg`
              <text class="title" y="13">${words.weights.title}</text>
              ${words.weights.caption.map((line, k) => svg`<text class="caption" y=${33 + 17 * k}>${line}</text>`)}
              ${hardMark(drawing)}`
        }
        ${
          backdrop === null
            ? nothing
            : svg`
              ${riverBed(backdrop)}
              ${entropyPlot(drawing, backdrop)}
              ${lsePlot(drawing, backdrop)}
              ${variationPlot(drawing, backdrop)}`
        }
        ${plotTitles(drawing)}
        ${track(drawing)}
        ${
          narrow
            ? nothing
            : svg`
          <text class="title" y=${layout.track - 1}>${text.controls.temperature}</text>
          <text class="caption" y=${layout.track + 18}>${words.slider.caption}</text>`
        }
        ${
          narrow
            ? svg`
              <text class="limit-name hard" x=${layout.zeroBlock.from} y=${layout.track + 44}>${text.hard}</text>
              <text class="limit-name soft" text-anchor="middle" x=${layout.infinity} y=${layout.track + 44}>${words.slider.uniform}</text>
              <text class="caption" x=${layout.words} y=${layout.track + 5}>${share}</text>`
            : svg`
              <text class="limit-name soft" x=${layout.words} y=${layout.track + 5}>${words.slider.uniform}</text>
              <text class="caption" x=${layout.words} y=${layout.track + 23}>${share}</text>`
        }
      </g>
    `;
  }

  /** Where the pointer lights an item. */
  #lanesTouched({ backdrop }: ChartDrawing): unknown {
    if (backdrop === null) return nothing;
    return guard([backdrop], () =>
      backdrop.flow.order.map(
        (item, place) => svg`<path class="touch" d=${backdrop.outlines[place]}
          @pointerenter=${() => this.#light(item)} @pointerleave=${() => this.#light(null)} />`,
      ),
    );
  }

  #light(item: number | null): void {
    this.store.lit.value = item;
  }

  /** Who the lanes belong to, and what each has now. */
  #names({ shown, layout, backdrop, lit }: ChartDrawing): unknown {
    if (backdrop === null) return nothing;
    const { curves, flow } = backdrop;
    const { names, derivation } = shown;
    const ends = lanesAt(flow, curves, curves.temperatures.length - 1);
    const room = layout.width - layout.words;
    const twoLines = ends.every(({ from, to }) => to - from >= 30);
    return flow.order.map((item, place) => {
      const { from = 0, to = 0 } = ends[place] ?? {};
      if (to - from < leastLane) return nothing;
      const name = names[item] ?? "";
      const drawing = icon(name);
      const middle = layout.river.from + (from + to) / 2;
      const size = layout.narrow ? 20 : 24;
      const side = drawing === null ? 0 : size + (layout.narrow ? 4 : 10);
      const weight = format(derivation.weights[item] ?? Number.NaN);
      const beside = room - side - (twoLines ? 0 : textWidth(weight, 13) + 6);
      const letters = Math.max(1, Math.floor(beside / 7));
      return svg`
        <g class="lane-name ${lit === null || lit === item ? "" : "dim"}"
          @pointerenter=${() => this.#light(item)} @pointerleave=${() => this.#light(null)}>
          <title>${name}: p = ${formatExact(derivation.weights[item] ?? Number.NaN)}</title>
          <rect class="touch" x=${layout.words - 4} y=${round(layout.river.from + from)} width=${room + 4} height=${round(to - from)} />
          ${drawing === null ? nothing : picture(drawing, [layout.words + size / 2, middle], size / 2)}
          <text class="item" x=${layout.words + side} y=${round(middle - (twoLines ? 3 : -4.5))}>${textWidth(name, 13) <= beside ? name : shortened(name, letters)}</text>
          <text class="value" text-anchor=${twoLines ? "start" : "end"}
            x=${twoLines ? layout.words + side : layout.width}
            y=${round(middle + (twoLines ? 14 : 4.5))}>${svgNumeral(weight)}</text>
        </g>`;
    });
  }

  #slider(drawing: ChartDrawing): SVGTemplateResult {
    const { shown, layout, words, text } = drawing;
    const { temperature } = shown.state;
    const x = toX(layout, temperature);
    return svg`
      <g
        class="slider"
        role="slider"
        tabindex="0"
        aria-disabled=${this.store.locks("t") ? "true" : nothing}
        aria-label=${text.controls.temperature}
        aria-valuemin="0"
        aria-valuemax=${temperatureStops.length - 1}
        aria-valuenow=${nearestStop(temperature)}
        aria-valuetext=${said(shown, words)}
        ${drag({ way: "across", grab: this.#grab })}
        @keydown=${this.#press}
      >
        <rect class="touch" x=${layout.zeroBlock.from - 12} y=${layout.track - 22}
          width=${layout.infinityBlock.to - layout.zeroBlock.from + 24} height="44" />
        ${tickNames(drawing)}
        ${disc([x, layout.track], 16, "focus")}
        ${disc([x, layout.track], 11, "knob")}
      </g>
    `;
  }

  #description({ shown, words, backdrop }: ChartDrawing): TemplateResult {
    const { derivation: d, names } = shown;
    const rested = this.store.rested.value;
    const { described } = words;
    const last = this.#described;
    // The words of a language that was chosen may come after the numbers have rested.
    if (rested !== null && (rested !== last?.of || words !== last.words)) {
      const { bound } = instantIn(this.store, shown);
      const end = (backdrop?.curves.temperatures.length ?? 0) - 1;
      const shares = Array.from(d.weights, (weight, i) => `${names[i]} ${format(weight)}`);
      const [lower, upper] = d.totalVariationBounds;
      this.#described = {
        of: rested,
        words,
        lines: [
          described.weights(shares.join(this.store.text.value.comma)),
          ...(backdrop === null
            ? []
            : [
                described.entropy(
                  format(d.entropy),
                  format(backdrop.curves.entropy[0] ?? Number.NaN),
                  format(backdrop.curves.entropy[end] ?? Number.NaN),
                ),
                described.lse(format(d.lseMinusMax), format(bound)),
                described.variation(format(d.totalVariationToTies), format(lower), format(upper)),
              ]),
        ],
      };
    }
    return html`<ul class="hidden">${this.#described?.lines.map((line) => html`<li>${line}</li>`)}</ul>`;
  }
  #described: {
    readonly of: Shown;
    readonly words: TemperatureText;
    readonly lines: readonly string[];
  } | null = null;
}

/** A lane thinner than this has no name. */
const leastLane = 12;

function said({ state, derivation: d, names, summary }: Shown, words: TemperatureText): string {
  const weight = format(d.weights[d.argmax] ?? Number.NaN);
  const name = names[d.argmax] ?? "";
  if (summary.limit === "cold") return words.slider.cold(name, weight);
  if (summary.limit === "hot") return words.slider.hot(weight);
  return words.slider.value(format(state.temperature), name, weight);
}

function hardMark({ shown, layout, text }: ChartDrawing): SVGTemplateResult {
  const { derivation: d, names } = shown;
  const drawing = d.ties.length === 1 ? icon(names[d.argmax] ?? "") : null;
  const middle = layout.river.from + unit / 2;
  const winners = shortened(Array.from(d.ties, (item) => names[item]).join(", "), 12);
  return svg`
    <text class="hard-word" y=${middle + 7}>${text.hard}</text>
    ${
      drawing === null
        ? svg`<text class="caption" y=${middle + 26}>${winners}</text>`
        : picture(drawing, [94, middle], 14)
    }
  `;
}

/** All lanes, and what they come from and end as. */
function riverBed({ flow, curves, outlines, layout }: Backdrop): SVGTemplateResult {
  const { river, zeroBlock, infinityBlock } = layout;
  const cold = lanesAt(flow, curves, 0);
  const hot = lanesAt(flow, curves, curves.temperatures.length - 1);
  const first = { from: zeroBlock.from, to: zeroBlock.from + 6 };
  const last = { from: infinityBlock.to - 6, to: infinityBlock.to };
  return svg`
    <path class="hard-tint" d=${bars(cold, zeroBlock, river.from)} />
    <path class="hard-bar" d=${bars(cold, first, river.from)} />
    <path class="river" d=${outlines.join("") + bars(hot, infinityBlock, river.from)} />
    <path class="soft-bar" d=${bars(hot, last, river.from)} />
  `;
}

const litLane = ({ flow, outlines }: Backdrop, lit: number): SVGTemplateResult =>
  svg`<path class="lit-lane" aria-hidden="true" d=${outlines[flow.order.indexOf(lit)] ?? ""} />`;

/** The slice of the river at the present temperature, and how much is where. */
function now({ shown, layout, words, backdrop }: ChartDrawing): SVGTemplateResult {
  const { derivation: d, summary, state } = shown;
  const { river, narrow } = layout;
  const x = toX(layout, state.temperature);
  const hard = state.temperature === 0;
  const spans =
    backdrop === null
      ? []
      : lanes(backdrop.flow, (item) => d.weights[item] ?? 0, d.totalVariationToTies);
  const bottom = spans.at(-1)?.to ?? unit;
  const stayed = spans[d.ties.length - 1]?.to ?? bottom;
  const limit = hard || state.temperature === Number.POSITIVE_INFINITY;
  // Within the river, wherever the slice stands.
  const before = Math.min(x, layout.end + 4) - 14;
  const after = Math.max(x, layout.start - 4) + 14;
  const room = { left: before - layout.zeroBlock.to, right: layout.infinityBlock.from - after };
  const fits = (words: string): boolean => textWidth(words, 13.5) < Math.max(room.left, room.right);
  const long = words.weights.stays(summary);
  const stays = fits(long) ? long : words.weights.staysShort;
  const toTheRight = textWidth(stays, 13.5) < room.right || room.right >= room.left;
  const staysAt = round(toTheRight ? after : before);
  const left = words.weights.left(summary);
  const weight = format(d.weights[d.argmax] ?? Number.NaN);
  const moved = format(d.totalVariationToTies);
  const rows = (spans[0]?.to ?? 0) >= 44 ? 2 : 1;
  const labelled = backdrop !== null && summary.attended > 1;
  // Beneath the river, on the side where there is room.
  const goneBefore = x - textWidth(`${moved} ${left}`, 14) > (narrow ? 0 : 40);
  return svg`
    <g aria-hidden="true">
      <path class="cursor" d="M${round(x)} ${round(river.from + bottom)}V${layout.plots.variation.to}" />
      <path class=${hard ? "hard-bar" : "soft-bar"} d=${bars(spans, limit ? (hard ? layout.zeroBlock : layout.infinityBlock) : { from: x - 4, to: x + 4 }, river.from)} />
      ${
        labelled && !limit && d.totalVariationToTies > 0
          ? svg`<path class="bracket" d=${bracket(x, river.from + stayed, river.from + bottom, goneBefore)} />`
          : nothing
      }
      ${
        labelled
          ? svg`
            <text class="stays halo" text-anchor=${toTheRight ? "start" : "end"} x=${staysAt} y=${river.from + 26}>
              <tspan class="amount">${svgNumeral(weight)}</tspan>${rows === 1 ? svg`<tspan class="said" dx="6">${stays}</tspan>` : nothing}
            </text>
            ${rows === 2 ? svg`<text class="said halo" text-anchor=${toTheRight ? "start" : "end"} x=${staysAt} y=${river.from + 44}>${stays}</text>` : nothing}
            <text class="gone halo" text-anchor=${goneBefore ? "end" : "start"} x=${round(x + (goneBefore ? -10 : 10))} y=${river.to + 13}>
              <tspan class="moved">${svgNumeral(moved)}</tspan><tspan class="caption" dx="5">${left}</tspan>
            </text>`
          : nothing
      }
    </g>
  `;
}

/** Along what has left the winner, if that can be seen. */
function bracket(x: number, from: number, to: number, before: boolean): string {
  if (to - from < 6) return "";
  const side = before ? -1 : 1;
  return `M${round(x + side * 8)} ${round(from)}h${side * 6}V${round(to)}h${-side * 6}`;
}

customElements.define("sb-temperature-chart", TemperatureChart);

declare global {
  interface HTMLElementTagNameMap {
    "sb-temperature-chart": TemperatureChart;
  }
}
