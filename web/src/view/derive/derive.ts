import { html, nothing, type TemplateResult, unsafeCSS } from "lit";
import type { Facts } from "../../model/facts.ts";
import { isOwn } from "../../model/scenes.ts";
import { type Control, stepNumber } from "../../model/state.ts";
import complaintCss from "../complaint.css?inline";
import { complaintOf } from "../complaint.ts";
import type { Data } from "../data/data.ts";
import frameCss from "../frame.css?inline";
import { fitPaper } from "../paper.ts";
import { loadPart } from "../part.ts";
import { StoreElement, sharedStyles } from "../store-element.ts";
import css from "./derive.css?inline";
import "./choices.ts";
import "./formula/formula.ts";
import "./ledger/ledger.ts";
import "./query/query.ts";
import "./rail/rail.ts";
import "./scene/scene.ts";
import "./temperature.ts";
import "./transport.ts";

/** The view `derive`: rail, controls, formula, ledger and scene, all on the same numbers. */
export class Derive extends StoreElement {
  static override properties = { ...StoreElement.properties, ownOpened: { state: true } };
  static override styles = [
    sharedStyles,
    unsafeCSS(frameCss),
    unsafeCSS(complaintCss),
    unsafeCSS(css),
  ];

  /** Whether the reader has asked for the table: what it needs is loaded then. */
  declare ownOpened: boolean;

  constructor() {
    super();
    this.ownOpened = false;
  }

  #print = (): void => fitPaper(this);

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener("beforeprint", this.#print);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener("beforeprint", this.#print);
  }

  #toggle(event: Event): void {
    if (!(event.target as HTMLDetailsElement).open || this.ownOpened) return;
    this.ownOpened = true;
    void loadPart(() => import("../data/data.ts"));
  }

  /** The table opens at the numbers inside the score function. */
  async #openParameters(): Promise<void> {
    const details = this.renderRoot.querySelector("details");
    if (details === null) return;
    details.open = true;
    this.ownOpened = true;
    await loadPart(() => import("../data/data.ts"));
    await this.updateComplete;
    await this.renderRoot.querySelector<Data>("sb-data")?.focusParameters();
  }

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
    const problem = store.problem.value;
    const text = store.text.value;
    const complaint = problem === null ? nothing : complaintOf(problem, text);
    if (shown === null) return html`<p class="problem" role="alert">${complaint}</p>`;
    const { step } = shown.state;
    if (shown.state.scene === "overflow") void loadPart(() => import("../article/overflow.ts"));
    const hue = stepNumber(step) < 7 ? "hard" : "soft";
    return html`
      <div class="figure ${problem === null ? "" : "stale"}" @keydown=${this.#walk}>
        <p class="problem" role="alert">${complaint}</p>
        <sb-rail .store=${store}></sb-rail>
        ${this.#bar()}
        <section class="argument">
          ${store.mode.value === "predict" ? html`<sb-question .store=${store}></sb-question>` : nothing}
          <h2><span class="id ${hue}">${step}</span> ${text.headings[step]}</h2>
          ${shown.derivation.flags.map(
            (flag) => html`<span class="flag">${text.badges[flag]}</span>`,
          )}
          <p class="explanation">${explanation(text.explain[step], shown.facts)}</p>
          <sb-formula .store=${store} @change-parameters=${this.#openParameters}></sb-formula>
          <sb-ledger .store=${store}></sb-ledger>
          ${
            shown.state.scene === "overflow"
              ? html`<sb-overflow .store=${store}></sb-overflow>`
              : nothing
          }
        </section>
        <section class="picture">
          <sb-scene .store=${store}></sb-scene>
          ${store.hides("q") ? nothing : html`<sb-query .store=${store}></sb-query>`}
          <p class="note">${isOwn(shown.state) && store.mode.value !== "present" ? text.scenes[shown.state.scene].note : nothing}</p>
        </section>
        ${
          store.hides("x")
            ? nothing
            : html`
                <details class="own" ?open=${shown.state.scene === "custom"} @toggle=${this.#toggle}>
                  <summary><h2>${text.own}</h2></summary>
                  ${this.ownOpened ? html`<sb-data .store=${store}></sb-data>` : nothing}
                </details>
              `
        }
      </div>
    `;
  }

  #bar(): TemplateResult | typeof nothing {
    const { store } = this;
    if (["step", "scene", "score", "t"].every((control) => store.hides(control as Control)))
      return nothing;
    return html`
      <div class="bar">
        ${store.hides("step") ? nothing : html`<sb-transport .store=${store}></sb-transport>`}
        <sb-choices .store=${store}></sb-choices>
        ${store.hides("t") ? nothing : html`<sb-temperature .store=${store}></sb-temperature>`}
      </div>
    `;
  }
}

const usesArrows = "input, select, textarea, [role=slider], [role=application]";

const explanation = (text: (facts: Facts) => string, facts: Facts): string => text(facts);

customElements.define("sb-derive", Derive);
