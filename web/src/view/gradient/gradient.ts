import { html, nothing, type PropertyValues, type TemplateResult, unsafeCSS } from "lit";
import { trainingTable } from "../../model/export-tables.ts";
import { Lab } from "../../model/lab.ts";
import type { Store } from "../../model/store.ts";
import complaintCss from "../complaint.css?inline";
import { complaintOf } from "../complaint.ts";
import type { Offer } from "../data/takeaway.ts";
import frameCss from "../frame.css?inline";
import { StoreElement, sharedStyles } from "../store-element.ts";
import css from "./gradient.css?inline";
// Whole, though only some of its parts are used: in one piece it compresses best.
import "../controls/choices.ts";
import "../data/take.ts";
import "./controls.ts";
import "./jacobian.ts";
import "./saturation.ts";
import "./slope.ts";
import "./trails.ts";
import "./training.ts";

/** The view `gradient`: what can be learned through argmax, and what through softmax. */
export class Gradient extends StoreElement {
  static override styles = [
    sharedStyles,
    unsafeCSS(frameCss),
    unsafeCSS(complaintCss),
    unsafeCSS(css),
  ];

  #lab: Lab | null = null;
  #of: Store | null = null;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#lab?.dispose();
    this.#lab = null;
    this.#of = null;
  }

  readonly #offers: readonly Offer[] = [
    {
      label: "training",
      table: () => {
        const [shown, results] = [this.store.shown.peek(), this.#lab?.results.peek() ?? null];
        return shown === null || results === null ? null : trainingTable(shown, results);
      },
    },
  ];

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    if (this.#of === this.store) return;
    this.#lab?.dispose();
    this.#of = this.store;
    this.#lab = new Lab(this.store);
  }

  protected override render(): TemplateResult | null {
    const { store } = this;
    const shown = store.shown.value;
    const lab = this.#lab;
    const problem = store.problem.value;
    const complaint = problem === null ? nothing : complaintOf(problem, store.text.value);
    if (shown === null || lab === null)
      return html`<p class="problem" role="alert">${complaint}</p>`;
    return html`
      <div class="figure ${problem === null ? "" : "stale"}">
        <p class="problem" role="alert">${complaint}</p>
        <sb-choices .store=${store}></sb-choices>
        <sb-slope .store=${store} .lab=${lab}></sb-slope>
        <sb-jacobian .store=${store} .lab=${lab}></sb-jacobian>
        <sb-training .store=${store} .lab=${lab}></sb-training>
        ${store.hides("controls") ? nothing : html`<sb-training-controls .store=${store} .lab=${lab}></sb-training-controls>`}
        <div class="queries">
          <sb-trails .store=${store} .lab=${lab}></sb-trails>
          <sb-saturation .store=${store} .lab=${lab}></sb-saturation>
        </div>
        <sb-take .store=${store} .offers=${this.#offers}></sb-take>
      </div>
    `;
  }
}

customElements.define("sb-gradient", Gradient);
