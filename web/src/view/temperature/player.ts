import { html, type TemplateResult, unsafeCSS } from "lit";
import { nextOctave, placeOf, temperatureAt } from "../../model/temperature.ts";
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
  /** Whether a sweep was stopped before its end: the next one goes on from where the temperature is. */
  #underway = false;

  #play(): void {
    if (this.#player.playing) this.#player.stop();
    else if (wantsStillness()) this.#jump();
    else this.#sweep();
  }

  #sweep(): void {
    const { store } = this;
    const { temperature } = store.state.peek();
    const share = placeOf(temperature);
    const goesOn = this.#underway && share > 0 && share < 1;
    this.#underway = true;
    if (!goesOn) store.update({ temperature: 0 });
    this.#player.run(goesOn ? share : -pause / duration, duration, (share) => {
      if (share < 0) return;
      this.#underway = share < 1;
      store.update({ temperature: share < 1 ? temperatureAt(share) : Number.POSITIVE_INFINITY });
    });
  }

  #jump(): void {
    const { temperature } = this.store.state.peek();
    const ahead = stops.filter((stop) => stop > temperature);
    const left = this.#underway && ahead.length > 0 ? ahead : [...stops];
    this.#underway = true;
    this.#player.walk(
      () => stay,
      () => {
        const temperature = left.shift();
        this.#underway = left.length > 0;
        if (temperature !== undefined) this.store.update({ temperature });
        return temperature !== undefined;
      },
    );
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
