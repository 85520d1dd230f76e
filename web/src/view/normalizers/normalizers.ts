import {
  html,
  nothing,
  type PropertyValues,
  type SVGTemplateResult,
  svg,
  type TemplateResult,
  unsafeCSS,
} from "lit";
import type { NormalizerKind, Perturbation, Property } from "../../core/core.ts";
import { normalizerTable } from "../../model/export-tables.ts";
import { format, formatExact } from "../../model/format.ts";
import { lettersOf } from "../../model/names.ts";
import {
  type Checks,
  checked,
  duplicated,
  isShown,
  maxSearched,
  pairShare,
  perturbed,
  removedItems,
  undefinedShifts,
  witnessState,
} from "../../model/normalizers.ts";
import { maxItems, normalizers, properties } from "../../model/state.ts";
import type { Shown } from "../../model/store.ts";
import type { NormalizersText } from "../../model/text/index.ts";
import complaintCss from "../complaint.css?inline";
import { complaintOf } from "../complaint.ts";
import type { Offer } from "../data/takeaway.ts";
import { icon } from "../icons.ts";
import { wantsStillness } from "../motion.ts";
import { numeral } from "../numeral.ts";
import { fitsPaper } from "../paper.ts";
import { type Axes, valueAxes } from "../plot/axes.ts";
import { finite } from "../plot/extent.ts";
import { roundUp } from "../plot/ticks.ts";
import { richText } from "../rich-text.ts";
import { SceneDefault } from "../scene-default.ts";
import { SizedElement } from "../sized-element.ts";
import { sharedStyles } from "../store-element.ts";
import "../controls/choices.ts";
import "../controls/temperature.ts";
import "../controls/number-field.ts";
import "../controls/scroller.ts";
import "../data/take.ts";
import barsCss from "./bars.css?inline";
import { formulaOf, isInWords, nameOf } from "./formulas.ts";
import { withEnd } from "./geometry.ts";
import css from "./normalizers.css?inline";
import { outputOf } from "./output.ts";
import panelCss from "./panel.css?inline";
import { counterexample } from "./panel.ts";
import {
  cross,
  drawn,
  hatch,
  itemSign,
  markOf,
  maxPrinted,
  stepFor,
  tick,
  weightBars,
  widthOf,
} from "./rows.ts";
import { argument, sets } from "./sets.ts";
import "./smooth.ts";

/** The view `normalizers`: twelve ways to turn scores into weights, and what tells them apart. */
export class Normalizers extends SizedElement {
  static override properties = {
    ...SizedElement.properties,
    checks: { state: true },
  };
  static override styles = [
    sharedStyles,
    unsafeCSS(complaintCss),
    unsafeCSS(barsCss),
    unsafeCSS(css),
    unsafeCSS(panelCss),
  ];
  static {
    Normalizers.addInitializer(fitsPaper);
  }

  /** What the search has found so far for the present scores; what it found before until then. */
  declare checks: Checks;

  #timer: ReturnType<typeof setTimeout> | undefined;
  /** For which scores, temperature and α each normaliser was searched. */
  readonly #searched = new Map<NormalizerKind, string>();
  readonly #axes = new SceneDefault<Axes>();

  constructor() {
    super();
    this.checks = new Map();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
  }

  /** One normaliser at a time, so that none of it is felt. */
  #search(): void {
    clearTimeout(this.#timer);
    const shown = this.store.rested.peek();
    if (shown === null) return;
    const kind = this.#unsearched(shown);
    if (kind === undefined) return;
    this.#timer = setTimeout(
      () => {
        this.#searched.set(kind, searchKey(shown, kind));
        this.checks = new Map(this.checks).set(kind, checked(this.store.core, shown, kind));
        this.#search();
      },
      kind === "entmax" && this.checks.has(kind) ? 80 : 0,
    );
  }

  /** The next normaliser whose properties were not yet sought for at these scores. */
  #unsearched(shown: Shown): NormalizerKind | undefined {
    return normalizers.find((kind) => this.#searched.get(kind) !== searchKey(shown, kind));
  }

  readonly #offers: readonly Offer[] = [
    {
      label: "normalizers",
      table: () => {
        const shown = this.store.shown.peek();
        if (shown === null || this.checks.size < normalizers.length) return null;
        return normalizerTable(this.store.core, shown, this.checks);
      },
    },
  ];

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    this.#search();
    // Measuring would be felt in a drag, which moves no row.
    const shown = this.store.shown.peek();
    const { opened, normalizer } = this.store.state.peek().options;
    const chosen = `${normalizer} ${opened?.kind} ${opened?.property}`;
    if (chosen === this.#placed && shown !== this.store.rested.peek()) return;
    this.#placed = chosen;
    this.#placeTab();
    this.#showPanel();
  }
  #placed = "";
  /** Whether the reader has asked for what the panel says now. */
  #shows = false;

  /** Below the table it may be out of sight. */
  #showPanel(): void {
    if (!this.#shows) return;
    this.#shows = false;
    const panel = this.renderRoot.querySelector(".why .panel");
    if (panel === null) return;
    const block = panel.clientHeight > innerHeight ? "start" : "nearest";
    panel.scrollIntoView({ block, behavior: wantsStillness() ? "auto" : "smooth" });
  }

  /** Back to where it was opened. */
  #close(): void {
    this.renderRoot.querySelector<HTMLElement>('.box[aria-expanded="true"]')?.focus();
    this.store.setOptions({ opened: null });
  }

  /** The open row and the panel are one outline; the panel goes down with a row that lies below it. */
  #placeTab(): void {
    const root = this.renderRoot;
    const tab = root.querySelector<HTMLElement>(".tab");
    const row = root.querySelector<HTMLElement>("tr.chosen");
    const panel = root.querySelector<HTMLElement>(".panel");
    if (tab === null || row === null || panel === null) return;
    const frame = root.querySelector(".main")?.getBoundingClientRect();
    if (frame === undefined) return;
    const zoom = frame.width / (root.querySelector<HTMLElement>(".main")?.offsetWidth || 1) || 1;
    const { top, bottom, left } = row.getBoundingClientRect();
    const box = panel.getBoundingClientRect();
    const now = Number.parseFloat(panel.style.marginTop || "0");
    const start = box.top - now * zoom;
    const drop = Math.max(0, bottom + 12 - (start + box.height));
    panel.style.setProperty("margin-top", `${drop}px`);
    tab.style.setProperty("top", `${top - frame.top}px`);
    tab.style.setProperty("height", `${bottom - top}px`);
    tab.style.setProperty("left", `${left - frame.left - 10}px`);
    tab.style.setProperty("width", `${box.left - left + 11}px`);
  }

  #select(kind: NormalizerKind): void {
    this.#shows = true;
    this.store.setOptions({ normalizer: kind, opened: null });
  }

  #open(kind: NormalizerKind, property: Property): void {
    const { opened } = this.store.state.peek().options;
    const again = opened?.kind === kind && opened.property === property;
    this.#shows = !again;
    this.store.setOptions({ normalizer: kind, opened: again ? null : { kind, property } });
  }

  #toggle(item: number, removed: readonly number[], shown: Shown): void {
    const deleted = removed.includes(item)
      ? removed.filter((i) => i !== item)
      : [...removed, item].sort((a, b) => a - b);
    // The last one stays.
    const next = { ...shown.state.options, deleted };
    if (deleted.length === 0 || removedItems(next, shown.derivation).length > 0)
      this.store.setOptions({ deleted });
  }

  #light = (event: Event): void => {
    const item = (event.target as Element).closest?.("[data-item]")?.getAttribute("data-item");
    this.store.lit.value = item === null || item === undefined ? null : Number(item);
  };

  protected override render(): TemplateResult | null {
    const { store } = this;
    const shown = store.shown.value;
    // Read, so that the search begins when they have come to rest.
    void store.rested.value;
    const text = store.words("normalizers");
    const problem = store.problem.value;
    const complaint = html`<p class="problem" role="alert">${problem === null ? nothing : complaintOf(problem, store.text.value)}</p>`;
    if (shown === null) return complaint;
    const { options } = shown.state;
    const removed = removedItems(options, shown.derivation);
    const rows = new Map(normalizers.map((kind) => [kind, perturbed(store.core, shown, kind)]));
    const chosen = options.opened?.kind ?? options.normalizer;
    const wide = this.width >= 1180;
    const panel = html`<section class="panel" aria-live="polite">${this.#panel(shown, text, chosen, rows)}</section>`;
    const { sentence } = scopeOf(shown, text);
    return html`
      ${hatch}
      <div class="figure ${problem === null ? "" : "stale"}" @pointerover=${this.#light} @focusin=${this.#light} @pointerleave=${() => {
        store.lit.value = null;
      }}>
        ${this.#bar(shown, text, removed)}
        ${complaint}
        <div class="main ${wide ? "wide" : ""}">
          ${wide ? html`<div class="tab ${chosen === "softmax" ? "soft" : ""}" aria-hidden="true"></div>` : nothing}
          <div class="why">
            <h2>${text.heading}</h2>
            <p class="introduction">${text.introduction}</p>
            ${
              wide
                ? this.#table(shown, text, removed, chosen, rows)
                : html`<sb-scroller class="matrix">${this.#table(shown, text, removed, chosen, rows)}</sb-scroller>${panel}`
            }
            ${this.#legend(shown, text, removed)}
            <p class="note">${text.search}${text.space}${sentence}</p>
            ${argument(text, this.checks)}
          </div>
          <div class="aside">
            ${wide ? panel : nothing}
            <section class="two">
              ${sets({
                text,
                checks: this.checks,
                nameOf: (kind) => nameOf(kind, options.alpha, text),
                best:
                  shown.names.length < maxItems
                    ? (shown.names[shown.derivation.argmax] ?? null)
                    : null,
                share: pairShare(store.core, shown),
                duplicate: () =>
                  store.update(duplicated(store.state.peek(), shown.derivation.argmax)),
              })}
            </section>
          </div>
        </div>
        <sb-smooth-maxima .store=${store}></sb-smooth-maxima>
        <sb-take .store=${store} .offers=${this.#offers}></sb-take>
      </div>
    `;
  }

  #bar(
    shown: Shown,
    text: NormalizersText,
    removed: readonly number[],
  ): TemplateResult | typeof nothing {
    const { store } = this;
    if (store.hides("controls")) return nothing;
    const { options } = shown.state;
    const { controls } = text;
    const largest = Math.max(
      ...Array.from(shown.derivation.scores, Math.abs).filter(Number.isFinite),
      4.8,
    );
    const reach = largest <= 6 ? 6 : finite(roundUp(largest));
    const at = undefinedShifts(store.core, shown, removed);
    const marks = at === null ? [] : [at.mean, at.max].map((shift) => ({ at: shift, label: "" }));
    return html`
      <div class="controls">
        <sb-number-field
          class="shift"
          .store=${store}
          .label=${controls.shift}
          .symbol=${"c"}
          .value=${options.shift}
          .accepts=${Number.isFinite}
          .complaint=${controls.notAShift}
          .slider=${{ from: -reach, to: reach, step: reach / 96, origin: 0, marks }}
          @number=${(event: CustomEvent<number>) => store.setOptions({ shift: event.detail })}
        ></sb-number-field>
        <div class="delete" role="group" aria-label=${controls.delete}>
          <span class="what">${controls.delete}</span>
          <span class="items">
            ${shown.names.map((name, i) => {
              const gone = removed.includes(i);
              const drawing = icon(name);
              const label = gone ? controls.restoreItem(name) : controls.deleteItem(name);
              return html`<button
                type="button"
                data-item=${i}
                class=${gone ? "gone" : ""}
                aria-pressed=${gone}
                aria-label=${label}
                title=${label}
                @click=${() => this.#toggle(i, removed, shown)}
              >${
                drawing === null
                  ? html`<span class="letter">${withEnd(name, 11)}</span>`
                  : html`<svg viewBox="0 0 48 48" width="24" height="24" aria-hidden="true">${drawing}</svg>`
              }<span class="times" aria-hidden="true">${gone ? "+" : "×"}</span></button>`;
            })}
          </span>
        </div>
        ${store.hides("t") ? nothing : html`<sb-temperature .store=${store}></sb-temperature>`}
        <sb-number-field
          class="alpha"
          .store=${store}
          .label=${controls.alpha}
          .symbol=${"m"}
          .value=${options.alpha}
          .accepts=${isAlpha}
          .complaint=${controls.notAnAlpha}
          .slider=${{
            from: 1,
            to: 4,
            step: 1 / 32,
            marks: [
              { at: 1, label: text.names.softmax },
              { at: 2, label: text.names.sparsemax },
            ],
          }}
          @number=${(event: CustomEvent<number>) => store.setOptions({ alpha: event.detail })}
        ></sb-number-field>
        <sb-choices .store=${store}></sb-choices>
        ${
          store.canUndo.value
            ? html`<button type="button" class="load undo" @click=${() => this.#undo()}>${controls.undo}</button>`
            : nothing
        }
      </div>
    `;
  }

  /** What was done to the scores went with them. */
  #undo(): void {
    const { values } = this.store.state.peek();
    this.store.undo();
    if (this.store.state.peek().values !== values) this.store.setOptions({ shift: 0, deleted: [] });
  }

  #table(
    shown: Shown,
    text: NormalizersText,
    removed: readonly number[],
    chosen: NormalizerKind,
    rows: ReadonlyMap<NormalizerKind, Perturbation | null>,
  ): TemplateResult {
    const { options } = shown.state;
    const items = shown.names.map((_, i) => i).filter((i) => !removed.includes(i));
    const scores = [...rows.values()].find((row) => row !== null)?.scores ?? [];
    const step = stepFor(items.length);
    const roomy = items.length <= maxPrinted;
    // Where two neighbours would run together, every other number stands a line higher.
    const tight = items.some(
      (i, k) =>
        k > 0 &&
        widthOf(format(scores[i] ?? 0), 12) + widthOf(format(scores[items[k - 1] ?? 0] ?? 0), 12) >
          2 * step,
    );
    return html`
      <table aria-label=${text.tableLabel} aria-busy=${this.#unsearched(shown) !== undefined}>
        <thead>
          <tr>
            <th scope="col" class="scores">${options.shift === 0 ? text.scores : text.shiftedBy(format(options.shift))}</th>
            <th scope="col" class="items">
              <span class="hidden">${text.weights}</span>
              <svg width="228" height="70" viewBox="0 -12 228 70" aria-hidden="true">
                ${items.map((i, place) =>
                  headOf(
                    shown.names[i] ?? "",
                    scores[i] ?? 0,
                    i,
                    place * step,
                    step,
                    roomy,
                    this.store.lit.value,
                    tight && place % 2 === 1,
                  ),
                )}
              </svg>
            </th>
            ${properties.map(
              (property) =>
                html`<th scope="col" class="property ${isBlue(property) ? "blue" : ""}"><span title=${text.properties[property]}>${text.heads[property]}</span></th>`,
            )}
          </tr>
        </thead>
        <tbody>
          ${normalizers.map((kind) =>
            this.#row(shown, text, items, kind, kind === chosen, rows.get(kind) ?? null),
          )}
        </tbody>
      </table>
    `;
  }

  #row(
    shown: Shown,
    text: NormalizersText,
    items: readonly number[],
    kind: NormalizerKind,
    isChosen: boolean,
    perturbation: Perturbation | null,
  ): TemplateResult {
    const { alpha, opened, deleted } = shown.state.options;
    const name = nameOf(kind, alpha, text);
    const hue = kind === "softmax" ? "soft" : kind === "hard" ? "hard" : "plain";
    const checks = this.checks.get(kind);
    return html`
      <tr class="${kind} ${isChosen ? "chosen" : ""}">
        <th scope="row">
          <button type="button" class="name" aria-pressed=${isChosen && opened === null} @click=${() => this.#select(kind)}>${name}</button>
          ${
            deleted.length > 0 && items.length < shown.names.length
              ? ratioOf(shown, text, perturbation)
              : html`<span class="formula ${isInWords(kind, text) ? "words" : ""}">${richText(formulaOf(kind, alpha, text))}</span>`
          }
        </th>
        <td class="weights ltr" translate="no">
          ${weightBars({
            perturbation,
            hue,
            printed: isChosen || kind === "softmax",
            tall: kind === "l1",
            items,
            names: shown.names,
            lit: this.store.lit.value,
            noAnswer: text.noAnswer,
            comma: text.comma,
          })}
        </td>
        ${properties.map((property) => {
          const check = checks?.find((c) => c.property === property);
          const mark = markOf(check, text.holds.weak);
          const label = text.properties[property];
          const isOpen = opened?.kind === kind && opened.property === property;
          const opens = check?.holds === "no" || check?.holds === "weak";
          const drawing =
            mark === "yes"
              ? drawn(tick)
              : mark === "cross"
                ? drawn(cross)
                : mark === "dash"
                  ? "–"
                  : mark === "pending"
                    ? "·"
                    : html`<span>${richText(mark.word)}</span>`;
          return html`
            <td class="property ${isBlue(property) ? "blue" : ""} ${opens ? "opens" : ""}">
              ${
                opens
                  ? html`<button
                      type="button"
                      class="box ${check?.holds === "weak" ? "weak" : ""}"
                      aria-expanded=${isOpen}
                      title=${label}
                      @click=${() => this.#open(kind, property)}
                    >${drawing}<span class="hidden"> ${text.opens(name, label, text.holds[check?.holds ?? "no"])}</span></button>`
                  : html`<span class="quiet">${drawing}<span class="hidden">${text.holds[check?.holds ?? "pending"]}</span></span>`
              }
            </td>`;
        })}
      </tr>
    `;
  }

  #legend(shown: Shown, text: NormalizersText, removed: readonly number[]): TemplateResult {
    const { legend } = text;
    const at = undefinedShifts(this.store.core, shown, removed);
    const to = (shift: number): TemplateResult =>
      html`<button type="button" class="at" title=${formatExact(shift)} @click=${() => this.store.setOptions({ shift })}>${numeral(legible(shift))}</button>`;
    return html`
      <ul class="legend">
        <li>${richText(legend.z)}</li>
        <li><svg width="22" height="10" aria-hidden="true"><path class="was" d="M0 5H22" /></svg> ${legend.dashes}</li>
        <li><svg width="16" height="11" aria-hidden="true"><rect class="odd" x="0.5" y="0.5" width="15" height="10" /></svg> ${legend.hatched}</li>
        <li><b>0</b> ${legend.zero}</li>
        <li><b>${text.holds.weak}</b> ${legend.weak}</li>
        <li><b>C<sup>0</sup></b> ${legend.kinks}</li>
        <li><b>C<sup><i>n</i></sup></b> ${richText(legend.derivatives)}</li>
        <li><b><i>m</i></b> ${legend.parameter}</li>
        <li><b>–</b> ${legend.limit}</li>
        ${
          at === null
            ? nothing
            : html`<li><svg width="9" height="9" aria-hidden="true"><path class="triangle" d="M0.5 1H8.5L4.5 8Z" /></svg> ${richText(legend.l1At)}${to(at.mean)}${richText(legend.reluFrom)}${to(at.max)}${legend.end}</li>`
        }
        ${removed.length > 0 ? html`<li>${text.ratios}</li>` : nothing}
      </ul>
    `;
  }

  #panel(
    shown: Shown,
    text: NormalizersText,
    chosen: NormalizerKind,
    rows: ReadonlyMap<NormalizerKind, Perturbation | null>,
  ): TemplateResult {
    const { store } = this;
    const { options } = shown.state;
    const name = nameOf(chosen, options.alpha, text);
    const { opened } = options;
    if (opened === null)
      return outputOf({
        core: store.core,
        text,
        shown,
        kind: chosen,
        name,
        perturbation: rows.get(chosen) ?? null,
        axes: this.#axes.of(shown, () => valueAxes(shown.derivation, shown.state.values)),
        lit: store.lit.value,
      });
    const check = this.checks.get(opened.kind)?.find((c) => c.property === opened.property);
    const { scores } = shown.derivation;
    return counterexample({
      core: store.core,
      text,
      opened,
      check,
      name,
      alpha: options.alpha,
      names: shown.names.filter((_, i) => (scores[i] ?? 0) > Number.NEGATIVE_INFINITY),
      loaded: check?.witness ? isShown(check.witness, shown) : false,
      close: () => this.#close(),
      load: (witness) => store.update(witnessState(witness, shown, opened.kind)),
    });
  }
}

/** What the properties of a normaliser are sought for. */
function searchKey({ state, derivation }: Shown, kind: NormalizerKind): string {
  const scores = `${state.temperature} ${derivation.scores.join()}`;
  return kind === "entmax" ? `${scores} ${state.options.alpha}` : scores;
}

/** What must be said about the search. */
function scopeOf({ state, names }: Shown, text: NormalizersText): { readonly sentence: string } {
  const limit = state.temperature === 0 || state.temperature === Number.POSITIVE_INFINITY;
  if (limit) return { sentence: text.searchedLimit };
  return { sentence: names.length > maxSearched ? text.notSearched(maxSearched) : "" };
}

/** A place on the slider has all its digits where they are few. */
function legible(x: number): string {
  const exact = formatExact(x);
  return exact.length <= 9 ? exact : format(x);
}

const isAlpha = (x: number): boolean => x >= 1 && x < Number.POSITIVE_INFINITY;

const isBlue = (property: Property): boolean =>
  property === "shift-invariant" || property === "ratio-independent";

/** The ratio of two weights with the deleted items and without them. */
function ratioOf(
  { names }: Shown,
  text: NormalizersText,
  perturbation: Perturbation | null,
): TemplateResult {
  const ratio = perturbation?.ratio ?? null;
  if (ratio === null) return html`<span class="ratio">${text.noRatio}</span>`;
  const sign = (item: number): TemplateResult => itemSign(names[item] ?? "");
  const before = numeral(format(ratio.before));
  return html`<span class="ratio ${ratio.changed ? "changed" : ""}">${sign(ratio.item)} / ${sign(ratio.other)}
    ${ratio.changed ? html`<b>${before} → ${numeral(format(ratio.after))}</b>` : html`${before}<span class="hidden"> ${text.sameRatio}</span>`}</span>`;
}

/** An item over its column, with its score. */
function headOf(
  name: string,
  score: number,
  item: number,
  x: number,
  step: number,
  roomy: boolean,
  lit: number | null,
  high: boolean,
): SVGTemplateResult | typeof nothing {
  const drawing = icon(name);
  if (!roomy && item !== lit && drawing === null) return nothing;
  const middle = Math.round((x + step / 2) * 100) / 100;
  const size = Math.min(26, step);
  return svg`
    <g class=${lit === null || lit === item ? "" : "dim"} data-item=${item}>
      ${
        drawing === null
          ? called(name, middle, step)
          : svg`<svg x=${middle - size / 2} y=${22 - size} width=${size} height=${size} viewBox="0 0 48 48">${drawing}</svg>`
      }
      ${roomy || item === lit ? svg`<text x=${middle} y=${high ? 38 : 52} text-anchor="middle">${format(score)}</text>` : nothing}
      <title>${name} ${formatExact(score)}</title>
    </g>`;
}

/** A name over its column; aslant where it is wider. */
function called(name: string, x: number, step: number): SVGTemplateResult {
  const letter = /[\u2e80-\uffff]/.test(name) ? 14 : 7.5;
  if (lettersOf(name).length * letter <= step)
    return svg`<text class="item" x=${x} y="18" text-anchor="middle">${name}</text>`;
  return svg`<text transform="translate(${x + 2} 24) rotate(-55)">${withEnd(name, letter === 14 ? 6 : 9)}</text>`;
}

customElements.define("sb-normalizers", Normalizers);
