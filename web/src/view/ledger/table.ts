import { html, noChange, nothing, svg, type TemplateResult } from "lit";
import { format, formatExact } from "../../model/format.ts";
import { stepNumber } from "../../model/state.ts";
import type { Shown } from "../../model/store.ts";
import { stepOf } from "../../model/summary.ts";
import type { Text } from "../../model/text/index.ts";
import type { Form } from "../formula/maths.ts";
import { icon } from "../icons.ts";
import { numeral } from "../numeral.ts";
import { ground } from "../plot/ground.ts";
import { textWidth } from "../plot/labels.ts";
import { discLetters, tightness } from "./fit.ts";
import { quantity, sumOfShares } from "./labels.ts";
import { drawn, type LedgerLayout, type RowBox } from "./layout.ts";
import { featureOf, numbersOf, totalOf } from "./rows.ts";

/** What every part of the table reads. */
export interface Page {
  readonly shown: Shown;
  readonly text: Text;
  readonly layout: LedgerLayout;
  readonly form: Form;
  /** Where the reader stands along the chain, and how far the walk there has come. */
  readonly place: number;
  readonly reach: number;
  readonly lit: number | null;
  /** The columns that are written: all, or those in sight of many. */
  readonly columns: { readonly first: number; readonly end: number };
  /** Whether the numbers rest: tooltips and names for listeners wait for that. */
  readonly rested: boolean;
  /** Prints the numbers of an array by item. */
  readonly print: (numbers: ArrayLike<number>) => (item: number) => string;
  /** Whether the printed numbers of an array add up to a printed sum. */
  readonly addsUp: (numbers: ArrayLike<number>, sum: string) => boolean;
}

const other = (page: Page, item: number): boolean => page.lit !== null && page.lit !== item;

/** A cell for each column that is written, and room for the others. */
function across(
  { columns: { first, end }, layout: { n } }: Page,
  cell: (item: number) => TemplateResult,
): unknown {
  const room = (count: number): unknown =>
    count > 0 ? html`<td colspan=${count} aria-hidden="true"></td>` : nothing;
  return [
    room(first),
    Array.from({ length: end - first }, (_, k) => cell(first + k)),
    room(n - end),
  ];
}

/** Where not all columns are written, each says which it is. */
const columnIndex = ({ layout }: Page, item: number): number | typeof nothing =>
  layout.scrolls ? item + 2 : nothing;

interface Cell {
  readonly value: number;
  readonly printed: string;
}

/** The numbers of a row by item. */
function column(page: Page, numbers: ArrayLike<number>): (item: number) => Cell {
  const printed = page.print(numbers);
  return (item) => ({ value: numbers[item] ?? 0, printed: printed(item) });
}

/** A tooltip with all digits. */
const exact = ({ rested }: Page, value: number): string | typeof noChange =>
  rested ? formatExact(value) : noChange;

/** Sizes of the numbers, px, as in ledger.css: current row, other rows, features. */
const sizes = {
  wide: { current: 18, other: 15, feature: 13.5 },
  narrow: { current: 13, other: 12, feature: 12 },
};

export function head(page: Page): TemplateResult {
  const { layout, text, shown } = page;
  const { state, derivation: d } = shown;
  const { weights } = stepOf(d, state.step);
  const names = namesOf(page);
  const letters = discLetters(shown.names);
  const badge = badges(page);
  return html`
    <tr>
      <th scope="col" class="corner">
        <span class="hidden">${text.terms.quantity}</span>
      </th>
      ${across(page, (item) => {
        const name = shown.names[item] ?? "";
        return html`
          <th
            scope="col"
            class=${other(page, item) ? "dim" : ""}
            abbr=${name}
            aria-colindex=${columnIndex(page, item)}
            data-item=${item}
          >
            <button type="button" aria-pressed=${page.lit === item}>
              <span class="hidden">${
                page.rested
                  ? text.terms.item(
                      name,
                      format(d.scores[item] ?? 0),
                      weights.length > 0 ? format(weights[item] ?? 0) : null,
                    )
                  : noChange
              }</span>
              <span class="picture" aria-hidden="true">${picture(page, item, letters)}</span>
              <span class="name">
                <span class="word ${isLongName(names[item] ?? "", layout) ? "long" : ""}" aria-hidden="true">${names[item]}</span>
                ${layout.narrow ? badge(item) : nothing}
              </span>
            </button>
          </th>
        `;
      })}
      ${
        layout.narrow
          ? nothing
          : html`<th scope="col" class="total"><span class="hidden">${text.terms.total}</span></th>`
      }
    </tr>
  `;
}

/** Whether a name may need more than its column, of which its picture takes a part. */
const isLongName = (name: string, { pitch, oneLine }: LedgerLayout): boolean =>
  textWidth(name, 14) > 0.85 * (pitch - 6 - (oneLine ? beside : 0));
const beside = 28;

/** What a reader must be told of an item: beside its score, or its picture where there is no room. */
function badges({ shown, text, reach }: Page): (item: number) => TemplateResult | typeof nothing {
  const { derivation: d, state } = shown;
  const ties = new Set(d.ties.length > 1 && reach > 0 ? d.ties : []);
  return (item) => {
    const word = ties.has(item)
      ? text.badges.tie
      : state.mask?.[item] === false
        ? text.badges.masked
        : null;
    return word === null ? nothing : html`<span class="badge">${word}</span>`;
  };
}

/** Short names where there is little room, if the names are the scene's own. */
function namesOf({ layout, shown, text }: Page): readonly string[] {
  const { state, names } = shown;
  return layout.narrow && state.scene === "apple" && state.labels === null
    ? text.scenes.apple.short
    : names;
}

function picture(
  { shown, layout }: Page,
  item: number,
  letters: readonly string[],
): TemplateResult {
  const size = layout.narrow || layout.oneLine ? 24 : 20;
  return html`<svg class="icon" width=${size} height=${size} viewBox="0 0 48 48" aria-hidden="true">${
    icon(shown.names[item] ?? "") ??
    svg`<circle class="disc" cx="24" cy="24" r="19" /><text x="24" y="32.5" text-anchor="middle">${letters[item]}</text>`
  }</svg>`;
}

export function row(page: Page, box: RowBox): TemplateResult {
  const { layout, text, shown, form } = page;
  const feature = featureOf(box.id);
  const current = isCurrent(page, box);
  const aside = isAside(page, box);
  const total = totalText(page, box);
  return html`
    <tr class="${box.kind} ${stateOf(page, box)}" data-row=${box.id}>
      <th scope="row">
        <div class="label">
          ${
            feature === null
              ? html`
                  <span class="id">${box.id === "scores" && shown.state.step === "S2" ? "S2" : box.step}</span>
                  <span class="hidden">${
                    box.kind === "weights" ? text.terms.theWeights : text.stations[box.step]
                  }</span>
                  <span class="quantity ${isLong(box, form) ? "long" : ""}">${quantity(box.id, form, layout.narrow)}${
                    current && box.id === "weights" && !layout.narrow
                      ? html`<i aria-hidden="true">${text.terms.theWeights}</i>`
                      : nothing
                  }</span>
                  ${aside ? html`<span class="note">${text.terms.aside}</span>` : nothing}
                `
              : html`<span class="quantity" title=${shown.features[feature] ?? ""}><i>${shown.features[feature]}</i></span>`
          }
          ${
            layout.narrow && box.id !== "softmax" && !aside
              ? html`<span class="sum">${total}</span>`
              : nothing
          }
        </div>
      </th>
      ${cells(page, box, current)}
      ${layout.narrow ? nothing : html`<td class="total"><div class="sum">${total}</div></td>`}
    </tr>
  `;
}

/** Formulas that need a smaller size to fit the column of labels. */
const isLong = ({ id }: RowBox, { score, temperature }: Form): boolean =>
  (id === "scores" && score === "gaussian") || (id === "expShifted" && temperature !== "one");

export const isCurrent = ({ shown, place }: Pick<Page, "shown" | "place">, box: RowBox): boolean =>
  box.at === place || (box.id === "scores" && shown.state.step === "S2");

/** The half-steps go on from S5: what S6 gave is not used. */
const isAside = ({ shown: { state }, place }: Page, { id, at }: RowBox): boolean =>
  state.split && id === "normalized" && place > at;

function stateOf(page: Page, box: RowBox): string {
  if (isCurrent(page, box))
    return `current ${stepNumber(page.shown.state.step) < 7 ? "hard" : "soft"}`;
  if (box.at < page.place) return isAside(page, box) ? "past aside" : "past";
  return "leaving";
}

function cells(page: Page, box: RowBox, current: boolean): unknown {
  const { layout, shown, reach } = page;
  if (box.id === "shares") return across(page, () => html`<td></td>`);
  const { derivation: d } = shown;
  const number = column(page, numbersOf(box.id, d));
  const size = sizes[layout.narrow ? "narrow" : "wide"];
  const height = featureOf(box.id) === null ? size[current ? "current" : "other"] : size.feature;
  const badge = box.id === "scores" && !layout.narrow ? badges(page) : null;
  const pointed = box.id === "oneHot" || (box.id === "scores" && reach > 0);
  return across(page, (item) => {
    const { value, printed } = number(item);
    const classes = [
      "number",
      value < 0 ? "negative" : "",
      value === 0 && box.id !== "scores" && box.id !== "shifted" ? "zero" : "",
      item === d.argmax && pointed ? "picked" : "",
      tightness(printed, height, layout.pitch - (layout.narrow ? 3 : 8)),
    ];
    return html`<td class=${other(page, item) ? "dim" : ""} aria-colindex=${columnIndex(page, item)} data-item=${item}><span class=${classes.join(" ")} title=${exact(page, value)}>${numeral(printed)}</span>${badge === null ? nothing : badge(item)}</td>`;
  });
}

function totalText(page: Page, box: RowBox): TemplateResult | typeof nothing {
  const { text, shown, reach, layout } = page;
  const { derivation: d } = shown;
  if (box.id === "shares")
    return html`<span class="kind">Σ</span> <span class="figure">${sumOfShares}</span>`;
  if (box.id === "scores" && reach === 0) return nothing;
  const { kind, value } = totalOf(box.id, d);
  const printed = format(value);
  const rounded = kind === "sum" && !page.addsUp(numbersOf(box.id, d), printed);
  const small = box.kind === "compact" || box.kind === "feature" || layout.narrow;
  // In sight it is a word, or an asterisk: the only ≈ to be seen is that of the chain.
  return html`<span class="kind">${kind === "max" ? text.terms.max : "Σ"}${rounded && small ? "*" : nothing}</span>
    ${figure(page, value, printed)}
    ${
      // The element stays: where one comes or goes, the browser puts its layers together anew.
      kind === "sum"
        ? html`<span class=${small ? "hidden" : "rounded"}>${
            rounded ? html`<span class="unseen">≈ </span>${text.terms.rounded}` : nothing
          }</span>`
        : nothing
    }`;
}

/** A gutter: what flows through it, what is said of it, and by how much weight has moved. */
export function gutter(page: Page, box: RowBox, flow: () => unknown): TemplateResult {
  const { layout, text, shown, reach } = page;
  const { state } = shown;
  const last = box.id === "narrowing" || !state.split;
  // The river's arms run by themselves; the half-steps are uncovered from above.
  const height = state.split ? box.height * drawn(box, reach) : box.height;
  // What has been passed is lower, and as wide as it was.
  const lower = box.height === box.full ? nothing : `scale(1 ${box.height / box.full})`;
  return html`
    <tr class="${box.kind} ${stateOf(page, box)}" data-row=${box.id}>
      <th scope="row">
        <div class="label">
          <span class="hidden">${text.stations[box.step]}</span>
          ${box.kind === "river" ? html`<span class="sign">≈</span>` : nothing}
          ${saying(page, box)}
        </div>
      </th>
      <td colspan=${layout.n}>
        <svg
          class="flow"
          width=${layout.n * layout.pitch}
          height=${height}
          aria-hidden="true"
        >${ground(-layout.bar, -layout.bar, layout.n * layout.pitch + 2 * layout.bar, height + 2 * layout.bar)}<g transform=${lower}>${flow()}</g></svg>
      </td>
      ${
        layout.narrow
          ? nothing
          : html`<td class="total"><div class="sum">${last ? measures(page) : nothing}</div></td>`
      }
    </tr>
  `;
}

/** How far p is from the one-hot, and in what senses: said where they are pointed at. */
function measures(page: Page): TemplateResult {
  const { terms } = page.text;
  const { totalVariation, klDivergence } = page.shown.derivation;
  return html`<button type="button" class="meant" aria-describedby="meaning" @keydown=${letGo}>
      ${measure(page, terms.totalVariation, totalVariation)}
      ${measure(page, terms.klDivergence, klDivergence)}
    </button>
    <div class="meaning" id="meaning" role="tooltip">
      ${terms.measures.map((text) => html`<p>${text}</p>`)}
    </div>`;
}

const measure = (page: Page, name: string, value: number): TemplateResult =>
  html`<span class="line"><span class="kind">${name}</span> ${figure(page, value, format(value))}</span>`;

const letGo = (event: KeyboardEvent): void => {
  if (event.key === "Escape") (event.currentTarget as HTMLElement).blur();
};

const figure = (page: Page, value: number, printed: string): TemplateResult =>
  html`<span class="figure ${value < 0 ? "negative" : ""}" title=${exact(page, value)}>${numeral(printed)}</span>`;

function saying({ layout, text, shown }: Page, box: RowBox): TemplateResult | typeof nothing {
  const { summary, state } = shown;
  if (box.kind === "narrowing")
    return html`<span class="saying"><math translate="no"><mo form="prefix">÷</mo><mi>S</mi></math></span>`;
  if (layout.narrow) return nothing;
  if (state.split) {
    const { weight, where } = text.terms.joins(summary);
    return html`<span class="saying"><b>${weight}</b> ${where}</span>`;
  }
  const { weight, where } = text.terms.leaves(summary);
  return html`<span class="saying"><span>${text.terms.weight} <b>${weight}</b></span> <span class="where">${where}</span></span>`;
}
