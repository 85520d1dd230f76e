import { html, nothing, svg, type TemplateResult, unsafeCSS } from "lit";
import { guard } from "lit/directives/guard.js";
import { format, formatExact, formatKnown } from "../../model/format.ts";
import type { Line, Point } from "../../model/lab.ts";
import { shortened } from "../../model/names.ts";
import { saturation } from "../../model/state.ts";
import { icon } from "../icons.ts";
import { numeral } from "../numeral.ts";
import { ticks } from "../plot/ticks.ts";
import { richText } from "../rich-text.ts";
import { sharedStyles } from "../store-element.ts";
import { round } from "./curves.ts";
import { hardLoss, queryLetter, softLoss, startLetter } from "./formulas.ts";
import { LabElement } from "./lab-element.ts";
import labCss from "./shared-lab.css?inline";
import css from "./slope.css?inline";
import { type Plot, plotOf, treads, xOf, yOf } from "./staircase.ts";

/** Half the length of a tangent, px. */
const tangent = 56;
/** Places of the point by keyboard. */
const notch = 1 / 64;

/** Both losses along one line of queries: argmax makes a staircase of it, softmax a slope. */
export class Slope extends LabElement {
  static override styles = [sharedStyles, unsafeCSS(labCss), unsafeCSS(css)];

  #move(place: number): void {
    this.lab.place.value = Math.min(1, Math.max(0, place));
  }

  #drag(event: PointerEvent, plot: Plot): void {
    if (event.buttons !== 1) return;
    const area = event.currentTarget as SVGElement;
    area.setPointerCapture(event.pointerId);
    const box = (area.ownerSVGElement ?? area).getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * plot.width;
    // The ends are met exactly, and what lies between is a short number.
    this.#move(Math.round(((x - plot.left) / (plot.right - plot.left)) * 256) / 256);
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
    const plot = side > 0 && line.losses !== null ? plotOf(line.losses, side) : null;
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
                ].join(", "),
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

  #startHere({ query }: Point): void {
    this.lab.place.value = 0;
    this.store.setOptions({ start: query, saturated: false });
  }

  #plot(kind: "hard" | "soft", plot: Plot, line: Line, point: Point): TemplateResult {
    const { words, store } = this;
    const { slope } = words;
    const { names } = line.shown;
    const { derivation: d, losses, place } = point;
    const loss = (kind === "hard" ? losses.hard : losses.soft)[0] ?? 0;
    const [x, y] = [xOf(plot, place), yOf(plot, loss)];
    const steep = kind === "hard" ? 0 : (losses.softSlope[0] ?? 0);
    const tied = d.ties.length > 1;
    const known = kind === "hard" ? !tied : Number.isFinite(steep);
    // The same slope in px across and up.
    const fall = (-steep * (plot.bottom - plot.top)) / (plot.most * (plot.right - plot.left));
    const reach = tangent / Math.hypot(1, fall);
    const [before, after] = [Math.min(reach, x - plot.left), Math.min(reach, plot.right - x)];
    const { saturated } = store.state.value.options;
    const pick = names[d.argmax] ?? "";
    return html`
      <div class="plot">
        <svg
          class="ltr"
          width=${plot.width}
          height=${plot.height}
          viewBox="0 0 ${plot.width} ${plot.height}"
          role="group"
          aria-label=${kind === "hard" ? "argmax" : "softmax"}
        >
          ${guard([line, plot.width, kind], () => this.#ground(kind, plot, line))}
          ${
            known
              ? svg`<path class="tangent" d="M${round(x - before)} ${round(y - fall * before)}L${round(x + after)} ${round(y + fall * after)}" />`
              : nothing
          }
          <rect
            class="touch"
            x=${plot.left - 12}
            y="0"
            width=${plot.right - plot.left + 24}
            height=${plot.height}
            @pointerdown=${(event: PointerEvent) => this.#drag(event, plot)}
            @pointermove=${(event: PointerEvent) => this.#drag(event, plot)}
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
            <circle class="halo" cx=${x} cy=${y} r="12" />
            ${
              kind === "hard"
                ? svg`<rect class="square" x=${x - 5.5} y=${y - 5.5} width="11" height="11" />`
                : svg`<circle class="disc" cx=${x} cy=${y} r="6.5" />`
            }
          </g>
        </svg>
        <div class="ends ltr">
          <span>${startLetter(saturated, saturation)}</span>
          <span>${queryLetter} ${slope.end}</span>
        </div>
      </div>
    `;
  }

  #note(kind: "hard" | "soft", { derivation, losses }: Point): TemplateResult {
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
  #ground(kind: "hard" | "soft", plot: Plot, line: Line): unknown {
    const losses = line.losses;
    if (losses === null) return nothing;
    const { names } = line.shown;
    const marks = ticks(0, plot.most, (plot.most / (plot.bottom - plot.top)) * 44);
    const grid = marks.map(
      ({ at, label }) => svg`
        <path class="grid" d="M${plot.left} ${yOf(plot, at)}H${plot.right}" />
        <text class="tick" text-anchor="end" x=${plot.left - 8} y=${yOf(plot, at) + 4}>${label}</text>`,
    );
    if (kind === "soft") {
      const d = line.places
        .map(
          (place, k) =>
            `${k === 0 ? "M" : "L"}${xOf(plot, place)} ${yOf(plot, losses.soft[k] ?? 0)}`,
        )
        .join("");
      return svg`${grid}<path class="curve soft" d=${d} />`;
    }
    const steps = treads(losses.pick);
    const xs = steps.map(({ from, to }) => {
      const half = 0.5 / (line.places.length - 1);
      const [a, b] = [line.places[from] ?? 0, line.places[to] ?? 1];
      return [xOf(plot, a === 0 ? 0 : a - half), xOf(plot, b === 1 ? 1 : b + half)] as const;
    });
    const heights = steps.map(({ from }) => yOf(plot, losses.hard[from] ?? 0));
    return svg`
      ${grid}
      <path class="curve hard" d=${xs.map(([a, b], k) => `M${a} ${heights[k]}H${b}`).join("")} />
      <path class="riser" d=${xs
        .slice(1)
        .map(([a], k) => `M${a} ${heights[k]}V${heights[k + 1]}`)
        .join("")} />
      ${steps.map(({ pick }, k) => {
        const [a, b] = xs[k] ?? [0, 0];
        if (b - a < 12) return nothing;
        const y = heights[k] ?? 0;
        const name = names[pick] ?? "";
        const middle = round((a + b) / 2);
        const top = y + 30 < plot.bottom ? y + 8 : y - 30;
        const drawing = icon(name);
        return drawing === null
          ? svg`<text class="tick name" text-anchor="middle" x=${middle} y=${top + 15}>${shortened(name, Math.floor((b - a) / 8))}</text>`
          : svg`<g transform="translate(${middle - 11} ${top}) scale(0.458)"><title>${name}</title>${drawing}</g>`;
      })}
    `;
  }
}

/** What the soft loss does on the line, by the numbers that are drawn. */
function softWay({ losses }: Line, temperature: number): "softMoves" | "softJumps" | "softFlat" {
  const soft = [...(losses?.soft ?? [])].filter((loss) => !Number.isNaN(loss));
  const [least, most] = [Math.min(...soft), Math.max(...soft)];
  if (format(least) === format(most)) return "softFlat";
  return temperature === 0 ? "softJumps" : "softMoves";
}

customElements.define("sb-slope", Slope);
