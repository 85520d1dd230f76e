import { html, nothing, type PropertyValues, type TemplateResult, unsafeCSS } from "lit";
import type { StepId } from "../../core/core.ts";
import { isOwn } from "../../model/scenes.ts";
import { type Control, stepNumber } from "../../model/state.ts";
import type { Summary } from "../../model/summary.ts";
import complaintCss from "../complaint.css?inline";
import { complaintOf } from "../complaint.ts";
import type { Data } from "../data/data.ts";
import frameCss from "../frame.css?inline";
import { wantsStillness } from "../motion.ts";
import { fitsPaper } from "../paper.ts";
import { drawPiece, type Piece, whenLoaded } from "../pieces.ts";
import { lownessOf } from "../sized-element.ts";
import { StoreElement, sharedStyles } from "../store-element.ts";
import css from "./derive.css?inline";
import "../controls/choices.ts";
import "../formula/formula.ts";
import "../ledger/ledger.ts";
import "./query/query.ts";
import "./rail/rail.ts";
import "./step-transport.ts";
import "../scene/scene.ts";
import "../controls/temperature.ts";

const data: Piece = { load: () => import("../data/data.ts"), words: ["data"] };
const onward: Piece = { load: () => import("./onward.ts"), words: ["opening"] };
const symbols: Piece = { load: () => import("../symbols.ts"), words: ["symbols"] };
const overflow: Piece = { load: () => import("../overflow.ts"), words: ["overflow"] };

/** The view `derive`: rail, controls, formula, ledger and scene, all on the same numbers. */
export class Derive extends StoreElement {
  static override properties = {
    ...StoreElement.properties,
    ownOpened: { state: true },
    asked: { state: true },
  };
  static override styles = [
    sharedStyles,
    unsafeCSS(frameCss),
    unsafeCSS(complaintCss),
    unsafeCSS(css),
  ];
  static {
    Derive.addInitializer(fitsPaper);
  }

  /** Whether the reader has asked for the table: what it needs is loaded then. */
  declare ownOpened: boolean;
  /** The symbol that is pointed at; undefined until one was. */
  declare asked: Element | null | undefined;

  /** The step that was drawn last. */
  #step: StepId | null = null;

  constructor() {
    super();
    this.ownOpened = false;
  }

  protected override updated(changed: PropertyValues<this>): void {
    super.updated(changed);
    const { step } = this.store.state.peek();
    if (this.#step !== null && this.#step !== step) this.#showHeading();
    this.#step = step;
  }

  /** A reader who has scrolled on would miss what the next step is called, and what it does. */
  #showHeading(): void {
    if (this.store.mode.peek() !== "page") return;
    const heading = this.renderRoot.querySelector(".argument h2");
    const { top = 0 } = heading?.getBoundingClientRect() ?? {};
    if (top < 0 || top > innerHeight)
      heading?.scrollIntoView({ behavior: wantsStillness() ? "instant" : "smooth" });
  }

  #toggle(event: Event): void {
    if ((event.target as HTMLDetailsElement).open) this.ownOpened = true;
  }

  /** The table opens at the numbers inside the score function. */
  async #openParameters(): Promise<void> {
    const details = this.renderRoot.querySelector("details");
    if (details === null) return;
    details.open = true;
    this.ownOpened = true;
    await whenLoaded(this.store, data);
    await this.updateComplete;
    await this.renderRoot.querySelector<Data>("sb-data")?.focusParameters();
  }

  /** What is said of a symbol can be pointed at, too. */
  #ask(event: Event): void {
    const [target] = event.composedPath();
    if (!(target instanceof Element) || target.closest("[popover]")) return;
    // A finger that is lifted leaves nothing.
    if (event.type === "pointerleave" && (event as PointerEvent).pointerType !== "mouse") return;
    const leaves = event.type === "focusout" || event.type === "pointerleave";
    const asked = leaves ? null : target.closest(pointable);
    if (asked !== null || this.asked) this.asked = asked;
  }

  /** ← and → walk the chain from anywhere in the figure that does not use them itself. */
  #walk(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
    const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : null;
    const [target] = event.composedPath();
    if (by === null || (target instanceof Element && target.matches(usesArrows))) return;
    event.preventDefault();
    this.store.walk(by);
  }

  protected override render(): TemplateResult | null {
    const { store } = this;
    const shown = store.shown.value;
    const problem = store.problem.value;
    const text = store.text.value;
    const complaint = problem === null ? nothing : complaintOf(problem, text);
    if (shown === null) return html`<p class="problem" role="alert">${complaint}</p>`;
    const { step } = shown.state;
    const hue = stepNumber(step) < 7 ? "hard" : "soft";
    return html`
      <div class="figure ${problem === null ? "" : "stale"} ${lownessOf(store) === 2 ? "low" : ""}" @keydown=${this.#walk} @pointerover=${this.#ask} @focusin=${this.#ask} @focusout=${this.#ask} @pointerleave=${this.#ask}>
        <p class="problem" role="alert">${complaint}</p>
        <sb-rail .store=${store}></sb-rail>
        <section class="argument">
          <div class="heading">
            <h2><span class="id ${hue}">${step}</span> ${text.headings[step]}</h2>
            ${shown.derivation.flags.map((flag) => html`<span class="flag">${text.badges[flag]}</span>`)}
          </div>
          <p class="explanation">${explanation(text.explain[step], shown.summary)}</p>
          <sb-formula .store=${store} @change-parameters=${this.#openParameters}></sb-formula>
          <sb-ledger .store=${store}></sb-ledger>
          ${
            shown.state.scene === "overflow"
              ? drawPiece(store, overflow, () => html`<sb-overflow .store=${store}></sb-overflow>`)
              : nothing
          }
          ${
            step === "S9" && store.mode.value === "page"
              ? drawPiece(store, onward, () => html`<sb-onward .store=${store}></sb-onward>`)
              : nothing
          }
        </section>
        <section class="picture">
          <sb-scene .store=${store}></sb-scene>
          ${store.hides("q") ? nothing : html`<sb-query .store=${store}></sb-query>`}
          <p class="note ${isOwn(shown.state) ? "" : "untrue"}">${store.mode.value === "present" ? nothing : text.scenes[shown.state.scene].note}</p>
        </section>
        ${
          this.asked === undefined
            ? nothing
            : drawPiece(
                store,
                symbols,
                () => html`<sb-symbols .store=${store} .at=${this.asked}></sb-symbols>`,
              )
        }
        ${this.#bar()}
        ${
          store.hides("x")
            ? nothing
            : html`
                <details class="own" ?open=${shown.state.scene === "custom"} @toggle=${this.#toggle}>
                  <summary><h2>${text.own}</h2></summary>
                  ${this.ownOpened ? drawPiece(store, data, () => html`<sb-data .store=${store}></sb-data>`) : nothing}
                </details>
              `
        }
      </div>
    `;
  }

  #bar(): TemplateResult | typeof nothing {
    const { store } = this;
    if (["step", "scene", "score", "t"].every((control) => store.hides(control as Control)))
      return nothing;
    return html`
      <div class="bar">
        ${
          store.hides("step")
            ? nothing
            : html`<sb-transport .store=${store}></sb-transport>
                <sb-step-switches .store=${store}></sb-step-switches>`
        }
        <sb-choices .store=${store}></sb-choices>
        ${store.hides("t") ? nothing : html`<sb-temperature .store=${store}></sb-temperature>`}
      </div>
    `;
  }
}

/** Signs, and the button that tells of all in a formula. */
const pointable = ".symbols, math :not(mrow), .vector tspan, .sign";

const usesArrows = "input, select, textarea, [role=slider], [role=application]";

/** The one sign in it can be pointed at. */
const explanation = (text: (summary: Summary) => string, summary: Summary): unknown =>
  text(summary)
    .split(/(∘)/)
    .map((part) => (part === "∘" ? html`<span class="sign">∘</span>` : part));

customElements.define("sb-derive", Derive);
