import { html, type TemplateResult, unsafeCSS } from "lit";
import { StoreElement, sharedStyles } from "../store-element.ts";
import css from "./onward.css?inline";

/** What the last step leads on to, each by its question. */
const views = ["temperature", "gradient", "normalizers"] as const;

/** Ways on from the end of the chain. */
export class Onward extends StoreElement {
  static override styles = [sharedStyles, unsafeCSS(css)];

  protected override render(): TemplateResult | null {
    const { store } = this;
    if (store.hides("view")) return null;
    const { onward } = store.words("opening");
    return html`
      <h3 id="onward">${onward.heading}</h3>
      <ul aria-labelledby="onward">
        ${views.map(
          (view) => html`<li>
            <a
              href="#view=${view}"
              @click=${(event: MouseEvent) => {
                if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
                event.preventDefault();
                store.update({ view });
                scrollTo({ top: 0, behavior: "instant" });
              }}
            >${onward[view]}</a>
          </li>`,
        )}
      </ul>
    `;
  }
}

customElements.define("sb-onward", Onward);

declare global {
  interface HTMLElementTagNameMap {
    "sb-onward": Onward;
  }
}
