import { html, nothing, type PropertyValues, type TemplateResult, unsafeCSS } from "lit";
import { format } from "../../model/format.ts";
import { Bench } from "../../model/scale/bench.ts";
import { heads, maxItems, maxTokens, type Options } from "../../model/state.ts";
import { pronounOf } from "../../model/text/word.ts";
import {
  rowState,
  type Source,
  sourceOf,
  sources,
  type Tokens,
  tokensOf,
} from "../../model/tokens.ts";
import selectCss from "../controls/select.css?inline";
import frameCss from "../frame.css?inline";
import { numeral } from "../numeral.ts";
import { fitsPaper } from "../paper.ts";
import { richText } from "../rich-text.ts";
import { StoreElement, sharedStyles } from "../store-element.ts";
import { measured } from "./cost.ts";
import { dotsFor } from "./maps.ts";
import css from "./scale.css?inline";
import "./row.ts";

/** Sizes to choose from. */
const sizes = [16, 64, 256, 1024, 2048, 4096, 8192, 16384, maxTokens];
const firstSize = 1024;

/** softmax(QKᵀ/√d)V. */
const formula = html`<math translate="no" display="block">
  <mi class="smooth">O</mi><mo lspace="0.28em" rspace="0.28em">=</mo><mi>softmax</mi><mrow>
    <mo>(</mo>
    <mfrac>
      <mrow><mi>Q</mi><msup><mi>K</mi><mi>⊤</mi></msup></mrow>
      <msqrt><mi>d</mi></msqrt>
    </mfrac>
    <mo>)</mo>
  </mrow><mi>V</mi>
</math>`;

/** The view `scale`: all queries at once. */
export class Scale extends StoreElement {
  static override styles = [
    sharedStyles,
    unsafeCSS(frameCss),
    unsafeCSS(selectCss),
    unsafeCSS(css),
  ];
  static {
    Scale.addInitializer(fitsPaper);
  }

  #bench: Bench | null = null;
  #tokens: Tokens | null = null;
  /** What the tokens were made from. */
  #made: readonly unknown[] = [];

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#bench?.close();
    // Whoever comes back finds the tokens worked out anew.
    this.#made = [];
  }

  get #own(): Bench {
    this.#bench ??= new Bench(this.store.core);
    return this.#bench;
  }

  /** The tokens of the state, worked out anew where they are others. */
  #refresh(): void {
    const { store } = this;
    const state = store.state.value;
    // Numbers that still have to be corrected change nothing.
    const shown = store.shown.value;
    const { words: preset } = store.words("scale");
    const { causal, tokens, seed, own, head } = state.options;
    const data =
      tokens === null && own && shown !== null
        ? [shown.state.values, shown.state.keys, shown.state.mask, ...shown.names]
        : [];
    const made = [causal, tokens, seed, own, head, preset, ...data];
    if (made.length === this.#made.length && made.every((part, k) => part === this.#made[k]))
      return;
    const before = this.#tokens;
    this.#made = made;
    const next = tokensOf(
      own && shown !== null ? { ...shown.state, options: state.options } : state,
      preset,
    );
    this.#tokens = next;
    const bench = this.#own;
    const source = sourceOf(state);
    if (
      before === null ||
      before.n !== next.n ||
      before.names?.length !== next.names?.length ||
      before.names?.some((name, k) => name !== next.names?.[k])
    ) {
      const row = source === "sentence" ? pronounOf(preset) : next.n - 1;
      bench.chosen.value = { row, column: 0 };
    }
    bench.hovered.value = null;
    bench.run(next, dotsFor(512));
    bench.ask(bench.chosen.peek().row);
  }

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    this.#refresh();
  }

  #set(patch: Partial<Options>): void {
    this.store.setOptions(patch);
  }

  #from(source: Source): void {
    this.#set({
      own: source === "own",
      tokens: source === "random" ? (this.store.state.peek().options.tokens ?? firstSize) : null,
    });
  }

  readonly #open = (event: CustomEvent<number>): void => {
    const { store } = this;
    const tokens = this.#tokens;
    if (tokens === null || tokens.n > maxItems) return;
    const shown = store.shown.peek();
    const state = store.state.peek();
    const from =
      state.options.own && shown !== null ? { ...shown.state, options: state.options } : state;
    const features = sourceOf(state) === "sentence" ? store.words("scale").features : null;
    store.update(rowState(tokens, event.detail, from, features));
  };

  protected override render(): TemplateResult {
    const { store } = this;
    const bench = this.#own;
    const state = store.state.value;
    const words = store.words("scale");
    const source = sourceOf(state);
    const found = bench.found.value;
    const status = bench.status.value;
    const n = String(this.#tokens?.n ?? 0);
    return html`
      <div class="figure">
        ${store.hides("x") ? nothing : this.#controls(source)}
        <section class="all">
          <div class="opening">
            <div>
              <h2>${words.heading}</h2>
              <p class="sentence">${
                source === "random"
                  ? words.sentence.random(n, String(this.#tokens?.d))
                  : source === "own"
                    ? words.sentence.own(n)
                    : words.sentence.sentence(n, words.heads[state.options.head]?.about ?? "")
              }</p>
            </div>
            <div class="formula">${formula}</div>
          </div>
          ${this.#status()}
          <sb-scale-maps .store=${store} .bench=${bench} @openrow=${this.#open}></sb-scale-maps>
          ${
            found?.totals
              ? html`<dl class="totals" aria-label=${words.totals.label}>
                  ${(
                    [
                      [words.totals.mean, found.totals.meanVariation],
                      [words.totals.max, found.totals.maxVariation],
                      [words.totals.entropy, found.totals.meanEntropy],
                    ] as const
                  ).map(
                    ([name, value]) =>
                      html`<div><dt>${name}</dt><dd>${numeral(format(value))}</dd></div>`,
                  )}
                </dl>`
              : nothing
          }
        </section>
        <section class="one">
          <sb-scale-row .store=${store} .bench=${bench} @openrow=${this.#open}></sb-scale-row>
        </section>
        <section class="cost">
          <sb-scale-cost
            .store=${store}
            .bench=${bench}
            @measure=${() => this.#measure()}
          ></sb-scale-cost>
        </section>
        <section class="about">
          <h2>${words.about.heading}</h2>
          <div>${words.about.sentences.map((sentence) => html`<p>${richText(sentence)}</p>`)}</div>
        </section>
      </div>
      <p class="hidden" role="status">${status.kind === "ready" && found?.totals ? `${words.totals.mean} ${format(found.totals.meanVariation)}` : nothing}</p>
    `;
  }

  async #measure(): Promise<void> {
    const bench = this.#own;
    const { seed, causal } = this.store.state.peek().options;
    const state = this.store.state.peek();
    const { words: preset } = this.store.words("scale");
    await bench.measure(
      (n) => tokensOf({ ...state, options: { ...state.options, tokens: n, seed, causal } }, preset),
      measured,
    );
    // The engine knows the last of them: those that are shown are worked out again.
    if (bench.status.peek().kind !== "ready") return;
    this.#made = [];
    this.requestUpdate();
  }

  #status(): TemplateResult | typeof nothing {
    const bench = this.#own;
    const status = bench.status.value;
    const { cost, units } = this.store.words("scale");
    const { errors } = this.store.text.value;
    switch (status.kind) {
      case "ready":
        return nothing;
      case "working":
        return html`<p class="status">
          <progress max="1" .value=${status.done} aria-label=${cost.progress}></progress>
          <span>${cost.working(
            String(status.n),
            `${Math.floor(100 * status.done)} %`,
            cost.cores(String(bench.workers.value ?? 1)),
          )}</span>
          ${
            status.left === null
              ? nothing
              : html`<span class="left">${cost.left(units.seconds(String(Math.ceil(status.left / 1000))))}</span>`
          }
          <button type="button" @click=${() => bench.cancel()}>${cost.cancel}</button>
        </p>`;
      case "cancelled":
        return html`<p class="status" role="status">
          <span>${cost.cancelled}</span>
          <button type="button" @click=${() => this.#again()}>${cost.again}</button>
        </p>`;
      case "failed":
        return html`<p class="status" role="alert">
          ${status.code === null ? cost.failed : errors[status.code]}
        </p>`;
    }
  }

  #again(): void {
    this.#made = [];
    this.requestUpdate();
  }

  #controls(source: Source): TemplateResult {
    const { store } = this;
    const state = store.state.value;
    const text = store.text.value;
    const words = store.words("scale");
    const { options } = state;
    const chosen = (event: Event): string => (event.target as HTMLSelectElement).value;
    const listed =
      options.tokens === null || sizes.includes(options.tokens)
        ? sizes
        : [...sizes, options.tokens].sort((a, b) => a - b);
    return html`
      <div class="bar">
        <label>
          <span class="what">${words.source}</span>
          <select @change=${(event: Event) => this.#from(chosen(event) as Source)}>
            ${sources.map(
              (id) =>
                html`<option value=${id} ?selected=${id === source}>${
                  id === "own"
                    ? words.sources.own(text.scenes[state.scene].name)
                    : words.sources[id]
                }</option>`,
            )}
          </select>
        </label>
        ${
          source === "random"
            ? html`
                <label>
                  <span class="what">${words.size}</span>
                  <select @change=${(event: Event) => this.#set({ tokens: Number(chosen(event)) })}>
                    ${listed.map((size) => html`<option value=${size} ?selected=${size === options.tokens}>${size}</option>`)}
                  </select>
                </label>
                <button
                  type="button"
                  class="link"
                  @click=${() => this.#set({ seed: (options.seed + 1) % 2 ** 32 })}
                >${words.seed}</button>
              `
            : nothing
        }
        ${
          source === "sentence"
            ? html`<div class="heads" role="tablist" aria-label=${words.head}>
                <span class="what" aria-hidden="true">${words.head}</span>
                ${Array.from({ length: heads }, (_, head) => {
                  const now = head === options.head;
                  return html`<button
                    type="button"
                    role="tab"
                    aria-selected=${now}
                    tabindex=${now ? 0 : -1}
                    @click=${() => this.#set({ head })}
                    @keydown=${this.#turn}
                  >${words.heads[head]?.name}</button>`;
                })}
              </div>`
            : nothing
        }
        <label class="causal" title=${words.causalNote}>
          <input
            type="checkbox"
            role="switch"
            .checked=${options.causal}
            @change=${(event: Event) => this.#set({ causal: (event.target as HTMLInputElement).checked })}
          />
          <span>${words.causal}</span>
          <span class="note">${words.causalNote}</span>
        </label>
      </div>
    `;
  }

  readonly #turn = (event: KeyboardEvent): void => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const head = (this.store.state.peek().options.head + by + heads) % heads;
    this.#set({ head });
    void this.updateComplete.then(() =>
      this.renderRoot.querySelector<HTMLElement>("[role=tab][aria-selected=true]")?.focus(),
    );
  };
}

customElements.define("sb-scale", Scale);

declare global {
  interface HTMLElementTagNameMap {
    "sb-scale": Scale;
  }
}
