import { html, type TemplateResult, unsafeCSS } from "lit";
import { kinkOf } from "../../model/kink.ts";
import { shortened } from "../../model/names.ts";
import css from "../figure.css?inline";
import { levels, tickLabel } from "../plot/axis.ts";
import { disc } from "../plot/mark.ts";
import { type Point, polyline, round } from "../plot/path.ts";
import { linear } from "../plot/scale.ts";
import { plotStyles } from "../plot/styles.ts";
import { SizedElement } from "../sized-element.ts";
import { sharedStyles } from "../store-element.ts";

const mostWidth = 640;
const height = 250;
const left = 34;
const bottom = height - 34;
const top = 22;

/** The kink that max leaves in the weights where two items tie, and that log-sum-exp takes away. */
export class KinkFigure extends SizedElement {
  static override styles = [sharedStyles, plotStyles, unsafeCSS(css)];

  protected override render(): TemplateResult | null {
    const shown = this.store.rested.value;
    if (shown === null) return null;
    const { derivation, state, names } = shown;
    const kink = kinkOf(this.store.core, derivation, state.temperature);
    const words = this.store.words("article").figures.kink;
    if (kink === null) return html`<p>${words.none}</p>`;
    const width = Math.min(mostWidth, this.width || mostWidth);
    const right = width - 10;
    const widest = kink.gap.at(-1) ?? 1;
    const x = linear(-widest, widest, left, right);
    const y = linear(0, 1, bottom, top);
    const line = (weights: readonly number[]): string =>
      polyline(weights.map((weight, k): Point => [x(kink.gap[k] ?? 0), y(weight)]));
    const beside = kink.withLse[Math.round(kink.gap.length * 0.7)] ?? 0.5;
    const name = names[derivation.argmax] ?? "";
    return html`
      <figure>
        <svg class="plot ltr" width=${width} height=${height} role="img" aria-label=${words.caption}>
          ${levels(
            [0, 0.5, 1].map((at) => ({ at, label: String(at) })),
            y,
            { left, right },
          )}
          <path class="tie" d="M${round(x(0))} ${top - 6}V${bottom}" />
          ${tickLabel(x(0), bottom + 18, words.tie)}
          ${tickLabel(right, bottom + 18, words.axis(shortened(name)), "end")}
          <path class="curve rough" d=${line(kink.withMax)} />
          <path class="curve smooth" d=${line(kink.withLse)} />
          <text class="label" x=${round(x(widest * 0.08))} y=${y(1) - 8}>${words.withMax}</text>
          <text class="label soft" x=${right} y=${round(y(beside) + 40)} text-anchor="end">${words.withLse}</text>
          ${
            kink.now === null
              ? null
              : disc([x(kink.now), y(derivation.weights[derivation.argmax] ?? 0)], 5, "mark")
          }
        </svg>
        <figcaption>${words.caption}</figcaption>
      </figure>
    `;
  }
}

customElements.define("sb-kink", KinkFigure);
