import { html, nothing, type TemplateResult, unsafeCSS } from "lit";
import { drawPiece, type Piece } from "../pieces.ts";
import { StoreElement, sharedStyles } from "../store-element.ts";
import css from "./take.css?inline";
import type { Offer } from "./takeaway.ts";

const takeaway: Piece = { load: () => import("./takeaway.ts"), words: ["data"] };

/** At the foot of a view: its numbers and its picture, to be used elsewhere. Loaded when it is opened. */
export class Take extends StoreElement {
  static override properties = {
    ...StoreElement.properties,
    offers: { attribute: false },
    opened: { state: true },
  };
  static override styles = [sharedStyles, unsafeCSS(css)];

  declare offers: readonly Offer[];
  declare opened: boolean;

  constructor() {
    super();
    this.offers = [];
    this.opened = false;
  }

  protected override render(): TemplateResult | typeof nothing {
    const { store } = this;
    if (store.hides("controls")) return nothing;
    return html`
      <details
        @toggle=${(event: Event) => {
          this.opened = (event.currentTarget as HTMLDetailsElement).open;
        }}
      >
        <summary>${store.text.value.takeAway}</summary>
        ${
          this.opened
            ? drawPiece(
                store,
                takeaway,
                () => html`<sb-takeaway wide .store=${store} .offers=${this.offers}></sb-takeaway>`,
              )
            : nothing
        }
      </details>
    `;
  }
}

customElements.define("sb-take", Take);
