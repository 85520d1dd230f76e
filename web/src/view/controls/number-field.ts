import { html, nothing, type TemplateResult, unsafeCSS } from "lit";
import { formatExact, parseNumber } from "../../model/format.ts";
import { inText } from "../../model/names.ts";
import { StoreElement, sharedStyles } from "../store-element.ts";
import css from "./number-field.css?inline";

/** A named number to type. What is no such number stays in the field, and changes nothing. */
export class NumberField extends StoreElement {
  static override properties = {
    ...StoreElement.properties,
    label: { attribute: false },
    symbol: { attribute: false },
    value: { attribute: false },
    accepts: { attribute: false },
    complaint: { attribute: false },
    draft: { state: true },
  };
  static override styles = [sharedStyles, unsafeCSS(css)];

  declare label: string;
  /** The letter it has in the formulas; none for a plain count. */
  declare symbol: string;
  declare value: number;
  declare accepts: (value: number) => boolean;
  declare complaint: (typed: string) => string;
  /** What is typed while it is not accepted. */
  declare draft: string | null;

  constructor() {
    super();
    this.draft = null;
  }

  #type(event: Event): void {
    const typed = (event.target as HTMLInputElement).value;
    const value = parseNumber(typed, "infinite");
    this.draft = value === null || !this.accepts(value) ? typed : null;
    if (this.draft === null)
      this.dispatchEvent(new CustomEvent<number>("number", { detail: value ?? 0 }));
  }

  protected override render(): TemplateResult {
    const { label, symbol, draft } = this;
    const wrong = draft === null ? null : this.complaint(inText(draft));
    return html`
      <label>
        ${label}
        <span class="ltr">
          ${symbol === "" ? nothing : html`<i aria-hidden="true">${symbol}</i> =`}
          <input
            type="text"
            inputmode="decimal"
            autocomplete="off"
            spellcheck="false"
            aria-label=${symbol === "" ? label : `${label} ${symbol}`}
            aria-invalid=${wrong === null ? nothing : "true"}
            title=${wrong ?? nothing}
            size="4"
            .value=${draft ?? formatExact(this.value)}
            @change=${this.#type}
            @keydown=${(event: KeyboardEvent) => {
              if (event.key === "Escape") this.draft = null;
            }}
          />
        </span>
      </label>
      <span class="wrong" role="alert">${wrong}</span>
    `;
  }
}

customElements.define("sb-number-field", NumberField);

declare global {
  interface HTMLElementTagNameMap {
    "sb-number-field": NumberField;
  }
}
