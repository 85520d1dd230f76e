import { type Signal, signal } from "@preact/signals-core";
import { html, nothing, type PropertyValues, svg, type TemplateResult, unsafeCSS } from "lit";
import { format, formatExact, parseNumber } from "../../model/format.ts";
import { deriveInput } from "../../model/input.ts";
import { areQualities, KnobCurves } from "../../model/opening.ts";
import { initialState, scenes } from "../../model/scenes.ts";
import type { Shown } from "../../model/store.ts";
import type { OpeningText } from "../../model/text/index.ts";
import { type NumberInput, NumberInputs } from "../controls/number-inputs.ts";
import frameCss from "../frame.css?inline";
import { animate, wantsStillness } from "../motion.ts";
import type { Axes } from "../plot/axes.ts";
import { plotStyles } from "../plot/styles.ts";
import { richText } from "../rich-text.ts";
import type { PlaneModel } from "../scene/model.ts";
import { movedState } from "../scene/move.ts";
import type { PlaneMove } from "../scene/plane.ts";
import { type QueryRange, queryRange } from "../scene/query-range.ts";
import { SizedElement } from "../sized-element.ts";
import { sharedStyles } from "../store-element.ts";
import { drawBridge } from "./bridge.ts";
import { columnsOf, drawColumns, type Size } from "./columns.ts";
import { arrive, handOver } from "./hand-over.ts";
import { drawKnob, type Knob, knobOf } from "./knob.ts";
import { mapModel, openingAxes } from "./map.ts";
import css from "./opening.css?inline";
import "../scene/plane.ts";

/** The one glide of the first knob, ms: when it begins, and how long it takes. */
const glideStart = 1200;
const glideLength = 2400;
/** How far down it goes: there another thing is picked. */
const glideTo = 0.5;
/** A finger that has gone so far across is turning, px: one that goes down is scrolling. */
const slop = 6;
/** Steps of a key with Shift. */
const stride = 8;

/** A drag of a knob. */
interface Drag {
  readonly component: number;
  readonly pointer: number;
  readonly x: number;
  readonly y: number;
  /** Whether it turns already. */
  turning: boolean;
}

/** Before the first step: a question, a query to turn, a pick that jumps. */
export class Opening extends SizedElement {
  static override properties = { ...SizedElement.properties, low: { state: true } };
  static override styles = [sharedStyles, plotStyles, unsafeCSS(frameCss), unsafeCSS(css)];

  /** Whether the window is low. */
  declare low: boolean;

  readonly #inputs = new NumberInputs();
  readonly #curves = new KnobCurves();
  readonly #lowWindow = matchMedia("(max-height: 800px)");
  /** Where the first knob is while it glides by itself: a picture only, nothing is set. */
  readonly #glide: Signal<number | null> = signal(null);
  #endGlide: (() => void) | null = null;
  /** Whether it was drawn. */
  #entered = false;
  #range: QueryRange = { limit: 0, step: 0 };
  #axes: Axes | null = null;
  #map: PlaneModel | null = null;
  #drag: Drag | null = null;
  #gliding: { readonly of: Shown; readonly shown: Shown } | null = null;

  constructor() {
    super();
    this.width = 0;
    this.low = this.#lowWindow.matches;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#lowWindow.addEventListener("change", this.#look);
    document.addEventListener("keydown", this.#press);
    addEventListener("beforeprint", this.#print);
    for (const type of inputs) addEventListener(type, this.#stop, true);
  }

  /** Paper gets the derivation, and the screen the opening again. */
  readonly #print = (): void => {
    const { toOpening } = this.store;
    toOpening.value = false;
    const back = (): void => {
      toOpening.value = true;
    };
    addEventListener("afterprint", back, { once: true });
  };

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#lowWindow.removeEventListener("change", this.#look);
    document.removeEventListener("keydown", this.#press);
    removeEventListener("beforeprint", this.#print);
    this.#stop();
  }

  readonly #look = (): void => {
    this.low = this.#lowWindow.matches;
  };

  /** Any input ends the glide: from then on the reader turns. */
  readonly #stop = (): void => {
    for (const type of inputs) removeEventListener(type, this.#stop, true);
    this.#endGlide?.();
    this.#endGlide = null;
    this.#glide.value = null;
  };

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    if (this.#entered || this.width === 0) return;
    this.#entered = true;
    if (glided.has(this.store)) {
      arrive(this.renderRoot);
      return;
    }
    glided.add(this.store);
    const { query, scene } = this.store.state.peek();
    const [from = 0] = query;
    if (wantsStillness() || scene !== "apple" || query.join() !== initialState.query.join()) return;
    const timer = setTimeout(() => {
      this.#endGlide = animate(glideLength, (share) => {
        const way = Math.sin(Math.PI * share) ** 2;
        // Short numbers: they are read on the way.
        this.#glide.value =
          share === 1 ? null : Math.round((from + (glideTo - from) * way) * 32) / 32;
      });
    }, glideStart);
    this.#endGlide = () => clearTimeout(timer);
  }

  readonly #press = (event: KeyboardEvent): void => {
    if (event.key !== "ArrowRight" || event.defaultPrevented) return;
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const [target] = event.composedPath();
    if (target instanceof Element && target.matches(usesArrows)) return;
    event.preventDefault();
    this.#start();
  };

  #start(): void {
    this.#stop();
    handOver(this, () => this.store.walk(1));
  }

  /** What is drawn: as it is, or as the glide would have it. */
  #shown(): Shown | null {
    const shown = this.store.shown.value;
    const first = this.#glide.value;
    if (shown === null || first === null) return shown;
    const query = shown.state.query.with(0, first);
    if (this.#gliding?.of !== shown || this.#gliding.shown.state.query[0] !== first) {
      const state = { ...shown.state, query };
      const derivation = this.store.core.derive({ ...deriveInput(state), derivatives: false });
      this.#gliding = { of: shown, shown: { ...shown, state, derivation } };
    }
    return this.#gliding.shown;
  }

  #rangeOf({ state: { scene, query } }: Shown): QueryRange {
    const range = queryRange(scene === "custom" ? query : scenes[scene].query, query);
    // A reach stays as wide as it has become: a drag must not widen it.
    if (range.limit > this.#range.limit) this.#range = range;
    return this.#range;
  }

  protected override render(): TemplateResult | null {
    const shown = this.#shown();
    if (shown === null) return null;
    const words = this.store.words("opening");
    const { width } = this;
    const wide = width >= 1000;
    const narrow = width < 600;
    const side = narrow ? 20 : Math.max(20, Math.min(72, 0.05 * width));
    const inner = Math.min(1440, width) - 2 * side;
    const main = wide ? Math.floor(((inner - Math.min(64, 0.044 * width)) * 776) / 1232) : inner;
    const size: Size = { narrow, low: wide ? this.low : !narrow, width: main };
    return html`
      <div class="figure ${wide && this.low ? "low" : ""}">
        ${
          width === 0
            ? nothing
            : html`
              <section class="main">
                <h2>${words.question}</h2>
                <p class="wanted">${this.#wanted(shown, words)}</p>
                ${this.#columns(shown, size, words)}
                <p class="turn">${narrow ? html`<strong>${words.turnShort}</strong>` : richText(words.turn)}</p>
                <div class="knobs n${shown.state.query.length}">
                  ${shown.state.query.map((_, j) => this.#knob(shown, j, size, words))}
                </div>
                ${this.#legend(shown, narrow, words)}
              </section>
              <section class="side">
                ${wide ? this.#scene(shown, words) : nothing}
                <p class="sentence">${words.toLearn}</p>
              </section>
              <div class="start">
                <button type="button" @click=${this.#start}>
                  <svg viewBox="0 0 12 14" width="12" height="14" aria-hidden="true"><path d="M0 0v14l12-7z" fill="currentColor" /></svg>
                  ${words.walk}
                </button>
                ${narrow ? nothing : html`<span class="press">${words.orPress}</span>`}
              </div>
              ${this.#bridge(shown, { ...size, low: wide && this.low, width: inner }, words)}`
        }
      </div>
    `;
  }

  #wanted({ state, features }: Shown, words: OpeningText): unknown {
    const wants = features.filter((_, j) => (state.query[j] ?? 0) > 0);
    const shuns = features.filter((_, j) => (state.query[j] ?? 0) < 0);
    const say = areQualities(features, state) ? words.wanted : words.wantedMore;
    return richText(say(wants, shuns));
  }

  #columns(shown: Shown, size: Size, words: OpeningText): TemplateResult {
    const { derivation: d, names } = shown;
    const columns = columnsOf(d.scores, size);
    const pick = names[d.argmax] ?? "";
    // What is read out waits until the numbers rest.
    const rested = this.store.rested.value;
    const said = rested ?? shown;
    return html`
      <div class="columns">
        ${
          size.narrow
            ? html`<p class="short">${richText(words.both)}</p>`
            : html`<div class="note">
                <p>${richText(words.heightIs)}</p>
                <p>${richText(words.highestIs)}</p>
              </div>`
        }
        <svg class="plot ltr" role="img" width=${size.width} height=${columns.height}
          viewBox="0 0 ${size.width} ${columns.height}"
          data-pick=${pick}
          aria-label=${words.scores(said.names, Array.from(said.derivation.scores, format), said.names[said.derivation.argmax] ?? "")}>
          ${drawColumns(shown, columns, size, words.pick)}
        </svg>
      </div>`;
  }

  #knob(shown: Shown, j: number, size: Size, words: OpeningText): TemplateResult {
    const { state, derivation: d, features, names } = shown;
    const { limit, step } = this.#rangeOf(shown);
    const value = state.query[j] ?? 0;
    const name = features[j] ?? "";
    const count = state.query.length;
    const across = size.narrow ? Math.min(2, count) : 4;
    const width = Math.floor((size.width - (across - 1) * 24) / across);
    const column = state.values.map((row) => row[j] ?? 0);
    const knob = knobOf(width, limit, column, size);
    const curve = this.#curves.of(this.store.core, state, j, limit);
    const pick = names[d.argmax] ?? "";
    const input: NumberInput = {
      key: String(j),
      label: words.knob(name),
      value,
      accepts: Number.isFinite,
      set: (value) => this.store.setQuery(j, value),
      complaint: this.store.text.value.controls.notANumber,
      live: true,
      write: written,
      stepped: (steps) => value + steps * step,
    };
    return html`
      <div class="knob">
        <div class="head">
          <span class="name" aria-hidden="true">${name}</span>
          ${this.#inputs.field(input)}
          <span class="wrong" role="alert">${this.#inputs.refusal(input)}</span>
        </div>
        <svg
          class="plot turn ltr"
          width=${width}
          height=${knob.height}
          viewBox="0 0 ${width} ${knob.height}"
          role="slider"
          tabindex="0"
          aria-label=${words.knob(name)}
          aria-valuemin=${-limit}
          aria-valuemax=${limit}
          aria-valuenow=${value}
          aria-valuetext=${words.at(format(value), pick)}
          @pointerdown=${(event: PointerEvent) => this.#grab(event, j, knob, limit, step)}
          @pointermove=${(event: PointerEvent) => this.#pull(event, knob, limit, step)}
          @pointerup=${(event: PointerEvent) => this.#drop(event, knob, limit, step)}
          @pointercancel=${() => {
            this.#drag = null;
          }}
          @keydown=${(event: KeyboardEvent) => this.#key(event, j, value, limit, step)}
        >
          ${drawKnob(knob, curve, value, d.hardOutput[j] ?? 0, limit, names, size)}
        </svg>
      </div>`;
  }

  #grab(event: PointerEvent, component: number, knob: Knob, limit: number, step: number): void {
    if (event.button !== 0) return;
    const turned = event.currentTarget as SVGSVGElement;
    const turning = event.pointerType === "mouse";
    const { pointerId: pointer, clientX: x, clientY: y } = event;
    this.#drag = { component, pointer, x, y, turning };
    if (turning) {
      turned.setPointerCapture(pointer);
      this.#turn(event, knob, limit, step);
    }
  }

  #pull(event: PointerEvent, knob: Knob, limit: number, step: number): void {
    const drag = this.#drag;
    if (drag === null || drag.pointer !== event.pointerId) return;
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y].map(Math.abs);
    if (!drag.turning && (dx ?? 0) > slop && (dx ?? 0) > (dy ?? 0)) drag.turning = true;
    if (drag.turning) this.#turn(event, knob, limit, step);
  }

  /** A finger that was put down and lifted again points at a value, too. */
  #drop(event: PointerEvent, knob: Knob, limit: number, step: number): void {
    const drag = this.#drag;
    if (drag === null || drag.pointer !== event.pointerId) return;
    if (!drag.turning) this.#turn(event, knob, limit, step);
    this.#drag = null;
  }

  #turn(event: PointerEvent, { width }: Knob, limit: number, step: number): void {
    const drag = this.#drag;
    if (drag === null) return;
    const box = (event.currentTarget as SVGSVGElement).getBoundingClientRect();
    // The host page may show the figure enlarged.
    const place = ((event.clientX - box.left) / box.width) * width - 1;
    const value = Math.round(((2 * place) / (width - 2) - 1) * (limit / step)) * step;
    this.store.setQuery(drag.component, Math.min(limit, Math.max(-limit, value)) + 0);
  }

  #key(event: KeyboardEvent, component: number, value: number, limit: number, step: number): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const by = event.shiftKey ? stride * step : step;
    const to: Readonly<Record<string, number>> = {
      ArrowLeft: value - by,
      ArrowDown: value - by,
      ArrowRight: value + by,
      ArrowUp: value + by,
      PageDown: value - stride * step,
      PageUp: value + stride * step,
      Home: -limit,
      End: limit,
    };
    const next = to[event.key];
    if (next === undefined) return;
    event.preventDefault();
    this.store.setQuery(component, Math.min(limit, Math.max(-limit, next)));
  }

  #legend({ state, features }: Shown, narrow: boolean, words: OpeningText): TemplateResult {
    return html`
      <p class="legend">
        <span>
          <svg width="26" height="10" aria-hidden="true"><path class="tread" d="M0 5H26" /></svg>
          ${narrow ? words.treadsShort : words.treads(features, areQualities(features, state))}
        </span>
        <span class="soft-ink">
          <svg width="26" height="10" aria-hidden="true"><path class="soft" d="M0 5H26" /></svg>
          ${narrow ? words.slopeShort : words.slope}
        </span>
      </p>`;
  }

  #scene(shown: Shown, words: OpeningText): TemplateResult {
    this.#axes ??= openingAxes(shown);
    const axes = this.#axes;
    const { query } = this.store.text.value;
    this.#map = mapModel(shown, axes, this.#rangeOf(shown), { ...words, query }, this.#map);
    const move = ({ detail }: CustomEvent<PlaneMove>): void =>
      this.store.update(movedState(this.store.state.peek(), "values", axes, detail));
    return html`
      <p class="map-note">${words.map(shown.names.length)}</p>
      <div class="map">
        <sb-plane .store=${this.store} .model=${this.#map} @plane-move=${move}></sb-plane>
      </div>`;
  }

  #bridge({ derivation: d, names }: Shown, size: Size, words: OpeningText): TemplateResult {
    const text = this.store.text.value;
    const { height, drawing } = drawBridge(d.outputDistance, names.length, size, text, words);
    return html`
      <div class="bridge">
        ${size.narrow ? nothing : html`<strong>${words.bridge}</strong>`}
        <svg class="plot ltr" role="img" width=${size.width} height=${height}
          viewBox="0 0 ${size.width} ${height}"
          aria-label="${words.bridge}: ${words.costs}, ${format(d.outputDistance)}">
          ${svg`${drawing}`}
        </svg>
      </div>`;
  }
}

/** Where the glide was shown, or not wanted, already. */
const glided = new WeakSet<object>();

const inputs = ["pointerdown", "keydown", "wheel", "touchstart"] as const;
const usesArrows = "input, select, textarea, [role=slider], [role=application], dialog *";

/** A short number as it was typed, a long one as everywhere if that can be read back. */
function written(value: number): string {
  const [exact, short] = [formatExact(value), format(value)];
  return exact.length < 8 || parseNumber(short) === null ? exact : short;
}

customElements.define("sb-opening", Opening);

declare global {
  interface HTMLElementTagNameMap {
    "sb-opening": Opening;
  }
}
