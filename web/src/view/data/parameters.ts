import { html, nothing, type TemplateResult, unsafeCSS } from "lit";
import { setParameters } from "../../model/edits.ts";
import { formatExact, parseNumber } from "../../model/format.ts";
import { type ParameterTable, parameterTables, withParameter } from "../../model/parameters.ts";
import { dataTexts } from "../../model/text/data.ts";
import scrollerCss from "../controls/scroller.css?inline";
import { StoreElement, sharedStyles } from "../store-element.ts";
import css from "./table.css?inline";

const symbols: Readonly<Record<ParameterTable["name"], string>> = {
  W: "W",
  Wq: "Wq",
  U: "U",
  v: "v",
  sigma: "σ",
};

/** The numbers inside the score function, where it has any. */
export class ParameterEditor extends StoreElement {
  static override styles = [sharedStyles, unsafeCSS(scrollerCss), unsafeCSS(css)];

  #type(table: ParameterTable, i: number, j: number, input: HTMLInputElement): void {
    const value = parseNumber(input.value);
    const bad = value === null || (table.name === "sigma" && value <= 0);
    input.ariaInvalid = bad ? "true" : null;
    if (bad) return;
    this.store.update(setParameters(this.store.state.peek(), withParameter(table, i, j, value)));
  }

  protected override render(): TemplateResult | typeof nothing {
    const state = this.store.state.value;
    const { data } = dataTexts[this.store.language.value];
    const tables = parameterTables(state);
    if (tables.length === 0) return nothing;
    return html`
      <h3>${data.parameters}</h3>
      <div class="parameters scroller ltr">
        ${tables.map(
          (table) => html`
            <table>
              <caption>
                <i>${table.name === "Wq" ? html`W<sub>q</sub>` : symbols[table.name]}</i>
              </caption>
              <tbody>
                ${table.rows.map(
                  (row, i) => html`
                    <tr>
                      ${row.map(
                        (value, j) => html`
                          <td>
                            <input
                              class="number"
                              type="text"
                              inputmode="decimal"
                              autocomplete="off"
                              spellcheck="false"
                              aria-label="${symbols[table.name]} ${i + 1}, ${j + 1}"
                              .value=${formatExact(value)}
                              @change=${(event: Event) =>
                                this.#type(table, i, j, event.target as HTMLInputElement)}
                            />
                          </td>
                        `,
                      )}
                    </tr>
                  `,
                )}
              </tbody>
            </table>
          `,
        )}
      </div>
    `;
  }
}

customElements.define("sb-parameters", ParameterEditor);
