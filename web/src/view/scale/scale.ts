import { html, nothing, type PropertyValues, type TemplateResult, unsafeCSS } from "lit";
import { mapTable, timesTable } from "../../model/export-tables.ts";
import { format } from "../../model/format.ts";
import { Bench } from "../../model/scale/bench.ts";
import type { Distances } from "../../model/scale/compute.ts";
import { faultOf, matrices, noPasted, pastedIn } from "../../model/scale/pasted.ts";
import { heads, maxItems, maxTokens, type Options, type State } from "../../model/state.ts";
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
import type { Offer } from "../data/takeaway.ts";
import frameCss from "../frame.css?inline";
import { numeral } from "../numeral.ts";
import { fitsPaper } from "../paper.ts";
import { drawPiece, type Piece } from "../pieces.ts";
import { richText } from "../rich-text.ts";
import { StoreElement, sharedStyles } from "../store-element.ts";
import { measured } from "./cost.ts";
import { faultText, keep, keptOf } from "./kept.ts";
import { dotsFor } from "./maps.ts";
import css from "./scale.css?inline";
import "../data/take.ts";
import "./row.ts";

/** Sizes to choose from. */
const sizes = [16, 64, 256, 1024, 2048, 4096, 8192, 16384, maxTokens];
const firstSize = 1024;

/** Where numbers of a model are pasted. */
const pasteForm: Piece = { load: () => import("./paste.ts"), words: ["data"] };

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
  static override properties = { ...StoreElement.properties, pasting: { state: true } };
  static override styles = [
    sharedStyles,
    unsafeCSS(frameCss),
    unsafeCSS(selectCss),
    unsafeCSS(css),
  ];
  static {
    Scale.addInitializer(fitsPaper);
  }

  /** Whether the reader is about to paste; what was shown before is shown until then. */
  declare pasting: boolean;

  constructor() {
    super();
    this.pasting = false;
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
    const pasted = Object.values(pastedIn(state.options));
    const data =
      tokens === null && own && shown !== null
        ? [shown.state.values, shown.state.keys, shown.state.mask, ...shown.names]
        : [];
    const made = [causal, tokens, seed, own, head, preset, ...pasted, ...data];
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
    bench.run(next, dotsFor(512), this.#weightsOf(state, next));
    bench.ask(bench.chosen.peek().row);
  }

  readonly #offers: readonly Offer[] = [
    {
      label: "maps",
      table: () => {
        const found = this.#own.found.peek();
        return found === null || found.totals === null ? null : mapTable(this.store.core, found);
      },
    },
    {
      label: "times",
      table: () => {
        const runs = this.#own.runs.peek();
        return runs.length === 0 ? null : timesTable(runs);
      },
    },
  ];

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    this.#refresh();
  }

  /** Pasted weights that are shown, with what their Q and K come to where those were pasted too. */
  #weightsOf(state: State, { causal }: Tokens) {
    const { attention, queries } = state.options;
    if (attention === null || sourceOf(state) !== "pasted") return null;
    const scored = { ...state.options, attention: null, causal };
    return {
      weights: attention,
      scored: queries === null ? null : tokensOf({ ...state, options: scored }, []),
    };
  }

  #set(patch: Partial<Options>): void {
    this.store.setOptions(patch);
  }

  #from(source: Source): void {
    const { store } = this;
    const { options } = store.state.peek();
    const pasted = source === "pasted" ? (keptOf(store) ?? noPasted) : noPasted;
    this.#keep();
    this.pasting = source === "pasted";
    this.#set({
      own: source === "own",
      tokens: source === "random" ? (options.tokens ?? firstSize) : null,
      ...pasted,
    });
  }

  /** What was pasted waits for whoever looks at something else. */
  #keep(): void {
    const pasted = pastedIn(this.store.state.peek().options);
    if (matrices.some((key) => pasted[key] !== null)) keep(this.store, pasted);
  }

  readonly #open = (event: CustomEvent<number>): void => {
    const { store } = this;
    const tokens = this.#tokens;
    if (tokens === null || tokens.n > maxItems) return;
    const shown = store.shown.peek();
    const state = store.state.peek();
    const { attention, tokenValues } = state.options;
    if (sourceOf(state) === "pasted" && (attention !== null || tokenValues === null)) return;
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
    const { causal } = this.#tokens ?? state.options;
    const { attention, tokenValues } = state.options;
    const fault = source === "pasted" ? null : faultOf(pastedIn(state.options));
    const closed =
      source !== "pasted"
        ? null
        : attention !== null
          ? words.pasted.noDerivation
          : tokenValues === null
            ? words.pasted.noValues
            : null;
    const found = bench.found.value;
    const status = bench.status.value;
    const n = String(this.#tokens?.n ?? 0);
    return html`
      <div class="figure">
        ${store.hides("x") ? nothing : this.#controls(source)}
        ${fault === null ? nothing : html`<p class="fault" role="alert">${faultText(words, fault)}</p>`}
        ${
          store.hides("x") || !(this.pasting || source === "pasted" || fault !== null)
            ? nothing
            : html`<details class="paste" ?open=${source !== "pasted"}>
                <summary>${words.pasted.change}</summary>
                ${drawPiece(store, pasteForm, () => html`<sb-scale-paste .store=${store}></sb-scale-paste>`)}
              </details>`
        }
        <section class="all">
          <div class="opening">
            <div>
              <h2>${words.heading}</h2>
              <p class="sentence">${
                source === "random"
                  ? words.sentence.random(n, String(this.#tokens?.d))
                  : source === "own"
                    ? words.sentence.own(n, causal)
                    : source === "pasted"
                      ? attention === null
                        ? words.sentence.pasted(n, String(this.#tokens?.d), causal)
                        : words.sentence.weights(n, causal)
                      : words.sentence.sentence(
                          n,
                          words.heads[state.options.head]?.[causal ? "causal" : "about"] ?? "",
                        )
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
          ${found?.distances ? this.#distances(found.distances) : nothing}
        </section>
        <section class="one">
          <sb-scale-row .store=${store} .bench=${bench} .closed=${closed} @openrow=${this.#open}></sb-scale-row>
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
        <sb-take .store=${store} .offers=${this.#offers}></sb-take>
      </div>
      <p class="hidden" role="status">${status.kind === "ready" && found?.totals ? `${words.totals.mean} ${format(found.totals.meanVariation)}` : nothing}</p>
    `;
  }

  /** What weights that were pasted are beside what the core makes of them, and what they do not say. */
  #distances({ fromSum, fromScores }: Distances): TemplateResult {
    const { pasted: words } = this.store.words("scale");
    const { tokenValues, queries } = this.store.state.value.options;
    return html`
      <dl class="totals">
        <div><dt>${words.fromSum}</dt><dd>${numeral(format(fromSum))}</dd></div>
        ${fromScores === null ? nothing : html`<div><dt>${words.fromScores}</dt><dd>${numeral(format(fromScores))}</dd></div>`}
      </dl>
      ${tokenValues === null || queries === null ? html`<p class="sentence lacking">${words.missing}</p>` : nothing}
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
    const chosenSource = this.pasting ? "pasted" : source;
    const weights = source === "pasted" && options.attention !== null;
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
                html`<option value=${id} ?selected=${id === chosenSource}>${
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
          chosenSource === "sentence"
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
        ${
          weights
            ? nothing
            : html`<label class="causal" title=${words.causalNote}>
          <input
            type="checkbox"
            role="switch"
            .checked=${options.causal}
            @change=${(event: Event) => this.#set({ causal: (event.target as HTMLInputElement).checked })}
          />
          <span>${words.causal}</span>
          <span class="note">${words.causalNote}</span>
        </label>`
        }
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
