import { html, nothing, type TemplateResult, unsafeCSS } from "lit";
import { chain, inChain } from "../../model/state.ts";
import transportCss from "../controls/transport.css?inline";
import { Player, transport } from "../controls/transport.ts";
import { drawPiece, type Piece } from "../pieces.ts";
import { StoreElement, sharedStyles } from "../store-element.ts";
import css from "./step-transport.css?inline";

const pace: Piece = { load: () => import("./pace.ts"), words: ["opening"] };

/** How long a step stays at least while the chain plays by itself, ms. */
const least = 6000;
/** To find what has changed, and to read a character: one of Chinese says as much as three others. */
const glance = 2000;
const perCharacter = 40;

/** Back, play and forth. */
export class StepTransport extends StoreElement {
  static override styles = [sharedStyles, unsafeCSS(transportCss), unsafeCSS(css)];

  readonly #player = new Player(this);

  #play(): void {
    const { store } = this;
    if (this.#player.playing) {
      this.#player.stop();
      return;
    }
    let again = store.state.peek().step === "S9";
    const dwell = (): number => {
      const shown = store.shown.peek();
      if (shown === null) return least;
      const said: string = store.text.peek().explain[shown.state.step](shown.summary);
      const han = said.match(/\p{Script=Han}/gu)?.length ?? 0;
      return (
        Math.max(least, glance + (said.length + 2 * han) * perCharacter) /
        Number(shown.state.options.pace)
      );
    };
    this.#player.walk(dwell, () => {
      if (!again) return store.walk(1);
      again = false;
      store.goTo("S1");
      return true;
    });
  }

  #walk(by: 1 | -1): void {
    this.#player.stop();
    this.store.walk(by);
  }

  protected override render(): TemplateResult {
    const { store } = this;
    const step = store.part("step");
    const split = store.part("split");
    const playing = store.playing.value;
    const { controls, stations } = store.text.value;
    const { previous, next } = controls;
    const ids = chain(split);
    const following = ids[ids.indexOf(inChain(step, split)) + 1];
    return html`
      ${transport({
        names: { previous, play: playing ? controls.pause : controls.play, next },
        playing,
        atStart: step === "S1" && store.mode.value !== "page",
        atEnd: following === undefined,
        onward: html`<span class="label"><span class="hidden">${next}</span><b aria-hidden="true">${controls.nextShort}</b> ${
          following
            ? html`<span class="id">${following}</span> <span class="name">${stations[following]}</span>`
            : nothing
        }</span>`,
        play: () => this.#play(),
        walk: (by) => this.#walk(by),
      })}
      <span class="position">${
        playing || store.part("options").pace !== "1"
          ? drawPiece(store, pace, () => html`<sb-pace .store=${store}></sb-pace>`)
          : controls.position(step.slice(1), 9)
      }</span>
    `;
  }
}

/** The switches that open S7 into its halves and set the article's line beside each step. */
export class StepSwitches extends StoreElement {
  static override styles = [sharedStyles, unsafeCSS(css)];

  protected override render(): TemplateResult {
    const { store } = this;
    const split = store.part("split");
    const article = store.part("article");
    const { controls } = store.text.value;
    return html`<div class="switches">
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
    </div>`;
  }
}

customElements.define("sb-transport", StepTransport);
customElements.define("sb-step-switches", StepSwitches);
