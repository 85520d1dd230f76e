import { html, svg, type TemplateResult, unsafeCSS } from "lit";
import { nextOctave, temperatureAt } from "../../model/temperature.ts";
import { temperatureTexts } from "../../model/text/temperature.ts";
import buttonsCss from "../controls/buttons.css?inline";
import css from "../controls/transport.css?inline";
import { StoreElement, sharedStyles } from "../store-element.ts";

/** How long the sweep from 1/16 to 64 takes, ms. */
const duration = 6000;
/** How long it stays at τ → 0 before it sets out. */
const pause = 500;

/** Where the sweep stops for those who want no motion, and for how long, ms. */
const stops: readonly number[] = [0, 0.25, 1, 4, 16, Number.POSITIVE_INFINITY];
const stay = 1000;

/** Colder, play, hotter. */
export class Player extends StoreElement {
  static override styles = [sharedStyles, unsafeCSS(buttonsCss), unsafeCSS(css)];

  #frame: number | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Where a sweep was stopped by hand, as a share of its time. */
  #stopped: { readonly temperature: number; readonly share: number } | null = null;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#end();
  }

  #play(): void {
    const { store } = this;
    if (store.playing.peek()) {
      this.#end();
      return;
    }
    store.playing.value = true;
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) this.#jump(0);
    else {
      const now = store.state.peek().temperature;
      const goesOn = this.#stopped !== null && this.#stopped.temperature === now;
      const share = goesOn ? (this.#stopped?.share ?? 0) : 0;
      if (!goesOn) store.update({ temperature: 0 });
      const start = performance.now() - share * duration + (goesOn ? 0 : pause);
      this.#frame = requestAnimationFrame((time) => this.#sweep(start, time));
    }
  }

  #sweep(start: number, time: number): void {
    const { store } = this;
    // The slider was taken in hand.
    if (!store.playing.peek()) return;
    const share = (time - start) / duration;
    if (share >= 1) {
      store.update({ temperature: Number.POSITIVE_INFINITY });
      this.#end();
      return;
    }
    if (share >= 0) {
      const temperature = temperatureAt(share);
      this.#stopped = { temperature, share };
      store.update({ temperature });
    }
    this.#frame = requestAnimationFrame((next) => this.#sweep(start, next));
  }

  #jump(stop: number): void {
    const { store } = this;
    const temperature = stops[stop];
    if (!store.playing.peek() || temperature === undefined) {
      this.#end();
      return;
    }
    store.update({ temperature });
    this.#timer = setTimeout(() => this.#jump(stop + 1), stay);
  }

  #end(): void {
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
    clearTimeout(this.#timer);
    if (this.store) this.store.playing.value = false;
  }

  #step(by: 1 | -1): void {
    this.#end();
    const temperature = nextOctave(this.store.state.peek().temperature, by);
    if (temperature !== null) this.store.update({ temperature });
  }

  protected override render(): TemplateResult {
    const { store } = this;
    const playing = store.playing.value;
    const { temperature } = store.state.value;
    const { controls } = store.text.value;
    const words = temperatureTexts[store.language.value];
    const name = playing ? controls.pause : words.sweep;
    return html`
      <div class="transport ltr">
        <button type="button" aria-label=${words.colder} title=${words.colder}
          aria-disabled=${temperature === 0} @click=${() => this.#step(-1)}>
          <svg viewBox="0 0 16 16" aria-hidden="true"><path class="stroke" d="M10.5 3 5.5 8l5 5" /></svg>
        </button>
        <button type="button" aria-label=${name} title=${name} @click=${() => this.#play()}>
          <svg viewBox="0 0 16 16" aria-hidden="true">
            ${playing ? svg`<path class="fill" d="M4 2.5h3v11H4zM9 2.5h3v11h-3z" />` : svg`<path class="fill" d="M3.5 2v12L14 8z" />`}
          </svg>
        </button>
        <button type="button" aria-label=${words.hotter} title=${words.hotter}
          aria-disabled=${temperature === Number.POSITIVE_INFINITY} @click=${() => this.#step(1)}>
          <svg viewBox="0 0 16 16" aria-hidden="true"><path class="stroke" d="m5.5 3 5 5-5 5" /></svg>
        </button>
      </div>
      <span class="position" aria-hidden="true">${words.sweep}</span>
    `;
  }
}

customElements.define("sb-sweep-player", Player);

declare global {
  interface HTMLElementTagNameMap {
    "sb-sweep-player": Player;
  }
}
