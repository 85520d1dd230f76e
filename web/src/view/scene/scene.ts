import { html, nothing, type TemplateResult, unsafeCSS } from "lit";
import { scenes } from "../../model/scenes.ts";
import { type State, stepNumber } from "../../model/state.ts";
import type { Shown } from "../../model/store.ts";
import type { Summary } from "../../model/summary.ts";
import { stepOf } from "../../model/summary.ts";
import type { Text } from "../../model/text/index.ts";
import { type Axes, chosenOr, keyAxes, valueAxes } from "../plot/axes.ts";
import { convexHull, distanceOutside } from "../plot/hull.ts";
import { isFinitePoint, type Point } from "../plot/path.ts";
import { stripRows } from "../plot/strips.ts";
import { plotStyles } from "../plot/styles.ts";
import { SceneDefault } from "../scene-default.ts";
import { lownessOf, SizedElement } from "../sized-element.ts";
import { sharedStyles } from "../store-element.ts";
import { keyPlane, type PlaneModel, valuePlane } from "./model.ts";
import { chosenAxes, movedState } from "./move.ts";
import type { PlaneChoice, PlaneMove } from "./plane.ts";
import { type QueryRange, queryRange } from "./query-range.ts";
import css from "./scene.css?inline";
import { outputStrips } from "./strips.ts";
import "./plane.ts";

/** The items as things: the plane with its outputs, the plane of the keys, and every feature. */
export class Scene extends SizedElement {
  static override styles = [sharedStyles, plotStyles, unsafeCSS(css)];

  /** The components that the planes show until others are chosen. */
  readonly #axes = { values: new SceneDefault<Axes>(), keys: new SceneDefault<Axes>() };

  #move(of: "values" | "keys", move: PlaneMove): void {
    const state = this.store.state.peek();
    const { values, keys } = this.#last ?? {};
    const queried = state.keys === null ? values : keys;
    const plane = move.item === null ? queried : of === "values" ? values : keys;
    if (plane) this.store.update(movedState(state, of, plane.axes, move));
  }

  /** A plane is drawn anew when its model is another: not when an item is lit. */
  #models(shown: Shown): Models {
    const { state, derivation } = shown;
    const { options } = state;
    const values = chosenOr(options.axes, state.values[0]?.length ?? 0, () =>
      this.#axes.values.of(shown, () => valueAxes(derivation, state.values)),
    );
    const keys = chosenOr(options.keyAxes, state.keys?.[0]?.length ?? 0, () =>
      this.#axes.keys.of(shown, () =>
        state.keys === null ? [0, null] : keyAxes(derivation, state.keys),
      ),
    );
    const last = this.#last;
    if (last?.of[0] === shown && last.of[1] === values && last.of[2] === keys) return last;
    const range = rangeOf(state);
    this.#last = {
      of: [shown, values, keys],
      values: valuePlane(shown, values, range, last?.values ?? null),
      keys: keyPlane(shown, keys, range, last?.keys ?? null),
    };
    return this.#last;
  }
  #last: Models | null = null;

  #plane(of: "values" | "keys", model: PlaneModel): TemplateResult {
    return html`<sb-plane
      .store=${this.store}
      .model=${model}
      .low=${lownessOf(this.store)}
      @plane-move=${(event: CustomEvent<PlaneMove>) => this.#move(of, event.detail)}
      @plane-choose=${(event: CustomEvent<PlaneChoice>) =>
        this.store.setOptions({
          [of === "keys" ? "keyAxes" : "axes"]: chosenAxes(model.axes, event.detail),
        })}
    ></sb-plane>`;
  }

  protected override render(): TemplateResult | null {
    const shown = this.store.shown.value;
    if (shown === null) return null;
    const text = this.store.text.value;
    const { values, keys } = this.#models(shown);
    const { heading, sentence } = words(shown, values, text);
    return html`
      <h2>${heading}</h2>
      <p class="sentence">${sentence}</p>
      ${this.#plane("values", values)}
      ${keys === null ? nothing : html`<h3>${text.scene.keys}</h3> ${this.#plane("keys", keys)}`}
      ${this.#strips(shown, values, text)}
      <p class="hull">${
        stepNumber(shown.state.step) < 7 || shown.summary.attended < 2
          ? nothing
          : html`<svg class="swatch" aria-hidden="true" width="16" height="16" viewBox="0 0 16 16"><path d="M1.5 13.5L6 2l8.5 11.5Z" /></svg> <i>${text.convexHull}</i>${text.colon}${text.hullIs}`
      }</p>
    `;
  }

  #strips(shown: Shown, plane: PlaneModel, text: Text): TemplateResult | typeof nothing {
    const count = shown.features.length;
    if (count < 2 || this.width === 0) return nothing;
    const all = shown.state.options.everyFeature;
    const rows = stripRows(shown, all);
    return html`
      ${outputStrips({
        shown,
        text,
        width: this.width,
        lit: this.store.lit.value,
        rows,
        inPlane: plane.axes,
        rested: this.store.rested.value === shown,
        light: (item) => {
          this.store.lit.value = item;
        },
      })}
      ${
        rows.length === count && !all
          ? nothing
          : html`<button class="all" @click=${() => this.store.setOptions({ everyFeature: !all })}>${all ? text.scene.showFewer : text.scene.showAll(count)}</button>`
      }
    `;
  }
}

/** The models of the planes, and what they were made of. */
interface Models {
  readonly of: readonly [shown: Shown, values: Axes, keys: Axes];
  readonly values: PlaneModel;
  readonly keys: PlaneModel | null;
}

export const rangeOf = ({ scene, query }: State): QueryRange =>
  queryRange(scene === "custom" ? query : scenes[scene].query, query);

/** What the picture shows, said in a heading and a sentence. */
function words(
  { state, derivation: d, summary, names }: Shown,
  plane: PlaneModel,
  { scene }: Text,
): { readonly heading: string; readonly sentence: string } {
  const { headings } = scene;
  if (state.step === "S1")
    return { heading: headings.scores(summary), sentence: scene.scores(state.score) };
  if (stepNumber(state.step) < 7)
    return { heading: headings.hard(summary), sentence: scene.hard(summary) };
  if (state.step === "S7a" && stepOf(d, "S7a").outputDistance > 0)
    return {
      heading: outsideHull(plane) ? headings.outside : headings.notMean,
      sentence: scene.outside(summary),
    };
  return {
    heading: softHeading(state, d, summary, names, scene),
    sentence: summary.unmoved ? scene.softStill(summary) : scene.soft(summary),
  };
}

function softHeading(
  { values }: State,
  { softOutput }: Shown["derivation"],
  summary: Summary,
  names: readonly string[],
  { headings }: Text["scene"],
): string {
  if (summary.unmoved) return headings.softIsHard(summary);
  if (summary.shares[0]?.percent === 100) return headings.almostHard(summary);
  const met = values.findIndex((row) => row.every((value, j) => value === softOutput[j]));
  return met < 0 ? headings.soft : headings.softIsObject(names[met] ?? "");
}

/** Seen in the plane, which proves it; the other way round would not be a proof. */
function outsideHull({ items, outputs }: PlaneModel): boolean {
  if (outputs === null) return false;
  const points = items
    .filter(({ masked, point }) => !masked && isFinitePoint(point))
    .map(({ point }) => point);
  const far = Math.max(...points.map(([x, y]: Point) => Math.max(Math.abs(x), Math.abs(y))));
  return distanceOutside(convexHull(points), outputs.goal.point) > 1e-9 * far;
}

customElements.define("sb-scene", Scene);

declare global {
  interface HTMLElementTagNameMap {
    "sb-scene": Scene;
  }
}
