import { html, nothing, type TemplateResult, unsafeCSS } from "lit";
import type { Derivation } from "../../../core/core.ts";
import { addsUp, format, formatNarrow } from "../../../model/format.ts";
import { chain, inChain, stepNumber } from "../../../model/state.ts";
import type { Shown } from "../../../model/store.ts";
import { StoreElement, sharedStyles } from "../../store-element.ts";
import { formOf } from "../formula/maths.ts";
import { drawing } from "./drawing.ts";
import { columnsInView, drawn, isGutter, type LedgerLayout, ledgerLayout } from "./layout.ts";
import css from "./ledger.css?inline";
import { river } from "./river.ts";
import { mainFeatures } from "./rows.ts";
import { additions, frameOf, narrowed, run, streams } from "./streams.ts";
import { gutter, head, isCurrent, liveSum, type Page, row } from "./table.ts";
import { timetable, Walk } from "./walk.ts";

/** Shares open into this many features at first. */
const opened = 4;

/**
 * The table of live numbers: one column per item, one row per quantity, and weight 1 falling down
 * the winner's column until, at S7, it divides.
 */
export class Ledger extends StoreElement {
  static override properties = {
    ...StoreElement.properties,
    width: { state: true },
    everyFeature: { state: true },
    moved: { state: true },
  };
  static override styles = [sharedStyles, unsafeCSS(css)];

  declare width: number;
  declare everyFeature: boolean;
  /** Whether columns have been scrolled under the labels. */
  declare moved: boolean;

  #walk = new Walk(this);
  #sizes = new ResizeObserver(([entry]) => {
    if (entry) this.width = Math.floor(entry.contentRect.width);
  });
  /** Chosen when the shares open, and kept while they are: rows must not jump about. */
  #features: readonly number[] = [];
  #scrolled = 0;

  constructor() {
    super();
    this.width = 776;
    this.everyFeature = false;
    this.moved = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#sizes.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#sizes.disconnect();
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
      <div class="ltr ${layout.narrow ? "narrow" : "wide"} ${layout.scrolls ? "scrolls" : ""}">
        ${layout.narrow ? liveSum(page) : nothing}
        <div class="window ${this.moved ? "moved" : ""}" @scroll=${this.#scroll}>
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
      </div>
    `;
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
      features: this.#features,
    });
    this.#shape(layout);
    const narrow = layout.pitch < narrowCell;
    return {
      shown,
      text: this.store.text.value,
      layout,
      form: formOf(state),
      place,
      reach,
      lit: this.store.lit.value,
      predicting: this.store.mode.value === "predict",
      columns: columnsInView(layout, this.#scrolled, this.width),
      rested: this.store.rested.value === shown,
      print: (numbers, short = false) => this.#print(numbers, short || narrow),
      addsUp: (numbers, sum) => this.#addsUp(numbers, sum, narrow),
    };
  }

  #openFeatures(d: Derivation, open: boolean): void {
    const count = d.softOutput.length;
    const wanted = this.everyFeature ? count : Math.min(opened, count);
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
    return html`<button
      type="button"
      class="more"
      aria-expanded=${this.everyFeature}
      @click=${() => {
        this.everyFeature = !this.everyFeature;
      }}
    >${this.everyFeature ? text.terms.mainFeatures(opened) : text.terms.allFeatures(count)}</button>`;
  }

  #scroll(event: Event): void {
    this.#scrolled = (event.currentTarget as HTMLElement).scrollLeft;
    this.moved = this.#scrolled > 0;
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

function itemAt(event: Event): number | null {
  const [target] = event.composedPath();
  const item = target instanceof Element ? target.closest("[data-item]") : null;
  return item === null ? null : Number(item.getAttribute("data-item"));
}

customElements.define("sb-ledger", Ledger);
