import { html, nothing, type SVGTemplateResult, svg, type TemplateResult, unsafeCSS } from "lit";
import { guard } from "lit/directives/guard.js";
import type { QueryLosses } from "../../core/core.ts";
import { format, formatExact, formatKnown } from "../../model/format.ts";
import type { Line, Point as PointOnLine } from "../../model/lab.ts";
import { shortened } from "../../model/names.ts";
import { saturation } from "../../model/state.ts";
import { drag } from "../controls/drag.ts";
import { icon } from "../icons.ts";
import { numeral } from "../numeral.ts";
import { levels, tickLabel } from "../plot/axis.ts";
import { disc, picture, square } from "../plot/mark.ts";
import { type Point, polyline, px } from "../plot/path.ts";
import { plotStyles } from "../plot/styles.ts";
import { ticks } from "../plot/ticks.ts";
import { richText } from "../rich-text.ts";
import { sharedStyles } from "../store-element.ts";
import { hardLoss, queryLetter, softLoss, startLetter } from "./formulas.ts";
import { LabElement } from "./lab-element.ts";
import labCss from "./shared-lab.css?inline";
import css from "./slope.css?inline";
import { type LossPlot, lossPlot, treads } from "./staircase.ts";

/** Half the length of a tangent, px. */
const tangent = 56;
/** Places of the point by keyboard. */
const notch = 1 / 64;

/** Both losses along one line of queries: argmax makes a staircase of it, softmax a slope. */
export class Slope extends LabElement {
  static override styles = [sharedStyles, plotStyles, unsafeCSS(labCss), unsafeCSS(css)];

  #move(place: number): void {
    this.store.setOptions({ place: Math.min(1, Math.max(0, place)) });
  }

  #grab(press: PointerEvent, plot: LossPlot): (event: PointerEvent) => void {
    const area = press.currentTarget as SVGElement;
    return ({ clientX }) => {
      const box = (area.ownerSVGElement ?? area).getBoundingClientRect();
      const x = ((clientX - box.left) / box.width) * plot.width;
      // The ends are met exactly, and what lies between is a short number.
      this.#move(Math.round(((x - plot.left) / (plot.right - plot.left)) * 256) / 256);
    };
  }

  #key(event: KeyboardEvent, place: number): void {
    const to: Readonly<Record<string, number>> = {
      ArrowLeft: place - notch,
      ArrowDown: place - notch,
      ArrowRight: place + notch,
      ArrowUp: place + notch,
      PageDown: place - 8 * notch,
      PageUp: place + 8 * notch,
      Home: 0,
      End: 1,
    };
    const next = to[event.key];
    if (next === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    this.#move(next);
  }

  protected override render(): TemplateResult | null {
    const { lab, store, words, width } = this;
    const line = lab.line.value;
    const point = lab.point.value;
    if (line === null) return null;
    const { slope } = words;
    const { names } = line.shown;
    const own = store.state.value.options.start;
    const side = width >= 620 ? Math.floor((width - 28) / 2) : width;
    const plot = side > 0 && line.losses !== null ? lossPlot(line.losses, side) : null;
    const hard = treads(line.losses?.pick ?? []).length > 1 ? slope.hardJumps : slope.hardSame;
    const soft = slope[softWay(line, store.state.value.temperature)];
    return html`
      <h2>${slope.heading}</h2>
      <p class="sentence">${richText(slope.sentence(names[line.target] ?? "", hard, soft))}</p>
      ${
        plot === null || point === null
          ? html`<p class="sentence">${width === 0 ? nothing : slope.unanswered}</p>`
          : html`
            <div class="pair">
              <div>
                <div class="kind">
                  <h3 class="hard-ink">argmax <span>${hardLoss}</span></h3>
                  ${this.#note("hard", point)}
                </div>
                ${this.#plot("hard", plot, line, point)}
              </div>
              <div>
                <div class="kind">
                  <h3 class="soft-ink">softmax <span>${softLoss}</span></h3>
                  ${this.#note("soft", point)}
                </div>
                ${this.#plot("soft", plot, line, point)}
              </div>
            </div>
            <p class="hidden">
              ${slope.describedHard(
                formatKnown(point.losses.hard[0] ?? 0),
                names[point.derivation.argmax] ?? "",
                String(treads(line.losses?.pick ?? []).length - 1),
              )}
              ${slope.describedSoft(
                formatKnown(point.losses.soft[0] ?? 0),
                [
                  this.#steepness(point.losses.softSlope[0] ?? 0),
                  ...this.#quotient(point.losses.softDifference[0] ?? 0),
                ].join(this.store.text.value.comma),
              )}
            </p>
            <p class="buttons">
              ${
                point.place > 0 && point.place < 1
                  ? html`<button type="button" @click=${() => this.#startHere(point)}>${slope.fromHere}</button>`
                  : nothing
              }
              ${
                own === null
                  ? nothing
                  : html`<button type="button" @click=${() => store.setOptions({ start: null })}>${slope.ownStart}</button>`
              }
            </p>`
      }
    `;
  }

  #startHere({ query }: PointOnLine): void {
    this.store.setOptions({ start: query, saturated: false, place: 0 });
  }

  #plot(kind: "hard" | "soft", plot: LossPlot, line: Line, point: PointOnLine): TemplateResult {
    const { words, store } = this;
    const { slope } = words;
    const { names } = line.shown;
    const { derivation: d, losses, place } = point;
    const loss = (kind === "hard" ? losses.hard : losses.soft)[0] ?? 0;
    const [x, y] = [plot.x(place), plot.y(loss)];
    const steep = kind === "hard" ? 0 : (losses.softSlope[0] ?? 0);
    const tied = d.ties.length > 1;
    const known = kind === "hard" ? !tied : Number.isFinite(steep);
    // The same slope in px across and up.
    const fall = (-steep * (plot.bottom - plot.top)) / (plot.most * (plot.right - plot.left));
    const half = tangent / Math.hypot(1, fall);
    const [before, after] = [Math.min(half, x - plot.left), Math.min(half, plot.right - x)];
    const { saturated } = store.state.value.options;
    const pick = names[d.argmax] ?? "";
    return html`
      <div>
        <svg
          class="plot ltr"
          width=${plot.width}
          height=${plot.height}
          viewBox="0 0 ${plot.width} ${plot.height}"
          role="group"
          aria-label=${kind === "hard" ? "argmax" : "softmax"}
        >
          ${guard([line, plot.width, kind], () => this.#standing(kind, plot, line))}
          ${
            known
              ? svg`<path class="tangent" d="M${px([x - before, y - fall * before])}L${px([x + after, y + fall * after])}" />`
              : nothing
          }
          <rect
            class="touch"
            x=${plot.left - 12}
            y="0"
            width=${plot.right - plot.left + 24}
            height=${plot.height}
            ${drag({ way: "across", grab: (press) => this.#grab(press, plot) })}
          />
          <g
            class="handle"
            role="slider"
            tabindex="0"
            aria-label=${slope.handle(kind === "hard" ? "argmax" : "softmax")}
            aria-valuemin="0"
            aria-valuemax="1"
            aria-valuenow=${place}
            aria-valuetext="${slope.place(format(place), pick)}; ${kind === "hard" ? (tied ? slope.tied : slope.hardSlope) : this.#steepness(steep)}"
            @keydown=${(event: KeyboardEvent) => this.#key(event, place)}
          >
            <circle class="grip" cx=${x} cy=${y} r="12" />
            ${kind === "hard" ? square([x, y], 5.5, "mark") : disc([x, y], 6.5, "mark")}
          </g>
        </svg>
        <div class="ends ltr">
          <span>${startLetter(saturated, saturation)}</span>
          <span>${queryLetter} ${slope.end}</span>
        </div>
      </div>
    `;
  }

  #note(kind: "hard" | "soft", { derivation, losses }: PointOnLine): TemplateResult {
    const { slope } = this.words;
    if (kind === "hard")
      return derivation.ties.length > 1
        ? html`<p class="said hard"><strong>${slope.tied}</strong></p>`
        : html`<p class="said hard"><strong>${slope.hardSlope}</strong> ${slope.hardNote}</p>`;
    const steep = losses.softSlope[0] ?? 0;
    const difference = losses.softDifference[0] ?? 0;
    if (!Number.isFinite(steep))
      return html`<p class="said soft"><strong>${this.#steepness(steep)}</strong></p>`;
    return html`<p class="said soft">
      <strong title=${formatExact(steep)}>${slope.softSlope("")}${numeral(format(steep))}</strong>
      ${
        !Number.isFinite(difference)
          ? nothing
          : html`<span title=${formatExact(difference)}>${slope.difference("")}${numeral(format(difference))}</span>`
      }
    </p>`;
  }

  /** The slope of the soft loss, or why there is none. */
  #steepness(steep: number): string {
    const { slope } = this.words;
    if (Number.isFinite(steep)) return slope.softSlope(format(steep));
    const temperature = this.store.part("temperature");
    const limit = temperature === 0 || temperature === Number.POSITIVE_INFINITY;
    return limit ? slope.noSlope : slope.lostSlope;
  }

  /** The same by differences, where they can be taken. */
  #quotient(difference: number): readonly string[] {
    return !Number.isFinite(difference) ? [] : [this.words.slope.difference(format(difference))];
  }

  /** What does not move with the point. */
  #standing(kind: "hard" | "soft", plot: LossPlot, { shown, losses, places }: Line): unknown {
    if (losses === null) return nothing;
    const gap = (plot.most / (plot.bottom - plot.top)) * 44;
    const soft = places.map((place, k): Point => [plot.x(place), plot.y(losses.soft[k] ?? 0)]);
    return svg`
      ${levels(ticks(0, plot.most, gap), plot.y, plot)}
      ${
        kind === "soft"
          ? svg`<path class="curve soft" d=${polyline(soft)} />`
          : steps(plot, losses, places, shown.names)
      }`;
  }
}

/** The treads of the staircase with what is picked on each, and the risers between them. */
function steps(
  { x, y, bottom }: LossPlot,
  { pick, hard }: QueryLosses,
  places: readonly number[],
  names: readonly string[],
): SVGTemplateResult {
  const half = 0.5 / (places.length - 1);
  const found = treads(pick).map(({ pick, from, to }) => {
    const [a, b] = [places[from] ?? 0, places[to] ?? 1];
    return {
      name: names[pick] ?? "",
      left: x(a === 0 ? 0 : a - half),
      right: x(b === 1 ? 1 : b + half),
      height: y(hard[from] ?? 0),
    };
  });
  const risers = found
    .slice(1)
    .map(({ left, height }, k) => `M${left} ${found[k]?.height}V${height}`);
  return svg`
    <path class="curve hard" d=${found.map(({ left, right, height }) => `M${left} ${height}H${right}`).join("")} />
    <path class="riser" d=${risers.join("")} />
    ${found.map(({ name, left, right, height }) => {
      const room = right - left;
      if (room < 12) return nothing;
      const middle = (left + right) / 2;
      const top = height + 30 < bottom ? height + 8 : height - 30;
      const drawing = icon(name);
      return drawing === null
        ? tickLabel(middle, top + 15, shortened(name, Math.floor(room / 8)), "middle", "name")
        : svg`<g><title>${name}</title>${picture(drawing, [middle, top + 11], 11)}</g>`;
    })}
  `;
}

/** What the soft loss does on the line, by the numbers that are drawn. */
function softWay({ losses }: Line, temperature: number): "softMoves" | "softJumps" | "softFlat" {
  const soft = [...(losses?.soft ?? [])].filter((loss) => !Number.isNaN(loss));
  const [least, most] = [Math.min(...soft), Math.max(...soft)];
  if (format(least) === format(most)) return "softFlat";
  return temperature === 0 ? "softJumps" : "softMoves";
}

customElements.define("sb-slope", Slope);
