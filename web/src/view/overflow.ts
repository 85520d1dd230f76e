import { html, type TemplateResult, unsafeCSS } from "lit";
import { format, formatExact } from "../model/format.ts";
import css from "./figure.css?inline";
import { StoreElement, sharedStyles } from "./store-element.ts";
import "./controls/scroller.ts";

/** The weights as a computer gets them with and without subtracting the maximum. */
export class Overflow extends StoreElement {
  static override styles = [sharedStyles, unsafeCSS(css)];

  protected override render(): TemplateResult | null {
    const shown = this.store.rested.value;
    if (shown === null) return null;
    const { derivation: d, state, names } = shown;
    const words = this.store.words("overflow");
    const { unshifted } = this.store.part("options");
    const naive = this.store.core.naiveSoftmax(d.scores, { temperature: state.temperature });
    const row = (label: string, numbers: ArrayLike<number>, sum?: number) => html`
      <tr>
        <th scope="row">${label}</th>
        ${Array.from(numbers, cell)}
        ${sum === undefined ? html`<td></td>` : cell(sum)}
      </tr>
    `;
    return html`
      <figure>
        <label>
          <input
            type="checkbox"
            .checked=${unshifted}
            @change=${(event: Event) =>
              this.store.setOptions({ unshifted: (event.target as HTMLInputElement).checked })}
          />
          ${words.subtract}
        </label>
        <sb-scroller class="ltr" role="region" tabindex="0" aria-label=${words.caption}>
          <table>
            <thead>
              <tr>
                <td></td>
                ${names.map((name) => html`<th scope="col">${name}</th>`)}
                <th scope="col">${words.sum}</th>
              </tr>
            </thead>
            <tbody>
              ${
                unshifted
                  ? html`
                      ${row(words.exp("float64"), naive.float64.exp, naive.float64.sum)}
                      ${row(words.weights("float64"), naive.float64.weights)}
                      ${row(words.exp("float32"), naive.float32.exp, naive.float32.sum)}
                      ${row(words.weights("float32"), naive.float32.weights)}
                    `
                  : html`
                      ${row(words.shifted, d.expShifted, d.sumExp)}
                      ${row(words.weights("float64"), d.weights)}
                    `
              }
            </tbody>
          </table>
        </sb-scroller>
        <figcaption>${words.caption}</figcaption>
      </figure>
    `;
  }
}

const cell = (x: number): TemplateResult =>
  html`<td class="number ${Number.isFinite(x) ? "" : "lost"}" title=${formatExact(x)}>${format(x)}</td>`;

customElements.define("sb-overflow", Overflow);
