import { html, nothing, type TemplateResult, unsafeCSS } from "lit";
import { formatExact } from "../../model/format.ts";
import { type Options, saturation, updates } from "../../model/state.ts";
import { placeOf, updateAt } from "../../model/training.ts";
import buttonsCss from "../controls/buttons.css?inline";
import rangeCss from "../controls/range.css?inline";
import { richText } from "../rich-text.ts";
import { sharedStyles } from "../store-element.ts";
import css from "./controls.css?inline";
import { LabElement } from "./lab-element.ts";
import "../controls/number-field.ts";

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
    unsafeCSS(buttonsCss),
    unsafeCSS(rangeCss),
    unsafeCSS(css),
  ];

  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #calm = matchMedia("(prefers-reduced-motion: reduce)");

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
    if (this.lab) this.lab.playing.value = false;
  }

  #play(): void {
    const { lab, store } = this;
    if (lab.playing.peek()) {
      lab.playing.value = false;
      return;
    }
    lab.playing.value = true;
    const { at } = store.state.peek().options;
    const from = at >= updates ? 0 : at;
    if (this.#calm.matches)
      this.#jump(stops.findIndex((stop) => stop > from) - (from === 0 ? 1 : 0));
    else this.#run(placeOf(from), performance.now());
  }

  /** Even steps along log(1 + k). */
  #run(from: number, start: number): void {
    requestAnimationFrame((now) => {
      if (!this.lab.playing.peek()) return;
      const place = from + Math.max(0, now - start) / playLength;
      this.store.setOptions({ at: updateAt(place) });
      if (place < 1) this.#run(from, start);
      else this.lab.playing.value = false;
    });
  }

  #jump(stop: number): void {
    const at = stops[stop];
    if (at === undefined || !this.lab.playing.peek()) {
      this.lab.playing.value = false;
      return;
    }
    this.store.setOptions({ at });
    this.#timer = setTimeout(() => this.#jump(stop + 1), dwell);
  }

  #goTo(at: number): void {
    this.lab.playing.value = false;
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
    const { store, lab, words } = this;
    const { options, temperature } = store.state.value;
    const { at, saturated, eta } = options;
    const playing = lab.playing.value;
    const { controls } = words;
    const play = playing ? controls.pause : controls.play;
    return html`
      <div class="transport ltr">
        <button type="button" aria-label=${controls.previous} title=${controls.previous}
          aria-disabled=${at === 0} @click=${() => this.#goTo(at - 1)}>
          <svg viewBox="0 0 16 16" aria-hidden="true"><path class="stroke" d="M10.5 3 5.5 8l5 5" /></svg>
        </button>
        <button type="button" class="play" aria-label=${play} title=${play} @click=${() => this.#play()}>
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <path class="fill" d=${playing ? "M4 2.5h3v11H4zM9 2.5h3v11h-3z" : "M3.5 2v12L14 8z"} />
          </svg>
        </button>
        <button type="button" aria-label=${controls.next} title=${controls.next}
          aria-disabled=${at === updates} @click=${() => this.#goTo(at + 1)}>
          <svg viewBox="0 0 16 16" aria-hidden="true"><path class="stroke" d="m5.5 3 5 5-5 5" /></svg>
        </button>
      </div>
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
      <sb-number-field
        .store=${store}
        .label=${controls.temperature}
        .symbol=${"τ"}
        .value=${temperature}
        .accepts=${isTemperature}
        .complaint=${controls.wrong}
        @number=${(event: CustomEvent<number>) => store.update({ temperature: event.detail })}
      ></sb-number-field>
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
        .symbol=${""}
        .value=${options.seed}
        .accepts=${isSeed}
        .complaint=${controls.wrong}
        @number=${(event: CustomEvent<number>) => store.setOptions({ seed: event.detail })}
      ></sb-number-field>
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
const isTemperature = (x: number): boolean => x >= 0;
const isSeed = (x: number): boolean => Number.isInteger(x) && x >= 0 && x < 2 ** 32;

customElements.define("sb-training-controls", TrainingControls);
