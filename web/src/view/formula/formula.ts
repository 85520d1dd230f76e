import {
  html,
  mathml,
  noChange,
  nothing,
  type PropertyValues,
  type TemplateResult,
  unsafeCSS,
} from "lit";
import { guard } from "lit/directives/guard.js";
import type { Relation, StepId } from "../../core/core.ts";
import { format, formatExact } from "../../model/format.ts";
import { parameterTables } from "../../model/parameters.ts";
import { chain, stepNumber } from "../../model/state.ts";
import type { Shown } from "../../model/store.ts";
import { stepOf } from "../../model/summary.ts";
import { SizedElement } from "../sized-element.ts";
import { sharedStyles } from "../store-element.ts";
import { articleLines } from "./article.ts";
import css from "./formula.css?inline";
import {
  columns,
  type LineId,
  lineOf,
  linesAt,
  relationSign,
  removedAt,
  wholeLine,
} from "./lines.ts";
import { chooseFeatures, definitions, instance, type Part, shortName } from "./live.ts";
import { type Form, formOf } from "./maths.ts";
import { FormulaMotion } from "./motion.ts";

type Role = "before" | "now";

/** From this width on the numbers stand beside the lines; below it, under them. As in the CSS. */
const wide = 600;

/**
 * The derivation in symbols: the line before and the line now, piece under piece, with what goes
 * struck through and what is new picked out; one item's numbers put in; the output of each line.
 */
export class Formula extends SizedElement {
  static override styles = [sharedStyles, unsafeCSS(css)];

  readonly #motion = new FormulaMotion();
  /** The step and the shape of the lines that were drawn last. */
  #step: StepId | null = null;
  #shape = "";
  readonly #refit = (): void => this.#fit();

  constructor() {
    super();
    this.width = 776;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    document.fonts.addEventListener("loadingdone", this.#refit);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.fonts.removeEventListener("loadingdone", this.#refit);
  }

  protected override willUpdate(): void {
    if (this.store.shown.peek()?.state.step === this.#step) return;
    const { root, ghosts } = this.#stage();
    if (root && ghosts) this.#motion.remember(root, ghosts);
  }

  protected override updated(changed: PropertyValues): void {
    const state = this.store.shown.peek()?.state;
    if (!state) return;
    const shape = [...linesAt(state.step, state.split), ...Object.values(formOf(state))].join();
    if (shape !== this.#shape || changed.has("width")) this.#fit();
    this.#shape = shape;
    const last = this.#step;
    this.#step = state.step;
    if (last === null || last === state.step) return;
    const { root, ghosts } = this.#stage();
    if (!root || !ghosts) return;
    const backwards = order.indexOf(state.step) < order.indexOf(last);
    const removed = removedAt[backwards ? last : state.step];
    const line = backwards ? "now" : "before";
    const struck = removed === undefined ? null : `.${line} .${removed}`;
    this.#motion.play(root, ghosts, struck, backwards);
  }

  #stage(): { readonly root?: HTMLElement; readonly ghosts?: HTMLElement } {
    const [root, ghosts] = this.renderRoot.querySelectorAll<HTMLElement>(".formula, .ghosts");
    return { ...(root && { root }), ...(ghosts && { ghosts }) };
  }

  /** Makes the type small enough for the longest line: measured when lines or the width change. */
  #fit(): void {
    const { root } = this.#stage();
    // There is nothing to measure while the figure is not shown.
    if (!root || this.width === 0) return;
    root.style.setProperty("--fit", "1");
    const pieces = Array.from(root.querySelectorAll<HTMLElement>(".piece"));
    const start = Math.min(...pieces.map((piece) => piece.offsetLeft));
    const end = Math.max(...pieces.map((piece) => piece.offsetLeft + piece.offsetWidth));
    const room = roomForSymbols(this.width) - start;
    root.style.setProperty("--fit", String(Math.min(1, room / (end - start))));
  }

  protected override render(): TemplateResult | null {
    const { store } = this;
    const shown = store.shown.value;
    if (shown === null) return null;
    const { state, derivation } = shown;
    const { step } = state;
    const lit = store.lit.value;
    const item = lit !== null && lit < derivation.scores.length ? lit : derivation.argmax;
    const { terms } = store.text.value;
    const form = formOf(state);
    const [before, now] = linesAt(step, state.split);
    const removed = removedAt[step];
    // What is read out and what tooltips say waits until the numbers rest.
    const rested = store.rested.value === shown;
    return html`
      <div class="formula ltr ${step} ${removed === undefined ? "" : `removes-${removed}`}">
        <div class="hidden">${
          rested
            ? html`
                <p>${terms.before}${store.text.value.colon}${spoken(shown, before, form)}</p>
                <p>${terms.changes[step]}</p>
                <p>${terms.now}${store.text.value.colon}${spoken(shown, now, form)}</p>
              `
            : noChange
        }</div>
        <span class="mark" data-key="mark"></span>
        ${guard([before, now, ...Object.values(form)], () => [
          symbols(before, "before", form, relationOf(shown, before)),
          symbols(now, "now", form, relationOf(shown, now)),
        ])}
        ${lineIds(before, now)}
        <div class="aside">
        <p class="definitions">
          <span data-key="with">${terms.with}</span>
          ${definitions(shown, item).map(
            ({ symbol, parts }, place) =>
              html`${place > 0 ? ", " : ""}<span data-key="with ${symbol}">${printed(parts, rested)}</span>`,
          )}
          <button type="button" class="symbols" aria-label=${terms.symbols}>?</button>
          ${
            step === "S1" && parameterTables(state).length > 0 && !store.hides("x")
              ? html`<button
                  type="button"
                  class="change"
                  @click=${() => this.dispatchEvent(new Event("change-parameters"))}
                >${terms.change}</button>`
              : nothing
          }
        </p>
        <p class="live">
          <span class="item ${lit === item ? "lit" : ""}" data-key="item">${shortName(shown, item)}</span>
          <span class="instance" data-key="instance ${step}">${printed(instance(shown, item), rested)}</span>
        </p>
        </div>
        ${state.article ? this.#article(shown) : nothing}
      </div>
      <div class="ghosts" aria-hidden="true"></div>
    `;
  }

  #article({ state, derivation }: Shown): TemplateResult | null {
    const lines = articleLines(state.step);
    const [first, last] = [lines.at(0), lines.at(-1)];
    const { terms } = this.store.text.value;
    if (state.step === "S7a") return html`<p class="article"><span>${terms.noLine}</span></p>`;
    if (first === undefined || last === undefined) return null;
    const { relation } = stepOf(derivation, state.step);
    return html`
      <p class="article">
        <span>${terms.lines(first.line, last.line)}</span>
        ${lines.map(({ maths }) => html`<math translate="no"><mrow displaystyle="true">${maths}</mrow></math>`)}
        ${
          relation === "equal" && last.relation === "approx"
            ? html`<span>${terms.exactHere}</span>`
            : nothing
        }
      </p>
    `;
  }
}

/** Every step in an order in which the chain walks, whole or split. */
const order: readonly StepId[] = [...chain(false).slice(0, 7), ...chain(true).slice(6)];

/** What the lines may take of the width beside the numbers. */
const roomForSymbols = (width: number): number =>
  width < wide ? width : (Math.min(width, 776) / 776) * 494;

const stepOfLine = (line: LineId): StepId => (line === "score" ? "S1" : line);

const relationOf = ({ derivation }: Shown, line: LineId): Relation =>
  line === "score" ? "equal" : stepOf(derivation, line).relation;

/** The pieces of a line, each in its column. They do not change with the numbers. */
function symbols(line: LineId, role: Role, form: Form, relation: Relation): TemplateResult[] {
  const pieces = lineOf(line, form);
  const first = role === "before" || relation === "definition";
  return columns.map((column) => {
    const piece =
      column === "relation"
        ? mathml`<mo lspace="0" rspace="0">${relationSign[relation]}</mo>`
        : pieces[column];
    if (piece === undefined || (column === "lhs" && !first)) return html``;
    const key = column === "lhs" ? `lhs ${leftOf(line)}` : `${line} ${column}`;
    return html`<span class="piece ${role} ${column}" data-key=${key} aria-hidden="true"><math translate="no">${piece}</math></span>`;
  });
}

/** What is on the left of the line: it stays in place while the lines move past it. */
function leftOf(line: LineId): "α" | "h" | "o" {
  if (line === "S1" || line === "score") return "α";
  return line === "S8" || line === "S9" ? "o" : "h";
}

/** The ids of the two lines. */
const lineIds = (before: LineId, now: LineId): TemplateResult[] =>
  (
    [
      ["before", before],
      ["now", now],
    ] as const
  ).map(
    ([role, line]) =>
      html`<span class="line-id ${role} ${stepNumber(stepOfLine(line)) < 7 ? "" : "soft"}" data-key="${line} id" aria-hidden="true">${
        line === "score" ? "" : line
      }</span>`,
  );

const printed = (parts: readonly Part[], rested: boolean): TemplateResult[] =>
  parts.map(({ maths, exact }) => {
    const title = exact === undefined ? nothing : rested ? formatExact(exact) : noChange;
    return html`<span class="part" title=${title}><math translate="no">${maths}</math></span>`;
  });

/** A line in one formula, with what it gives: for those who listen. */
function spoken(shown: Shown, line: LineId, form: Form): TemplateResult {
  const { output } = stepOf(shown.derivation, stepOfLine(line));
  const { indices, all } = chooseFeatures(shown);
  const numbers = indices.map((j) => `${shown.features[j]} ${format(output[j] ?? Number.NaN)}`);
  return html`${guard(
    [line, ...Object.values(form)],
    () =>
      html`${stepOfLine(line)} <math translate="no">${wholeLine(line, form, relationOf(shown, line))}</math>`,
  )}${output.length === 0 ? nothing : ` = ${numbers.join(", ")}${all ? "" : ", …"}`}`;
}

customElements.define("sb-formula", Formula);
