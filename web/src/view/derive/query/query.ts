import { html, nothing, type TemplateResult, unsafeCSS } from "lit";
import { guard } from "lit/directives/guard.js";
import { format, formatExact, parseNumber } from "../../../model/format.ts";
import { inText, queryNames } from "../../../model/names.ts";
import { scenes } from "../../../model/scenes.ts";
import type { Text } from "../../../model/text/index.ts";
import rangeCss from "../../controls/range.css?inline";
import { type QueryRange, queryRange } from "../../scene/query-range.ts";
import { StoreElement, sharedStyles } from "../../store-element.ts";
import css from "./query.css?inline";

/** What is typed into a field, and the component that it stood for: gone when that changes. */
interface Draft {
  readonly typed: string;
  readonly value: number;
}

/** Names of more characters need wider knobs. */
const shortName = 5;

/** The query, a knob per component: a slider to drag and a number to type. */
export class Query extends StoreElement {
  static override properties = { ...StoreElement.properties, drafts: { state: true } };
  static override styles = [sharedStyles, unsafeCSS(rangeCss), unsafeCSS(css)];

  declare drafts: ReadonlyMap<number, Draft>;

  /** Reaches stay as wide as they have become, until the scene changes: a drag must not widen them. */
  #range: QueryRange = { limit: 0, step: 0 };
  #scene = "";
  #own: readonly number[] = [];

  constructor() {
    super();
    this.drafts = new Map();
  }

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

  #keep(component: number, draft: Draft | null): void {
    const drafts = new Map(this.drafts);
    if (draft === null) drafts.delete(component);
    else drafts.set(component, draft);
    this.drafts = drafts;
  }

  #type(component: number, typed: string): void {
    const value = number(typed);
    const before = this.store.state.peek().query[component] ?? 0;
    this.#keep(component, { typed, value: value ?? before });
    if (value !== null) this.store.setQuery(component, value);
  }

  #slide(component: number, value: number): void {
    this.#keep(component, null);
    this.store.setQuery(component, value);
  }

  #leave(component: number): void {
    const typed = this.drafts.get(component)?.typed;
    if (typed !== undefined && number(typed) !== null) this.#keep(component, null);
  }

  #press(event: KeyboardEvent, component: number): void {
    const by = event.key === "ArrowUp" ? 1 : event.key === "ArrowDown" ? -1 : 0;
    if (event.key === "Escape") this.#keep(component, null);
    else if (by !== 0) {
      event.preventDefault();
      const value = this.store.state.peek().query[component] ?? 0;
      this.#slide(component, value + by * this.#range.step * (event.shiftKey ? 8 : 1));
    }
  }

  #draft(component: number, value: number): string | null {
    const draft = this.drafts.get(component);
    return draft !== undefined && Object.is(draft.value, value) ? draft.typed : null;
  }

  protected override render(): TemplateResult | null {
    const shown = this.store.shown.value;
    const state = this.store.state.value;
    const { query, scene } = state;
    if (shown === null) return null;
    const text = this.store.text.value;
    const names = queryNames(shown.features, state);
    const many = query.length > 8 ? "many" : "";
    const long = names.some((name) => name.length > shortName) ? "long" : "";
    return html`
      <div class="head">
        <h3 id="head">${text.query} <i class="ltr">q</i></h3>
        ${
          scene === "custom"
            ? nothing
            : html`<button @click=${() => this.store.resetQuery()}>${text.controls.reset}</button>`
        }
        ${
          scene === "apple"
            ? html`<button @click=${() => this.store.resetQuery(true)}>${text.controls.lost}</button>`
            : nothing
        }
      </div>
      <div class="knobs ${many} ${long}" role="group" aria-labelledby="head"
        tabindex=${query.length > 8 ? "0" : nothing}>
        ${query.map((value, j) => {
          const name = names[j] ?? "";
          const draft = this.#draft(j, value);
          return guard([value, name, draft, this.#range, text], () =>
            this.#knob(j, value, name, draft, text),
          );
        })}
      </div>
    `;
  }

  #knob(
    component: number,
    value: number,
    name: string,
    draft: string | null,
    text: Text,
  ): TemplateResult {
    const { limit, step } = this.#range;
    const wrong = draft !== null && number(draft) === null;
    const label = text.controls.queryValue(name);
    return html`
      <div class="knob">
        <span class="name" aria-hidden="true" title=${name}>${name}</span>
        <input
          class="ltr"
          type="range"
          min=${-limit}
          max=${limit}
          step=${step}
          aria-label=${label}
          aria-valuetext=${format(value)}
          .value=${String(value)}
          @input=${(event: Event) =>
            this.#slide(component, (event.target as HTMLInputElement).valueAsNumber)}
        />
        <input
          class="ltr"
          type="text"
          inputmode="decimal"
          autocomplete="off"
          spellcheck="false"
          aria-label=${label}
          aria-invalid=${wrong ? "true" : nothing}
          aria-describedby=${wrong ? `wrong-${component}` : nothing}
          title=${formatExact(value)}
          .value=${draft ?? written(value)}
          @input=${(event: Event) => this.#type(component, (event.target as HTMLInputElement).value)}
          @blur=${() => this.#leave(component)}
          @keydown=${(event: KeyboardEvent) => this.#press(event, component)}
        />
        <span class="wrong" id="wrong-${component}" role="alert">${
          wrong ? text.controls.notANumber(inText(draft)) : nothing
        }</span>
      </div>
    `;
  }
}

/** A short number as it was typed, a long one as everywhere if that can be read back. */
function written(value: number): string {
  const [exact, short] = [formatExact(value), format(value)];
  return exact.length < 8 || number(short) === null ? exact : short;
}

/** A finite number, or null: no component of a query is infinite. */
function number(typed: string): number | null {
  const value = parseNumber(typed);
  return value !== null && Number.isFinite(value) ? value : null;
}

customElements.define("sb-query", Query);

declare global {
  interface HTMLElementTagNameMap {
    "sb-query": Query;
  }
}
