import { html, nothing, svg, type TemplateResult, unsafeCSS } from "lit";
import { classroom } from "../../model/text/classroom.ts";
import { codeOf } from "../qr-code.ts";
import { StoreElement, sharedStyles } from "../store-element.ts";
import { advance, advanceToEnd } from "./advance.ts";
import css from "./present.css?inline";

/** The figure on a projector: as large as the wall, run by keys, with a code of this very picture. */
export class Present extends StoreElement {
  static override properties = {
    ...StoreElement.properties,
    page: {},
    large: { state: true },
    told: { state: true },
  };
  static override styles = [sharedStyles, unsafeCSS(css)];

  /** The address of the full page with what is shown. */
  declare page: string;
  /** Whether the code covers the picture, to be read from the back row. */
  declare large: boolean;
  /** Whether the keys need no more telling: one was pressed. */
  declare told: boolean;

  #zoom = 1;
  readonly #sizes = new ResizeObserver(() => this.#fit());

  constructor() {
    super();
    this.large = false;
    this.told = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener("keydown", this.#press);
    addEventListener("resize", this.#fit);
    this.#sizes.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener("keydown", this.#press);
    removeEventListener("resize", this.#fit);
    this.#sizes.disconnect();
  }

  protected override firstUpdated(): void {
    const stage = this.renderRoot.querySelector(".stage");
    if (stage) this.#sizes.observe(stage);
    this.#fit();
  }

  /** As large as fits, from the width at which the figure has its full layout. */
  readonly #fit = (): void => {
    const stage = this.renderRoot.querySelector<HTMLElement>(".stage");
    if (!stage) return;
    const height = stage.getBoundingClientRect().height / this.#zoom;
    const zoom = Math.min(innerWidth / full, innerHeight / height);
    this.#zoom = Math.max(least, Math.floor(zoom * 50) / 50);
    this.style.setProperty("--stage-zoom", String(this.#zoom));
  };

  readonly #press = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
    const act = {
      ArrowRight: () => advance(this.store, 1),
      PageDown: () => advance(this.store, 1),
      " ": () => advance(this.store, 1),
      ArrowLeft: () => advance(this.store, -1),
      PageUp: () => advance(this.store, -1),
      Home: () => advanceToEnd(this.store, "first"),
      End: () => advanceToEnd(this.store, "last"),
      q: () => {
        this.large = !this.large;
      },
      f: () => void this.#fullScreen(),
      Escape: () => this.#leave(),
    }[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (act === undefined) return;
    event.preventDefault();
    this.told = true;
    act();
  };

  async #fullScreen(): Promise<void> {
    try {
      if (document.fullscreenElement) await document.exitFullscreen();
      else await document.documentElement.requestFullscreen();
    } catch {
      // A frame that may not: the picture is as large as the frame.
    }
  }

  #leave(): void {
    if (this.large) this.large = false;
    else this.dispatchEvent(new Event("leave"));
  }

  protected override render(): TemplateResult {
    const text = classroom[this.store.language.value].present;
    return html`
      <div class="stage"><slot></slot></div>
      <footer aria-label=${text.label}>
        ${this.told ? nothing : html`<p class="keys">${text.keys}</p>`}
        ${this.#code()}
      </footer>
    `;
  }

  #code(): TemplateResult | typeof nothing {
    const text = classroom[this.store.language.value].present;
    // Follows the picture when that has come to rest.
    if (this.store.rested.value === null) return nothing;
    const code = codeOf(this.page);
    if (code === null) return this.large ? html`<p class="none">${text.noCode}</p>` : nothing;
    return html`
      <button
        type="button"
        class="code ${this.large ? "large" : ""}"
        aria-label=${text.code}
        aria-expanded=${this.large}
        @click=${() => {
          this.large = !this.large;
        }}
      >
        ${svg`<svg viewBox="0 0 ${code.size} ${code.size}" shape-rendering="crispEdges" aria-hidden="true"><path d=${code.path} /></svg>`}
        <span>${text.code}</span>
      </button>
    `;
  }
}

/** CSS px at which the figure has its full layout. */
const full = 1440;
/** Smaller than this it would not be read from the back row: then it scrolls. */
const least = 0.8;

customElements.define("sb-present", Present);
