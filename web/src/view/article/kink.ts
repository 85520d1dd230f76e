import { html, svg, type TemplateResult, unsafeCSS } from "lit";
import { kinkOf } from "../../model/kink.ts";
import { shortened } from "../../model/names.ts";
import { articles } from "../../model/text/articles.ts";
import css from "../figure.css?inline";
import { SizedElement } from "../sized-element.ts";
import { sharedStyles } from "../store-element.ts";

const widest = 640;
const height = 250;
const left = 34;
const bottom = height - 34;
const top = 22;

/** The kink that max leaves in the weights where two items tie, and that log-sum-exp takes away. */
export class KinkFigure extends SizedElement {
  static override styles = [sharedStyles, unsafeCSS(css)];

  protected override render(): TemplateResult | null {
    const shown = this.store.rested.value;
    if (shown === null) return null;
    const { derivation, state, names } = shown;
    const kink = kinkOf(this.store.core, derivation, state.temperature);
    const words = articles[this.store.language.value].figures.kink;
    if (kink === null) return html`<p>${words.none}</p>`;
    const width = Math.min(widest, this.width || widest);
    const reach = kink.gap.at(-1) ?? 1;
    const x = (gap: number): number => left + ((gap / reach + 1) / 2) * (width - left - 10);
    const y = (weight: number): number => bottom - weight * (bottom - top);
    const line = (weights: readonly number[]): string =>
      weights.map((w, k) => `${k === 0 ? "M" : "L"}${x(kink.gap[k] ?? 0)} ${y(w)}`).join("");
    const beside = kink.withLse[Math.round(kink.gap.length * 0.7)] ?? 0.5;
    const name = names[derivation.argmax] ?? "";
    return html`
      <figure>
        <svg class="ltr" width=${width} height=${height} role="img" aria-label=${words.caption}>
          ${[0, 0.5, 1].map(
            (tick) => svg`
              <line class="grid" x1=${left} x2=${width - 10} y1=${y(tick)} y2=${y(tick)} />
              <text class="tick" x=${left - 8} y=${y(tick) + 4} text-anchor="end">${tick}</text>`,
          )}
          <line class="tie" x1=${x(0)} x2=${x(0)} y1=${top - 6} y2=${bottom} />
          <text class="tick" x=${x(0)} y=${bottom + 18} text-anchor="middle">${words.tie}</text>
          <text class="tick" x=${width - 10} y=${bottom + 18} text-anchor="end">${words.axis(shortened(name))}</text>
          <path class="curve rough" d=${line(kink.withMax)} />
          <path class="curve smooth" d=${line(kink.withLse)} />
          <text class="label" x=${x(reach * 0.08)} y=${y(1) - 8}>${words.withMax}</text>
          <text class="label soft" x=${width - 10} y=${y(beside) + 40} text-anchor="end">${words.withLse}</text>
          ${
            kink.now === null
              ? null
              : svg`<circle class="now" cx=${x(kink.now)} r="5" cy=${y(
                  derivation.weights[derivation.argmax] ?? 0,
                )} />`
          }
        </svg>
        <figcaption>${words.caption}</figcaption>
      </figure>
    `;
  }
}

customElements.define("sb-kink", KinkFigure);
