import { html, nothing, type TemplateResult, unsafeCSS } from "lit";
import { type QuestionSet, questionsIn } from "../../model/result.ts";
import {
  bySet,
  countOf,
  type Entry,
  entryOf,
  keptAs,
  merged,
  numbersSaid,
  readResults,
  resultsCsv,
  sharedCodes,
} from "../../model/results.ts";
import { initialState } from "../../model/scenes.ts";
import type { State } from "../../model/state.ts";
import { StoreElement, sharedStyles } from "../store-element.ts";
import css from "./results.css?inline";

const fileName = "softmax-bridge-results.csv";

/** What came of the last reading. */
interface Said {
  readonly read: number;
  readonly again: number;
  readonly damaged: readonly string[];
  readonly without: readonly string[];
}

/** The table of a class. It stands in the address, and nowhere else. */
export class Results extends StoreElement {
  static override properties = {
    ...StoreElement.properties,
    linkTo: { attribute: false },
    said: { state: true },
  };
  static override styles = [sharedStyles, unsafeCSS(css)];

  /** The address that shows a state in a form. */
  declare linkTo: (state: State, mode?: "page") => string;
  declare said: Said | null;

  constructor() {
    super();
    this.said = null;
  }

  #set(results: readonly string[]): void {
    const { options } = this.store.state.peek();
    this.store.set({ options: { ...options, results } });
  }

  /** What is taken out of the table goes back into the field. */
  #remove(gone: readonly string[]): void {
    const { results } = this.store.state.peek().options;
    this.#set(results.filter((kept) => !gone.includes(kept)));
    const field = this.renderRoot.querySelector("textarea");
    if (field !== null)
      field.value = [field.value, ...gone].filter((line) => line !== "").join("\n");
  }

  /** What could not be read stays in the field, to be put right. */
  #read(event: Event): void {
    event.preventDefault();
    const field = this.renderRoot.querySelector("textarea");
    if (field === null || field.value.trim() === "") return;
    const { found, damaged, without } = readResults(field.value);
    const before = this.store.state.peek().options.results;
    const after = merged(before, found);
    const read = after.length - before.length;
    this.#set(after);
    this.said = { read, again: found.length - read, damaged, without };
    field.value = [...damaged, ...without].join("\n");
    field.focus();
  }

  #download(entries: readonly Entry[]): void {
    const text = this.store.words("classroom").results;
    const file = new Blob([resultsCsv(entries, text)], { type: "text/csv" });
    const url = URL.createObjectURL(file);
    Object.assign(document.createElement("a"), { href: url, download: fileName }).click();
    // The browser reads it after this turn.
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  }

  protected override render(): TemplateResult {
    const { store } = this;
    const words = store.words("classroom");
    const text = words.results;
    const { language, options } = store.state.value;
    const entries = options.results.map(entryOf).filter((entry) => entry !== null);
    return html`
      <header>
        <h1>${text.title}</h1>
        <a href=${this.linkTo({ ...initialState, language }, "page")}>${words.leave}</a>
      </header>
      <p>${text.about}</p>
      <form @submit=${(event: Event) => this.#read(event)}>
        <label for="paste">${text.paste}</label>
        <textarea id="paste" rows="5" spellcheck="false" autocomplete="off"></textarea>
        <button class="primary">${text.read}</button>
      </form>
      <div class="said" role="status">${this.#saidOf(entries)}</div>
      ${bySet(entries).map(([set, some]) => this.#table(set, some))}
      ${
        entries.length === 0
          ? html`<p class="none">${text.none}</p>`
          : html`
              <p class="note">${text.note}</p>
              <p class="tools">
                <button type="button" class="primary" @click=${() => this.#download(entries)}>${text.csv}</button>
                <button type="button" @click=${() => this.#remove(options.results)}>${text.clear}</button>
              </p>
            `
      }
    `;
  }

  #saidOf(entries: readonly Entry[]): TemplateResult | typeof nothing {
    const { said } = this;
    const text = this.store.words("classroom").results;
    const shared = [...sharedCodes(entries)];
    const list = (texts: readonly string[]): TemplateResult =>
      html`<ul>${texts.map((one) => html`<li class="ltr" translate="no">${one}</li>`)}</ul>`;
    return html`
      ${said === null ? nothing : html`<p>${text.said(said.read, said.again)}</p>`}
      ${said?.damaged.length ? html`<p class="wrong">${text.damaged}</p>${list(said.damaged)}` : nothing}
      ${said?.without.length ? html`<p class="wrong">${text.without}</p>${list(said.without)}` : nothing}
      ${shared.length > 0 ? html`<p class="wrong">${text.shared}</p>${list(shared)}` : nothing}
    `;
  }

  #table(set: QuestionSet, entries: readonly Entry[]): TemplateResult {
    const text = this.store.words("classroom").results;
    const { columns, short } = text;
    const ids = questionsIn(set);
    const right = (id: string): number =>
      entries.filter(({ result }) => result.tries.get(id) === 1).length;
    return html`
      <h2>${text.sets[set]}</h2>
      <div class="scroll">
        <table>
          <thead>
            <tr>
              ${[columns.name, columns.code, columns.numbers, columns.first, columns.second, columns.told].map((name) => html`<th scope="col">${name}</th>`)}
              ${ids.map((id) => html`<th scope="col">${short[id]}</th>`)}
              <td></td>
            </tr>
          </thead>
          <tbody>
            ${entries.map(
              (entry) => html`
                <tr>
                  <th scope="row">${entry.name}</th>
                  <td class="ltr code" translate="no">${entry.code}</td>
                  <td class="ltr code" translate="no">${numbersSaid(entry.result)}</td>
                  ${([1, 2, 0] as const).map((outcome) => html`<td>${countOf(entry.result, outcome)}</td>`)}
                  ${ids.map((id) => html`<td>${entry.result.tries.get(id) ?? "–"}</td>`)}
                  <td><button type="button" aria-label=${text.remove(entry.name || entry.code)} @click=${() => this.#remove([keptAs(entry.name, entry.code)])}>×</button></td>
                </tr>
              `,
            )}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" colspan="6">${text.rightOf(entries.length)}</th>
              ${ids.map((id) => html`<td>${right(id)}</td>`)}
              <td></td>
            </tr>
          </tfoot>
        </table>
      </div>
    `;
  }
}

customElements.define("sb-results", Results);
