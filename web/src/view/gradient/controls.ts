import { html, nothing, type TemplateResult, unsafeCSS } from "lit";
import { formatExact } from "../../model/format.ts";
import { type Options, saturation, updates } from "../../model/state.ts";
import type { GradientText } from "../../model/text/index.ts";
import { placeOf, updateAt } from "../../model/training.ts";
import rangeCss from "../controls/range.css?inline";
import transportCss from "../controls/transport.css?inline";
import { Player, transport } from "../controls/transport.ts";
import { wantsStillness } from "../motion.ts";
import { richText } from "../rich-text.ts";
import { sharedStyles } from "../store-element.ts";
import css from "./controls.css?inline";
import { LabElement } from "./lab-element.ts";
import "../controls/number-field.ts";
import "../controls/temperature.ts";

/** How long the play takes from the first update to the last, ms. */
const playLength = 8000;

/** Where it stops, and for how long (ms), for readers who want no motion. */
const stops = [0, 1, 4, 10, 40, 100, updates];
const dwell = 1300;

/** Steps of the slider, which runs along log(1 + k) as the curves do. */
const notches = 200;

/** Back, play, forth; which update; and what the training starts from. */
export class TrainingControls extends LabElement {
  static override styles = [
    sharedStyles,
    unsafeCSS(transportCss),
    unsafeCSS(rangeCss),
    unsafeCSS(css),
  ];

  readonly #player = new Player(this);

  #play(): void {
    const { store } = this;
    const { at } = store.state.peek().options;
    const from = at >= updates ? 0 : at;
    if (this.#player.playing) this.#player.stop();
    else if (wantsStillness()) {
      const left = stops.filter((stop) => stop > from || from === 0);
      this.#player.walk(
        () => dwell,
        () => {
          const next = left.shift();
          if (next !== undefined) store.setOptions({ at: next });
          return next !== undefined;
        },
      );
    } else {
      // Even steps along log(1 + k).
      this.#player.run(placeOf(from), playLength, (place) =>
        store.setOptions({ at: updateAt(place) }),
      );
    }
  }

  #goTo(at: number): void {
    this.#player.stop();
    this.store.setOptions({ at: Math.max(0, Math.min(updates, at)) });
  }

  #remedy(undo: { readonly temperature: number; readonly eta: number } | null): void {
    const { temperature, options } = this.store.state.peek();
    this.lab.remedied.value = undo === null ? { temperature, eta: options.eta } : null;
    const next = undo ?? {
      temperature: temperature * saturation,
      eta: options.eta * saturation ** 2,
    };
    this.store.update({ temperature: next.temperature, options: { ...options, eta: next.eta } });
  }

  protected override render(): TemplateResult {
    const { store, words } = this;
    const { options, temperature } = store.state.value;
    const { at, saturated, eta } = options;
    const { controls } = words;
    return html`
      ${store.hides("step") ? nothing : this.#updates(at, words)}
      <label class="switch">
        <input
          type="checkbox"
          role="switch"
          .checked=${saturated}
          @change=${() => store.setOptions({ saturated: !saturated })}
        />
        <span>${richText(controls.saturate(String(saturation)))}</span>
      </label>
      ${this.#remedyButton(temperature, options)}
      <sb-number-field
        .store=${store}
        .label=${controls.eta}
        .symbol=${"η"}
        .value=${eta}
        .accepts=${isPositive}
        .complaint=${controls.wrong}
        @number=${(event: CustomEvent<number>) => store.setOptions({ eta: event.detail })}
      ></sb-number-field>
      ${store.hides("t") ? nothing : html`<sb-temperature bare .store=${store}></sb-temperature>`}
      ${
        options.estimators.includes("gumbel-softmax")
          ? html`<sb-number-field
              .store=${store}
              .label=${controls.lambda}
              .symbol=${"λ"}
              .value=${options.lambda}
              .accepts=${isPositive}
              .complaint=${controls.wrong}
              @number=${(event: CustomEvent<number>) => store.setOptions({ lambda: event.detail })}
            ></sb-number-field>`
          : nothing
      }
      <sb-number-field
        .store=${store}
        .label=${controls.seed}
        .value=${options.seed}
        .accepts=${isSeed}
        .complaint=${controls.wrong}
        @number=${(event: CustomEvent<number>) => store.setOptions({ seed: event.detail })}
      ></sb-number-field>
    `;
  }

  /** Along the training. */
  #updates(at: number, { controls }: GradientText): TemplateResult {
    const { store } = this;
    const playing = store.playing.value;
    const { previous, next } = controls;
    return html`
      ${transport({
        names: { previous, play: playing ? controls.pause : controls.play, next },
        playing,
        atStart: at === 0,
        atEnd: at === updates,
        play: () => this.#play(),
        walk: (by) => this.#goTo(at + by),
      })}
      <span class="position">${controls.update(String(at), String(updates))}</span>
      <input
        class="scrub ltr"
        type="range"
        min="0"
        max=${notches}
        step="1"
        aria-label=${controls.scrub}
        aria-valuetext=${controls.update(String(at), String(updates))}
        .value=${String(Math.round(placeOf(at) * notches))}
        @input=${(event: Event) =>
          this.#goTo(updateAt(Number((event.target as HTMLInputElement).value) / notches))}
        @keydown=${(event: KeyboardEvent) => this.#key(event, at)}
      />
    `;
  }

  /** By single updates: the notches of the slider are wider apart at the end. */
  #key(event: KeyboardEvent, at: number): void {
    const by = event.shiftKey ? 10 : 1;
    const next: Readonly<Record<string, number>> = {
      ArrowLeft: at - by,
      ArrowDown: at - by,
      ArrowRight: at + by,
      ArrowUp: at + by,
    };
    const to = next[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.#goTo(to);
  }

  #remedyButton(temperature: number, { saturated, eta }: Options): TemplateResult | typeof nothing {
    const { lab, words } = this;
    const finite = temperature > 0 && temperature < Number.POSITIVE_INFINITY;
    const before = remedied(lab.remedied.value, temperature, eta);
    if (!finite || (!saturated && before === null)) return nothing;
    const { temperature: tau, eta: step } = before ?? {
      temperature: temperature * saturation,
      eta: eta * saturation ** 2,
    };
    const label = before === null ? words.controls.remedy : words.controls.undoRemedy;
    return html`<button
      type="button"
      class="remedy"
      @click=${() => this.#remedy(before)}
    >${label(formatExact(tau), formatExact(step))}</button>`;
  }
}

/** What stood before the remedy, where that still is what is set; from a link, the usual numbers. */
function remedied(
  before: { readonly temperature: number; readonly eta: number } | null,
  temperature: number,
  eta: number,
): { readonly temperature: number; readonly eta: number } | null {
  const usual = { temperature: 1, eta: 2 };
  return (
    [before, usual].find(
      (b) =>
        b !== null && b.temperature * saturation === temperature && b.eta * saturation ** 2 === eta,
    ) ?? null
  );
}

const isPositive = (x: number): boolean => x > 0 && x < Number.POSITIVE_INFINITY;
const isSeed = (x: number): boolean => Number.isInteger(x) && x >= 0 && x < 2 ** 32;

customElements.define("sb-training-controls", TrainingControls);
