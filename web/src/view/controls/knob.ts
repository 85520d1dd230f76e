import { html, nothing, svg, type TemplateResult, unsafeCSS } from "lit";
import { format, formatExact, parseNumber } from "../../model/format.ts";
import { inText } from "../../model/names.ts";
import { shareBetween } from "../plot/extent.ts";
import { StoreElement, sharedStyles } from "../store-element.ts";
import css from "./knob.css?inline";
import rangeCss from "./range.css?inline";
import temperatureCss from "./temperature.css?inline";

export interface KnobMark {
  readonly at: number;
  readonly label: string;
}

/** A number to type and to slide. `change-value` reports a new one. */
export class Knob extends StoreElement {
  static override properties = {
    ...StoreElement.properties,
    label: {},
    symbol: {},
    value: { attribute: false },
    least: { attribute: false },
    from: { attribute: false },
    to: { attribute: false },
    step: { attribute: false },
    origin: { attribute: false },
    marks: { attribute: false },
    refusal: { attribute: false },
    draft: { state: true },
  };
  static override styles = [
    sharedStyles,
    unsafeCSS(rangeCss),
    unsafeCSS(temperatureCss),
    unsafeCSS(css),
  ];

  declare label: string;
  declare symbol: string;
  declare value: number;
  /** The least number that may be typed. */
  declare least: number;
  declare from: number;
  declare to: number;
  declare step: number;
  /** Where the coloured part of the track begins; null: it has none. */
  declare origin: number | null;
  declare marks: readonly KnobMark[];
  declare refusal: (typed: string) => string;
  declare draft: string | null;

  constructor() {
    super();
    this.label = "";
    this.symbol = "";
    this.value = 0;
    this.least = Number.NEGATIVE_INFINITY;
    this.from = 0;
    this.to = 1;
    this.step = 0.125;
    this.origin = null;
    this.marks = [];
    this.refusal = () => "";
    this.draft = null;
  }

  #report(value: number): void {
    this.draft = null;
    this.dispatchEvent(new CustomEvent("change-value", { detail: value }));
  }

  #type(event: Event): void {
    const typed = (event.target as HTMLInputElement).value;
    const value = parseNumber(typed);
    if (value === null || value < this.least) this.draft = typed;
    else this.#report(value);
  }

  /** % along the track. */
  #place(value: number): string {
    const inside = Math.min(this.to, Math.max(this.from, value));
    return `${shareBetween(inside, this.from, this.to) * 100}%`;
  }

  protected override render(): TemplateResult {
    const { label, symbol, value, from, to, step, origin, marks } = this;
    const wrong = this.draft === null ? null : this.refusal(inText(this.draft));
    return html`
      <label class="number">
        ${label}
        <span class="ltr">
          ${symbol === "" ? nothing : html`<i aria-hidden="true">${symbol}</i> =`}
          <input
            type="text"
            inputmode="decimal"
            autocomplete="off"
            spellcheck="false"
            aria-label="${label} ${symbol}"
            aria-invalid=${wrong === null ? nothing : "true"}
            title=${wrong ?? nothing}
            .value=${this.draft ?? formatExact(value)}
            @change=${this.#type}
            @keydown=${(event: KeyboardEvent) => {
              if (event.key === "Escape") this.draft = null;
            }}
          />
        </span>
      </label>
      <span class="slider ltr">
        <span aria-hidden="true">${format(from)}</span>
        <span class="rail">
          <svg class="marks" aria-hidden="true">
            ${
              origin === null
                ? nothing
                : svg`
                  <line class="part" x1=${this.#place(origin)} x2=${this.#place(value)} y1="22" y2="22" />
                  <line class="origin" x1=${this.#place(origin)} x2=${this.#place(origin)} y1="16" y2="28" />`
            }
            ${marks
              .filter(({ at }) => at >= from && at <= to)
              .map(
                ({ at, label: name }) => svg`
                  <svg x=${this.#place(at)} y="0" overflow="visible">
                    <path class="mark" d="M-4 4H4L0 11Z" />
                    ${name === "" ? nothing : svg`<text x=${at === from ? "12" : "0"} y="42" text-anchor=${at === from ? "end" : "middle"}>${name}</text>`}
                  </svg>`,
              )}
          </svg>
          <input
            type="range"
            min=${from}
            max=${to}
            step=${step}
            aria-label=${label}
            aria-valuetext="${symbol} = ${format(value)}"
            .value=${String(value)}
            @input=${(event: Event) => this.#report(Number((event.target as HTMLInputElement).value))}
          />
        </span>
        <span aria-hidden="true">${format(to)}</span>
      </span>
      <span class="wrong" role="alert">${wrong}</span>
    `;
  }
}

customElements.define("sb-knob", Knob);
