import { effect, signal } from "@preact/signals-core";
import { html, nothing, type PropertyValues, type TemplateResult, unsafeCSS } from "lit";
import { type Core, type Derivation, loadCore } from "../core/core.ts";
import { ownWasmUrl } from "../core/load.ts";
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
} from "../model/link-state.ts";
import { opens } from "../model/opens.ts";
import type { State } from "../model/state.ts";
import { type Shown, Store } from "../model/store.ts";
import { loadWords, preferredLanguage, translations } from "../model/text/index.ts";
import type { Loaded } from "../model/vocabulary.ts";
import { define } from "./define.ts";
import type { Change, SoftmaxBridgeElement } from "./element.ts";
import { addFonts } from "./fonts.ts";
import { type Drawn, drawPiece, type Piece, reloadButton } from "./pieces.ts";
import css from "./softmax-bridge.css?inline";
import { StoreElement, sharedStyles } from "./store-element.ts";
import tokens from "./tokens.css?inline";
import { viewOf } from "./views.ts";

/** What stands around a view. */
export const pieces = {
  masthead: { load: () => import("./masthead.ts") },
  notices: { load: () => import("./notices.ts"), words: ["notices"] },
  opening: { load: () => import("./opening/opening.ts"), words: ["opening"] },
  article: { load: () => import("./article/article.ts"), words: ["article", "overflow"] },
  share: { load: () => import("./share/share.ts"), words: ["share"] },
  present: {
    load: () => import("./classroom/present.ts"),
    words: ["classroom", "gradient", "normalizers"],
  },
  worksheet: { load: () => import("./classroom/worksheet.ts"), words: ["classroom"] },
  results: { load: () => import("./classroom/results.ts"), words: ["classroom"] },
  question: { load: () => import("./classroom/question.ts"), words: ["classroom"] },
} satisfies Readonly<Record<string, Piece>>;

/** How far from sight a figure is drawn already. */
const margin = "50%";

export type { Change } from "./element.ts";

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
export class SoftmaxBridge extends StoreElement implements SoftmaxBridgeElement {
  static override properties = {
    ...StoreElement.properties,
    mode: { reflect: true },
    base: {},
    wasmUrl: { attribute: "wasm-url" },
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

  declare base: string | null;
  declare wasmUrl: string | null;
  /** What of a link or of the attributes could not be used, until the reader dismisses it. */
  declare notices: readonly Notice[];
  declare failure: string | null;
  /** Whether it is or was in sight: until then nothing is drawn. */
  declare seen: boolean;
  /** Whether the dialog is open that gives away what is shown. */
  declare sharing: boolean;

  readonly #mode = signal<Mode>("embed");
  /** What was asked for before the mathematics was there. */
  #opened: Reading | Promise<Reading> | null = null;
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
    this.wasmUrl = null;
    this.notices = [];
    this.failure = null;
    this.seen = false;
    this.sharing = false;
    if (navigator.maxTouchPoints > 0)
      void import("./controls/range-touch.ts").then(({ steadySliders }) => steadySliders(this));
    // It was set before this script was there.
    if (Object.hasOwn(this, "state")) {
      const { state } = this;
      Reflect.deleteProperty(this, "state");
      this.state = state;
    }
  }

  get mode(): Mode {
    return this.#mode.peek();
  }
  set mode(mode: Mode) {
    this.#mode.value = mode;
  }

  get state(): State | null {
    return this.store?.state.peek() ?? null;
  }
  set state(patch: Partial<State> | null) {
    if (patch === null) return;
    if (!this.store) this.#wanted = { ...this.#wanted, ...patch };
    // Data that come with their scene are what it opens with.
    else if ("scene" in patch) this.store.open(patch, "host");
    else this.store.set(patch);
  }

  get derivation(): Derivation | null {
    const shown = this.store?.shown.peek() ?? null;
    return shown && this.store.wholeDerivation(shown);
  }

  get heading(): string {
    const text = this.store?.text.peek();
    const view = this.store?.state.peek().view ?? "derive";
    if (!text) return "";
    return view === "derive" ? text.title : `${text.views[view]} · ${text.title}`;
  }

  next(): boolean {
    return this.store?.walk(1, "host") ?? false;
  }
  previous(): boolean {
    return this.store?.walk(-1, "host") ?? false;
  }

  /** Shows what an address says, and beside it what of the address could not be used. */
  open(reading: Reading | Promise<Reading>): void {
    if (this.mode === "page" || this.mode === "embed") this.#home = this.mode;
    if (reading instanceof Promise) {
      this.#opened = reading.then((said) => this.#inForm(said));
    } else {
      this.#inForm(reading);
      if (this.store) {
        this.store.open(reading.state, "host");
        this.store.toOpening.value = !reading.begun;
        this.#answer(reading.notices);
      } else {
        this.#opened = reading;
      }
    }
  }

  #inForm(reading: Reading): Reading {
    if (reading.mode !== null) this.mode = reading.mode;
    return reading;
  }

  toLink({ mode, ...patch }: Partial<State> & { readonly mode?: Mode } = {}): string {
    const shown = this.store?.shown.peek();
    if (!shown) return this.#pageAddress().href;
    return this.#linkTo({ ...shown.state, ...patch }, mode);
  }

  readonly #linkTo = (state: State, mode?: Mode): string => {
    const address = this.#pageAddress();
    const opening = this.store.opening.peek();
    address.hash = writeLink(state, mode ? { mode, opening } : { opening });
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
    const wasm = ownWasmUrl();
    // Where a bundler has put it under a name of its own, the page does not stand beside it.
    if (wasm === null || !wasm.pathname.endsWith("/softmax-bridge.wasm")) return null;
    return followable(new URL("index.html", wasm).href, location.href);
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
    this.store.open(next, "host");
    const ours = notices.filter(({ key }) => keys.has(key));
    if (ours.length > 0 || this.store.state.peek() !== before) this.#answer(ours);
  }

  async #start(): Promise<void> {
    this.#starting = true;
    this.failure = null;
    const core = coreFrom(this.wasmUrl);
    // The page's own script, which runs with this one, has an address to open.
    await undefined;
    let words: Loaded;
    let asked: Reading;
    let state: State;
    try {
      [asked, state] = await this.#asked();
      for (;;) {
        const { language } = state;
        // All at once: none waits for another.
        [words] = await Promise.all([
          loadWords(language, [
            "figure",
            ...this.#firstOf(asked, state).flatMap((piece) => piece.words ?? []),
          ]),
          core,
          ...this.#firstOf(asked, state).map((piece) => piece.load()),
        ]);
        // What was asked for meanwhile, as by the script of a page that has read its address.
        [asked, state] = await this.#asked();
        if (state.language === language) break;
      }
    } catch (error) {
      this.failure = error instanceof Error ? error.message : String(error);
      return;
    } finally {
      this.#starting = false;
    }
    this.store = new Store(await core, state, words, this.#mode);
    this.store.toOpening.value = !asked.begun && this.#wanted.step === undefined;
    // Once the region for notices stands empty: only what is put into it is read out.
    await this.updateComplete;
    for (const drawn of this.querySelectorAll(":scope > [slot=drawn]")) drawn.remove();
    this.#answer(asked.notices);
    const { language, shown, opening } = this.store;
    effect(() => {
      opening.value;
      // Where it is set, the whole figure is styled anew, though nothing be new.
      if (this.lang !== language.value) this.lang = language.value;
      this.#report(shown.value);
    });
  }

  /** What is drawn at once. It stands in the page as a drawing already, and is to take its place whole. */
  #firstOf(asked: Reading, state: State): readonly Piece[] {
    const view = viewOf[state.view];
    const opening =
      this.mode === "page" && !asked.begun && this.#wanted.step === undefined && opens(state);
    const figure: Piece | undefined = opening ? pieces.opening : view;
    return [
      ...(this.mode === "page" ? [pieces.masthead] : []),
      ...(figure === undefined ? [] : [figure]),
    ];
  }

  /** What an address or the attributes say, and the state that it comes to. */
  async #asked(): Promise<[Reading, State]> {
    const asked = (await this.#opened) ?? this.#attributes();
    return [asked, { ...asked.state, ...this.#wanted }];
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
      this.store.open(firstScene, "host");
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

  readonly #present = (): void => {
    this.mode = "present";
  };

  /** An embed has no masthead and no article, and need not load them; its host has a main part of its own. */
  #page(figure: Drawn, article: boolean): TemplateResult {
    const { store } = this;
    const masthead = (): TemplateResult => html`
      <sb-masthead .store=${store} .linkTo=${this.#linkTo} @share=${this.#share} @present=${this.#present}></sb-masthead>
    `;
    const text = (): TemplateResult =>
      html`<sb-article .store=${store} ?hidden=${store.opening.value}></sb-article>`;
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
        <a href=${state ? this.#linkTo(state, this.mode === "predict" ? "predict" : undefined) : nothing} target="_blank" rel="noopener">${fullPage}</a>
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

  /** Where it stands, but for the article, whose numbers answer questions. */
  #around(figure: Drawn): TemplateResult {
    return this.#home === "page" ? this.#page(figure, false) : this.#embed(figure);
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
          ></sb-present>
        `,
          ),
        );
      case "worksheet":
        return this.#main(
          drawPiece(
            store,
            pieces.worksheet,
            () => html`<sb-worksheet .store=${store} .linkTo=${this.#linkTo}></sb-worksheet>`,
          ),
        );
      case "results":
        return this.#main(
          drawPiece(
            store,
            pieces.results,
            () => html`<sb-results .store=${store} .linkTo=${this.#linkTo}></sb-results>`,
          ),
        );
      case "predict":
        return this.#around(
          drawPiece(
            store,
            pieces.question,
            () => html`<sb-question .store=${store} .figure=${figure}></sb-question>`,
          ),
        );
      case "embed":
        return this.#embed(figure);
    }
  }

  protected override render(): TemplateResult {
    return html`<div class="all">${this.#content()}</div>`;
  }

  #content(): TemplateResult {
    if (this.failure !== null) {
      const language = preferredLanguage([this.lang, ...navigator.languages]);
      return html`<p class="failure" role="alert">
        ${translations[language].unloaded} ${this.failure} ${reloadButton(language)}
      </p><slot></slot>`;
    }
    if (!this.store || !(this.seen || this.mode === "page"))
      return html`<div class="waiting"><slot name="drawn"></slot><slot></slot></div>`;
    const view = this.store.part("view");
    const drawn = viewOf[view];
    const figure = drawn ? drawPiece(this.store, drawn, () => drawn.draw(this.store)) : nothing;
    const opening = view === "derive" && this.store.opening.value;
    // It is shown by an attribute: to be told of it is enough.
    this.store.part("theme");
    return html`
      <div role="status">${
        this.notices.length === 0 ? nothing : drawPiece(this.store, pieces.notices, this.#notices)
      }</div>
      ${this.sharing ? drawPiece(this.store, pieces.share, this.#dialog) : nothing}
      ${this.#form(
        opening ? drawPiece(this.store, pieces.opening, this.#opening) : figure,
        view === "derive" && !this.store.hides("article"),
      )}
    `;
  }

  readonly #notices = (): TemplateResult => html`
    <sb-notices
      .store=${this.store}
      .notices=${this.notices}
      @dismiss=${() => {
        this.notices = [];
      }}
    ></sb-notices>
  `;

  readonly #opening = (): TemplateResult => html`<sb-opening .store=${this.store}></sb-opening>`;

  readonly #dialog = (): TemplateResult => html`
    <sb-share
      .store=${this.store}
      @close=${() => {
        this.sharing = false;
      }}
    ></sb-share>
  `;
}

/** Cores by the address that a host gave for their wasm: figures share them. */
const cores = new Map<string, Promise<Core>>();

function coreFrom(wasmUrl: string | null): Promise<Core> {
  if (wasmUrl === null) return loadCore();
  const url = new URL(wasmUrl, document.baseURI).href;
  const loading = cores.get(url) ?? loadCore({ wasmUrl: url });
  cores.set(url, loading);
  // A lost connection must not be remembered.
  loading.catch(() => cores.delete(url));
  return loading;
}

define("softmax-bridge", SoftmaxBridge);

declare global {
  interface HTMLElementTagNameMap {
    "softmax-bridge": SoftmaxBridge;
  }
  interface HTMLElementEventMap {
    "softmax-bridge:change": CustomEvent<Change>;
  }
}
