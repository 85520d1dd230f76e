import { html, nothing, type TemplateResult, unsafeCSS } from "lit";
import { format, formatExact, parseNumber } from "../../model/format.ts";
import { inText } from "../../model/names.ts";
import { nearestStop, temperatureStops } from "../../model/temperature.ts";
import { StoreElement, sharedStyles } from "../store-element.ts";
import rangeCss from "./range.css?inline";
import css from "./temperature.css?inline";

/** τ as a number to type and a slider from 0 to ∞, both ends of which are labelled limits. */
export class TemperatureControl extends StoreElement {
  static override properties = { ...StoreElement.properties, draft: { state: true } };
  static override styles = [sharedStyles, unsafeCSS(rangeCss), unsafeCSS(css)];

  /** What is typed while it is not (yet) a temperature. */
  declare draft: string | null;

  constructor() {
    super();
    this.draft = null;
  }

  #type(event: Event): void {
    const typed = (event.target as HTMLInputElement).value;
    const value = parseNumber(typed, "infinite");
    if (value === null || value < 0) {
      this.draft = typed;
      return;
    }
    this.draft = null;
    this.store.update({ temperature: value });
  }

  #slide(event: Event): void {
    this.draft = null;
    const stop = temperatureStops[Number((event.target as HTMLInputElement).value)];
    if (stop !== undefined) this.store.update({ temperature: stop });
  }

  #leave(event: KeyboardEvent): void {
    if (event.key === "Escape") this.draft = null;
  }

  protected override render(): TemplateResult {
    const temperature = this.store.part("temperature");
    const { controls } = this.store.text.value;
    const wrong = this.draft === null ? null : controls.notATemperature(inText(this.draft));
    return html`
      <label class="number">
        ${controls.temperature}
        <span class="ltr">
          <i aria-hidden="true">τ</i> =
          <input
            type="text"
            inputmode="decimal"
            autocomplete="off"
            spellcheck="false"
            aria-label="${controls.temperature} τ"
            aria-invalid=${wrong === null ? nothing : "true"}
            title=${wrong ?? nothing}
            .value=${this.draft ?? formatExact(temperature)}
            @change=${this.#type}
            @keydown=${this.#leave}
          />
        </span>
      </label>
      <span class="slider ltr">
        <span aria-hidden="true">0</span>
        <input
          type="range"
          min="0"
          max=${temperatureStops.length - 1}
          step="1"
          aria-label=${controls.temperature}
          aria-valuetext="τ = ${format(temperature)}"
          .value=${String(nearestStop(temperature))}
          @input=${this.#slide}
        />
        <span aria-hidden="true">∞</span>
      </span>
      <span class="wrong" role="alert">${wrong}</span>
    `;
  }
}

customElements.define("sb-temperature", TemperatureControl);
