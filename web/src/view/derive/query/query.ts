import { html, nothing, type TemplateResult, unsafeCSS } from "lit";
import { guard } from "lit/directives/guard.js";
import { format, formatExact, parseNumber } from "../../../model/format.ts";
import { queryNames } from "../../../model/names.ts";
import { lostQuery, scenes } from "../../../model/scenes.ts";
import type { Text } from "../../../model/text/index.ts";
import { type NumberInput, NumberInputs } from "../../controls/number-inputs.ts";
import rangeCss from "../../controls/range.css?inline";
import { drawPiece } from "../../pieces.ts";
import { type QueryRange, queryRange } from "../../scene/query-range.ts";
import { StoreElement, sharedStyles } from "../../store-element.ts";
import css from "./query.css?inline";

/** There is nothing to take back until something was changed. */
const history = { load: () => import("../../controls/history.ts"), words: ["data"] } as const;

/** Names of more characters need wider knobs. */
const shortName = 5;

/** The query, a knob per component: a slider to drag and a number to type. */
export class Query extends StoreElement {
  static override styles = [sharedStyles, unsafeCSS(rangeCss), unsafeCSS(css)];

  readonly #inputs = new NumberInputs();
  /** Reaches stay as wide as they have become, until the scene changes: a drag must not widen them. */
  #range: QueryRange = { limit: 0, step: 0 };
  #scene = "";
  #own: readonly number[] = [];

  protected override willUpdate(): void {
    const { scene, query } = this.store.state.peek();
    if (scene !== this.#scene || query.length !== this.#own.length) {
      this.#range = { limit: 0, step: 0 };
      this.#own = scene === "custom" ? query : scenes[scene].query;
    }
    this.#scene = scene;
    const range = queryRange(this.#own, query);
    if (range.limit > this.#range.limit) this.#range = range;
  }

  protected override render(): TemplateResult | null {
    const { store } = this;
    const shown = store.shown.value;
    const state = store.state.value;
    const { query, scene } = state;
    if (shown === null) return null;
    const text = store.text.value;
    const names = queryNames(shown.features, state);
    const many = query.length > 8 ? "many" : "";
    const long = names.some((name) => name.length > shortName) ? "long" : "";
    return html`
      <div class="head">
        <h3 id="head">${text.query} <i class="ltr">q</i></h3>
        ${
          store.canUndo.value || store.canRedo.value
            ? drawPiece(store, history, () => html`<sb-history .store=${store}></sb-history>`)
            : nothing
        }
        ${
          scene === "apple"
            ? html`<button @click=${() => store.update({ query: lostQuery })}>${text.controls.lost}</button>`
            : nothing
        }
      </div>
      <div class="knobs ${many} ${long}" role="group" aria-labelledby="head"
        tabindex=${query.length > 8 ? "0" : nothing}>
        ${query.map((value, j) => {
          const name = names[j] ?? "";
          const draft = this.#inputs.draft(String(j), value);
          return guard([value, name, draft, this.#range, text], () =>
            this.#knob(j, value, name, text),
          );
        })}
      </div>
    `;
  }

  #knob(component: number, value: number, name: string, text: Text): TemplateResult {
    const { limit, step } = this.#range;
    const input: NumberInput = {
      key: String(component),
      label: text.controls.queryValue(name),
      value,
      accepts: Number.isFinite,
      set: (value) => this.store.setQuery(component, value),
      complaint: text.controls.notANumber,
      live: true,
      write: written,
      stepped: (steps) => value + steps * step,
    };
    return html`
      <div class="knob">
        <span class="name" aria-hidden="true" title=${name}>${name}</span>
        ${this.#inputs.slider(input, { from: -limit, to: limit, step })}
        ${this.#inputs.field(input)}
        <span class="wrong" role="alert">${this.#inputs.refusal(input)}</span>
      </div>
    `;
  }
}

/** A short number as it was typed, a long one as everywhere if that can be read back. */
function written(value: number): string {
  const [exact, short] = [formatExact(value), format(value)];
  return exact.length < 8 || parseNumber(short) === null ? exact : short;
}

customElements.define("sb-query", Query);

declare global {
  interface HTMLElementTagNameMap {
    "sb-query": Query;
  }
}
