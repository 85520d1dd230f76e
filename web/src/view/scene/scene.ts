import { html, nothing, type TemplateResult, unsafeCSS } from "lit";
import type { Facts } from "../../model/facts.ts";
import { stepOf } from "../../model/facts.ts";
import { scenes } from "../../model/scenes.ts";
import { type State, stepNumber } from "../../model/state.ts";
import type { Shown } from "../../model/store.ts";
import type { Text } from "../../model/text/index.ts";
import { type Axes, keyAxes, valueAxes } from "../plot/axes.ts";
import { isFinitePoint } from "../plot/frame.ts";
import { convexHull, distanceOutside, type Point } from "../plot/hull.ts";
import { SizedElement } from "../sized-element.ts";
import { sharedStyles } from "../store-element.ts";
import { keyPlane, type PlaneModel, valuePlane } from "./model.ts";
import { chosenAxes, movedState } from "./move.ts";
import type { PlaneChoice, PlaneMove } from "./plane.ts";
import { type QueryRange, queryRange } from "./query-range.ts";
import css from "./scene.css?inline";
import { stripRows, strips } from "./strips.ts";
import "./plane.ts";

/** The items as things: the plane with its outputs, the plane of the keys, and every feature. */
export class Scene extends SizedElement {
  static override properties = {
    ...SizedElement.properties,
    values: { state: true },
    keys: { state: true },
    all: { state: true },
  };
  static override styles = [sharedStyles, unsafeCSS(css)];

  /** The components that the planes show, as long as the scene is the same. */
  declare values: Axes;
  declare keys: Axes;
  /** Whether every feature has a strip. */
  declare all: boolean;

  #scene = "";
  constructor() {
    super();
    this.values = [0, null];
    this.keys = [0, null];
    this.all = false;
  }

  /** Axes are chosen once per scene: they must not change under a drag. */
  protected override willUpdate(): void {
    const shown = this.store.shown.peek();
    if (shown === null) return;
    const { state, derivation } = shown;
    const scene = `${state.scene} ${state.values[0]?.length} ${state.keys?.[0]?.length}`;
    if (scene === this.#scene) return;
    this.#scene = scene;
    this.values = valueAxes(derivation, state.values);
    this.keys = state.keys === null ? [0, null] : keyAxes(derivation, state.keys);
    this.all = false;
  }

  #choose(of: "values" | "keys", choice: PlaneChoice): void {
    this[of] = chosenAxes(this[of], choice);
  }

  #move(of: "values" | "keys", move: PlaneMove): void {
    const state = this.store.state.peek();
    const axes = move.item !== null ? this[of] : state.keys === null ? this.values : this.keys;
    this.store.update(movedState(state, of, axes, move));
  }

  /** A plane is drawn anew when its model is another: not when an item is lit. */
  #models(shown: Shown): Models {
    const { values, keys } = this;
    const last = this.#last;
    if (last?.of[0] === shown && last.of[1] === values && last.of[2] === keys) return last;
    const range = rangeOf(shown.state);
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
      @plane-move=${(event: CustomEvent<PlaneMove>) => this.#move(of, event.detail)}
      @plane-choose=${(event: CustomEvent<PlaneChoice>) => this.#choose(of, event.detail)}
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
      <p class="hull">${
        stepNumber(shown.state.step) < 7 || shown.facts.attended < 2
          ? nothing
          : html`<svg class="swatch" aria-hidden="true" width="16" height="16" viewBox="0 0 16 16"><path d="M1.5 13.5L6 2l8.5 11.5Z" /></svg> <i>${text.convexHull}</i>${text.colon}${text.hullIs}`
      }</p>
      ${keys === null ? nothing : html`<h3>${text.scene.keys}</h3> ${this.#plane("keys", keys)}`}
      ${this.#strips(shown, text)}
    `;
  }

  #strips(shown: Shown, text: Text): TemplateResult | typeof nothing {
    const count = shown.features.length;
    if (count < 2 || this.width === 0) return nothing;
    const rows = stripRows(shown, this.all);
    return html`
      ${strips({
        shown,
        text,
        width: this.width,
        lit: this.store.lit.value,
        rows,
        inPlane: this.values,
        rested: this.store.rested.value === shown,
        light: (item) => {
          this.store.lit.value = item;
        },
      })}
      ${
        rows.length === count && !this.all
          ? nothing
          : html`<button class="all" @click=${() => {
              this.all = !this.all;
            }}>${this.all ? text.scene.showFewer : text.scene.showAll(count)}</button>`
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
  { state, derivation: d, facts, names }: Shown,
  plane: PlaneModel,
  { scene }: Text,
): { readonly heading: string; readonly sentence: string } {
  const { headings } = scene;
  if (state.step === "S1")
    return { heading: headings.scores(facts), sentence: scene.scores(state.score) };
  if (stepNumber(state.step) < 7)
    return { heading: headings.hard(facts), sentence: scene.hard(facts) };
  if (state.step === "S7a" && stepOf(d, "S7a").outputDistance > 0)
    return {
      heading: outsideHull(plane) ? headings.outside : headings.notMean,
      sentence: scene.outside(facts),
    };
  return {
    heading: softHeading(state, d, facts, names, scene),
    sentence: facts.unmoved ? scene.softStill(facts) : scene.soft(facts),
  };
}

function softHeading(
  { values }: State,
  { softOutput }: Shown["derivation"],
  facts: Facts,
  names: readonly string[],
  { headings }: Text["scene"],
): string {
  if (facts.unmoved) return headings.softIsHard(facts);
  if (facts.shares[0]?.percent === 100) return headings.almostHard(facts);
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
