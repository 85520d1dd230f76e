import { computed } from "@preact/signals-core";
import { html, nothing, type SVGTemplateResult, svg, type TemplateResult, unsafeCSS } from "lit";
import type { Core, Perturbation, SmoothMaxima } from "../../core/core.ts";
import { format, formatKnown } from "../../model/format.ts";
import { plainText } from "../../model/marked.ts";
import { shortened } from "../../model/names.ts";
import { answer, perturbed } from "../../model/normalizers.ts";
import type { Shown } from "../../model/store.ts";
import type { NormalizersText } from "../../model/text/index.ts";
import { icon } from "../icons.ts";
import { numeral } from "../numeral.ts";
import { levels, numbersAcross, tickLabel } from "../plot/axis.ts";
import { finite } from "../plot/extent.ts";
import { spread } from "../plot/labels.ts";
import { disc, square } from "../plot/mark.ts";
import { type Point, polyline, round } from "../plot/path.ts";
import { linear } from "../plot/scale.ts";
import { plotStyles } from "../plot/styles.ts";
import { ticks } from "../plot/ticks.ts";
import { richText } from "../rich-text.ts";
import { SizedElement } from "../sized-element.ts";
import { sharedStyles } from "../store-element.ts";
import barsCss from "./bars.css?inline";
import { samples, withEnd } from "./geometry.ts";
import { hatch, weightBars } from "./rows.ts";
import css from "./smooth.css?inline";
import "../controls/number-field.ts";

export const maxima = [
  "max",
  "logSumExp",
  "mellowmax",
  "boltzmann",
  "pNorm",
] as const satisfies readonly (keyof SmoothMaxima)[];
type Maximum = (typeof maxima)[number];

/** Smooth maxima while one score moves, with their slopes. */
export class SmoothSection extends SizedElement {
  static override properties = {
    ...SizedElement.properties,
    moved: { state: true },
  };
  static override styles = [sharedStyles, plotStyles, unsafeCSS(barsCss), unsafeCSS(css)];

  /** Where the reader has moved the score; null: where it is. */
  declare moved: { readonly of: string; readonly score: number } | null;

  constructor() {
    super();
    this.moved = null;
  }

  readonly #followed = computed(() => this.store.state.value.options.followed);

  #curves: { readonly of: string; readonly curves: Curves } | null = null;

  /** They are the same while the one score moves. */
  #curvesOf(core: Core, following: Following): Curves {
    if (this.#curves?.of !== following.key)
      this.#curves = { of: following.key, curves: sweep(core, following) };
    return this.#curves.curves;
  }

  protected override render(): TemplateResult | null {
    const { store } = this;
    // It stands apart from what is dragged, and need not follow at every move.
    const shown = store.rested.value;
    const text = store.words("normalizers");
    const words = text.smooth;
    const perturbation = shown === null ? null : perturbed(store.core, shown, "softmax");
    if (shown === null || perturbation === null) return null;
    const following = followingOf(shown, perturbation, this.#followed.value);
    const { item, key, temperature } = following;
    const name = shown.names[item] ?? "";
    const score = this.moved?.of === key ? this.moved.score : (following.scores[item] ?? 0);
    const scores = following.scores.with(item, score);
    const now = answer(() => store.core.smoothMax(scores, { temperature }));
    const weights = answer(() =>
      store.core.normalize(scores, { kind: "softmax", temperature, derivatives: false }),
    );
    if (now === null || weights === null) return null;
    const curves = this.#curvesOf(store.core, following);
    const [least, most] = following.range;
    const limit = temperature === 0 || temperature === Number.POSITIVE_INFINITY;
    const slope = now.boltzmann.gradient[item] ?? 0;
    const plotWidth = this.width < 620 ? this.width : Math.floor((this.width - 48) / 2);
    const at = { score, least, most, item, now };
    return html`
      ${hatch}
      <h2>${words.heading}</h2>
      <p class="introduction">${richText(words.introduction)}</p>
      <div class="controls">
        <span class="follow" role="group" aria-label=${words.follow}>
          <span class="what">${words.follow}</span>
          ${following.items.map((i) => {
            const other = shown.names[i] ?? "";
            const drawing = icon(other);
            return html`<button
              type="button"
              aria-pressed=${i === item}
              aria-label=${words.followItem(other)}
              title=${other}
              @click=${() => store.setOptions({ followed: i })}
            >${
              drawing === null
                ? html`<span class="letter">${withEnd(other, 11)}</span>`
                : html`<svg viewBox="0 0 48 48" width="24" height="24" aria-hidden="true">${drawing}</svg>`
            }</button>`;
          })}
        </span>
        <sb-number-field
          .store=${store}
          .label=${words.at}
          .value=${score}
          .accepts=${Number.isFinite}
          .complaint=${words.notAScore}
          .slider=${{ from: least, to: most, step: most / 256 - least / 256 }}
          @number=${(event: CustomEvent<number>) => {
            this.moved = { of: key, score: event.detail };
          }}
        ></sb-number-field>
      </div>
      ${limit ? html`<p class="note">${richText(words.limit)}</p>` : nothing}
      ${
        this.width === 0
          ? nothing
          : html`<div class="plots ltr">
            ${plot("value", words.valueTitle, text, curves, at, text.panel.score(shortened(name)), plotWidth)}
            ${plot("slope", words.slopeTitle(name), text, curves, at, text.panel.score(shortened(name)), plotWidth)}
          </div>`
      }
      ${
        limit || following.items.length === 1
          ? nothing
          : html`<p class="note">${slope < 0 ? words.negative(name, format(slope)) : words.noNegative}</p>`
      }
      ${this.#table(shown, text, following, now, weights.weights)}
    `;
  }

  #table(
    shown: Shown,
    text: NormalizersText,
    { items }: Following,
    now: SmoothMaxima,
    weights: Float64Array,
  ): TemplateResult {
    const words = text.smooth;
    const bars = (gradient: Float64Array, hue: "soft" | "hard" | "plain", tall: boolean) =>
      weightBars({
        perturbation: stillBars(gradient),
        hue,
        printed: true,
        tall,
        items,
        names: shown.names,
        lit: this.store.lit.value,
        noAnswer: text.noAnswer,
      });
    const row = (maximum: Maximum): TemplateResult => {
      const { value, gradient } = now[maximum];
      const hue =
        maximum === "max"
          ? "hard"
          : maximum === "logSumExp" || maximum === "mellowmax"
            ? "soft"
            : "plain";
      return html`
        <tr class=${maximum}>
          <th scope="row"><span>${richText(words.names[maximum])}</span></th>
          <td class="value">${Number.isNaN(value) ? "–" : numeral(format(value))}</td>
          <td class="gradient">${
            Number.isNaN(value)
              ? html`<span class="none">${words.pNormUndefined}</span>`
              : bars(gradient, hue, maximum === "boltzmann")
          }</td>
          <td class="verdict">${richText(words.verdicts[maximum])}</td>
        </tr>`;
    };
    return html`
      <table>
        <thead>
          <tr>
            <td></td>
            <th scope="col">${words.value}</th>
            <th scope="col">${words.gradient}</th>
            <td></td>
          </tr>
        </thead>
        <tbody>
          ${row("max")}
          <tr class="softmax">
            <th scope="row"><span>${words.softmax}</span></th>
            <td class="value"></td>
            <td class="gradient">${bars(weights, "soft", false)}</td>
            <td class="verdict same">↕ ${words.same}</td>
          </tr>
          ${maxima.slice(1).map(row)}
        </tbody>
      </table>
    `;
  }
}

/** Bars of a gradient, which no shift moves. */
const stillBars = (gradient: Float64Array): Perturbation => ({
  scores: gradient,
  weights: gradient,
  support: Array.from(gradient, (entry) => entry !== 0),
  defined: true,
  before: gradient,
  output: new Float64Array(),
  ratio: null,
});

/** The score that moves, among the others that stay. */
interface Following {
  readonly key: string;
  readonly item: number;
  /** Those that are left. */
  readonly items: readonly number[];
  readonly scores: Float64Array;
  readonly temperature: number;
  readonly range: readonly [least: number, most: number];
  /** The best of the others: where max has its kink. */
  readonly rival: number;
}

function followingOf(
  { state, derivation }: Shown,
  { scores }: Perturbation,
  followed: number | null,
): Following {
  const { temperature } = state;
  const items = Array.from(scores.keys()).filter((i) => Number.isFinite(scores[i]));
  const wanted = followed ?? derivation.argmax;
  const item = items.includes(wanted) ? wanted : (items[0] ?? 0);
  const own = scores[item] ?? 0;
  const others = items.filter((i) => i !== item).map((i) => scores[i] ?? 0);
  const rival = others.length === 0 ? own : Math.max(...others);
  const scale = temperature > 0 && temperature < Number.POSITIVE_INFINITY ? temperature : 1;
  return {
    key: `${item} ${temperature} ${scores.join()}`,
    item,
    items,
    scores,
    temperature,
    range: [
      finite(Math.min(rival - 4 * scale, own - scale)),
      finite(Math.max(rival + 4 * scale, own + scale)),
    ],
    rival,
  };
}

type Points = readonly Point[];
type Curves = Readonly<Record<"value" | "slope", Readonly<Record<Maximum, Points>>>>;

function sweep(core: Core, { item, scores, temperature, range, rival }: Following): Curves {
  const near = range[1] / 2048 - range[0] / 2048;
  const places = samples(range[0], range[1], 97, [rival - near, rival, rival + near]);
  const found = places.map(
    (score) =>
      [score, answer(() => core.smoothMax(scores.with(item, score), { temperature }))] as const,
  );
  const points = (
    of: (maximum: SmoothMaxima[Maximum]) => number | undefined,
  ): Readonly<Record<Maximum, Points>> => {
    const curve = (maximum: Maximum): Points =>
      found.map(([score, all]) => [score, (all && of(all[maximum])) ?? Number.NaN]);
    return {
      max: curve("max"),
      logSumExp: curve("logSumExp"),
      mellowmax: curve("mellowmax"),
      boltzmann: curve("boltzmann"),
      pNorm: curve("pNorm"),
    };
  };
  return { value: points(({ value }) => value), slope: points(({ gradient }) => gradient[item]) };
}

interface Now {
  readonly score: number;
  readonly least: number;
  readonly most: number;
  readonly item: number;
  readonly now: SmoothMaxima;
}

const height = 252;

function plot(
  of: "value" | "slope",
  title: string,
  text: NormalizersText,
  curves: Curves,
  { score, least, most, item, now }: Now,
  across: string,
  width: number,
): TemplateResult {
  const lines = curves[of];
  const all = maxima.flatMap((maximum) => lines[maximum].map(([, y]) => y)).filter(Number.isFinite);
  const [low, high] = [
    Math.min(...all, of === "slope" ? 0 : Number.POSITIVE_INFINITY),
    Math.max(...all),
  ];
  const [left, right, top, bottom] = [40, width - 96, 12, height - 46];
  const x = linear(least, most, left, right);
  const y = linear(low, high, bottom, top);
  const cursor = Math.min(right, Math.max(left, x(score)));
  const value = (maximum: Maximum): number =>
    of === "value" ? now[maximum].value : (now[maximum].gradient[item] ?? Number.NaN);
  const said = (maximum: Maximum): string =>
    maximum === "pNorm" && Number.isNaN(now.pNorm.value)
      ? text.smooth.pNormUndefined
      : formatKnown(value(maximum));
  const names = text.smooth.names;
  const told = maxima.map((maximum) => `${plainText(names[maximum])} ${said(maximum)}`).join(", ");
  return html`
    <figure>
      <figcaption>${title}</figcaption>
      <svg class="plot" width=${width} height=${height} viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}: ${told}">
        ${levels(ticks(low, high, high / 5 - low / 5), y, { left, right }, 7)}
        ${numbersAcross(ticks(least, most, most / 6 - least / 6), x, height - 26)}
        ${tickLabel(right, height - 6, `${across} →`, "end")}
        <path class="cursor" d="M${round(cursor)} ${top}V${bottom + 4}" />
        ${maxima
          .toReversed()
          .map(
            (maximum) =>
              svg`<path class="line ${maximum}" d=${polyline(lines[maximum].map(([s, v]): Point => [x(s), y(v)]))} />`,
          )}
        ${maxima.map((maximum) => {
          const there = y(value(maximum));
          if (!(there >= 0 && there <= height)) return nothing;
          return (maximum === "max" ? square : disc)([cursor, there], 4, `mark ${maximum}`);
        })}
        ${lineNames(
          maxima.map((maximum) => ({
            kind: maximum,
            name: plainText(names[maximum]),
            y: y(lines[maximum].at(-1)?.[1] ?? Number.NaN),
          })),
          right + 8,
          top,
          bottom + 4,
        )}
      </svg>
    </figure>
  `;
}

interface LineEnd {
  readonly kind: Maximum;
  readonly name: string;
  readonly y: number;
}

/** Each line's name at its end, and apart from the others. */
function lineNames(
  ends: readonly LineEnd[],
  x: number,
  top: number,
  bottom: number,
): readonly SVGTemplateResult[] {
  const seen = ends.filter(({ y }) => Number.isFinite(y));
  const places = spread(
    seen.map(({ y }) => y),
    15,
    top,
    bottom,
  );
  return seen.map(
    ({ kind, name }, i) =>
      svg`<text class="name ${kind}" x=${x} y=${round((places[i] ?? 0) + 4)}>${name}</text>`,
  );
}

customElements.define("sb-smooth-maxima", SmoothSection);
