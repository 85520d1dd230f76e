import { effect, signal } from "@preact/signals-core";
import { html, nothing, type PropertyValues, type TemplateResult, unsafeCSS } from "lit";
import { beside } from "../core/beside.ts";
import { type Core, type Derivation, loadCore } from "../core/core.ts";
import { followable } from "../model/address.ts";
import {
  firstScene,
  keysOfLinks,
  type Mode,
  type Notice,
  type Reading,
  readPairs,
  refusal,
  taken,
  writeLink,
} from "../model/link.ts";
import type { State } from "../model/state.ts";
import { type Shown, Store } from "../model/store.ts";
import { loadWords, preferredLanguage, translations } from "../model/text/index.ts";
import type { Loaded } from "../model/vocabulary.ts";
import "./notices.ts";
import { addFonts } from "./fonts.ts";
import { type Drawn, drawPiece, type Piece } from "./pieces.ts";
import css from "./softmax-bridge.css?inline";
import { StoreElement, sharedStyles } from "./store-element.ts";
import tokens from "./tokens.css?inline";
import { viewOf } from "./views.ts";

/** What `softmax-bridge:change` reports. */
export interface Change {
  /** The address of the full page with what is shown. */
  readonly link: string;
  readonly derivation: Derivation;
}

/** What stands around a view. */
export const pieces = {
  masthead: { load: () => import("./masthead.ts") },
  article: { load: () => import("./article/article.ts"), words: ["article", "overflow"] },
  share: { load: () => import("./share/share.ts"), words: ["share"] },
  present: { load: () => import("./classroom/present.ts"), words: ["classroom"] },
  worksheet: { load: () => import("./classroom/worksheet.ts"), words: ["classroom"] },
  question: { load: () => import("./classroom/question.ts"), words: ["classroom"] },
} satisfies Readonly<Record<string, Piece>>;

/** How far from sight a figure is drawn already. */
const margin = "50%";

/**
 * The figure: `<softmax-bridge view="derive" step="S6" scene="apple" lang="en">`.
 *
 * Attributes are named and spelled like the keys of a link and set the start. One that changes later
 * changes just that, over what the reader has done meanwhile; one that is removed goes back to its
 * default. Those of the data (scene, x, k, q, labels, …) stand together: when one of them changes, all are
 * read. `state` reads and sets everything; `softmax-bridge:change` reports.
 *
 * What stands inside the element is shown until there is something to see, and where there never is.
 */
export class SoftmaxBridge extends StoreElement {
  static override properties = {
    ...StoreElement.properties,
    mode: { reflect: true },
    base: {},
    notices: { attribute: false },
    failure: { state: true },
    seen: { state: true },
    sharing: { state: true },
  };
  static override get observedAttributes(): string[] {
    // biome-ignore lint/complexity/noThisInStatic: Lit completes the class that asks.
    return [...super.observedAttributes, ...keysOfLinks];
  }
  static override styles = [unsafeCSS(tokens), sharedStyles, unsafeCSS(css)];

  /** The address of the full page, see model/address.ts; the one beside this script if it is not given. */
  declare base: string | null;
  /** What of a link or of the attributes could not be used, until the reader dismisses it. */
  declare notices: readonly Notice[];
  declare failure: string | null;
  /** Whether it is or was in sight: until then nothing is drawn. */
  declare seen: boolean;
  /** Whether the dialog is open that gives away what is shown. */
  declare sharing: boolean;

  readonly #mode = signal<Mode>("embed");
  /** What was asked for before the mathematics was there. */
  #opened: Reading | null = null;
  #wanted: Partial<State> = {};
  #starting = false;
  /** Where a presentation returns to. */
  #home: "page" | "embed" = "embed";
  /** The attributes that have changed in this turn. */
  #changed = new Set<string>();
  readonly #sight = new IntersectionObserver(
    (entries) => {
      if (entries.some((entry) => entry.isIntersecting)) this.#see();
    },
    { rootMargin: margin },
  );

  constructor() {
    super();
    this.requestUpdate("mode");
    this.base = null;
    this.notices = [];
    this.failure = null;
    this.seen = false;
    this.sharing = false;
    // It was set before this script was there.
    if (Object.hasOwn(this, "state")) {
      const { state } = this;
      Reflect.deleteProperty(this, "state");
      this.state = state;
    }
  }

  /** `page` has a masthead and an article; `embed` is the figure; the others are for a class. */
  get mode(): Mode {
    return this.#mode.peek();
  }
  set mode(mode: Mode) {
    this.#mode.value = mode;
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
    const shown = this.store?.shown.peek() ?? null;
    return shown && this.store.wholeDerivation(shown);
  }

  /** What the page is called in the reader's language; empty until that is loaded. */
  get heading(): string {
    const text = this.store?.text.peek();
    const view = this.store?.state.peek().view ?? "derive";
    if (!text) return "";
    return view === "derive" ? text.title : `${text.views[view]} · ${text.title}`;
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
    if (this.mode === "page" || this.mode === "embed") this.#home = this.mode;
    if (reading.mode !== null) this.mode = reading.mode;
    if (this.store) {
      this.store.update(reading.state);
      this.#answer(reading.notices);
    } else {
      this.#opened = reading;
    }
  }

  /** The address of the full page with what is shown now; in another form, or without some controls. */
  toLink({ mode, hide }: { readonly mode?: Mode; readonly hide?: State["hide"] } = {}): string {
    const shown = this.store?.shown.peek();
    if (!shown) return this.#pageAddress().href;
    return this.#linkTo(hide === undefined ? shown.state : { ...shown.state, hide }, mode);
  }

  readonly #linkTo = (state: State, mode?: Mode): string => {
    const address = this.#pageAddress();
    address.hash = writeLink(state, mode === undefined ? {} : { mode });
    return address.href;
  };

  #pageAddress(): URL {
    const address = this.#base() ?? new URL(location.href);
    address.search = "";
    address.hash = "";
    return address;
  }

  /** Null where a host gave an address that must not be followed, or has misspelt it. */
  #base(): URL | null {
    if (this.base !== null) return followable(this.base, document.baseURI);
    if (this.#home === "page" || this.mode === "page") return null;
    try {
      return followable(beside("index.html").href, location.href);
    } catch {
      // A script from a blob has no neighbours.
      return null;
    }
  }

  override connectedCallback(): void {
    super.connectedCallback();
    addFonts();
    if (!this.seen) {
      this.#sight.observe(this);
      addEventListener("beforeprint", this.#see);
    }
    if (!this.store && !this.#starting) void this.#start();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#unwatch();
  }

  readonly #see = (): void => {
    this.seen = true;
    this.#unwatch();
  };

  #unwatch(): void {
    this.#sight.disconnect();
    removeEventListener("beforeprint", this.#see);
  }

  override attributeChangedCallback(name: string, old: string | null, value: string | null): void {
    super.attributeChangedCallback(name, old, value);
    // What changes before the start is read by it. `mode` is a property of the element.
    if (!this.store || old === value || name === "mode" || !keysOfLinks.has(name)) return;
    // The element itself writes there what it speaks.
    if (name === "lang" && value === this.store.language.peek()) return;
    // Frameworks set one after the other what is to hold together.
    if (this.#changed.size === 0) queueMicrotask(() => this.#readChanged());
    this.#changed.add(name);
  }

  #readChanged(): void {
    const { state, notices } = this.#attributes();
    const before = this.store.state.peek();
    const [next, keys] = taken(before, state, this.#changed);
    this.#changed = new Set();
    this.store.update(next);
    const ours = notices.filter(({ key }) => keys.has(key));
    if (ours.length > 0 || this.store.state.peek() !== before) this.#answer(ours);
  }

  async #start(): Promise<void> {
    this.#starting = true;
    this.failure = null;
    const asked = (): Reading => this.#opened ?? this.#attributes();
    const stated = (): State => ({ ...asked().state, ...this.#wanted });
    let state = stated();
    let core: Core;
    let words: Loaded;
    try {
      for (;;) {
        const { language } = state;
        const view = viewOf[state.view];
        // All at once: none waits for another.
        [core, words] = await Promise.all([
          loadCore(),
          loadWords(language, ["figure", ...(view?.words ?? [])]),
          view?.load(),
        ]);
        // What was asked for meanwhile, as by the script of a page that has read its address.
        state = stated();
        if (state.language === language) break;
      }
    } catch (error) {
      this.failure = error instanceof Error ? error.message : String(error);
      return;
    } finally {
      this.#starting = false;
    }
    this.store = new Store(core, state, words, this.#mode);
    // Once the region for notices stands empty: only what is put into it is read out.
    await this.updateComplete;
    this.#answer(asked().notices);
    const { language, shown } = this.store;
    effect(() => {
      // Where it is set, the whole figure is styled anew, though nothing be new.
      if (this.lang !== language.value) this.lang = language.value;
      this.#report(shown.value);
    });
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

  #report(shown: Shown | null): void {
    if (shown === null) return;
    const { store } = this;
    const link = () => this.#linkTo(shown.state);
    // For those who ask: a drag reports with every frame.
    const detail: Change = {
      get derivation() {
        return store.wholeDerivation(shown);
      },
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
    const { theme } = this.store.state.peek();
    if (this.dataset.theme !== theme) this.dataset.theme = theme;
    // The form is part of the address, too.
    if (changed.has("mode") && changed.get("mode") !== undefined)
      this.#report(this.store.shown.peek());
  }

  readonly #share = (): void => {
    this.sharing = true;
  };

  /** An embed has no masthead and no article, and need not load them; its host has a main part of its own. */
  #page(figure: Drawn, article: boolean): TemplateResult {
    const { store } = this;
    const masthead = (): TemplateResult => html`
      <sb-masthead .store=${store} .linkTo=${this.#linkTo} @share=${this.#share}></sb-masthead>
    `;
    const text = (): TemplateResult => html`<sb-article .store=${store}></sb-article>`;
    return html`
      ${drawPiece(store, pieces.masthead, masthead)}
      <main>
        ${figure}
        ${article ? drawPiece(store, pieces.article, text) : nothing}
      </main>
    `;
  }

  #embed(figure: Drawn): TemplateResult {
    const { share, fullPage } = this.store.text.value;
    // The link of numbers that still move is nobody's.
    const state = this.store.rested.value?.state;
    return html`
      ${figure}
      <div class="foot">
        <a href=${state ? this.#linkTo(state) : nothing} target="_blank" rel="noopener">${fullPage}</a>
        ${
          this.store.hides("share")
            ? nothing
            : html`<button type="button" @click=${this.#share}>${share}</button>`
        }
      </div>
    `;
  }

  /** A host page has a main part of its own. */
  #main(content: Drawn): Drawn {
    return this.#home === "page" ? html`<main>${content}</main>` : content;
  }

  /** The figure in the form that is asked for. Each loads what it needs. */
  #form(figure: Drawn, article: boolean): Drawn {
    const { store } = this;
    // The link of numbers that still move is nobody's.
    const rested = store.rested.value;
    switch (this.mode) {
      case "page":
        return this.#page(figure, article);
      case "present":
        return this.#main(
          drawPiece(
            store,
            pieces.present,
            () => html`
          <h1 class="hidden">${this.heading}</h1>
          <sb-present
            .store=${store}
            .page=${rested ? this.#linkTo(rested.state, "page") : nothing}
            @leave=${() => {
              this.mode = this.#home;
            }}
          >${figure}</sb-present>
        `,
          ),
        );
      case "worksheet":
        return this.#main(
          drawPiece(
            store,
            pieces.worksheet,
            () => html`<sb-worksheet
            .store=${store}
            .page=${rested ? this.#linkTo(rested.state, "page") : nothing}
          ></sb-worksheet>`,
          ),
        );
      case "predict":
        return html`
          ${drawPiece(store, pieces.question, () => nothing)}
          ${this.#home === "page" ? this.#page(figure, false) : this.#embed(figure)}
        `;
      case "embed":
        return this.#embed(figure);
    }
  }

  protected override render(): TemplateResult {
    return html`<div class="all">${this.#content()}</div>`;
  }

  #content(): TemplateResult {
    if (this.failure !== null) {
      const sentence =
        translations[preferredLanguage([this.lang, ...navigator.languages])].unloaded;
      return html`<p class="failure" role="alert">${sentence} ${this.failure}</p><slot></slot>`;
    }
    if (!this.store || !(this.seen || this.mode === "page"))
      return html`<div class="waiting"><slot></slot></div>`;
    const view = this.store.part("view");
    const drawn = viewOf[view];
    const figure = drawn ? drawPiece(this.store, drawn, () => drawn.draw(this.store)) : nothing;
    // It is shown by an attribute: to be told of it is enough.
    this.store.part("theme");
    return html`
      <sb-notices
        .store=${this.store}
        .notices=${this.notices}
        @dismiss=${() => {
          this.notices = [];
        }}
      ></sb-notices>
      ${this.sharing ? drawPiece(this.store, pieces.share, this.#dialog) : nothing}
      ${this.#form(figure, view === "derive" && !this.store.hides("article"))}
    `;
  }

  readonly #dialog = (): TemplateResult => html`
    <sb-share
      .store=${this.store}
      @close=${() => {
        this.sharing = false;
      }}
    ></sb-share>
  `;
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
