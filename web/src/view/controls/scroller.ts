import { html, LitElement, type TemplateResult, unsafeCSS } from "lit";
import css from "./scroller.css?inline";

/**
 * What may be wider than its place scrolls in it. An edge is faded where more lies past it: attributes
 * `less`, on the left, and `more`, on the right.
 */
export class Scroller extends LitElement {
  static override styles = unsafeCSS(css);

  readonly #sizes = new ResizeObserver(() => this.#mark());

  constructor() {
    super();
    this.addEventListener("scroll", () => this.#mark(), { passive: true });
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#watch();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#sizes.disconnect();
  }

  /** Its own size, and that of what it holds. */
  #watch(): void {
    this.#sizes.disconnect();
    for (const element of [this, ...this.children]) this.#sizes.observe(element);
  }

  #mark(): void {
    const { scrollLeft, clientWidth, scrollWidth } = this;
    this.toggleAttribute("less", scrollLeft > 2);
    this.toggleAttribute("more", scrollLeft + clientWidth < scrollWidth - 2);
  }

  protected override render(): TemplateResult {
    return html`<slot @slotchange=${this.#watch}></slot>`;
  }
}

customElements.define("sb-scroller", Scroller);
