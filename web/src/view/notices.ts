import { html, type TemplateResult, unsafeCSS } from "lit";
import type { Notice } from "../model/link-notice.ts";
import { noticeText } from "../model/link-notice-text.ts";
import { inText } from "../model/names.ts";
import css from "./notices.css?inline";
import { StoreElement, sharedStyles } from "./store-element.ts";

/** What of a link could not be used. Fires `dismiss` when the reader has seen enough of it. */
export class Notices extends StoreElement {
  static override properties = { ...StoreElement.properties, notices: { attribute: false } };
  static override styles = [sharedStyles, unsafeCSS(css)];

  declare notices: readonly Notice[];

  protected override render(): TemplateResult {
    const { store } = this;
    const words = { notices: store.words("notices"), figure: store.text.value };
    return html`
      <div class="banner">
        <ul>
          ${this.notices.map((notice) => html`<li>${noticeText(quoted(notice), words)}</li>`)}
        </ul>
        <button type="button" @click=${() => this.dispatchEvent(new Event("dismiss"))}>
          ${words.notices.dismiss}
        </button>
      </div>
    `;
  }
}

/** What it quotes was written by whoever made the link. */
const quoted = (notice: Notice): Notice =>
  "value" in notice ? { ...notice, value: inText(notice.value) } : notice;

customElements.define("sb-notices", Notices);
