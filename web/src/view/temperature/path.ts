import { html, nothing, type TemplateResult, unsafeCSS } from "lit";
import { guard } from "lit/directives/guard.js";
import { format } from "../../model/format.ts";
import { deriveInput } from "../../model/input.ts";
import type { Shown } from "../../model/store.ts";
import { type Curves, curvesIn, type Instant, instantIn } from "../../model/sweep.ts";
import type { Change } from "../../model/text/en/temperature.ts";
import type { TemperatureText } from "../../model/text/index.ts";
import { type Axes, chosenOr, largest, valueAxes } from "../plot/axes.ts";
import { stripRows } from "../plot/strips.ts";
import { plotStyles } from "../plot/styles.ts";
import { type PlaneModel, valuePlane } from "../scene/model.ts";
import { chosenAxes, movedState } from "../scene/move.ts";
import type { PlaneChoice, PlaneMove } from "../scene/plane.ts";
import { rangeOf } from "../scene/scene.ts";
import { SceneDefault } from "../scene-default.ts";
import { SizedElement } from "../sized-element.ts";
import { sharedStyles } from "../store-element.ts";
import { featureStrips } from "./feature-strips.ts";
import { slopeFormula } from "./formula.ts";
import css from "./path.css?inline";
import { pathOverlay } from "./path-overlay.ts";
import "../scene/plane.ts";

/** The way of the output between the items, from the hard answer to the mean of all. */
export class OutputPath extends SizedElement {
  static override styles = [sharedStyles, plotStyles, unsafeCSS(css)];

  /** The features that the plane shows: the temperature does not change them either. */
  readonly #axes = new SceneDefault<Axes>();
  #model: PlaneModel | null = null;

  #axesOf(shown: Shown): Axes {
    const { core } = this.store;
    const { values, options } = shown.state;
    return chosenOr(options.axes, values[0]?.length ?? 0, () =>
      this.#axes.of(shown, () => {
        const warm = core.derive({
          ...deriveInput(shown.state),
          temperature: 1,
          derivatives: false,
        });
        return valueAxes(warm, values);
      }),
    );
  }

  protected override render(): TemplateResult | null {
    const { store } = this;
    const shown = store.shown.value;
    if (shown === null) return null;
    const words = store.words("temperature");
    const { summary, features } = shown;
    if (features.length === 0) return html`<p class="sentence">${words.path.unshown}</p>`;
    const curves = curvesIn(store, shown);
    const instant = instantIn(store, shown);
    const { change, feature } = fastest(shown, instant);
    return html`
      <h2>${words.path.heading(summary)}</h2>
      <p class="sentence">${words.path.where(summary, change, feature)}</p>
      ${curves === null ? nothing : this.#drawn(shown, curves, instant, words)}
    `;
  }

  #drawn(shown: Shown, curves: Curves, instant: Instant, words: TemperatureText): TemplateResult {
    const { store, width } = this;
    const axes = this.#axesOf(shown);
    const all = shown.state.options.everyFeature;
    const text = store.text.value;
    const { state, features } = shown;
    const { change, feature } = fastest(shown, instant);
    const model = guard([shown, axes, curves, text], () =>
      this.#modelOf(shown, curves, instant, axes, words),
    );
    const rows = stripRows(shown, all);
    const limit = state.temperature === 0 || state.temperature === Number.POSITIVE_INFINITY;
    const { covariance } = words.path;
    return html`
      <sb-plane
        .store=${store}
        .model=${model}
        @plane-move=${(event: CustomEvent<PlaneMove>) =>
          store.update(movedState(store.state.peek(), "values", axes, event.detail))}
        @plane-choose=${(event: CustomEvent<PlaneChoice>) =>
          store.setOptions({ axes: chosenAxes(axes, event.detail) })}
      ></sb-plane>
      <div class="covariance">
        <math translate="no" display="block">${slopeFormula}</math>
        <p>${limit ? covariance.limit : change === "still" ? covariance.still : covariance[change](feature)}</p>
      </div>
      ${
        width === 0
          ? nothing
          : featureStrips({
              shown,
              text,
              words,
              curves,
              instant,
              width,
              lit: store.lit.value,
              rows,
            })
      }
      ${
        rows.length === features.length && !all
          ? nothing
          : html`<button type="button" class="all" @click=${() => store.setOptions({ everyFeature: !all })}>${all ? text.scene.showFewer : text.scene.showAll(features.length)}</button>`
      }
      ${this.#description(shown, curves, instant, words)}
    `;
  }

  #modelOf(
    shown: Shown,
    curves: Curves,
    instant: Instant,
    axes: Axes,
    words: TemperatureText,
  ): PlaneModel {
    // The plane of the last step: strings, ring and disc are those of the soft output.
    const soft: Shown = { ...shown, state: { ...shown.state, step: "S9" } };
    this.#model = {
      ...valuePlane(soft, axes, rangeOf(shown.state), this.#model),
      overlay: pathOverlay(shown, instant, curves, axes, this.store.text.peek(), words),
    };
    return this.#model;
  }

  #description(
    shown: Shown,
    curves: Curves,
    { slope }: Instant,
    words: TemperatureText,
  ): TemplateResult {
    const rested = this.store.rested.value;
    const last = this.#described;
    // The words of a language that was chosen may come after the numbers have rested.
    if (rested !== null && (rested !== last?.of || words !== last.words)) {
      const { derivation: d, features } = shown;
      const { outputs } = curves;
      const { colon, comma } = this.store.text.value;
      const number = (x: number | undefined): string => format(x ?? Number.NaN);
      const hot = (curves.temperatures.length - 1) * outputs.cols;
      this.#described = {
        of: rested,
        words,
        lines: [
          ...features.map(
            (feature, j) =>
              feature +
              colon +
              [
                `τ → 0 ${number(d.tieMean[j])}`,
                `${words.path.now} ${number(d.softOutput[j])}`,
                `τ → ∞ ${number(outputs.data[hot + j])}`,
              ].join(comma),
          ),
          words.described.slope(
            features.map((feature, j) => `${feature} ${number(slope[j])}`).join(comma),
          ),
        ],
      };
    }
    return html`<ul class="hidden">${this.#described?.lines.map((line) => html`<li>${line}</li>`)}</ul>`;
  }
  #described: {
    readonly of: Shown;
    readonly words: TemperatureText;
    readonly lines: readonly string[];
  } | null = null;
}

/** The feature of the output that changes fastest, and whether it grows. */
function fastest(
  { features }: Shown,
  { slope }: Instant,
): { readonly change: Change; readonly feature: string } {
  const [j = 0] = largest(slope.map(Math.abs), 1);
  const rate = slope[j] ?? 0;
  return {
    change: rate === 0 ? "still" : rate < 0 ? "less" : "more",
    feature: features[j] ?? "",
  };
}

customElements.define("sb-output-path", OutputPath);

declare global {
  interface HTMLElementTagNameMap {
    "sb-output-path": OutputPath;
  }
}
