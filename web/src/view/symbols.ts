import { html, type TemplateResult, unsafeCSS } from "lit";
import type { SymbolsText } from "../model/text/index.ts";
import { richText } from "./rich-text.ts";
import { StoreElement, sharedStyles } from "./store-element.ts";
import css from "./symbols.css?inline";

type Sign = keyof SymbolsText;

/** By what is printed. A reader's name may look like one of them, and stands in `mtext`. */
const signs: Readonly<Record<string, Sign>> = {
  h: "h",
  𝒉: "h",
  o: "o",
  𝒐: "o",
  "‖": "norm",
  "∘": "after",
  "[": "component",
  "]": "component",
  L: "L",
  𝔼: "E",
  z: "z",
  "∼": "z",
  α: "alpha",
  𝒙: "x",
  𝒒: "q",
  𝒌: "k",
  s: "score",
  "∑": "sum",
  Σ: "sum",
  onehot: "onehot",
  argmax: "argmax",
  max: "max",
  e: "exp",
  exp: "exp",
  τ: "tau",
  S: "S",
  p: "p",
  softmax: "softmax",
  i: "index",
  j: "index",
};

/** What one printed sign stands for. The brackets of an expectation are no index. */
export function signOf(element: Element): Sign | undefined {
  const printed = element.textContent?.trim() ?? "";
  if (!Object.hasOwn(signs, printed) || element.localName === "mtext") return undefined;
  const sign = signs[printed];
  const bracketed = (sign === "index" || sign === "component") && element.parentElement;
  if (!bracketed) return sign;
  if (bracketed.textContent?.includes("𝔼")) return "E";
  return /^\)?\[[ij]\]$/.test(bracketed.textContent ?? "") ? "component" : sign;
}

/** Says what a symbol is beside it; for the whole formula, what each of its symbols is. */
export class Symbols extends StoreElement {
  static override properties = {
    ...StoreElement.properties,
    at: { attribute: false },
    left: { state: true },
  };
  static override styles = [sharedStyles, unsafeCSS(css)];

  /** The symbol that is asked about, or the button that asks for all of them. */
  declare at: Element | null;
  /** What was asked about when the reader had heard enough. */
  declare left: Element | null;

  constructor() {
    super();
    this.at = null;
    this.left = null;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener("keydown", this.#leave);
    addEventListener("scroll", this.#hide, { capture: true, passive: true });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener("keydown", this.#leave);
    removeEventListener("scroll", this.#hide, { capture: true });
  }

  readonly #leave = (event: KeyboardEvent): void => {
    if (event.key === "Escape") this.left = this.at;
  };

  /** What scrolls leaves it behind; its own text may scroll. */
  readonly #hide = (event: Event): void => {
    if (event.composedPath()[0] !== this.#popover) this.left = this.at;
  };

  get #popover(): HTMLElement | null {
    return this.renderRoot.querySelector("[popover]");
  }

  protected override willUpdate(): void {
    if (this.at !== this.left) this.left = null;
  }

  protected override render(): TemplateResult {
    const words = this.store.words("symbols");
    return html`<div popover="manual" role="status">${this.#asked().map(
      (sign) => html`<p>${richText(words[sign])}</p>`,
    )}</div>`;
  }

  #asked(): readonly Sign[] {
    const { at, left } = this;
    if (at === null || at === left) return [];
    const all =
      at instanceof HTMLButtonElement
        ? Array.from((at.getRootNode() as ShadowRoot).querySelectorAll(".piece math *"))
        : [at];
    return [...new Set(all.flatMap((one) => signOf(one) ?? []))];
  }

  protected override updated(): void {
    const popover = this.#popover;
    if (popover === null) return;
    const said = popover.childElementCount > 0 && this.at?.isConnected;
    popover.togglePopover(Boolean(said));
    if (!said || !this.at) return;
    const { left, bottom, top } = this.at.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = popover;
    const x = Math.max(12, Math.min(left - 10, document.documentElement.clientWidth - width - 12));
    const y = bottom + height + 4 < innerHeight ? bottom + 2 : Math.max(4, top - height - 2);
    Object.assign(popover.style, { left: `${x}px`, top: `${y}px` });
  }
}

customElements.define("sb-symbols", Symbols);
