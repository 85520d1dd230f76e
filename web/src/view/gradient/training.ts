import { html, nothing, svg, type TemplateResult, unsafeCSS } from "lit";
import type { Estimator, Run } from "../../core/core.ts";
import { format, formatExact, formatNarrow } from "../../model/format.ts";
import type { Outcome, Results } from "../../model/lab.ts";
import { marked } from "../../model/marked.ts";
import { shortened } from "../../model/names.ts";
import { estimators, type Options, updates } from "../../model/state.ts";
import type { GradientText } from "../../model/text/index.ts";
import {
  canSample,
  frozenFrom,
  isSampled,
  looksHard,
  overHalfFrom,
  rangeOf,
  rightFrom,
  seeds,
  updateAt,
} from "../../model/training.ts";
import { drag } from "../controls/drag.ts";
import { tickLabel } from "../plot/axis.ts";
import { textWidth } from "../plot/labels.ts";
import { marker, swatch } from "../plot/mark.ts";
import { type Point, polyline, staircase, thinned } from "../plot/path.ts";
import { plotStyles } from "../plot/styles.ts";
import { richText } from "../rich-text.ts";
import { sharedStyles } from "../store-element.ts";
import {
  lossBottom,
  lossTop,
  lossY,
  panelHeight,
  placeAt,
  priceBottom,
  priceTop,
  priceY,
  updateX,
  weightBottom,
  weightTop,
  weightY,
} from "./curves.ts";
import { distance, objective } from "./formulas.ts";
import { LabElement } from "./lab-element.ts";
import labCss from "./shared-lab.css?inline";
import css from "./training.css?inline";
import "../controls/scroller.ts";

/** The curves of one estimator's runs, px; they change with the runs and the width only. */
interface Curves {
  readonly runs: readonly Run[];
  /** The first of the runs, in the panels of the others. */
  readonly first: string;
  readonly weight: string;
  readonly loss: string;
  readonly right: string;
  readonly half: string;
  readonly price: string;
  /** When the query stops, as a sentence. */
  readonly still: string;
}

/** All estimators side by side, on one axis of updates. */
export class Training extends LabElement {
  static override styles = [sharedStyles, plotStyles, unsafeCSS(labCss), unsafeCSS(css)];

  #curves = new Map<Estimator, { of: unknown; width: number; language: string; curves: Curves }>();

  #toggle(estimator: Estimator): void {
    const { options } = this.store.state.peek();
    const on = options.estimators.includes(estimator);
    if (on && options.estimators.length === 1) return;
    this.store.setOptions({
      estimators: estimators.filter((e) =>
        e === estimator ? !on : options.estimators.includes(e),
      ),
    });
  }

  /** A press in a panel goes to the update under it. */
  #grab(press: PointerEvent, width: number): (event: PointerEvent) => void {
    const panel = press.currentTarget as SVGSVGElement;
    return ({ clientX }) => {
      const box = panel.getBoundingClientRect();
      const place = placeAt(((clientX - box.left) / box.width) * width, width);
      this.store.playing.value = false;
      this.store.setOptions({ at: updateAt(place) });
    };
  }

  #shownAtOnce(): number {
    const { width } = this;
    return width >= 1080 ? 7 : width >= 800 ? 4 : width >= 540 ? 3 : width >= 300 ? 2 : 1;
  }

  #panelWidth(count: number): number {
    const { width } = this;
    const shown = Math.min(count, this.#shownAtOnce());
    const between = gapFor(width);
    // Where not all fit, the next one looks in.
    const peek = count > shown ? between + (width < 540 ? 20 : 40) : 0;
    return Math.min(420, Math.floor((width - gutter - (shown - 1) * between - peek) / shown));
  }

  #curvesOf(estimator: Estimator, results: Results | null, width: number): Curves | null {
    const outcomes = results?.runs.get(estimator) ?? [];
    const runs = outcomes.filter((outcome): outcome is Run => outcome !== "overflow");
    if (results === null || runs.length === 0) return null;
    const language = this.store.language.value;
    const known = this.#curves.get(estimator);
    if (known?.of === outcomes && known.width === width && known.language === language)
      return known.curves;
    const { train } = this.words;
    const xs = Array.from({ length: updates + 1 }, (_, k) => updateX(k, width));
    const points = (values: ArrayLike<number>, y: (value: number) => number): readonly Point[] =>
      xs.map((x, k) => [x, y(values[k] ?? 0)]);
    const weights = runs.map((run) => polyline(thinned(points(run.weightTarget, weightY), 0.5)));
    const losses = runs.map(({ loss }) => {
      const curve = points(loss, (value) => lossY(value, loss[0] ?? 0));
      return jumps(estimator) ? staircase(curve) : polyline(thinned(curve, 0.5));
    });
    // It jumps wherever the pick changes.
    const prices = runs.map(({ outputDistance: far }) =>
      polyline(
        thinned(
          points(far, (value) => priceY(value, far[0] ?? 0)),
          0.5,
        ),
      ),
    );
    const said = (values: ReadonlyArray<number | null>): string => {
      const { never } = train;
      const { least, most } = rangeOf(values);
      if (least === null) return never;
      if (least === most) return train.from(String(least));
      return most === null
        ? train.to(train.from(String(least)), never)
        : train.from(train.to(String(least), String(most)));
    };
    const curves: Curves = {
      runs,
      first: weights[0] ?? "",
      weight: weights.join(""),
      loss: losses.join(""),
      right: said(runs.map((run) => rightFrom(run, results.setup.target))),
      half: said(runs.map(overHalfFrom)),
      price: prices.join(""),
      still: stillness(runs[0] === undefined ? null : frozenFrom(runs[0]), train),
    };
    this.#curves.set(estimator, { of: outcomes, width, language, curves });
    return curves;
  }

  protected override render(): TemplateResult | null {
    const { store, lab, words } = this;
    const shown = store.shown.value;
    if (shown === null) return null;
    const { options, scene, score, keys } = shown.state;
    const target = shown.names[shown.derivation.argmax] ?? "";
    const setup = lab.setup.value;
    const results = lab.results.value;
    const { train } = words;
    const width = this.#panelWidth(options.estimators.length);
    const all = options.estimators.map((estimator) => ({
      estimator,
      outcomes: results?.runs.get(estimator) ?? [],
      curves: this.#curvesOf(estimator, results, width),
    }));
    const hard = results?.runs.get("hard")?.[0];
    const large = setup !== null && typeof setup !== "string" && !canSample(setup);
    const notes = [
      typeof setup === "string" ? train[setup] : "",
      score !== "dot" || keys !== null ? train.dot : "",
      scene !== "apple" && options.start === null
        ? shown.state.query.every((x) => x === 0)
          ? train.atZero
          : train.negative
        : "",
      options.estimators.includes("hard") && isFrozen(hard) ? train.hardStays(String(updates)) : "",
      options.estimators.some(isSampled) && large ? train.large : "",
      options.estimators.some(isSampled) && !large && typeof setup !== "string"
        ? train.seedsNote(String(options.seed), String(options.seed + seeds - 1))
        : "",
    ];
    return html`
      <h2>${train.heading(target)}</h2>
      <p class="sentence">${train.sentence(target)}</p>
      <div class="chips" role="group" aria-label=${train.show}>
        ${estimators.map(
          (estimator) => html`<button
            type="button"
            aria-pressed=${options.estimators.includes(estimator)}
            @click=${() => this.#toggle(estimator)}
          ><span aria-hidden="true">✓ </span>${train.short[estimator]}</button>`,
        )}
        <span class="legend">
          ${train.looksAt}
          <span>${swatch(marker(true, [6, 6]), 12)} ${train.hardPick}</span>
          <span>${swatch(marker(false, [6, 6]), 12)} ${train.softMean}</span>
        </span>
      </div>
      <p class="note">${train.squares}</p>
      ${
        typeof setup === "string" || this.width === 0
          ? nothing
          : html`<div class="hero ltr ${this.width < 540 ? "narrow" : ""} ${options.estimators.length > this.#shownAtOnce() ? "peeks" : ""}">
              ${this.#gutter(train.weightOf(shortened(target, 14)))}
              <sb-scroller class="panels" role="region" tabindex="0" aria-label=${train.region}>
                ${all.map((panel) =>
                  this.#panel(
                    panel,
                    all.flatMap((other) => (other === panel ? [] : [other.curves?.first ?? ""])),
                    width,
                    options,
                    target,
                  ),
                )}
              </sb-scroller>
            </div>`
      }
      <p class="note">${notes.filter((note) => note !== "").map((note) => richText(marked`${note} `))}</p>
      <p class="note end">${richText(train.end)}</p>
      <details class="glossary">
        <summary>${train.glossary}</summary>
        <dl>
          ${options.estimators.map(
            (estimator) => html`
              <div><dt>${train.estimators[estimator]}</dt><dd>${richText(train.glossaryOf[estimator])}</dd></div>`,
          )}
          <div><dt>${train.looksAt}</dt><dd>${train.glossaryLooks}</dd></div>
        </dl>
      </details>
    `;
  }

  #gutter(weight: string): TemplateResult {
    const { train } = this.words;
    const middle = (lossTop + lossBottom) / 2;
    const upright = /\p{Script=Han}/u.test(train.loss);
    return html`
      <svg class="gutter" aria-hidden="true" width=${gutter} height=${panelHeight}>
        ${(
          [
            ["1", weightTop],
            ["½", weightY(0.5)],
            ["0", weightBottom],
            [train.start, lossTop],
            ["0", lossBottom],
            ["0", priceBottom],
          ] as const
        ).map(([label, y]) => tickLabel(gutter - 6, y + 4, label, "end"))}
        ${upward(weight, weightY(0.5), upright)}
        ${upward(train.loss, middle, upright)}
        <text class="what" text-anchor="end" x=${gutter - 6} y=${priceTop + 4}>‖<tspan class="vector">o</tspan> − <tspan class="vector">h</tspan>‖</text>
        <text class="what" text-anchor="end" x=${gutter - 6} y=${panelHeight - 2}>${train.updatesAxis}</text>
      </svg>
    `;
  }

  #panel(
    {
      estimator,
      outcomes,
      curves,
    }: {
      readonly estimator: Estimator;
      readonly outcomes: readonly Outcome[];
      readonly curves: Curves | null;
    },
    others: readonly string[],
    width: number,
    { at, lambda }: Options,
    target: string,
  ): TemplateResult {
    const { words } = this;
    const { train } = words;
    const x = updateX(at, width);
    const kind = estimator === "hard" ? "hard" : "soft";
    const name = train.estimators[estimator];
    const weight = curves === null ? "" : spread(curves.runs, (run) => run.weightTarget[at], train);
    const all = curves === null ? "" : curves.weight + curves.loss + curves.price;
    const price =
      curves === null ? "…" : spread(curves.runs, (run) => run.outputDistance[at], train);
    const loss = curves === null ? "" : spread(curves.runs, (run) => run.loss[at], train);
    return html`
      <section class="panel ${kind}" data-estimator=${estimator} aria-label=${name}>
        <h3>${this.width < 540 ? train.short[estimator] : name}</h3>
        <p class="objective">${objective(estimator, words, formatExact(lambda))}</p>
        <svg
          aria-hidden="true"
          width=${width}
          height=${panelHeight}
          viewBox="0 0 ${width} ${panelHeight}"
          ${drag({ way: "across", grab: (press) => this.#grab(press, width) })}
        >
          <rect class="touch" width=${width} height=${panelHeight} />
          <path class="grid" d="M0 ${weightTop}H${width}M0 ${weightY(0.5)}H${width}M0 ${weightBottom}H${width}M0 ${lossTop}H${width}M0 ${lossBottom}H${width}M0 ${priceTop}H${width}M0 ${priceBottom}H${width}" />
          <path class="others" d=${others.join("")} />
          <clipPath id="played-${estimator}"><rect y="-10" width=${x} height=${panelHeight + 10} /></clipPath>
          <path class="curve ahead" d=${all} />
          <path
            class="curve ${isSampled(estimator) ? "many" : ""}"
            clip-path="url(#played-${estimator})"
            d=${all}
          />
          <path class="cursor" d="M${x} ${weightTop - 6}V${priceBottom}" />
          ${curves === null ? nothing : this.#markers(curves, estimator, at, x, width, weight)}
          ${ticks(at, x, width)}
        </svg>
        ${
          outcomes.includes("overflow")
            ? html`<p class="overflow">${train.overflow}</p>`
            : html`
              <dl>
                <div><dt>${train.pickRight}</dt><dd>${curves?.right ?? "…"}</dd></div>
                <div><dt><i class="p">p</i> ${train.overHalf}</dt><dd>${curves?.half ?? "…"}</dd></div>
                <div><dt>${distance} ${train.now}</dt><dd>${price}</dd></div>
              </dl>
              ${isSampled(estimator) ? nothing : html`<p class="still">${curves?.still ?? "…"}</p>`}`
        }
        <p class="hidden">${
          curves === null
            ? train.waiting
            : train.state(String(at), train.weightIs(target, weight), loss)
        }</p>
      </section>
    `;
  }

  #markers(
    { runs }: Curves,
    estimator: Estimator,
    at: number,
    x: number,
    width: number,
    weight: string,
  ): unknown {
    const [run] = runs;
    if (run === undefined) return nothing;
    const heights = runs.map((each) => weightY(each.weightTarget[at] ?? 0));
    const y = heights[0] ?? 0;
    const top = Math.min(...heights);
    const low = lossY(run.loss[at] ?? 0, run.loss[0] ?? 0);
    const paid = priceY(run.outputDistance[at] ?? 0, run.outputDistance[0] ?? 0);
    const hard = looksHard(estimator);
    // Left of the cursor and above the curve, where a rising curve leaves room; below it near the top.
    const length = textWidth(weight, 15);
    const right = x > width * 0.42;
    const over = right ? x - 8 < length : x + 9 + length > width;
    const anchor = over ? "middle" : right ? "end" : "start";
    const anchorX = over ? width / 2 : right ? x - 8 : x + 9;
    // Two numbers that are longer than the panel stand one above the other.
    const lines = length > width ? weight.split(/(?= to )|(?<=～)/) : [weight];
    const anchorY = top < 34 ? top + 30 : top - 8 - 17 * (lines.length - 1);
    return svg`
      <text class="weight halo" text-anchor=${anchor} x=${anchorX} y=${anchorY}>${lines.map((line, k) => svg`<tspan x=${anchorX} dy=${k === 0 ? 0 : 17}>${line}</tspan>`)}</text>
      ${marker(hard, [x, y])}
      ${marker(hard, [x, low], 3.5)}
      ${marker(hard, [x, paid], 3.5)}
    `;
  }
}

/** When no bit of a query changes any more. */
function stillness(from: number | null, { still }: Pick<GradientText["train"], "still">): string {
  return from === null ? still.never : from === 0 ? still.always : still.after(String(from));
}

/** Whether the loss is that of the pick. */
const jumps = (estimator: Estimator): boolean =>
  estimator === "hard" || estimator === "straight-through";

const gutter = 52;
const gapFor = (width: number): number => (width < 540 ? 14 : 22);

/** What an axis shows: turned, but Chinese stands upright. */
const upward = (name: string, y: number, upright: boolean): unknown =>
  upright
    ? svg`<text class="what upright" text-anchor="middle" x="6" y=${y}>${name}</text>`
    : svg`<text class="what" text-anchor="middle" transform="translate(9 ${y}) rotate(-90)">${name}</text>`;

/** 0, 10 and the last one, and the update that is looked at; that one goes first. */
function ticks(at: number, x: number, width: number): unknown {
  const y = panelHeight - 2;
  const [now, anchor] = atEdge(at, x, width, x > width - 16);
  const near = (k: number): boolean => Math.abs(updateX(k, width) - x) < (k === updates ? 30 : 22);
  return svg`
    ${[0, 10, updates]
      .filter((k) => k !== at && !near(k))
      .map((k) => {
        const [place, anchor] = atEdge(k, updateX(k, width), width, k === updates);
        return tickLabel(place, y, k, anchor);
      })}
    ${tickLabel(now, y, at, anchor, "now")}
  `;
}

/** A number at the end of the axis must not leave the panel. */
const atEdge = (
  k: number,
  x: number,
  width: number,
  last: boolean,
): readonly [x: number, anchor: "start" | "middle" | "end"] =>
  k === 0 ? [0, "start"] : last ? [width, "end"] : [x, "middle"];

/** A number of all runs: the least and the greatest where they differ. */
function spread(
  runs: readonly Run[],
  of: (run: Run) => number | undefined,
  train: { readonly to: (a: string, b: string) => string },
): string {
  const values = runs.map((run) => of(run) ?? Number.NaN);
  const print = values.length > 1 ? formatNarrow : format;
  const [least, most] = [print(Math.min(...values)), print(Math.max(...values))];
  return least === most ? least : train.to(least, most);
}

const isFrozen = (outcome: Outcome | undefined): boolean =>
  outcome !== undefined && outcome !== "overflow" && frozenFrom(outcome) === 0;

customElements.define("sb-training", Training);
