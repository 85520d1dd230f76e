import { html, nothing, type SVGTemplateResult, svg, type TemplateResult, unsafeCSS } from "lit";
import type { Bench, Run } from "../../model/scale/bench.ts";
import { arrayBytes } from "../../model/scale/compute.ts";
import { maxTokens } from "../../model/state.ts";
import { randomFeatures } from "../../model/tokens.ts";
import { levels, numbersAcross, tickLabel } from "../plot/axis.ts";
import { disc } from "../plot/mark.ts";
import { polyline, round } from "../plot/path.ts";
import { logarithmic, type Scale } from "../plot/scale.ts";
import { plotStyles } from "../plot/styles.ts";
import type { Tick } from "../plot/ticks.ts";
import { SizedElement } from "../sized-element.ts";
import { sharedStyles } from "../store-element.ts";
import css from "./cost.css?inline";
import { bytesIn, threeDigits } from "./geometry.ts";

/** Sizes that one click measures. */
export const measured: readonly number[] = [256, 512, 1024, 2048, 4096, 8192];

const height = 118;
const [left, right, top, bottom] = [52, 12, 10, 22];
const fewest = 128;

/** Time and memory over the number of tokens, as they were measured here. */
export class Cost extends SizedElement {
  static override properties = {
    ...SizedElement.properties,
    bench: { attribute: false },
  };
  static override styles = [sharedStyles, plotStyles, unsafeCSS(css)];

  declare bench: Bench;

  protected override render(): TemplateResult {
    const { bench, store } = this;
    const words = store.words("scale").cost;
    const runs = bench.runs.value;
    const last = runs.at(-1);
    const apart = bench.apart.value;
    return html`
      <h2>${words.heading}</h2>
      <p class="sentence">${words.sentence}</p>
      ${this.width === 0 ? nothing : [this.#time(runs, last), this.#memory(runs, last)]}
      <p class="said">
        ${last === undefined ? words.none : apart === true ? words.apart(String(bench.workers.value ?? 1)) : words.here}
      </p>
      <ul class="hidden">
        ${runs.map(({ n, workers, milliseconds, bytes }) => html`<li>${words.run(String(n), words.cores(String(workers)), this.#duration(milliseconds), this.#bytes(bytes))}</li>`)}
      </ul>
      <button
        type="button"
        class="measure"
        ?disabled=${bench.status.value.kind === "working"}
        @click=${() => this.dispatchEvent(new CustomEvent("measure"))}
      >${words.measure}</button>
    `;
  }

  #duration(milliseconds: number): string {
    const { units } = this.store.words("scale");
    return milliseconds < 999.5
      ? units.milliseconds(threeDigits(milliseconds))
      : units.seconds(threeDigits(milliseconds / 1000));
  }

  #bytes(bytes: number): string {
    const { units } = this.store.words("scale");
    const { value, unit } = bytesIn(bytes);
    return `${value} ${units.bytes[unit]}`;
  }

  get #x(): Scale {
    return logarithmic(fewest, maxTokens, left, this.width - right);
  }

  #plot(
    title: string,
    figure: TemplateResult | string,
    ticks: readonly Tick[],
    low: number,
    high: number,
    inside: (y: Scale) => SVGTemplateResult,
  ): TemplateResult {
    const words = this.store.words("scale").cost;
    const y = logarithmic(low, high, height - bottom, top);
    const tokens = [256, 1024, 4096, 16384].map((at) => ({ at, label: String(at) }));
    return html`
      <div class="cost">
        <p class="title"><b>${title}</b> ${figure}</p>
        <svg class="plot ltr" width=${this.width} height=${height} aria-hidden="true">
          ${levels(ticks, y, { left, right: this.width - right }, 7, "fine")}
          ${numbersAcross(tokens, this.#x, height - 5, "fine")}
          ${tickLabel(0, height - 5, words.tokens.split(" ").at(-1), "start", "fine")}
          ${inside(y)}
        </svg>
      </div>
    `;
  }

  #time(runs: readonly Run[], last: Run | undefined): TemplateResult {
    const { cost: words } = this.store.words("scale");
    const slow = Math.max(10_000, ...runs.map((run) => run.milliseconds * 1.5));
    const low = 0.1;
    // The line of n² goes through the largest run, whose time says most about n²: the last of its size.
    const largest = runs.reduce<Run | undefined>(
      (a, b) => (a === undefined || b.n >= a.n ? b : a),
      undefined,
    );
    return this.#plot(
      words.time,
      last === undefined
        ? ""
        : html`<span class="soft">${this.#duration(last.milliseconds)}</span>`,
      [
        { at: 1, label: this.#duration(1).replace(".00", "") },
        { at: 100, label: this.#duration(100) },
        { at: 10_000, label: this.#duration(10_000).replace(".0", "") },
      ],
      low,
      slow,
      (y) => svg`
        ${largest === undefined ? nothing : this.#square(largest.milliseconds, largest.n, y, low, slow)}
        ${this.#lines(runs, (run) => y(Math.max(low, run.milliseconds)))}
        ${runs.map((run) => this.#dot(run, run === last, y(Math.max(low, run.milliseconds))))}`,
    );
  }

  /** One through the last runs of one core, and one through those of all. */
  #lines(runs: readonly Run[], y: (run: Run) => number): readonly SVGTemplateResult[] {
    const { cores } = this.store.words("scale").cost;
    const lines = new Map<number, Map<number, Run>>();
    for (const run of runs) {
      const line = lines.get(run.workers) ?? new Map<number, Run>();
      lines.set(run.workers, line.set(run.n, run));
    }
    if (lines.size < 2) return [];
    return [...lines].flatMap(([workers, line]) => {
      const points = [...line.values()].sort((a, b) => a.n - b.n);
      const end = points.at(-1);
      if (end === undefined || points.length < 2) return [];
      // The slower line lies above the other; there is no room beyond the last size.
      const alone = workers === 1;
      const atEnd = alone || this.#x(end.n) > this.width - 80;
      return svg`
        <path class="line" d=${polyline(points.map((run) => [this.#x(run.n), y(run)]))}></path>
        <text
          class="label ${atEnd ? "end" : ""}"
          x=${round(this.#x(end.n) - (alone ? 4 : 0))}
          y=${round(y(end) + (alone ? -8 : 20))}
        >${cores(String(workers))}</text>`;
    });
  }

  /** A time that grows with n² and is right at one n. */
  #square(milliseconds: number, n: number, y: Scale, low: number, high: number): SVGTemplateResult {
    const at = (tokens: number): number => milliseconds * (tokens / n) ** 2;
    const from = Math.max(fewest, n * Math.sqrt(low / milliseconds));
    const to = Math.min(maxTokens, n * Math.sqrt(high / milliseconds));
    const [x, height] = [this.#x(to), y(at(to))];
    return svg`
      <path class="reference" d=${polyline([
        [this.#x(from), y(at(from))],
        [x, height],
      ])}></path>
      <text class="label halo end" x=${round(x - 26)} y=${round(height + 2)}>${this.store.words("scale").cost.square}</text>`;
  }

  #memory(runs: readonly Run[], last: Run | undefined): TemplateResult {
    const { cost: words } = this.store.words("scale");
    const matrix = (n: number): number => 4 * n * n;
    const ours = (n: number): number => arrayBytes(n, randomFeatures, randomFeatures);
    const [low, high] = [ours(fewest) / 1.5, matrix(maxTokens) * 1.3];
    const line = (bytes: (n: number) => number, y: Scale): string =>
      polyline([fewest, maxTokens].map((n) => [this.#x(n), y(bytes(n))]));
    return this.#plot(
      words.memory,
      last === undefined
        ? ""
        : html`<span class="soft">${this.#bytes(last.bytes)}</span>
            <span class="needed">${words.needed(this.#bytes(matrix(last.n)))}</span>`,
      [
        { at: 1e6, label: this.#bytes(1e6).replace(".00", "") },
        { at: 1e9, label: this.#bytes(1e9).replace(".00", "") },
      ],
      low,
      high,
      (y) => svg`
        <path class="matrix" d=${line(matrix, y)}></path>
        <path class="ours" d=${line(ours, y)}></path>
        <text class="label halo end" x=${round(this.#x(maxTokens))} y=${round(y(ours(maxTokens)) + 24)}>${words.arrays}</text>
        <text class="label halo end" x=${round(this.#x(9000))} y=${round(y(matrix(16384)))}>${words.matrix}</text>
        ${runs.map((run) => this.#dot(run, run === last, y(run.bytes)))}`,
    );
  }

  #dot({ n, workers }: Run, now: boolean, y: number): SVGTemplateResult {
    const alone = workers === 1 && (this.bench.workers.value ?? 1) > 1;
    const at = [this.#x(Math.max(fewest, n)), y] as const;
    return disc(at, now ? 5 : 3.5, `mark run ${alone ? "alone" : ""}`);
  }
}

customElements.define("sb-scale-cost", Cost);

declare global {
  interface HTMLElementTagNameMap {
    "sb-scale-cost": Cost;
  }
}
