import { html, type PropertyValues, type TemplateResult, unsafeCSS } from "lit";
import { type Core, type Derivation, loadCore } from "../core/core.ts";
import { initialState, sceneState } from "../model/scenes.ts";
import { languages, type SceneId, type State, sceneIds, themes } from "../model/state.ts";
import { Store } from "../model/store.ts";
import { preferredLanguage, texts } from "../model/text/index.ts";
import "./article/article.ts";
import "./derive/derive.ts";
import "./masthead.ts";
import { addFonts } from "./fonts.ts";
import css from "./softmax-bridge.css?inline";
import { StoreElement, sharedStyles } from "./store-element.ts";
import tokens from "./tokens.css?inline";

/**
 * The figure: `<softmax-bridge view="derive" step="S6" scene="apple" lang="en">`.
 * Attributes set the start; `state` reads and sets everything; `softmax-bridge:change` reports.
 */
export class SoftmaxBridge extends StoreElement {
  static override properties = {
    ...StoreElement.properties,
    mode: { reflect: true },
    failure: { state: true },
  };
  static override styles = [unsafeCSS(tokens), sharedStyles, unsafeCSS(css)];

  /** `page` has a masthead, `embed` has not. */
  declare mode: "page" | "embed";
  declare failure: string | null;

  /** What was asked for before the mathematics was there. */
  #wanted: Partial<State> = {};

  constructor() {
    super();
    this.mode = "embed";
    this.failure = null;
  }

  /** The whole state; null until the mathematics is loaded. Setting takes a part of it too. */
  get state(): State | null {
    return this.store?.state.peek() ?? null;
  }
  set state(patch: Partial<State> | null) {
    if (patch === null) return;
    if (this.store) this.store.update(patch);
    else this.#wanted = { ...this.#wanted, ...patch };
  }

  /** Every number that is shown; null until the mathematics is loaded. */
  get derivation(): Derivation | null {
    return this.store?.shown.peek()?.derivation ?? null;
  }

  /** One step along the chain; false at its end. */
  next(): boolean {
    return this.store?.walk(1) ?? false;
  }
  previous(): boolean {
    return this.store?.walk(-1) ?? false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    addFonts();
    if (!this.store) void this.#start();
  }

  async #start(): Promise<void> {
    let core: Core;
    try {
      core = await loadCore();
    } catch (error) {
      this.failure = error instanceof Error ? error.message : String(error);
      return;
    }
    this.store = new Store(core, { ...initialState, ...this.#fromAttributes(), ...this.#wanted });
    this.store.shown.subscribe(() => this.#report());
  }

  #fromAttributes(): Partial<State> {
    const scene = this.getAttribute("scene");
    const step = this.getAttribute("step");
    const theme = this.getAttribute("theme");
    const language = this.lang || preferredLanguage(navigator.languages);
    return {
      language: languages.find((l) => l === language) ?? preferredLanguage([language]),
      ...(isPreset(scene) ? sceneState(scene) : {}),
      ...(step === null ? {} : { step: step as State["step"] }),
      theme: themes.find((t) => t === theme) ?? "auto",
    };
  }

  #report(): void {
    this.dispatchEvent(
      new CustomEvent("softmax-bridge:change", {
        bubbles: true,
        composed: true,
        detail: { derivation: this.derivation },
      }),
    );
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    if (!this.store) return;
    const { theme, language } = this.store.state.peek();
    this.dataset.theme = theme;
    if (this.lang !== language) this.lang = language;
  }

  protected override render(): TemplateResult {
    if (this.failure !== null) {
      const text = texts[preferredLanguage([this.lang, ...navigator.languages])];
      return html`<p class="failure" role="alert">${text.errors.loading} ${this.failure}</p>`;
    }
    if (!this.store) return html`<div class="waiting"></div>`;
    const { view } = this.store.state.value;
    return html`
      ${this.mode === "page" ? html`<sb-masthead .store=${this.store}></sb-masthead>` : null}
      ${view === "derive" ? html`<sb-derive .store=${this.store}></sb-derive>` : null}
      ${this.mode === "page" ? html`<sb-article .store=${this.store}></sb-article>` : null}
    `;
  }
}

const isPreset = (id: string | null): id is Exclude<SceneId, "custom"> =>
  sceneIds.some((known) => known === id) && id !== "custom";

customElements.define("softmax-bridge", SoftmaxBridge);

declare global {
  interface HTMLElementTagNameMap {
    "softmax-bridge": SoftmaxBridge;
  }
}
