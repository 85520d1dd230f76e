import { html, type TemplateResult, unsafeCSS } from "lit";
import { format } from "../../model/format.ts";
import { paces } from "../../model/state.ts";
import { StoreElement, sharedStyles } from "../store-element.ts";
import css from "./pace.css?inline";

/** How fast the steps play: a press takes the next of the paces. */
export class PaceChoice extends StoreElement {
  static override styles = [sharedStyles, unsafeCSS(css)];

  protected override render(): TemplateResult {
    const { store } = this;
    const { pace } = store.part("options");
    const next = paces[(paces.indexOf(pace) + 1) % paces.length] ?? "1";
    const label = store.words("opening").pace(format(Number(pace)));
    return html`<button
      type="button"
      aria-label=${label}
      title=${label}
      @click=${() => store.setOptions({ pace: next })}
    >${format(Number(pace))}×</button>`;
  }
}

customElements.define("sb-pace", PaceChoice);
