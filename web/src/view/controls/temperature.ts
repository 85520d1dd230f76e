import type { TemplateResult } from "lit";
import { nearestStop, stopsAway, temperatureStops } from "../../model/temperature.ts";
import { StoreElement } from "../store-element.ts";
import { fieldStyles, numberField, type Slider } from "./number-field.ts";
import { NumberInputs } from "./number-inputs.ts";

/** From 0 to ∞: both ends are labelled limits. */
const slider: Slider = {
  from: 0,
  to: temperatureStops.length - 1,
  step: 1,
  ends: ["0", "∞"],
  placeOf: nearestStop,
  valueAt: (stop) => temperatureStops[stop] ?? 1,
};

/** τ as a number to type and, unless a view has one of its own, a slider. */
export class TemperatureControl extends StoreElement {
  static override properties = { ...StoreElement.properties, bare: { type: Boolean } };
  static override styles = fieldStyles;

  /** Without the slider. */
  declare bare: boolean;

  readonly #inputs = new NumberInputs();

  protected override render(): TemplateResult {
    const { store } = this;
    const { controls } = store.text.value;
    const value = store.part("temperature");
    return numberField(
      this.#inputs,
      {
        key: "",
        label: controls.temperature,
        symbol: "τ",
        value,
        accepts: (temperature) => temperature >= 0,
        complaint: controls.notATemperature,
        set: (temperature) => store.update({ temperature }),
        stepped: (steps) => stopsAway(value, steps),
      },
      this.bare ? null : slider,
    );
  }
}

customElements.define("sb-temperature", TemperatureControl);
