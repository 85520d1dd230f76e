import { html, type TemplateResult, unsafeCSS } from "lit";
import { type Notice, noticeText } from "../model/link-state.ts";
import { inText } from "../model/names.ts";
import { define } from "./define.ts";
import css from "./notices.css?inline";
import { StoreElement, sharedStyles } from "./store-element.ts";

/** What of a link could not be used. Fires `dismiss` when the reader has seen enough of it. */
export class Notices extends StoreElement {
  static override properties = { ...StoreElement.properties, notices: { attribute: false } };
  static override styles = [sharedStyles, unsafeCSS(css)];

  declare notices: readonly Notice[];

  protected override render(): TemplateResult {
    // The region stands before there is anything in it: only then is it read out.
    return html`<div role="status">${this.notices.length === 0 ? null : this.#banner()}</div>`;
  }

  #banner(): TemplateResult {
    const text = this.store.text.value;
    return html`
      <div class="banner">
        <ul>
          ${this.notices.map((notice) => html`<li>${noticeText(quoted(notice), text)}</li>`)}
        </ul>
        <button type="button" @click=${() => this.dispatchEvent(new Event("dismiss"))}>
          ${text.notices.dismiss}
        </button>
      </div>
    `;
  }
}

/** What it quotes was written by whoever made the link. */
const quoted = (notice: Notice): Notice =>
  "value" in notice ? { ...notice, value: inText(notice.value) } : notice;

define("sb-notices", Notices);
