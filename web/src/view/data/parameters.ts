import { html, nothing, type TemplateResult, unsafeCSS } from "lit";
import { setParameters } from "../../model/edits.ts";
import { type ParameterTable, parameterTables, withParameter } from "../../model/parameters.ts";
import { type NumberInput, NumberInputs } from "../controls/number-inputs.ts";
import { StoreElement, sharedStyles } from "../store-element.ts";
import css from "./table.css?inline";
import "../controls/scroller.ts";

const symbols: Readonly<Record<ParameterTable["name"], string>> = {
  W: "W",
  Wq: "Wq",
  U: "U",
  v: "v",
  sigma: "σ",
};

/** The numbers inside the score function, where it has any. */
export class ParameterEditor extends StoreElement {
  static override styles = [sharedStyles, unsafeCSS(css)];

  readonly #inputs = new NumberInputs();

  #number(table: ParameterTable, i: number, j: number, value: number): NumberInput {
    const { store } = this;
    const wide = table.name === "sigma";
    return {
      key: `${table.name} ${i} ${j}`,
      label: `${symbols[table.name]} ${i + 1}, ${j + 1}`,
      value,
      accepts: wide ? isWidth : Number.isFinite,
      set: (next) =>
        store.update(setParameters(store.state.peek(), withParameter(table, i, j, next))),
      complaint: wide ? store.words("data").data.notAWidth : store.text.value.controls.notANumber,
      live: true,
    };
  }

  protected override render(): TemplateResult | typeof nothing {
    const state = this.store.state.value;
    const { data } = this.store.words("data");
    const tables = parameterTables(state).map((table) => ({
      ...table,
      inputs: table.rows.map((row, i) => row.map((value, j) => this.#number(table, i, j, value))),
    }));
    if (tables.length === 0) return nothing;
    const wrong = tables
      .flatMap(({ inputs }) => inputs.flat())
      .find((input) => this.#inputs.refusal(input) !== null);
    return html`
      <h3>${data.parameters}</h3>
      <sb-scroller class="parameters ltr">
        ${tables.map(
          ({ name, inputs }) => html`
            <table>
              <caption>
                <i>${name === "Wq" ? html`W<sub>q</sub>` : symbols[name]}</i>
              </caption>
              <tbody>
                ${inputs.map(
                  (row) => html`
                    <tr>
                      ${row.map((input) => html`<td>${this.#inputs.field(input)}</td>`)}
                    </tr>
                  `,
                )}
              </tbody>
            </table>
          `,
        )}
      </sb-scroller>
      <p class="wrong" role="alert">${
        wrong === undefined
          ? nothing
          : `${wrong.label}${this.store.text.value.colon}${this.#inputs.refusal(wrong)}`
      }</p>
    `;
  }
}

const isWidth = (sigma: number): boolean => sigma > 0 && sigma < Number.POSITIVE_INFINITY;

customElements.define("sb-parameters", ParameterEditor);
