import { html, nothing, svg, type TemplateResult, unsafeCSS } from "lit";
import { format } from "../../model/format.ts";
import { shareBetween } from "../plot/extent.ts";
import { StoreElement, sharedStyles } from "../store-element.ts";
import css from "./number-field.css?inline";
import { type NumberInput, NumberInputs, type SliderRange } from "./number-inputs.ts";
import rangeCss from "./range.css?inline";

export interface Slider extends SliderRange {
  /** What stands at its ends, if not their numbers. */
  readonly ends?: readonly [from: string, to: string];
  /** Where the coloured part of the track begins, if it has one. */
  readonly origin?: number;
  readonly marks?: ReadonlyArray<{ readonly at: number; readonly label: string }>;
}

export const fieldStyles = [sharedStyles, unsafeCSS(rangeCss), unsafeCSS(css)];

/** A number with its name, to type and, where it has a slider, to slide. */
export function numberField(
  inputs: NumberInputs,
  input: NumberInput,
  slider: Slider | null,
): TemplateResult {
  const { label, symbol = "" } = input;
  return html`
    <label>
      <span class="word">${label}</span>
      <span class="ltr">
        ${symbol === "" ? nothing : html`<i aria-hidden="true">${symbol}</i> =`}
        ${inputs.field(input)}
      </span>
    </label>
    ${slider === null ? nothing : track(inputs, input, slider)}
    <span class="wrong" role="alert">${inputs.refusal(input)}</span>
  `;
}

function track(inputs: NumberInputs, input: NumberInput, slider: Slider): TemplateResult {
  const [from, to] = slider.ends ?? [format(slider.from), format(slider.to)];
  return html`
    <span class="slider ltr">
      <span aria-hidden="true">${from}</span>
      <span class="track">
        ${marks(input.value, slider)}
        ${inputs.slider(input, slider)}
      </span>
      <span aria-hidden="true">${to}</span>
    </span>
  `;
}

function marks(
  value: number,
  { from, to, origin, marks = [] }: Slider,
): TemplateResult | typeof nothing {
  if (origin === undefined && marks.length === 0) return nothing;
  const place = (at: number): string =>
    `${shareBetween(Math.min(to, Math.max(from, at)), from, to) * 100}%`;
  return html`<svg class="marks" aria-hidden="true">
    ${
      origin === undefined
        ? nothing
        : svg`
          <line class="part" x1=${place(origin)} x2=${place(value)} y1="22" y2="22" />
          <line class="origin" x1=${place(origin)} x2=${place(origin)} y1="16" y2="28" />`
    }
    ${marks
      .filter(({ at }) => at >= from && at <= to)
      .map(
        ({ at, label }) => svg`
          <svg x=${place(at)} y="0" overflow="visible">
            <path class="mark" d="M-4 4H4L0 11Z" />
            ${label === "" ? nothing : svg`<text x=${at === from ? "12" : "0"} y="42" text-anchor=${at === from ? "end" : "middle"}>${label}</text>`}
          </svg>`,
      )}
  </svg>`;
}

/** A number of a view, to type and, where it has a slider, to slide. `number` reports a new one. */
export class NumberField extends StoreElement {
  static override properties = {
    ...StoreElement.properties,
    label: { attribute: false },
    symbol: { attribute: false },
    value: { attribute: false },
    accepts: { attribute: false },
    complaint: { attribute: false },
    slider: { attribute: false },
  };
  static override styles = fieldStyles;

  declare label: string;
  /** The letter it has in the formulas; none for a plain count. */
  declare symbol: string;
  declare value: number;
  declare accepts: (value: number) => boolean;
  declare complaint: (typed: string) => string;
  declare slider: Slider | null;

  readonly #inputs = new NumberInputs();

  constructor() {
    super();
    this.symbol = "";
    this.slider = null;
  }

  protected override render(): TemplateResult {
    const { label, symbol, value, accepts, complaint, slider } = this;
    const set = (value: number): void => {
      this.dispatchEvent(new CustomEvent<number>("number", { detail: value }));
    };
    const stepped = slider && ((steps: number): number => value + steps * slider.step);
    const input = { key: "", label, symbol, value, accepts, complaint, set };
    return numberField(this.#inputs, stepped ? { ...input, stepped } : input, slider);
  }
}

customElements.define("sb-number-field", NumberField);

declare global {
  interface HTMLElementTagNameMap {
    "sb-number-field": NumberField;
  }
}
