import { html, nothing, type SVGTemplateResult, svg, type TemplateResult, unsafeCSS } from "lit";
import { guard } from "lit/directives/guard.js";
import { format, formatExact } from "../../model/format.ts";
import { shortened } from "../../model/names.ts";
import type { Shown, Store } from "../../model/store.ts";
import { type Curves, curvesIn, instantIn } from "../../model/sweep.ts";
import {
  axisFrom,
  axisTo,
  nearestStop,
  stopsAway,
  temperatureStops,
} from "../../model/temperature.ts";
import type { Text } from "../../model/text/index.ts";
import { type TemperatureText, temperatureTexts } from "../../model/text/temperature.ts";
import { icon } from "../icons.ts";
import { textWidth } from "../plot/labels.ts";
import { SizedElement } from "../sized-element.ts";
import { sharedStyles } from "../store-element.ts";
import css from "./chart.css?inline";
import { bars, type Flow, flowOf, lanes, lanesAt, outlines } from "./flow.ts";
import { fromX, type Layout, layOut, type Plot, polyline, round, toX, unit } from "./layout.ts";
import { band, curve, lseFloor, type Scale, scalesOf } from "./plots.ts";
import { svgNumeral } from "./svg-numeral.ts";

/** What one drawing is made from. */
interface Drawing {
  readonly shown: Shown;
  readonly text: Text;
  readonly words: TemperatureText;
  readonly layout: Layout;
  readonly lit: number | null;
  /** What follows from the data alone; null where some temperature has no answer. */
  readonly ground: Ground | null;
}

interface Ground {
  readonly curves: Curves;
  readonly layout: Layout;
  readonly flow: Flow;
  readonly outlines: readonly string[];
  readonly scales: Readonly<Record<Plot, Scale>>;
}

/** The river of the weights, the temperature as its axis, and what the weights amount to below. */
export class TemperatureChart extends SizedElement {
  static override styles = [sharedStyles, unsafeCSS(css)];

  #layout: Layout | null = null;
  #ground: Ground | null = null;
  #dragging = false;
  #slide(event: PointerEvent): void {
    const layout = this.#layout;
    const matrix = (event.currentTarget as SVGGraphicsElement).getScreenCTM();
    if (layout === null || matrix === null) return;
    const temperature = fromX(layout, (event.clientX - matrix.e) / matrix.a);
    this.store.playing.value = false;
    this.store.update({ temperature });
  }

  #grab(event: PointerEvent): void {
    if (event.button !== 0) return;
    const slider = event.currentTarget as SVGGElement;
    slider.setPointerCapture(event.pointerId);
    slider.focus({ preventScroll: true });
    this.#dragging = true;
    this.#slide(event);
  }

  #pull(event: PointerEvent): void {
    if (this.#dragging) this.#slide(event);
  }

  #drop(): void {
    this.#dragging = false;
  }

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

  #groundOf(shown: Shown, layout: Layout): Ground | null {
    const curves = curvesIn(this.store, shown);
    if (curves === null) return null;
    if (this.#ground?.curves !== curves || this.#ground.layout !== layout) {
      const { scores, ties } = shown.derivation;
      const flow = flowOf(scores, ties, curves);
      this.#ground = {
        curves,
        layout,
        flow,
        outlines: outlines(flow, curves, layout),
        scales: scalesOf(curves, layout),
      };
    }
    return this.#ground;
  }

  protected override render(): TemplateResult | null {
    const { store, width } = this;
    const shown = store.shown.value;
    if (shown === null || width === 0) return null;
    if (this.#layout?.width !== width) this.#layout = layOut(width);
    const layout = this.#layout;
    const text = store.text.value;
    const words = temperatureTexts[store.language.value];
    const ground = this.#groundOf(shown, layout);
    const drawing: Drawing = { shown, text, words, layout, lit: store.lit.value, ground };
    return html`
      ${ground === null ? html`<p class="unanswered">${words.plots.unanswered}</p>` : nothing}
      <svg class="ltr" role="group" aria-label=${words.weights.label}
        width=${width} height=${layout.height} viewBox="0 0 ${width} ${layout.height}">
        ${guard([ground, layout, words, shown.names], () => this.#standing(drawing))}
        ${ground === null || drawing.lit === null ? nothing : litLane(ground, drawing.lit)}
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
  #standing(drawing: Drawing): SVGTemplateResult {
    const { layout, ground, words, text, shown } = drawing;
    const { river, slider, zeroBlock, infinityBlock, narrow } = layout;
    const { attended } = shown.facts;
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
          ground === null
            ? nothing
            : svg`
              <path class="hard-tint" d=${bars(lanesAt(ground.flow, ground.curves, 0), zeroBlock, river.from)} />
              <path class="hard-bar" d=${bars(lanesAt(ground.flow, ground.curves, 0), { from: zeroBlock.from, to: zeroBlock.from + 6 }, river.from)} />
              <path class="river" d=${ground.outlines.join("")} />
              <path class="river" d=${bars(lanesAt(ground.flow, ground.curves, ground.curves.temperatures.length - 1), infinityBlock, river.from)} />
              <path class="soft-bar" d=${bars(lanesAt(ground.flow, ground.curves, ground.curves.temperatures.length - 1), { from: infinityBlock.to - 6, to: infinityBlock.to }, river.from)} />
              ${entropyPlot(drawing, ground)}
              ${lsePlot(drawing, ground)}
              ${variationPlot(drawing, ground)}`
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
  #lanesTouched({ ground }: Drawing): unknown {
    if (ground === null) return nothing;
    return guard([ground], () =>
      ground.flow.order.map(
        (item, place) => svg`<path class="touch" d=${ground.outlines[place]}
          @pointerenter=${() => this.#light(item)} @pointerleave=${() => this.#light(null)} />`,
      ),
    );
  }

  #light(item: number | null): void {
    this.store.lit.value = item;
  }

  /** Who the lanes belong to, and what each has now. */
  #names({ shown, layout, ground, lit }: Drawing): unknown {
    if (ground === null) return nothing;
    const { curves, flow } = ground;
    const { names, derivation } = shown;
    const ends = lanesAt(flow, curves, curves.temperatures.length - 1);
    const room = layout.width - layout.words;
    const twoLines = ends.every(({ from, to }) => to - from >= 30);
    return flow.order.map((item, place) => {
      const { from = 0, to = 0 } = ends[place] ?? {};
      if (to - from < leastLane) return nothing;
      const name = names[item] ?? "";
      const picture = icon(name);
      const middle = layout.river.from + (from + to) / 2;
      const size = layout.narrow ? 20 : 24;
      const side = picture === null ? 0 : size + (layout.narrow ? 4 : 10);
      const weight = format(derivation.weights[item] ?? Number.NaN);
      const beside = room - side - (twoLines ? 0 : textWidth(weight, 13) + 6);
      const letters = Math.max(1, Math.floor(beside / 7));
      return svg`
        <g class="lane-name ${lit === null || lit === item ? "" : "dim"}"
          @pointerenter=${() => this.#light(item)} @pointerleave=${() => this.#light(null)}>
          <title>${name}: p = ${formatExact(derivation.weights[item] ?? Number.NaN)}</title>
          <rect class="touch" x=${layout.words - 4} y=${round(layout.river.from + from)} width=${room + 4} height=${round(to - from)} />
          ${picture === null ? nothing : svg`<svg x=${layout.words} y=${round(middle - size / 2)} width=${size} height=${size} viewBox="0 0 48 48">${picture}</svg>`}
          <text class="item" x=${layout.words + side} y=${round(middle - (twoLines ? 3 : -4.5))}>${textWidth(name, 13) <= beside ? name : shortened(name, letters)}</text>
          <text class="value" text-anchor=${twoLines ? "start" : "end"}
            x=${twoLines ? layout.words + side : layout.width}
            y=${round(middle + (twoLines ? 14 : 4.5))}>${svgNumeral(weight)}</text>
        </g>`;
    });
  }

  #slider(drawing: Drawing): SVGTemplateResult {
    const { shown, layout, words, text } = drawing;
    const { temperature } = shown.state;
    const x = round(toX(layout, temperature));
    return svg`
      <g
        class="slider"
        role="slider"
        tabindex="0"
        aria-label=${text.controls.temperature}
        aria-valuemin="0"
        aria-valuemax=${temperatureStops.length - 1}
        aria-valuenow=${nearestStop(temperature)}
        aria-valuetext=${said(shown, words)}
        @pointerdown=${this.#grab}
        @pointermove=${this.#pull}
        @pointerup=${this.#drop}
        @pointercancel=${this.#drop}
        @keydown=${this.#press}
      >
        <rect class="touch" x=${layout.zeroBlock.from - 12} y=${layout.track - 22}
          width=${layout.infinityBlock.to - layout.zeroBlock.from + 24} height="44" />
        ${tickNames(drawing)}
        <circle class="focus" cx=${x} cy=${layout.track} r="16" />
        <circle class="knob" cx=${x} cy=${layout.track} r="11" />
      </g>
    `;
  }

  #description({ shown, words, ground }: Drawing): TemplateResult {
    const { derivation: d, names } = shown;
    const rested = this.store.rested.value;
    const { described } = words;
    if (rested !== null && rested !== this.#described?.of) {
      const { bound } = instantIn(this.store, shown);
      const end = (ground?.curves.temperatures.length ?? 0) - 1;
      const shares = Array.from(d.weights, (weight, i) => `${names[i]} ${format(weight)}`);
      const [lower, upper] = d.totalVariationBounds;
      this.#described = {
        of: rested,
        lines: [
          described.weights(shares.join(", ")),
          ...(ground === null
            ? []
            : [
                described.entropy(
                  format(d.entropy),
                  format(ground.curves.entropy[0] ?? Number.NaN),
                  format(ground.curves.entropy[end] ?? Number.NaN),
                ),
                described.lse(format(d.lseMinusMax), format(bound)),
                described.variation(format(d.totalVariationToTies), format(lower), format(upper)),
              ]),
        ],
      };
    }
    return html`<ul class="hidden">${this.#described?.lines.map((line) => html`<li>${line}</li>`)}</ul>`;
  }
  #described: { readonly of: Shown; readonly lines: readonly string[] } | null = null;
}

/** A lane thinner than this has no name. */
const leastLane = 12;

function said({ state, derivation: d, names, facts }: Shown, words: TemperatureText): string {
  const weight = format(d.weights[d.argmax] ?? Number.NaN);
  const name = names[d.argmax] ?? "";
  if (facts.limit === "cold") return words.slider.cold(name, weight);
  if (facts.limit === "hot") return words.slider.hot(weight);
  return words.slider.value(format(state.temperature), name, weight);
}

function hardMark({ shown, layout, text }: Drawing): SVGTemplateResult {
  const { derivation: d, names } = shown;
  const picture = d.ties.length === 1 ? icon(names[d.argmax] ?? "") : null;
  const middle = layout.river.from + unit / 2;
  const winners = shortened(Array.from(d.ties, (item) => names[item]).join(", "), 12);
  return svg`
    <text class="hard-word" y=${middle + 7}>${text.hard}</text>
    ${
      picture === null
        ? svg`<text class="caption" y=${middle + 26}>${winners}</text>`
        : svg`<svg x="80" y=${middle - 14} width="28" height="28" viewBox="0 0 48 48">${picture}</svg>`
    }
  `;
}

const litLane = ({ flow, outlines }: Ground, lit: number): SVGTemplateResult =>
  svg`<path class="lit-lane" aria-hidden="true" d=${outlines[flow.order.indexOf(lit)] ?? ""} />`;

/** The slice of the river at the present temperature, and how much is where. */
function now({ shown, layout, words, ground }: Drawing): SVGTemplateResult {
  const { derivation: d, facts, state } = shown;
  const { river, narrow } = layout;
  const x = toX(layout, state.temperature);
  const hard = state.temperature === 0;
  const spans =
    ground === null
      ? []
      : lanes(ground.flow, (item) => d.weights[item] ?? 0, d.totalVariationToTies);
  const bottom = spans.at(-1)?.to ?? unit;
  const kept = spans[d.ties.length - 1]?.to ?? bottom;
  const limit = hard || state.temperature === Number.POSITIVE_INFINITY;
  // Within the river, wherever the slice stands.
  const before = Math.min(x, layout.end + 4) - 14;
  const after = Math.max(x, layout.start - 4) + 14;
  const room = { left: before - layout.zeroBlock.to, right: layout.infinityBlock.from - after };
  const fits = (words: string): boolean => textWidth(words, 13.5) < Math.max(room.left, room.right);
  const long = words.weights.stays(facts);
  const stays = fits(long) ? long : words.weights.staysShort;
  const toTheRight = textWidth(stays, 13.5) < room.right || room.right >= room.left;
  const staysAt = round(toTheRight ? after : before);
  const left = words.weights.left(facts);
  const weight = format(d.weights[d.argmax] ?? Number.NaN);
  const moved = format(d.totalVariationToTies);
  const rows = (spans[0]?.to ?? 0) >= 44 ? 2 : 1;
  const labelled = ground !== null && facts.attended > 1;
  // Beneath the river, on the side where there is room.
  const goneBefore = x - textWidth(`${moved} ${left}`, 14) > (narrow ? 0 : 40);
  return svg`
    <g aria-hidden="true">
      <path class="cursor" d="M${round(x)} ${round(river.from + bottom)}V${layout.plots.variation.to}" />
      <path class=${hard ? "hard-bar" : "soft-bar"} d=${bars(spans, limit ? (hard ? layout.zeroBlock : layout.infinityBlock) : { from: x - 4, to: x + 4 }, river.from)} />
      ${
        labelled && !limit && d.totalVariationToTies > 0
          ? svg`<path class="bracket" d=${bracket(x, river.from + kept, river.from + bottom, goneBefore)} />`
          : nothing
      }
      ${
        labelled
          ? svg`
            <text class="stays" text-anchor=${toTheRight ? "start" : "end"} x=${staysAt} y=${river.from + 26}>
              <tspan class="amount">${svgNumeral(weight)}</tspan>${rows === 1 ? svg`<tspan class="said" dx="6">${stays}</tspan>` : nothing}
            </text>
            ${rows === 2 ? svg`<text class="said" text-anchor=${toTheRight ? "start" : "end"} x=${staysAt} y=${river.from + 44}>${stays}</text>` : nothing}
            <text class="gone" text-anchor=${goneBefore ? "end" : "start"} x=${round(x + (goneBefore ? -10 : 10))} y=${river.to + 13}>
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

/* ---------------------------------------------------------------- the axis */

const octaves = Array.from({ length: 11 }, (_, k) => axisFrom * 2 ** k);
const tickName = (temperature: number): string =>
  temperature < 1 ? `1/${1 / temperature}` : String(temperature);

/** The line of the slider without what moves. */
function track({ layout }: Drawing): SVGTemplateResult {
  const { track: y, zero, infinity, start, end, zeroBlock, infinityBlock } = layout;
  const marks = octaves.map((octave) => `M${round(toX(layout, octave))} ${y - 5}v10`).join("");
  const cut = (from: number, to: number): string => {
    const middle = (from + to) / 2;
    return `M${round(middle - 4.5)} ${y + 5}l4 -10m1 10l4 -10`;
  };
  return svg`
    <path class="rest" d="M${round(zero)} ${y}H${round(infinity)}" />
    <path class="cut-ground" d="M${round((zeroBlock.to + start) / 2 - 3)} ${y}h6M${round((infinityBlock.from + end) / 2 - 3)} ${y}h6" />
    <path class="mark" d=${marks + cut(zeroBlock.to, start) + cut(end, infinityBlock.from)} />
  `;
}

/** As it was typed or chosen, where that is short. */
function printedTau(temperature: number): string {
  const exact = formatExact(temperature);
  return exact.length <= 7 ? exact : format(temperature);
}

/** The numbers of the axis, that of the knob among them; those it would cover stand back. */
function tickNames({ shown, layout }: Drawing): SVGTemplateResult {
  const { temperature } = shown.state;
  const { track: y, zero, infinity, start, narrow } = layout;
  const here = toX(layout, temperature);
  const limit = temperature === 0 || temperature === Number.POSITIVE_INFINITY;
  const printed = printedTau(temperature);
  const label = `τ = ${printed}`;
  const half = textWidth(label, 14.5) / 2 + 3;
  const labelAt = Math.min(Math.max(here, half), layout.width - half);
  const between = narrow ? 2 : 1;
  const free = (x: number, name: string): boolean =>
    Math.abs(x - labelAt) > half + textWidth(name, 12.5) / 2 + 2;
  const clear = (x: number, name: string): boolean =>
    free(x, name) && Math.min(x - zero, infinity - x) > textWidth(name, 12.5) / 2 + 8;
  return svg`
    <g aria-hidden="true">
      <path class="past" d="M${round(zero)} ${y}H${round(Math.max(zero, Math.min(here, infinity)))}" />
      <path class="limit-zero" d="M${round(zero - 5)} ${y - 5}h10v10h-10Z" />
      <circle class="limit-infinity" cx=${round(infinity)} cy=${y} r="5.5" />
      ${octaves.map((octave, k) => {
        const x = toX(layout, octave);
        const name = tickName(octave);
        return k % between !== 0 || !clear(x, name)
          ? nothing
          : svg`<text class="tick" text-anchor="middle" x=${round(x)} y=${y + 24}>${name}</text>`;
      })}
      ${free(zero, "0") ? svg`<text class="tick limit" text-anchor="middle" x=${round(narrow ? Math.min(zero, start) : zero)} y=${y + 24}>0</text>` : nothing}
      ${free(infinity, "∞") ? svg`<text class="tick limit soft" text-anchor="middle" x=${round(infinity)} y=${y + 24}>∞</text>` : nothing}
      <text class="here ${limit ? "limit" : ""}" text-anchor="middle" x=${round(labelAt)} y=${y + 26}><title>τ = ${formatExact(temperature)}</title><tspan class="tau">τ</tspan> = ${svgNumeral(printed)}</text>
    </g>
  `;
}

/* ---------------------------------------------------------------- the plots */

/** A line across, from one limit to the other. */
const across = ({ zeroBlock, infinityBlock }: Layout, y: number): string =>
  `M${zeroBlock.from} ${round(y)}H${infinityBlock.to}`;

const zeroMark = ({ zero }: Layout, y: number): SVGTemplateResult =>
  svg`<path class="limit-zero" d="M${round(zero - 4)} ${round(y - 4)}h8v8h-8Z" />`;
const infinityMark = ({ infinity }: Layout, y: number): SVGTemplateResult =>
  svg`<circle class="limit-infinity" cx=${round(infinity)} cy=${round(y)} r="5" />`;

const last = (values: ArrayLike<number>): number => values[values.length - 1] ?? Number.NaN;
const first = (values: ArrayLike<number>): number => values[0] ?? Number.NaN;

function plotTitles({ layout, words, shown }: Drawing): readonly SVGTemplateResult[] {
  const { plots } = words;
  const ofWeights = svg`<tspan class="maths">H</tspan>(<tspan class="maths">p</tspan>)`;
  const titles: ReadonlyArray<readonly [Plot, string, string | null]> = [
    ["entropy", plots.entropy, null],
    ["lse", plots.lse, plots.lseCaption],
    ["variation", plots.variation, plots.variationCaption(shown.facts)],
  ];
  return titles.map(([plot, title, caption]) => {
    const { from } = layout.plots[plot];
    // The number stands at the end of the line.
    const used = textWidth(title, 15.5) + textWidth(caption ?? "", 13.5) + 90;
    return layout.narrow
      ? svg`<text class="title" y=${from - 18}>${title}${used > layout.width ? nothing : svg`<tspan class="caption" dx="7">${caption ?? ofWeights}</tspan>`}</text>`
      : svg`<text class="title" y=${from + 9}>${title}</text><text class="caption" y=${from + 27}>${caption ?? ofWeights}</text>`;
  });
}

function entropyPlot(
  { layout, shown }: Drawing,
  { curves, scales, flow }: Ground,
): SVGTemplateResult {
  const scale = scales.entropy;
  const { entropy } = curves;
  const [low, high] = [first(entropy), last(entropy)];
  const flat = flow.tied === flow.order.length;
  const name = (letter: string, y: number, value: number) => svg`
    <text class="caption" x=${layout.words} y=${round(y + 4)}>${word("log")} <tspan class="maths">${letter}</tspan> = ${format(value)}</text>`;
  return svg`
    <path class="axis" d=${across(layout, scale.y(low))} />
    ${flat ? nothing : svg`<path class="bound" d=${across(layout, scale.y(high))} />`}
    <path class="curve" d=${polyline(curve(entropy, scale, curves, layout))} />
    ${zeroMark(layout, scale.y(low))}${infinityMark(layout, scale.y(high))}
    ${flat ? nothing : name("n", scale.y(high), shown.facts.attended > 0 ? high : Number.NaN)}
    ${name("k", scale.y(low), low)}
  `;
}

const word = (name: string): SVGTemplateResult => svg`<tspan class="maths">${name}</tspan>`;

function lsePlot({ layout, words }: Drawing, { curves, scales, flow }: Ground): SVGTemplateResult {
  const scale = scales.lse;
  const bound = curve(curves.bound, scale, curves, layout);
  const values = curve(curves.lseMinusMax, scale, curves, layout);
  const { lse } = layout.plots;
  const floor = [...bound].map(([x]) => [x, lse.to] as const);
  const alone = flow.order.length === 1;
  return svg`
    <path class="band" d=${band(floor, bound)} />
    ${[100, 1].map((value) => svg`<path class="grid" d=${across(layout, scale.y(value))} />`)}
    <path class="axis" d=${across(layout, lse.to)} />
    ${[100, 1, lseFloor].map((value) =>
      layout.narrow
        ? svg`<text class="tick" text-anchor="end" x=${layout.infinityBlock.to} y=${round(scale.y(value) - 3)}>${value}</text>`
        : svg`<text class="tick" text-anchor="end" x=${layout.left - 8} y=${round(scale.y(value) + 4)}>${value}</text>`,
    )}
    <path class="bound" d=${polyline(bound)} />
    <path class="curve" d=${polyline(values)} />
    <text class="small hard" x=${layout.start + 4} y=${lse.to - 6}>→ 0</text>
    ${
      alone
        ? nothing
        : svg`
          <text class="small soft" text-anchor="end" x=${layout.end - (layout.narrow ? 14 : 2)} y=${lse.to - 6}>${words.plots.bothGrow}</text>
          <text class="caption" x=${layout.words} y=${lse.from + 4}>${words.plots.bound} <tspan class="maths">τ log n</tspan></text>`
    }
  `;
}

function variationPlot(
  { layout, words, shown }: Drawing,
  { curves, scales, flow }: Ground,
): SVGTemplateResult {
  const scale = scales.variation;
  const { upper, lower, totalVariationToTies } = curves;
  const above = curve(upper, scale, curves, layout);
  const below = curve(lower, scale, curves, layout);
  const { variation } = layout.plots;
  const n = flow.order.length;
  const flat = flow.tied === n;
  const { plots } = words;
  const lowEnd = scale.y(last(lower));
  const lowLabel = Math.max(lowEnd, variation.from + 18);
  return svg`
    <path class="band" d=${band(below, above)} />
    <path class="axis" d=${across(layout, variation.to)} />
    ${layout.narrow ? nothing : svg`<text class="tick" text-anchor="end" x=${layout.left - 8} y=${variation.to + 4}>0</text>`}
    <path class="bound" d=${polyline(above)} />
    <path class="bound" d=${polyline(below)} />
    <path class="curve" d=${polyline(curve(totalVariationToTies, scale, curves, layout))} />
    ${zeroMark(layout, variation.to)}${infinityMark(layout, scale.y(last(totalVariationToTies)))}
    ${
      flat
        ? svg`<text class="caption" x=${layout.zeroBlock.to + 12} y=${variation.to - 8}>${plots.alone}</text>`
        : svg`
          <text class="caption" x=${layout.words} y=${variation.from + 4}>${plots.upper} → ${n - flow.tied}/${n}</text>
          <text class="caption" x=${layout.words} y=${round(lowLabel + 4)}>${plots.lower} → 1/${flow.tied + 1}</text>
          <text class="caption" x=${layout.words} y=${round(lowLabel + 21)}>(${plots.gap} <tspan class="maths">Δ</tspan> = ${svgNumeral(format(shown.derivation.gap))})</text>`
    }
  `;
}

/** The present temperature in the plots, and its numbers. */
function plotsNow({ shown, layout, ground }: Drawing, store: Store): SVGTemplateResult {
  const { derivation: d, state } = shown;
  const x = round(toX(layout, state.temperature));
  const { bound } = instantIn(store, shown);
  const [lower, upper] = d.totalVariationBounds;
  const value = (plot: Plot, number: number): SVGTemplateResult => {
    const { from } = layout.plots[plot];
    return layout.narrow
      ? svg`<text class="live" text-anchor="end" x=${layout.width} y=${from - 17}><title>${formatExact(number)}</title>${svgNumeral(format(number))}</text>`
      : svg`<text class="live" y=${from + 58}><title>${formatExact(number)}</title>${svgNumeral(format(number))}</text>`;
  };
  const numbers = svg`
    ${value("entropy", d.entropy)}${value("lse", d.lseMinusMax)}${value("variation", d.totalVariationToTies)}`;
  if (ground === null) return numbers;
  const { entropy, lse, variation } = ground.scales;
  const dot = (y: number): SVGTemplateResult =>
    svg`<circle class="dot" cx=${x} cy=${round(y)} r="6" />`;
  const ring = (y: number): SVGTemplateResult =>
    svg`<circle class="bound-dot" cx=${x} cy=${round(y)} r="3" />`;
  const beside = (number: number, y: number, side: 1 | -1): SVGTemplateResult => svg`
    <text class="beside" text-anchor=${side < 0 ? "end" : "start"} x=${round(x + 10 * side)} y=${round(y)}>${svgNumeral(format(number))}</text>`;
  const room = x > layout.start + 44 ? -1 : 1;
  const after = x < layout.end - 44 ? 1 : -1;
  const { plots } = layout;
  const finite = Number.isFinite(d.lseMinusMax) && d.lseMinusMax > 0;
  const inside = finite && d.lseMinusMax >= lseFloor;
  const onAxis = state.temperature >= axisFrom && state.temperature <= axisTo;
  const between = ground.flow.tied < ground.flow.order.length;
  return svg`
    ${numbers}
    <g aria-hidden="true">
      ${dot(entropy.y(d.entropy))}
      ${
        onAxis && bound > lseFloor && ground.flow.order.length > 1
          ? svg`${ring(lse.y(bound))}${beside(bound, lse.y(bound) - 5, room)}`
          : nothing
      }
      ${
        inside && onAxis
          ? dot(lse.y(d.lseMinusMax))
          : finite && state.temperature < axisTo
            ? svg`<path class="below" d="M${x} ${plots.lse.to - 16}v10m-4 -4l4 4l4 -4" />`
            : nothing
      }
      ${
        onAxis && between
          ? svg`
            ${ring(variation.y(upper))}${beside(upper, variation.y(upper) - 5, room)}
            ${ring(variation.y(lower))}${beside(lower, Math.min(plots.variation.to + 13, variation.y(lower) + 15), after)}`
          : nothing
      }
      ${dot(variation.y(d.totalVariationToTies))}
    </g>
  `;
}

customElements.define("sb-temperature-chart", TemperatureChart);

declare global {
  interface HTMLElementTagNameMap {
    "sb-temperature-chart": TemperatureChart;
  }
}
