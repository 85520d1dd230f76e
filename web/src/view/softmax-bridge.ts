import { html, type PropertyValues, type TemplateResult, unsafeCSS } from "lit";
import { type Core, type Derivation, loadCore } from "../core/core.ts";
import {
  firstScene,
  keysOfLinks,
  type Mode,
  type Notice,
  type Reading,
  readPairs,
  refusal,
  writeLink,
} from "../model/link.ts";
import type { State } from "../model/state.ts";
import { Store } from "../model/store.ts";
import { preferredLanguage, texts } from "../model/text/index.ts";
import "./derive/derive.ts";
import "./masthead.ts";
import "./notices.ts";
import { addFonts } from "./fonts.ts";
import css from "./softmax-bridge.css?inline";
import { StoreElement, sharedStyles } from "./store-element.ts";
import tokens from "./tokens.css?inline";

/** What `softmax-bridge:change` reports. */
export interface Change {
  /** The address of the full page with what is shown. */
  readonly link: string;
  readonly derivation: Derivation;
}

// Kept out of the `new URL(…)` call so that no bundler takes the page for a file to copy.
const fullPage = "index.html";

/**
 * The figure: `<softmax-bridge view="derive" step="S6" scene="apple" lang="en">`.
 * Attributes set the start, named and spelled like the keys of a link; `state` reads and sets
 * everything; `softmax-bridge:change` reports.
 */
export class SoftmaxBridge extends StoreElement {
  static override properties = {
    ...StoreElement.properties,
    mode: { reflect: true },
    base: {},
    notices: { attribute: false },
    failure: { state: true },
  };
  static override styles = [unsafeCSS(tokens), sharedStyles, unsafeCSS(css)];

  /** `page` has a masthead, `embed` has not. */
  declare mode: "page" | "embed";
  /** The address of the full page; the one beside this script if it is not given. */
  declare base: string | null;
  /** What of a link or of the attributes could not be used, until the reader dismisses it. */
  declare notices: readonly Notice[];
  declare failure: string | null;

  /** What was asked for before the mathematics was there. */
  #opened: Reading | null = null;
  #wanted: Partial<State> = {};

  constructor() {
    super();
    this.mode = "embed";
    this.base = null;
    this.notices = [];
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

  /** Shows what an address says, and beside it what of the address could not be used. */
  open(reading: Reading): void {
    if (reading.mode === "page" || reading.mode === "embed") this.mode = reading.mode;
    if (this.store) {
      this.store.update(reading.state);
      this.#answer(reading.notices);
    } else {
      this.#opened = reading;
    }
  }

  /** The address of the full page with what is shown now. */
  toLink(options: { readonly mode?: Mode } = {}): string {
    const shown = this.store?.shown.peek();
    return shown ? this.#linkTo(shown.state, options.mode) : this.#pageAddress().href;
  }

  #linkTo(state: State, mode?: Mode): string {
    const address = this.#pageAddress();
    address.hash = writeLink(state, mode === undefined ? {} : { mode });
    return address.href;
  }

  #pageAddress(): URL {
    const address = new URL(location.href);
    try {
      const beside = this.mode === "page" ? location.href : new URL(fullPage, import.meta.url);
      address.href = new URL(this.base ?? beside, document.baseURI).href;
    } catch {
      // A script from a blob has no neighbours, and a host may have misspelt `base`.
    }
    address.search = "";
    address.hash = "";
    return address;
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
    const reading = this.#opened ?? this.#attributes();
    this.store = new Store(core, { ...reading.state, ...this.#wanted });
    // Once the region for notices stands empty: only what is put into it is read out.
    await this.updateComplete;
    this.#answer(reading.notices);
    this.store.shown.subscribe(() => this.#report());
  }

  #attributes(): Reading {
    const pairs = new Map<string, string>();
    for (const key of keysOfLinks) {
      const value = this.getAttribute(key);
      // The language of a host page need not be one of ours.
      if (value !== null && key !== "lang") pairs.set(key, value);
    }
    return readPairs(pairs, {
      language: preferredLanguage([this.lang, ...navigator.languages]),
    });
  }

  /** Numbers that were asked for and have no answer give way to the first scene, and it is said. */
  #answer(notices: readonly Notice[]): void {
    const problem = this.store.problem.peek();
    if (problem === null) {
      this.notices = notices;
    } else {
      this.store.update(firstScene);
      this.notices = [...notices, refusal(problem.code, problem.argument)];
    }
  }

  #report(): void {
    const shown = this.store.shown.peek();
    if (shown === null) return;
    const { state, derivation } = shown;
    const link = () => this.#linkTo(state);
    const detail: Change = {
      derivation,
      // Written only for those who ask: a drag reports with every frame.
      get link() {
        return link();
      },
    };
    this.dispatchEvent(
      new CustomEvent("softmax-bridge:change", { bubbles: true, composed: true, detail }),
    );
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    if (!this.store) return;
    const { theme, language } = this.store.state.peek();
    this.dataset.theme = theme;
    if (this.lang !== language) this.lang = language;
  }

  /** An embed has no article, and need not load one; and its host has a main part of its own. */
  #page(figure: TemplateResult | null): TemplateResult {
    void import("./article/article.ts");
    return html`
      <sb-masthead .store=${this.store}></sb-masthead>
      <main>
        ${figure}
        <sb-article .store=${this.store}></sb-article>
      </main>
    `;
  }

  protected override render(): TemplateResult {
    if (this.failure !== null) {
      const text = texts[preferredLanguage([this.lang, ...navigator.languages])];
      return html`<p class="failure" role="alert">${text.errors.loading} ${this.failure}</p>`;
    }
    if (!this.store) return html`<div class="waiting"></div>`;
    const { view } = this.store.state.value;
    const figure = view === "derive" ? html`<sb-derive .store=${this.store}></sb-derive>` : null;
    return html`
      <sb-notices
        .store=${this.store}
        .notices=${this.notices}
        @dismiss=${() => {
          this.notices = [];
        }}
      ></sb-notices>
      ${this.mode === "page" ? this.#page(figure) : figure}
    `;
  }
}

customElements.define("softmax-bridge", SoftmaxBridge);

declare global {
  interface HTMLElementTagNameMap {
    "softmax-bridge": SoftmaxBridge;
  }
  interface HTMLElementEventMap {
    "softmax-bridge:change": CustomEvent<Change>;
  }
}
