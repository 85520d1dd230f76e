import { html, type TemplateResult, unsafeCSS } from "lit";
import type { State } from "../../model/state.ts";
import type { Store } from "../../model/store.ts";
import { StoreElement, sharedStyles } from "../store-element.ts";
import css from "./history.css?inline";

/** Undo, redo and reset beside what is changed, and the keys of the first two in the whole figure. */
export class HistoryButtons extends StoreElement {
  static override styles = [sharedStyles, unsafeCSS(css)];

  #figure: HTMLElement | null = null;

  override connectedCallback(): void {
    super.connectedCallback();
    this.#figure = figureAround(this);
    this.#figure.addEventListener("keydown", this.#key);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#figure?.removeEventListener("keydown", this.#key);
  }

  readonly #key = (event: KeyboardEvent): void => undoByKey(event, this.store);

  protected override render(): TemplateResult {
    const { store } = this;
    const t = store.words("data").data;
    return html`
      <button type="button" class="sign" aria-label=${t.undo} title="${t.undo} (Ctrl+Z)" aria-keyshortcuts="Control+Z Meta+Z"
        aria-disabled=${!store.canUndo.value} @click=${() => store.undo()}>${sign("M8 3L4 7l4 4M4 7h7a4 4 0 0 1 0 8H7")}</button>
      <button type="button" class="sign" aria-label=${t.redo} title="${t.redo} (Ctrl+Y)" aria-keyshortcuts="Control+Y Control+Shift+Z Meta+Shift+Z"
        aria-disabled=${!store.canRedo.value} @click=${() => store.redo()}>${sign("M10 3l4 4-4 4M14 7H7a4 4 0 0 0 0 8h4")}</button>
      <button type="button" title=${t.resetNote} aria-disabled=${Object.entries(store.opened.value).every(([key, value]) => value === store.part(key as keyof State))} @click=${() => store.open(store.opened.peek())}>${t.reset}</button>
    `;
  }
}

const sign = (path: string): TemplateResult =>
  html`<svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true"><path d=${path} /></svg>`;

/** Undo and redo by keys, where no text field takes them for what is typed in it. */
export function undoByKey(event: KeyboardEvent, store: Store): void {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.defaultPrevented) return;
  const [target] = event.composedPath();
  if (target instanceof Element && target.matches("input[type=text], textarea")) return;
  const key = event.key.toLowerCase();
  if (key !== "z" && key !== "y") return;
  event.preventDefault();
  if (key === "y" || event.shiftKey) store.redo();
  else store.undo();
}

/** The outermost element of the figure that an element is in. */
function figureAround(element: HTMLElement): HTMLElement {
  let figure = element;
  for (;;) {
    const root = figure.getRootNode();
    // A figure in a shadow tree of its host page ends at the figure.
    if (!(root instanceof ShadowRoot) || figure.localName === "softmax-bridge") return figure;
    figure = root.host as HTMLElement;
  }
}

customElements.define("sb-history", HistoryButtons);
