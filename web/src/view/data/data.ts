import { html, nothing, type TemplateResult, unsafeCSS } from "lit";
import { blank, setKeys } from "../../model/edits.ts";
import { decodeFile, type Encoding } from "../../model/paste-encoding.ts";
import { maxFeatures, maxItems } from "../../model/state.ts";
import { undoByKey } from "../controls/history.ts";
import { StoreElement, sharedStyles } from "../store-element.ts";
import css from "./data.css?inline";
import type { ParameterEditor } from "./parameters.ts";
import "./parameters.ts";
import type { Source } from "./paste.ts";
import "./paste.ts";
import "./table.ts";
import "./takeaway.ts";

/** The reader's own numbers: a table to type in, to fill from elsewhere, and to take back. */
export class Data extends StoreElement {
  static override properties = {
    ...StoreElement.properties,
    pasting: { state: true },
    dropping: { state: true },
  };
  static override styles = [sharedStyles, unsafeCSS(css)];

  /** What waits to be read, or null while nothing is being pasted. */
  declare pasting: Source | null;
  declare dropping: boolean;
  #bytes = new Uint8Array();

  constructor() {
    super();
    this.pasting = null;
    this.dropping = false;
  }

  async focusParameters(): Promise<void> {
    await this.updateComplete;
    const parameters = this.renderRoot.querySelector<ParameterEditor>("sb-parameters");
    await parameters?.updateComplete;
    parameters?.renderRoot.querySelector("input")?.focus();
  }

  async #read(file: File | undefined): Promise<void> {
    this.dropping = false;
    if (file === undefined) return;
    this.#bytes = new Uint8Array(await file.arrayBuffer());
    this.#decode();
  }

  #decode(encoding?: Encoding): void {
    const file = decodeFile(this.#bytes, encoding);
    this.pasting = { text: file.ok ? file.text : "", file };
  }

  #paste(text: string): void {
    this.pasting = { text, file: null };
  }

  #drop(event: DragEvent): void {
    event.preventDefault();
    const text = event.dataTransfer?.getData("text/plain");
    const file = event.dataTransfer?.files[0];
    if (file === undefined && text) this.#paste(text);
    void this.#read(file);
  }

  /** A table of zeros, as large as the reader says. */
  #blank(): TemplateResult {
    const t = this.store.words("data").data;
    const size = (name: string, label: string, value: number, most: number): TemplateResult => html`
      <label><input type="number" name=${name} min="1" max=${most} step="1" .defaultValue=${String(value)} required /> ${label}</label>`;
    return html`
      <form
        class="blank"
        @submit=${(event: SubmitEvent) => {
          event.preventDefault();
          const sizes = new FormData(event.target as HTMLFormElement);
          this.store.open(blank(Number(sizes.get("items")), Number(sizes.get("features"))));
        }}
      >
        <button>${t.blank}</button>
        ${size("items", t.items, 4, maxItems)}
        ${size("features", t.features, 2, maxFeatures)}
      </form>
    `;
  }

  protected override render(): TemplateResult {
    const { store } = this;
    const t = store.words("data").data;
    return html`
      <div
        class=${this.dropping ? "dropping" : ""}
        @keydown=${(event: KeyboardEvent) => undoByKey(event, store)}
        @dragover=${(event: DragEvent) => {
          event.preventDefault();
          this.dropping = true;
        }}
        @dragleave=${() => {
          this.dropping = false;
        }}
        @drop=${this.#drop}
      >
        <p>${this.dropping ? t.drop : t.intro}</p>
        <div class="tools">
          <button type="button" aria-disabled=${!store.canUndo.value} @click=${() => store.undo()}>
            ${t.undo}
          </button>
          <button type="button" aria-disabled=${!store.canRedo.value} @click=${() => store.redo()}>
            ${t.redo}
          </button>
          <button
            type="button"
            aria-expanded=${this.pasting !== null}
            @click=${() => {
              if (this.pasting === null) this.#paste("");
              else this.pasting = null;
            }}
          >${t.paste}</button>
          <label class="file">
            ${t.open}
            <input
              type="file"
              class="hidden"
              accept=".csv,.tsv,.txt,.json,.tex,.m,.jl,.py,text/*,application/json"
              @change=${(event: Event) => {
                const input = event.target as HTMLInputElement;
                void this.#read(input.files?.[0]);
                input.value = "";
              }}
            />
          </label>
          <label>
            <input
              type="checkbox"
              aria-describedby="keys-note"
              .checked=${store.part("keys") !== null}
              @change=${(event: Event) => {
                const s = store.state.peek();
                const separate = (event.target as HTMLInputElement).checked;
                store.update(setKeys(s, separate ? s.values : null));
              }}
            />
            ${t.separateKeys}
          </label>
          <span id="keys-note" class="note">${t.keysNote}</span>
          ${this.#blank()}
        </div>
        <sb-takeaway .store=${store}></sb-takeaway>
        ${
          this.pasting === null
            ? nothing
            : html`<sb-paste
                .store=${store}
                .source=${this.pasting}
                @encoding=${(event: CustomEvent<Encoding>) => this.#decode(event.detail)}
                @done=${() => {
                  this.pasting = null;
                }}
              ></sb-paste>`
        }
        <sb-table
          .store=${store}
          @table-pasted=${(event: CustomEvent<string>) => this.#paste(event.detail)}
        ></sb-table>
        <sb-parameters .store=${store}></sb-parameters>
      </div>
    `;
  }
}

customElements.define("sb-data", Data);
