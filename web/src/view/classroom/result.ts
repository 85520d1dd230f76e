import { html, type TemplateResult, unsafeCSS } from "lit";
import type { Try } from "../../model/prediction.ts";
import { codeOf, fingerprint, type QuestionSet, questionsIn, readers } from "../../model/result.ts";
import { keptAs, lineOf } from "../../model/results.ts";
import { initialState } from "../../model/scenes.ts";
import { closestAcrossRoots } from "../closest.ts";
import { copyField } from "../copy.ts";
import { codeOf as qrCodeOf } from "../qr-code.ts";
import { StoreElement, sharedStyles } from "../store-element.ts";
import css from "./result.css?inline";

/** What a result has beside the answers. */
export interface Kept {
  name: string;
  readonly reader: number;
}

/** A number that no other reader is likely to have: it is no data, and no seed decides on it. */
export const drawn = (): number => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % readers;

const longestName = 60;
type Part = "line" | "link";

/** How it went, to be handed in: as a line, a link, or a code that can be typed or shown. */
export class Result extends StoreElement {
  static override properties = {
    ...StoreElement.properties,
    set: {},
    kept: { attribute: false },
    copied: { state: true },
  };
  static override styles = [sharedStyles, unsafeCSS(css)];

  declare set: QuestionSet;
  declare kept: Kept;
  declare copied: { readonly part: Part; readonly done: boolean } | null;

  constructor() {
    super();
    this.copied = null;
  }

  async #copy(part: Part): Promise<void> {
    const field = this.renderRoot.querySelector<HTMLInputElement>(`#${part}`);
    if (field !== null) this.copied = { part, done: await copyField(field) };
  }

  protected override render(): TemplateResult {
    const { store, set, kept } = this;
    const all = store.prediction.results.value;
    const tries = new Map<string, Try>();
    for (const id of questionsIn(set)) {
      const outcome = all.get(id);
      if (outcome !== undefined) tries.set(id, outcome);
    }
    const right = [...tries.values()].filter((outcome) => outcome === 1).length;
    const { state } = store;
    const numbers = fingerprint(state.value);
    const code = codeOf({ set, tries, numbers, reader: kept.reader });
    const { predict } = store.words("classroom");
    const text = predict.result;
    const link =
      closestAcrossRoots(this, "softmax-bridge")?.toLink({
        ...initialState,
        mode: "results",
        language: store.language.value,
        options: { ...initialState.options, results: [keptAs(kept.name, code)] },
      }) ?? "";
    return html`
      <section>
        <div>
          <p class="score" role="status">${predict.score(right, tries.size)}</p>
          <p class="code"><span>${text.code}</span> <b class="ltr" translate="no">${code}</b></p>
          <label>${text.name}
            <input class="name" type="text" maxlength=${longestName} autocomplete="off" .value=${kept.name}
              @input=${(event: Event) => {
                kept.name = (event.target as HTMLInputElement).value
                  .replace(/\s+/g, " ")
                  .trimStart();
                this.copied = null;
                this.requestUpdate();
              }} />
          </label>
          ${this.#field("line", text.line, lineOf(kept.name, right, tries.size, code))}
          ${this.#field("link", text.link, link)}
          <p class="note">${text.note}</p>
        </div>
        ${this.#picture(link)}
      </section>
    `;
  }

  #field(part: Part, name: string, value: string): TemplateResult {
    const text = this.store.words("classroom").predict.result;
    const said = this.copied?.part === part ? this.copied : null;
    return html`
      <label for=${part}>${name}</label>
      <div class="field">
        <input id=${part} type="text" readonly spellcheck="false" .value=${value} />
        <button type="button" aria-label="${text.copy}${this.store.text.value.colon}${name}" @click=${() => this.#copy(part)}>${text.copy}</button>
        <output for=${part}>${said === null ? "" : said.done ? text.copied : text.selected}</output>
      </div>
    `;
  }

  #picture(link: string): TemplateResult | null {
    const picture = /^https?:/.test(link) ? qrCodeOf(link) : null;
    if (picture === null) return null;
    return html`<svg viewBox="0 0 ${picture.size} ${picture.size}" role="img" aria-label=${this.store.words("classroom").predict.result.picture}>
      <rect width=${picture.size} height=${picture.size} fill="#fff" />
      <path d=${picture.path} fill="#000" shape-rendering="crispEdges" />
    </svg>`;
  }
}

customElements.define("sb-result", Result);
