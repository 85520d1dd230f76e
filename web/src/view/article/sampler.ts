import { html, type TemplateResult, unsafeCSS } from "lit";
import { format, formatExact } from "../../model/format.ts";
import { articles } from "../../model/text/articles.ts";
import css from "../figure.css?inline";
import { StoreElement, sharedStyles } from "../store-element.ts";

/** How long a run of draws takes to fill the histogram, ms: long enough to watch. */
const duration = 2500;
const most = 100_000;

/** Sampled hard attention: a histogram that fills up to the softmax weights. */
export class Sampler extends StoreElement {
  static override properties = {
    ...StoreElement.properties,
    draws: { state: true },
    seed: { state: true },
  };
  static override styles = [sharedStyles, unsafeCSS(css)];

  declare draws: number;
  declare seed: number;
  #frame = 0;

  constructor() {
    super();
    this.draws = 0;
    this.seed = 1;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    cancelAnimationFrame(this.#frame);
  }

  /** More draws of the same stream, one at a time at first and then ever faster. */
  #draw(more: number): void {
    cancelAnimationFrame(this.#frame);
    const from = this.draws;
    const to = Math.min(most, from + more);
    if (more === 1 || matchMedia("(prefers-reduced-motion: reduce)").matches) {
      this.draws = to;
      return;
    }
    const start = performance.now();
    const step = (now: number): void => {
      const done = Math.min(1, (now - start) / duration);
      this.draws = Math.max(from + 1, Math.round(from + (to - from) * done ** 3));
      if (done < 1) this.#frame = requestAnimationFrame(step);
    };
    this.#frame = requestAnimationFrame(step);
  }

  #restart(): void {
    cancelAnimationFrame(this.#frame);
    this.draws = 0;
    this.seed += 1;
  }

  protected override render(): TemplateResult | null {
    const shown = this.store.rested.value;
    if (shown === null) return null;
    const { derivation: d, state, names } = shown;
    const words = articles[this.store.language.value].figures.sampler;
    const { draws, seed } = this;
    const samples =
      draws === 0
        ? null
        : this.store.core.sampleHard({
            scores: d.scores,
            temperature: state.temperature,
            draws,
            seed,
          });
    // One scale for bars and lines, so that they meet.
    const scale = 100 / Math.max(...d.weights, ...(samples?.frequencies ?? []));
    const percent = (weight: number): number => weight * scale;
    return html`
      <figure>
        <table class="histogram ltr">
          <thead>
            <tr>
              <td></td>
              <td></td>
              <th scope="col">${words.frequency}</th>
              <th scope="col">${words.weight}</th>
            </tr>
          </thead>
          <tbody>
            ${names.map((name, i) => {
              const p = d.weights[i] ?? 0;
              const frequency = samples?.frequencies[i];
              return html`
                <tr>
                  <th scope="row">${name}</th>
                  <td class="bar">
                    <svg width="100%" height="26" aria-hidden="true">
                      <rect class="won" y="5" height="16" width="${percent(frequency ?? 0)}%" />
                      <line class="weight" x1="${percent(p)}%" x2="${percent(p)}%" y1="0" y2="26" />
                    </svg>
                    <span class="hidden">${samples?.counts[i] ?? 0}</span>
                  </td>
                  <td class="number" title=${frequency === undefined ? "" : formatExact(frequency)}>
                    ${frequency === undefined ? "–" : format(frequency)}
                  </td>
                  <td class="number soft" title=${formatExact(p)}>${format(p)}</td>
                </tr>
              `;
            })}
          </tbody>
        </table>
        <div class="buttons">
          ${[1, 100, 10_000].map(
            (more) => html`
              <button type="button" ?disabled=${draws >= most} @click=${() => this.#draw(more)}>
                ${words.draw(more.toLocaleString(state.language))}
              </button>
            `,
          )}
          <button type="button" ?disabled=${draws === 0} @click=${this.#restart}>
            ${words.again}
          </button>
        </div>
        <figcaption>
          ${words.caption(draws.toLocaleString(state.language))}
          ${samples === null ? "" : words.apart(format(samples.totalVariation))}
        </figcaption>
      </figure>
    `;
  }
}

customElements.define("sb-sampler", Sampler);
