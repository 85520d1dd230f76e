import { html, nothing, type TemplateResult, unsafeCSS } from "lit";
import { sweepTable } from "../../model/export-tables.ts";
import { isOwn } from "../../model/scenes.ts";
import { curvesIn } from "../../model/sweep.ts";
import complaintCss from "../complaint.css?inline";
import { complaintOf } from "../complaint.ts";
import type { Offer } from "../data/takeaway.ts";
import frameCss from "../frame.css?inline";
import { fitsPaper } from "../paper.ts";
import { richText } from "../rich-text.ts";
import { SizedElement } from "../sized-element.ts";
import { sharedStyles } from "../store-element.ts";
import { softmaxFormula, softmaxInstance } from "./formula.ts";
import css from "./temperature.css?inline";
// Whole, though only some of its parts are used: in one piece it compresses best.
import "../controls/choices.ts";
import "../controls/temperature.ts";
import "../data/take.ts";
import "./chart.ts";
import "./distance.ts";
import "./path.ts";
import "./player.ts";

/** The view `temperature`: from hard to uniform by one slider. */
export class TemperatureView extends SizedElement {
  static override styles = [
    sharedStyles,
    unsafeCSS(frameCss),
    unsafeCSS(complaintCss),
    unsafeCSS(css),
  ];
  static {
    TemperatureView.addInitializer(fitsPaper);
  }

  readonly #offers: readonly Offer[] = [
    {
      label: "sweep",
      table: () => {
        const shown = this.store.shown.peek();
        const curves = shown === null ? null : curvesIn(this.store, shown);
        return shown === null || curves === null ? null : sweepTable(shown, curves);
      },
    },
  ];

  protected override render(): TemplateResult | null {
    const { store } = this;
    const shown = store.shown.value;
    const problem = store.problem.value;
    const text = store.text.value;
    const said = problem === null ? nothing : complaintOf(problem, text);
    if (shown === null) return html`<p class="problem" role="alert">${said}</p>`;
    const words = store.words("temperature");
    const item = store.lit.value ?? shown.derivation.argmax;
    const room = columnOf(this.width) / formulaSize(this.width);
    // The slider itself says where a limit is.
    const flags = shown.derivation.flags.filter((flag) => !flag.endsWith("limit"));
    return html`
      <div class="figure ${problem === null ? "" : "stale"}">
        <p class="problem" role="alert">${said}</p>
        <div class="bar">
          ${store.hides("step") || store.hides("t") ? nothing : html`<sb-sweep-player .store=${store}></sb-sweep-player>`}
          <sb-choices .store=${store}></sb-choices>
          ${store.hides("t") ? nothing : html`<sb-temperature bare .store=${store}></sb-temperature>`}
        </div>
        <section class="weights">
          <h2>${words.weights.heading}</h2>
          ${flags.map((flag) => html`<span class="flag">${text.badges[flag]}</span>`)}
          <p class="sentence">${words.weights.sentence(shown.summary)}</p>
          <div class="formula">
            <math translate="no" display="block">${softmaxFormula}</math>
            <math translate="no" display="block">${softmaxInstance(shown, item, room)}</math>
          </div>
          <sb-temperature-chart .store=${store}></sb-temperature-chart>
        </section>
        <section class="path">
          <sb-output-path .store=${store}></sb-output-path>
        </section>
        <section class="about">
          <h2>${words.about.heading}</h2>
          ${words.about.sentences.map((sentence) => html`<p>${richText(sentence)}</p>`)}
          <p class="note ${isOwn(shown.state) ? "" : "untrue"}">${text.scenes[shown.state.scene].note}</p>
        </section>
        <section class="farther">
          ${
            curvesIn(store, shown) === null
              ? nothing
              : html`<sb-output-distance .store=${store}></sb-output-distance>`
          }
        </section>
        <sb-take .store=${store} .offers=${this.#offers}></sb-take>
      </div>
    `;
  }
}

/** px for the formula with the numbers, as the style sheet has it. */
function columnOf(width: number): number {
  const inside = width - 2 * Math.max(20, Math.min(72, 0.05 * width));
  return width < 1000 ? inside : Math.min(776, (inside * 776) / 1296);
}

/** The size of the formula, px, in the style sheet too. */
const formulaSize = (width: number): number => (width < 340 ? 16 : width < 600 ? 19 : 23);

customElements.define("sb-temperature-view", TemperatureView);

declare global {
  interface HTMLElementTagNameMap {
    "sb-temperature-view": TemperatureView;
  }
}
