import { html, type TemplateResult, unsafeCSS } from "lit";
import { nextOctave, temperatureAt } from "../../model/temperature.ts";
import transportCss from "../controls/transport.css?inline";
import { Player, transport } from "../controls/transport.ts";
import { wantsStillness } from "../motion.ts";
import { StoreElement, sharedStyles } from "../store-element.ts";

/** How long the sweep from 1/16 to 64 takes, ms. */
const duration = 6000;
/** How long it stays at τ → 0 before it sets out. */
const pause = 500;

/** Where the sweep stops for those who want no motion, and for how long, ms. */
const stops: readonly number[] = [0, 0.25, 1, 4, 16, Number.POSITIVE_INFINITY];
const stay = 1000;

/** Colder, play, hotter. */
export class SweepPlayer extends StoreElement {
  static override styles = [sharedStyles, unsafeCSS(transportCss)];

  readonly #player = new Player(this);
  /** Where the sweep is, or was stopped by hand, as a share of its time. */
  #reached = { temperature: Number.NaN, share: 0 };

  #play(): void {
    if (this.#player.playing) this.#player.stop();
    else if (wantsStillness()) this.#jump();
    else this.#sweep();
  }

  #sweep(): void {
    const { store } = this;
    const goesOn = this.#reached.temperature === store.state.peek().temperature;
    if (!goesOn) store.update({ temperature: 0 });
    this.#player.run(goesOn ? this.#reached.share : -pause / duration, duration, (share) => {
      if (share < 0) return;
      const temperature = share < 1 ? temperatureAt(share) : Number.POSITIVE_INFINITY;
      if (share < 1) this.#reached = { temperature, share };
      store.update({ temperature });
    });
  }

  #jump(): void {
    const left = [...stops];
    this.#player.walk(stay, () => {
      const temperature = left.shift();
      if (temperature !== undefined) this.store.update({ temperature });
      return temperature !== undefined;
    });
  }

  #step(by: 1 | -1): void {
    this.#player.stop();
    const temperature = nextOctave(this.store.state.peek().temperature, by);
    if (temperature !== null) this.store.update({ temperature });
  }

  protected override render(): TemplateResult {
    const { store } = this;
    const playing = store.playing.value;
    const { temperature } = store.state.value;
    const { controls } = store.text.value;
    const words = store.words("temperature");
    return html`
      ${transport({
        names: {
          previous: words.colder,
          play: playing ? controls.pause : words.sweep,
          next: words.hotter,
        },
        playing,
        atStart: temperature === 0,
        atEnd: temperature === Number.POSITIVE_INFINITY,
        play: () => this.#play(),
        walk: (by) => this.#step(by),
      })}
      <span class="position" aria-hidden="true">${words.sweep}</span>
    `;
  }
}

customElements.define("sb-sweep-player", SweepPlayer);

declare global {
  interface HTMLElementTagNameMap {
    "sb-sweep-player": SweepPlayer;
  }
}
