import { html, nothing, type TemplateResult, unsafeCSS } from "lit";
import { StoreElement, sharedStyles } from "../store-element.ts";
import buttonsCss from "./buttons.css?inline";
import css from "./transport.css?inline";

/** How long a step stays while the chain plays by itself, ms. */
const dwell = 2400;

/** Back, play, forth, and the switch that opens S7 into its halves. */
export class Transport extends StoreElement {
  static override styles = [sharedStyles, unsafeCSS(buttonsCss), unsafeCSS(css)];

  #timer: ReturnType<typeof setInterval> | undefined;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#pause();
  }

  #play(): void {
    const { store } = this;
    if (store.playing.peek()) {
      this.#pause();
      return;
    }
    store.playing.value = true;
    if (!store.walk(1)) store.goTo("S1");
    this.#timer = setInterval(() => {
      if (!store.playing.peek() || !store.walk(1)) this.#pause();
    }, dwell);
  }

  #pause(): void {
    clearInterval(this.#timer);
    if (this.store) this.store.playing.value = false;
  }

  #walk(by: 1 | -1): void {
    this.#pause();
    this.store.walk(by);
  }

  protected override render(): TemplateResult {
    const { store } = this;
    const step = store.part("step");
    const split = store.part("split");
    const article = store.part("article");
    const playing = store.playing.value;
    const { controls } = store.text.value;
    return html`
      <div class="transport ltr">
        <button type="button" aria-label=${controls.previous} title=${controls.previous}
          aria-disabled=${step === "S1"} @click=${() => this.#walk(-1)}>
          <svg viewBox="0 0 16 16" aria-hidden="true"><path class="stroke" d="M10.5 3 5.5 8l5 5" /></svg>
        </button>
        <button type="button" aria-label=${playing ? controls.pause : controls.play}
          title=${playing ? controls.pause : controls.play} @click=${() => this.#play()}>
          <svg viewBox="0 0 16 16" aria-hidden="true">
            ${
              playing
                ? html`<svg><path class="fill" d="M4 2.5h3v11H4zM9 2.5h3v11h-3z" /></svg>`
                : html`<svg><path class="fill" d="M3.5 2v12L14 8z" /></svg>`
            }
          </svg>
        </button>
        <button type="button" aria-label=${controls.next} title=${controls.next}
          aria-disabled=${step === "S9"} @click=${() => this.#walk(1)}>
          <svg viewBox="0 0 16 16" aria-hidden="true"><path class="stroke" d="m5.5 3 5 5-5 5" /></svg>
        </button>
      </div>
      <span class="position">
        <span class="long">${controls.position(step.slice(1), 9)}</span>
        <span class="short" aria-hidden="true">${controls.positionShort(step.slice(1), 9)}</span>
      </span>
      <button
        type="button"
        class="switch split"
        aria-label=${split ? controls.unsplit : controls.split}
        @click=${() => store.setSplit(!split)}
      >
        <span class="long">${split ? controls.unsplit : controls.split}</span>
        <span class="short">${split ? controls.unsplitShort : controls.splitShort}</span>
      </button>
      ${
        store.hides("article")
          ? nothing
          : html`<button
              type="button"
              class="switch"
              aria-pressed=${article}
              @click=${() => store.update({ article: !article })}
            >${controls.article}</button>`
      }
    `;
  }
}

customElements.define("sb-transport", Transport);
