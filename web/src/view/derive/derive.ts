import { html, type TemplateResult, unsafeCSS } from "lit";
import type { Facts } from "../../model/facts.ts";
import { stepNumber } from "../../model/state.ts";
import { StoreElement, sharedStyles } from "../store-element.ts";
import css from "./derive.css?inline";
import "../data/data.ts";
import "./choices.ts";
import "./formula.ts";
import "./ledger.ts";
import "./query.ts";
import "./rail.ts";
import "./scene.ts";
import "./temperature.ts";
import "./transport.ts";

/** The view `derive`: rail, controls, formula, ledger and scene, all on the same numbers. */
export class Derive extends StoreElement {
  static override styles = [sharedStyles, unsafeCSS(css)];

  /** ← and → walk the chain from anywhere in the figure that does not use them itself. */
  #walk(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
    const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : null;
    const [target] = event.composedPath();
    if (by === null || (target instanceof Element && target.matches(usesArrows))) return;
    event.preventDefault();
    this.store.walk(by);
  }

  protected override render(): TemplateResult | null {
    const { store } = this;
    const shown = store.shown.value;
    if (shown === null) return null;
    const text = store.text.value;
    const { step } = shown.state;
    const hue = stepNumber(step) < 7 ? "hard" : "soft";
    return html`
      <div class="figure" @keydown=${this.#walk}>
        <sb-rail .store=${store}></sb-rail>
        <div class="bar">
          <sb-transport .store=${store}></sb-transport>
          <sb-choices .store=${store}></sb-choices>
          <sb-temperature .store=${store}></sb-temperature>
        </div>
        <section class="argument">
          <h2><span class="id ${hue}">${step}</span> ${text.headings[step]}</h2>
          <p class="explanation">${explanation(text.explain[step], shown.facts)}</p>
          <sb-formula .store=${store}></sb-formula>
          <sb-ledger .store=${store}></sb-ledger>
        </section>
        <section class="picture">
          <sb-scene .store=${store}></sb-scene>
          <sb-query .store=${store}></sb-query>
        </section>
        <sb-data .store=${store}></sb-data>
      </div>
    `;
  }
}

const usesArrows = "input, select, textarea, [role=slider], [role=application]";

const explanation = (text: (facts: Facts) => string, facts: Facts): string => text(facts);

customElements.define("sb-derive", Derive);
