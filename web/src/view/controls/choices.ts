import { html, nothing, type TemplateResult, unsafeCSS } from "lit";
import { type SceneId, type State, sceneIds, scores } from "../../model/state.ts";
import type { Text } from "../../model/text/index.ts";
import { StoreElement, sharedStyles } from "../store-element.ts";
import css from "./choices.css?inline";
import selectCss from "./select.css?inline";

/** Which scene, and which score function. */
export class Choices extends StoreElement {
  static override styles = [sharedStyles, unsafeCSS(selectCss), unsafeCSS(css)];

  protected override render(): TemplateResult {
    const { store } = this;
    const text = store.text.value;
    return html`
      ${store.hides("scene") ? nothing : this.#scenes(store.part("scene"), text)}
      ${store.hides("score") ? nothing : this.#scores(store.part("score"), text)}
    `;
  }

  #scenes(scene: SceneId, text: Text): TemplateResult {
    const { store } = this;
    return html`
      <label>
        <span class="what">${text.controls.scene}</span>
        <select @change=${(e: Event) => store.openScene(chosen(e) as SceneId)}>
          ${sceneIds.map((id) =>
            id === "custom" && scene !== "custom" && store.own.value === null
              ? nothing
              : html`<option value=${id} ?selected=${id === scene}>${text.scenes[id].name}</option>`,
          )}
        </select>
      </label>
    `;
  }

  #scores(score: State["score"], text: Text): TemplateResult {
    const { store } = this;
    return html`
      <label>
        <span class="what">${text.controls.score}</span>
        <select @change=${(e: Event) => store.update({ score: chosen(e) as State["score"] })}>
          ${scores.map(
            (id) => html`<option value=${id} ?selected=${id === score}>${text.scores[id]}</option>`,
          )}
        </select>
      </label>
    `;
  }
}

const chosen = (event: Event): string => (event.target as HTMLSelectElement).value;

customElements.define("sb-choices", Choices);
