import { html, nothing, type TemplateResult, unsafeCSS } from "lit";
import type { Derivation } from "../../core/core.ts";
import { addsUp, format, formatNarrow } from "../../model/format.ts";
import { chain, inChain, stepNumber } from "../../model/state.ts";
import type { Shown } from "../../model/store.ts";
import { formOf } from "../formula/maths.ts";
import { lownessOf, SizedElement } from "../sized-element.ts";
import { sharedStyles } from "../store-element.ts";
import { drawing } from "./drawing.ts";
import { columnsInView, drawn, isGutter, type LedgerLayout, ledgerLayout } from "./layout.ts";
import css from "./ledger.css?inline";
import { river } from "./river.ts";
import { mainFeatures } from "./rows.ts";
import { additions, frameOf, narrowed, run, streams } from "./streams.ts";
import { gutter, head, isCurrent, type Page, row } from "./table.ts";
import { timetable, Walk } from "./walk.ts";

/** Shares open into this many features at first. */
const opened = 4;

/**
 * The table of live numbers: one column per item, one row per quantity, and weight 1 falling down
 * the winner's column until, at S7, it divides.
 */
export class Ledger extends SizedElement {
  static override properties = {
    ...SizedElement.properties,
    moved: { state: true },
  };
  static override styles = [sharedStyles, unsafeCSS(css)];

  /** Whether columns have been scrolled under the labels. */
  declare moved: boolean;

  #walk = new Walk(this);
  /** Chosen when the shares open, and kept while they are: rows must not jump about. */
  #features: readonly number[] = [];
  #scrolled = 0;
  /** How far the columns were last moved to show the winner, and for which winner among what. */
  #target = 0;
  #shownTo = "";
  /** Whether the reader has moved the columns since the scene was opened, and which that is. */
  #held = false;
  #scene = "";

  constructor() {
    super();
    this.width = 776;
    this.moved = false;
  }

  protected override render(): TemplateResult | null {
    const shown = this.store.shown.value;
    if (shown === null) return null;
    const page = this.#page(shown);
    const { layout, reach, lit } = page;
    const { derivation: d, state } = shown;

    const box = layout.rows.find(({ id }) => id === "river");
    const running = box === undefined ? 0 : drawn(box, reach);
    const flow =
      box === undefined || state.split || running === 0
        ? null
        : river(d.weights, d.argmax, frameOf(layout, box));
    const way = flow === null ? null : run(flow, running);
    const landed = (item: number): boolean => {
      const arm = flow?.arms.find((one) => one.item === item);
      return arm === undefined || way === null || way(arm) === arm.length;
    };

    return html`
      <div class="ltr ${layout.narrow ? "narrow" : "wide"} ${layout.scrolls ? "scrolls" : ""} ${layout.oneLine ? "one-line" : ""} ${layout.slim > 0.5 ? "slim" : ""} ${layout.low ? "low" : ""} ${state.split ? "split" : ""}">
        <div class="window ${this.moved ? "moved" : ""} ${this.#end(layout) > this.#scrolled + 1 ? "more" : ""}" @scroll=${this.#scroll}>
          <div class="sheet">
            <svg class="drawing" width=${layout.width} height=${layout.height} aria-hidden="true">
              ${drawing({
                d,
                layout,
                columns: page.columns,
                reach,
                current: layout.rows.filter((one) => !isGutter(one) && isCurrent(page, one)),
                lit,
                landed,
              })}
            </svg>
            <table
              aria-colcount=${layout.scrolls ? layout.n + 2 : nothing}
              @pointerover=${this.#point}
              @pointerleave=${this.#leave}
              @focusin=${this.#focus}
              @focusout=${this.#leave}
              @click=${this.#press}
            >
              <caption class="hidden">${page.text.terms.ledger}</caption>
              <colgroup>
                <col class="labels" />
                ${shown.names.map(() => html`<col class="item" />`)}
                ${layout.narrow ? nothing : html`<col class="totals" />`}
              </colgroup>
              <thead>${head(page)}</thead>
              <tbody>
                ${layout.rows.map((one) => {
                  if (!isGutter(one)) return row(page, one);
                  if (one.id === "narrowing")
                    return gutter(page, one, () => narrowed(d, layout, one, lit));
                  return gutter(page, one, () =>
                    flow === null || way === null
                      ? additions(d, layout, one, lit)
                      : streams(flow, way, lit),
                  );
                })}
              </tbody>
            </table>
          </div>
        </div>
        ${this.#more(page)}
        ${hasSmallSums(page) ? html`<p class="footnote">${page.text.terms.footnote}</p>` : nothing}
      </div>
    `;
  }

  /** How far the columns can be moved. */
  #end = (layout: LedgerLayout): number => Math.max(0, layout.width - this.width);

  protected override updated(): void {
    const shown = this.store.shown.peek();
    // Under a hand that still turns a knob, the columns stand still.
    if (shown !== null && this.#layout !== null && this.store.rested.peek() === shown)
      this.#follow(shown, this.#layout);
  }
  #layout: LedgerLayout | null = null;

  /**
   * Brings a winner that stands past the edge into sight, when the scene opens or another item
   * wins: not against a reader who has moved the columns or is among them.
   */
  #follow({ state, derivation: d }: Shown, layout: LedgerLayout): void {
    const scene = `${state.scene} ${layout.n}`;
    if (scene !== this.#scene) {
      this.#scene = scene;
      this.#shownTo = "";
      this.#held = false;
    }
    // Which item wins is not told before it is asked.
    const asked = this.store.mode.peek() === "predict" && state.step === "S1";
    const now = `${scene} ${d.argmax} ${this.width}`;
    if (!layout.scrolls || this.width === 0 || asked || now === this.#shownTo) return;
    this.#shownTo = now;
    if (this.#held || this.shadowRoot?.activeElement) return;
    const room = this.width - layout.label - layout.sum - layout.pitch;
    const from = d.argmax * layout.pitch - this.#scrolled;
    if (from >= 0 && from <= room) return;
    const middle = d.argmax * layout.pitch - room / 2;
    this.#target = Math.round(Math.max(0, Math.min(this.#end(layout), middle)));
    const [window] = this.renderRoot.querySelectorAll(".window");
    window?.scrollTo({ left: this.#target });
  }

  #page(shown: Shown): Page {
    const { state, derivation: d } = shown;
    const steps = chain(state.split);
    const place = steps.indexOf(inChain(state.step, state.split));
    const crossings = steps.flatMap((id, at) => (stepNumber(id) === 7 ? [at] : []));
    this.#walk.to(place, timetable(steps.length, crossings));
    const reach = this.#walk.place;
    this.#openFeatures(d, reach > steps.length - 2);
    const layout = ledgerLayout({
      width: this.width,
      n: d.scores.length,
      split: state.split,
      reach,
      features: this.#features,
      low: lownessOf(this.store),
    });
    this.#shape(layout);
    this.#layout = layout;
    const narrow = layout.pitch < narrowCell;
    return {
      shown,
      text: this.store.text.value,
      layout,
      form: formOf(state),
      place,
      reach,
      lit: this.store.lit.value,
      columns: columnsInView(layout, this.#scrolled, this.width),
      rested: this.store.rested.value === shown,
      print: (numbers) => this.#print(numbers, narrow),
      addsUp: (numbers, sum) => this.#addsUp(numbers, sum, narrow),
    };
  }

  #openFeatures(d: Derivation, open: boolean): void {
    const count = d.softOutput.length;
    const wanted = this.store.state.value.options.everyFeature ? count : Math.min(opened, count);
    const stands = this.#features.length === wanted && this.#features.every((j) => j < count);
    if (!open) this.#features = [];
    else if (!stands) this.#features = mainFeatures(d, wanted);
  }

  /** Several rows show the same array of the core: each of its numbers is printed once. */
  #print(numbers: ArrayLike<number>, short: boolean): (item: number) => string {
    const known = this.#printed[short ? "short" : "full"];
    const printed = known.get(numbers) ?? [];
    known.set(numbers, printed);
    const print = short ? formatNarrow : format;
    return (item) => {
      printed[item] ??= print(numbers[item] ?? 0);
      return printed[item];
    };
  }
  #printed = {
    short: new WeakMap<ArrayLike<number>, string[]>(),
    full: new WeakMap<ArrayLike<number>, string[]>(),
  };

  #addsUp(numbers: ArrayLike<number>, sum: string, short: boolean): boolean {
    const known = this.#sums.get(numbers);
    if (known !== undefined && known.sum === sum && known.short === short) return known.holds;
    const print = this.#print(numbers, short);
    const terms = Array.from(numbers, (_, item) => print(item));
    const holds = addsUp(terms, sum);
    this.#sums.set(numbers, { sum, short, holds });
    return holds;
  }
  #sums = new WeakMap<
    ArrayLike<number>,
    { readonly sum: string; readonly short: boolean; readonly holds: boolean }
  >();

  /** Hands the layout's lengths to the style sheet. */
  #shape(layout: LedgerLayout): void {
    const { label, pitch, bar, sum, width, head, heights } = layout;
    const lengths = { label, pitch, bar, sum, width, head, ...heights };
    for (const [name, length] of Object.entries(lengths)) {
      const value = `${length}px`;
      if (this.#lengths.get(name) === value) continue;
      this.#lengths.set(name, value);
      this.style.setProperty(`--ledger-${name}`, value);
    }
  }
  #lengths = new Map<string, string>();

  #more({ shown, text }: Page): TemplateResult | typeof nothing {
    const count = shown.derivation.softOutput.length;
    if (this.#features.length === 0 || count <= opened) return nothing;
    const { everyFeature } = this.store.state.value.options;
    return html`<button
      type="button"
      class="more"
      aria-expanded=${everyFeature}
      @click=${() => this.store.setOptions({ everyFeature: !everyFeature })}
    >${everyFeature ? text.terms.mainFeatures(opened) : text.terms.allFeatures(count)}</button>`;
  }

  #scroll(event: Event): void {
    this.#scrolled = (event.currentTarget as HTMLElement).scrollLeft;
    this.moved = this.#scrolled > 0;
    // Neither what was asked for, nor the end, to which fewer columns bring it.
    const end = this.#layout === null ? 0 : this.#end(this.#layout);
    if (Math.abs(this.#scrolled - this.#target) > 1 && this.#scrolled < end - 1) this.#held = true;
    this.requestUpdate();
  }

  #point(event: PointerEvent): void {
    if (event.pointerType === "mouse") this.store.lit.value = itemAt(event);
  }

  #focus(event: FocusEvent): void {
    if (event.target instanceof Element && event.target.matches(":focus-visible"))
      this.store.lit.value = itemAt(event);
  }

  #leave(event: Event): void {
    if (!(event instanceof PointerEvent) || event.pointerType === "mouse")
      this.store.lit.value = null;
  }

  /** A touch lights an item until it is touched again. */
  #press(event: MouseEvent): void {
    const item = itemAt(event);
    if (event instanceof PointerEvent && event.pointerType === "mouse") return;
    this.store.lit.value = this.store.lit.peek() === item ? null : item;
  }
}

/** Cells of less than this set scientific numbers with a short mantissa. */
const narrowCell = 84;

/** Whether sums stand where there is no room to say of one that it is rounded. */
const hasSmallSums = ({ layout, shown: { state } }: Page): boolean =>
  stepNumber(state.step) > (layout.narrow ? 4 : 7);

function itemAt(event: Event): number | null {
  const [target] = event.composedPath();
  const item = target instanceof Element ? target.closest("[data-item]") : null;
  return item === null ? null : Number(item.getAttribute("data-item"));
}

customElements.define("sb-ledger", Ledger);
