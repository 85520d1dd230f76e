import { html, nothing, svg, type TemplateResult, unsafeCSS } from "lit";
import { format, formatExact } from "../../model/format.ts";
import { inText } from "../../model/names.ts";
import type { Bench } from "../../model/scale/bench.ts";
import { maxItems } from "../../model/state.ts";
import { numeral } from "../numeral.ts";
import { StoreElement, sharedStyles } from "../store-element.ts";
import css from "./row.css?inline";

/** So many keys are listed: all of a sentence, the heaviest of more. */
const most = 12;

const bar = 300;

/** One row of the maps: what this query gives to whom. */
export class Row extends StoreElement {
  static override properties = {
    ...StoreElement.properties,
    bench: { attribute: false },
    closed: { attribute: false },
  };
  static override styles = [sharedStyles, unsafeCSS(css)];

  declare bench: Bench;
  /** Why no row opens as a derivation, or null. */
  declare closed: string | null;

  constructor() {
    super();
    this.closed = null;
  }

  protected override render(): TemplateResult | null {
    const { bench, store } = this;
    const found = bench.found.value;
    const words = store.words("scale").row;
    if (found === null) return null;
    const { tokens, totals } = found;
    const { row } = bench.hovered.value ?? bench.chosen.value;
    const name = (index: number): string => inText(tokens.names?.[index] ?? String(index + 1));
    const known = bench.row.value?.row === row ? bench.row.value : null;
    const choose = (event: Event): void => {
      const typed = Math.round(Number((event.target as HTMLInputElement).value));
      if (!(typed >= 1 && typed <= tokens.n)) return;
      bench.hovered.value = null;
      bench.chosen.value = { row: typed - 1, column: bench.chosen.peek().column };
      bench.ask(typed - 1);
    };
    return html`
      <h2>${words.heading(name(row))}</h2>
      <p class="sentence">
        ${
          known === null
            ? words.waiting
            : known.ties.length > 1
              ? words.tie(
                  String(known.ties.length),
                  name(known.ties[0] ?? 0),
                  format(known.weights[known.ties[0] ?? 0] ?? 0),
                )
              : known.weights[known.ties[0] ?? 0] === 1
                ? words.alone
                : words.sentence(
                    name(known.ties[0] ?? 0),
                    format(known.weights[known.ties[0] ?? 0] ?? 0),
                    totals === null ? "…" : format(totals.totalVariation[row] ?? 0),
                  )
        }
      </p>
      ${known === null ? nothing : this.#list(known.weights, known.ties, name)}
      <div class="actions">
        <label>${words.choose}
          <input
            type="number"
            min="1"
            max=${tokens.n}
            .value=${String(bench.chosen.value.row + 1)}
            @change=${choose}
          />
        </label>
        ${
          tokens.n > maxItems || this.closed !== null
            ? html`<p class="note">${this.closed ?? words.tooMany(String(maxItems))}</p>`
            : html`<button
                type="button"
                class="open"
                @click=${() =>
                  this.dispatchEvent(
                    new CustomEvent("openrow", { detail: bench.chosen.peek().row }),
                  )}
              >${words.open} →</button>`
        }
      </div>
    `;
  }

  #list(
    weights: Float64Array,
    ties: readonly number[],
    name: (index: number) => string,
  ): TemplateResult {
    const [pick] = ties;
    const words = this.store.words("scale").row;
    const all = Array.from(weights, (_, j) => j);
    const few = weights.length <= most;
    // The heaviest, the earlier first where they are equal.
    const listed = few
      ? all
      : all.sort((a, b) => (weights[b] ?? 0) - (weights[a] ?? 0) || a - b).slice(0, most);
    const largest = listed.reduce((max, j) => Math.max(max, weights[j] ?? 0), 0);
    const full = largest > 0.25 ? 1 : largest;
    return html`
      ${few ? nothing : html`<p class="top">${words.top(String(most), String(weights.length))}</p>`}
      <ol>
        ${listed.map((j) => {
          const weight = weights[j] ?? 0;
          return html`<li class=${j === pick ? "picked" : ""}>
            <span class="name">${name(j)}</span>
            <svg class="bars" width="100%" height="22" viewBox="0 0 ${bar + 14} 22" preserveAspectRatio="none" aria-hidden="true">
              <line class="axis" x1="0" x2="0" y1="2" y2="20" vector-effect="non-scaling-stroke"></line>
              <rect class="weight" x="0" y="6" width=${(bar * weight) / full} height="10"></rect>
            </svg>
            ${svg`<svg class="mark" width="12" height="22" aria-hidden="true">${
              j === pick
                ? svg`<rect class="pick" x="1" y="6" width="10" height="10"></rect>`
                : ties.includes(j)
                  ? svg`<rect class="tied" x="1.75" y="6.75" width="8.5" height="8.5"></rect>`
                  : nothing
            }</svg>`}
            <span class="number" title=${formatExact(weight)}>${numeral(format(weight))}</span>
          </li>`;
        })}
      </ol>
    `;
  }
}

customElements.define("sb-scale-row", Row);

declare global {
  interface HTMLElementTagNameMap {
    "sb-scale-row": Row;
  }
}
