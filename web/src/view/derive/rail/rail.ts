import {
  html,
  noChange,
  nothing,
  type SVGTemplateResult,
  svg,
  type TemplateResult,
  unsafeCSS,
} from "lit";
import type { Step, StepId } from "../../../core/core.ts";
import { format, formatExact } from "../../../model/format.ts";
import { hotDistance } from "../../../model/hot-distance.ts";
import { chain, inChain, stepNumber } from "../../../model/state.ts";
import type { Shown } from "../../../model/store.ts";
import { stepOf } from "../../../model/summary.ts";
import { drag } from "../../controls/drag.ts";
import { ground } from "../../plot/ground.ts";
import { lownessOf, SizedElement } from "../../sized-element.ts";
import { sharedStyles } from "../../store-element.ts";
import { type Rail as Geometry, railGeometry, topOfScale } from "./geometry.ts";
import css from "./rail.css?inline";

/**
 * The chain as a truss. Its deck carries the stations and is cut only where the chain is; its upper
 * chord is the plot of ‖output − h‖ at every step.
 */
export class Rail extends SizedElement {
  static override styles = [sharedStyles, unsafeCSS(css)];

  /** The scale of the plot, and what it was found for: no temperature changes it. */
  #scale: { values: unknown; mask: unknown; pick: number; hot: number } | null = null;

  constructor() {
    super();
    this.width = 1296;
  }

  protected override render(): TemplateResult | null {
    const { store } = this;
    const shown = store.shown.value;
    if (shown === null) return null;
    const { state, derivation, summary } = shown;
    const text = store.text.value;
    const ids = chain(state.split);
    const current = ids.indexOf(inChain(state.step, state.split));
    const steps = ids.map((id) => stepOf(derivation, id));
    const distances = steps.map((step) => step.outputDistance);
    const top = topOfScale(distances, this.#hot(shown));
    const g = railGeometry(this.width, distances, top, lownessOf(store));
    const cut = ids.findIndex((id) => id === "S7" || id === "S7a");
    // What is read out and what tooltips say waits until the numbers rest.
    const rested = store.rested.value === shown;

    // What is to be predicted is not drawn before.
    const predicting = store.mode.value === "predict";
    const seen = predicting ? (g.x[current] ?? 0) + 12 : this.width;

    return html`
      <div class="rail ltr ${g.narrow ? "narrow" : "wide"} ${g.roomy ? "roomy" : ""}">
        <p class="title">
          <b>${text.rail.title}</b>
          <span>
            <math translate="no"><mrow><mo stretchy="false">‖</mo><mi class="soft-ink">o</mi><mo>−</mo><mi class="hard-ink">h</mi><mo stretchy="false">‖</mo></mrow></math><span class="more">${text.rail.subtitle}</span>
          </span>
        </p>
        <svg
          width=${this.width}
          height=${g.height}
          viewBox="0 0 ${this.width} ${g.height}"
          aria-hidden="true"
        >
          ${ground(0, -20, this.width, g.height + 20)}
          <clipPath id="seen"><rect x="0" y="-20" width=${seen} height=${g.height + 20} /></clipPath>
          <g clip-path=${predicting ? "url(#seen)" : nothing}>
            ${posts(g)} ${this.#plot(g, cut)}
            ${steps.map((step, i) => (i === 0 ? nothing : relation(g, i, step, i === cut, text.rail.definition)))}
          </g>
          ${deck(g, cut, current)}
          ${ids.map((id, i) => station(g, i, id, i <= current, predicting && i > current))}
          <text class="end hard-ink" x="0" y=${g.ends}>${text.hard}</text>
          <text class="end soft-ink" x=${this.width} y=${g.ends} text-anchor="end">${text.soft}</text>
          ${
            predicting && current === 0
              ? nothing
              : svg`
                  ${g.narrow ? nothing : svg`<text class="zero" x=${(g.x[1] ?? 0) - 12} y=${g.zero + 4} text-anchor="end">0</text>`}
                  <text
                    class="exactly"
                    x=${g.narrow ? (g.x[1] ?? 0) - 6 : ((g.x[2] ?? 0) + (g.x[3] ?? 0)) / 2}
                    y=${g.zero - 9}
                    text-anchor=${g.narrow ? "start" : "middle"}
                  >${g.narrow ? text.rail.zeroShort : text.rail.zero}</text>`
          }
          ${g.roomy && !predicting ? this.#articleNote(g) : nothing}
          ${
            seen < (g.x[cut] ?? 0)
              ? nothing
              : summary.unmoved
                ? svg`<text class="caption" x=${(g.x[cut] ?? 0) - 12} y=${g.zero - 12}>${
                    summary.weightMoved ? text.rail.still(summary) : text.rail.bothZero
                  }</text>`
                : this.#jump(g, distances, cut, state.split, rested)
          }
          ${ring(g, current, ids[current])}
        </svg>
        <ol
          class="stations n${ids.length}"
          aria-label=${text.rail.label}
          ${drag({ way: "across", grab: this.#grab })}
        >
          ${ids.map(
            (id, i) => html`
              <li>
                <button
                  type="button"
                  tabindex=${i === current ? 0 : -1}
                  aria-current=${i === current ? "step" : nothing}
                  aria-disabled=${store.locks("step") ? "true" : nothing}
                  aria-label=${rested ? this.#stationName(steps[i] as Step, predicting && i > current) : noChange}
                  class=${i > current ? "ahead" : ""}
                  @click=${() => store.goTo(id)}
                >
                  <span class="id">${id}</span>
                  <span class="name">${text.stations[id]}</span>
                </button>
              </li>
            `,
          )}
        </ol>
      </div>
    `;
  }

  /** Keyboard focus follows the current station along the chain. */
  protected override updated(): void {
    const focused = this.shadowRoot?.activeElement;
    if (focused?.getAttribute("tabindex") === "-1") {
      this.renderRoot.querySelector<HTMLElement>('button[tabindex="0"]')?.focus();
    }
  }

  #hot(shown: Shown): number {
    const { values, mask } = shown.state;
    const pick = shown.derivation.argmax;
    const known = this.#scale;
    if (known?.values === values && known.mask === mask && known.pick === pick) return known.hot;
    const hot = hotDistance(this.store.core, shown);
    this.#scale = { values, mask, pick, hot };
    return hot;
  }

  #plot(g: Geometry, cut: number): SVGTemplateResult {
    const x = (i: number): number => g.x[i] ?? 0;
    const y = (i: number): number => g.y[i] ?? 0;
    const last = g.x.length - 1;
    const edge = (x(cut - 1) + x(cut)) / 2;
    const after = Array.from({ length: last - cut }, (_, k) => cut + 1 + k);
    return svg`
      <line class="base" x1=${x(1)} x2=${x(last)} y1=${g.zero} y2=${g.zero} />
      <line class="chord hard-line" x1=${x(1)} x2=${edge} y1=${g.zero} y2=${g.zero} />
      <line class="leap" x1=${edge} x2=${edge} y1=${g.zero} y2=${y(cut)} />
      <path
        class="chord soft-line"
        d="M${edge} ${y(cut)}H${x(cut)}${after.map((i) => `L${x(i)} ${y(i)}`).join("")}"
      />
    `;
  }

  /** How far the output has moved: once, or at each half-step. */
  #jump(
    g: Geometry,
    distances: readonly number[],
    cut: number,
    split: boolean,
    rested: boolean,
  ): SVGTemplateResult | SVGTemplateResult[] {
    const { rail } = this.store.text.value;
    const label = (i: number, x: number, anchor: string, caption: string | null) => svg`
      <text class="jump" x=${x} y=${(g.y[i] ?? 0) - 12} text-anchor=${anchor}>
        <title>${rested ? formatExact(distances[i] ?? 0) : noChange}</title>${format(distances[i] ?? 0)}${
          caption === null ? nothing : svg`<tspan class="caption" dx="10">${caption}</tspan>`
        }
      </text>`;
    if (g.narrow) {
      const half = split && this.store.state.peek().step !== "S7a" ? cut + 1 : cut;
      return half === cut && split
        ? label(half, (g.x[half] ?? 0) + 16, "start", null)
        : label(half, this.width, "end", null);
    }
    return split
      ? [
          label(cut, g.x[cut] ?? 0, "middle", null),
          // Clear of the line that comes down to it.
          label(cut + 1, (g.x[cut + 1] ?? 0) + 8, "start", null),
        ]
      : g.roomy
        ? label(cut, (g.x[cut] ?? 0) - 54, "start", rail.approximation)
        : this.#besideLeap(g, distances[cut] ?? 0, cut, rested);
  }

  /** Where there is no room over the plot: to the left of the leap, its words only where they fit. */
  #besideLeap(g: Geometry, distance: number, cut: number, rested: boolean): SVGTemplateResult {
    const x = ((g.x[cut - 1] ?? 0) + (g.x[cut] ?? 0)) / 2 - 9;
    const y = Math.min((g.y[cut] ?? 0) + 6, g.zero - 9);
    const words = this.width < wordy ? nothing : this.store.text.value.rail.approximation;
    return svg`
      <text class="jump" x=${x} y=${y} text-anchor="end">
        <title>${rested ? formatExact(distance) : noChange}</title><tspan class="caption">${words}</tspan><tspan dx="10">${format(distance)}</tspan>
      </text>`;
  }

  #articleNote(g: Geometry): SVGTemplateResult {
    const text = this.store.text.value;
    const x = ((g.x[4] ?? 0) + (g.x[5] ?? 0)) / 2;
    return svg`
      <line class="base" x1=${x} x2=${x} y1=${g.zero - 18} y2=${g.deck - 36} />
      <text class="note" x=${x} y=${g.zero - 44} text-anchor="middle">${text.rail.articleWrites(
        text.theArticle,
      )}</text>
      <text class="note" x=${x} y=${g.zero - 26} text-anchor="middle">${text.rail.exactShift}</text>
    `;
  }

  #stationName(step: Step, unknown: boolean): string {
    const { rail, stations, colon } = this.store.text.value;
    if (unknown) return step.id + colon + stations[step.id];
    const distance = Number.isNaN(step.outputDistance)
      ? ""
      : rail.distanceIs(format(step.outputDistance));
    return rail.station(step.id, stations[step.id], rail.relations[step.relation], distance);
  }

  readonly #grab = (press: PointerEvent): ((event: PointerEvent) => void) => {
    const list = press.currentTarget as HTMLElement;
    return (event) => this.#follow(event, list);
  };

  #follow(event: PointerEvent, list: HTMLElement): void {
    const { split } = this.store.state.peek();
    const ids = chain(split);
    const { left, width } = list.getBoundingClientRect();
    const i = Math.floor(((event.clientX - left) / width) * ids.length);
    this.store.goTo(ids[Math.min(ids.length - 1, Math.max(0, i))] as StepId);
  }
}

/** From this width on the leap has its words beside it. */
const wordy = 1050;

const posts = (g: Geometry): SVGTemplateResult =>
  svg`${g.x.map((x, i) =>
    i === 0
      ? nothing
      : svg`<line class="post" x1=${x} x2=${x} y1=${g.y[i] ?? g.zero} y2=${g.deck} />`,
  )}`;

function deck(g: Geometry, cut: number, current: number): SVGTemplateResult {
  const x = (i: number): number => g.x[i] ?? 0;
  const gap = g.narrow ? 0.3 : 0.28;
  const pitch = x(1) - x(0);
  const shore = x(cut - 1) + pitch * gap;
  const farShore = x(cut) - pitch * gap;
  const reached = (from: number, to: number): number => Math.min(to, Math.max(from, x(current)));
  return svg`
    <line class="deck hard-line" x1=${g.deckStart} x2=${shore} y1=${g.deck} y2=${g.deck} />
    <line class="deck soft-line" x1=${farShore} x2=${g.deckEnd} y1=${g.deck} y2=${g.deck} />
    <line
      class="deck walked hard-line"
      x1=${g.deckStart}
      x2=${current >= cut ? shore : reached(g.deckStart, shore)}
      y1=${g.deck}
      y2=${g.deck}
    />
    <line
      class="deck walked soft-line"
      x1=${farShore}
      x2=${current >= cut ? reached(farShore, g.deckEnd) : farShore}
      y1=${g.deck}
      y2=${g.deck}
    />
  `;
}

function relation(
  g: Geometry,
  i: number,
  step: Step,
  isCut: boolean,
  definition: string,
): SVGTemplateResult {
  const x = ((g.x[i - 1] ?? 0) + (g.x[i] ?? 0)) / 2;
  if (isCut) {
    return svg`<text class="cut" x=${x} y=${g.deck + (g.narrow ? 9 : 11)} text-anchor="middle">≈</text>`;
  }
  if (step.relation === "definition") {
    return g.narrow
      ? svg``
      : svg`<text class="def" x=${x} y=${(g.zero + g.deck) / 2 + 3} text-anchor="middle">${definition}</text>`;
  }
  const sign = step.relation === "equal" ? "=" : "≈";
  return svg`<text class="sign" x=${x} y=${(g.zero + g.deck) / 2 + 6} text-anchor="middle">${sign}</text>`;
}

function station(
  g: Geometry,
  i: number,
  id: StepId,
  reached: boolean,
  unknown: boolean,
): SVGTemplateResult {
  const x = g.x[i] ?? 0;
  const hard = stepNumber(id) < 7;
  const plot = i === 0 || unknown ? nothing : marker(x, g.y[i] ?? g.zero, hard, reached, 3.5);
  return svg`${plot}${marker(x, g.deck, hard, reached, 4.5)}`;
}

const marker = (
  x: number,
  y: number,
  hard: boolean,
  filled: boolean,
  r: number,
): SVGTemplateResult =>
  hard
    ? svg`<rect
        class="mark hard-line ${filled ? "filled" : ""}"
        x=${x - r} y=${y - r} width=${2 * r} height=${2 * r}
      />`
    : svg`<circle class="mark soft-line ${filled ? "filled" : ""}" cx=${x} cy=${y} r=${r} />`;

/** It slides along the deck, so it is moved, not drawn anew. */
function ring(g: Geometry, current: number, id: StepId | undefined): SVGTemplateResult {
  const hard = id !== undefined && stepNumber(id) < 7;
  return svg`
    <g class="ring" transform="translate(${g.x[current] ?? 0} ${g.deck})">
      <circle r=${g.narrow ? 10.5 : 13.5} />
      ${marker(0, 0, hard, true, hard ? 4.5 : 5.5)}
    </g>
  `;
}

customElements.define("sb-rail", Rail);
