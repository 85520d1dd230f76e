import { html, type TemplateResult, unsafeCSS } from "lit";
import { format } from "../../model/format.ts";
import { chain, stepNumber } from "../../model/state.ts";
import { stepOf } from "../../model/summary.ts";
import { wholeLine } from "../formula/lines.ts";
import { formOf } from "../formula/maths.ts";
import { StoreElement, sharedStyles } from "../store-element.ts";
import css from "./steps.css?inline";

/** The chain unrolled: every step readable without a click, on paper too. */
export class Steps extends StoreElement {
  static override styles = [sharedStyles, unsafeCSS(css)];

  protected override render(): TemplateResult | null {
    const { store } = this;
    const shown = store.rested.value;
    if (shown === null) return null;
    const text = store.text.value;
    const { figures } = store.words("article");
    const form = formOf(shown.state);
    return html`
      <ol>
        ${chain(false).map((id) => {
          const step = stepOf(shown.derivation, id);
          const hue = stepNumber(id) < 7 ? "hard" : "soft";
          return html`
            <li>
              <span class="id ${hue}">${id}</span>
              <div>
                <h3>${text.headings[id]}</h3>
                <div class="line ltr"><math translate="no">${wholeLine(id, form, step.relation)}</math></div>
                <p>${text.explain[id](shown.summary)}</p>
              </div>
              <span class="distance ${hue}">${
                Number.isNaN(step.outputDistance)
                  ? ""
                  : figures.steps.distance(format(step.outputDistance))
              }</span>
            </li>
          `;
        })}
      </ol>
    `;
  }
}

customElements.define("sb-steps", Steps);
