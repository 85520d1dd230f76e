import { effect, untracked } from "@preact/signals-core";
import { type CSSResult, LitElement, unsafeCSS } from "lit";
import type { Language } from "../model/state.ts";
import type { Store } from "../model/store.ts";
import shared from "./shared.css?inline";

export const sharedStyles: CSSResult = unsafeCSS(shared);

/** An element that draws from a store and draws again when a signal that it read has changed. */
export abstract class StoreElement extends LitElement {
  static override properties = { store: { attribute: false } };
  static override styles: CSSResult | CSSResult[] = sharedStyles;

  declare store: Store;

  #stopWatching: (() => void) | undefined;
  #spoken: Language | undefined;

  protected override performUpdate(): void {
    if (!this.isUpdatePending) return;
    this.#stopWatching?.();
    // Taken out before its turn came: were it to watch now, the store would hold it for ever.
    if (!this.isConnected) {
      untracked(() => super.performUpdate());
      return;
    }
    let drawing = true;
    this.#stopWatching = effect(() => {
      if (drawing) {
        drawing = false;
        // Not every browser lets a shadow tree inherit the language for :lang().
        const language = this.store?.language.value;
        if (language !== undefined && language !== this.#spoken) this.lang = language;
        this.#spoken = language;
        super.performUpdate();
      } else {
        this.requestUpdate();
      }
    });
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // It stopped watching when it was taken out.
    this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stopWatching?.();
    this.#stopWatching = undefined;
  }
}
