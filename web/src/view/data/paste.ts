import { html, nothing, type PropertyValues, type TemplateResult, unsafeCSS } from "lit";
import { loadTable } from "../../model/edits.ts";
import { type ReadOptions, readTable, type TableReading } from "../../model/paste.ts";
import type { Encoding, FileReading } from "../../model/paste-encoding.ts";
import { StoreElement, sharedStyles } from "../store-element.ts";
import css from "./paste.css?inline";

/** As people know them, in every language. */
const encodingNames: Readonly<Record<Encoding, string>> = {
  "utf-8": "UTF-8",
  "utf-16le": "UTF-16",
  "utf-16be": "UTF-16",
  gb18030: "GBK (GB18030)",
  big5: "Big5",
  shift_jis: "Shift-JIS",
  "windows-1252": "Latin-1 (Windows-1252)",
  "euc-jp": "EUC-JP",
  "euc-kr": "EUC-KR",
  "windows-1251": "Windows-1251",
};

/** What comes to be read: a text, and how the file was decoded that it is of, if it is. */
export interface Source {
  readonly text: string;
  readonly file: FileReading | null;
}

/** A text on its way to being a table: how it reads is said before anything is replaced. */
export class Paste extends StoreElement {
  static override properties = {
    ...StoreElement.properties,
    source: { attribute: false },
    draft: { state: true },
    options: { state: true },
  };
  static override styles = [sharedStyles, unsafeCSS(css)];

  declare source: Source;
  /** The text of the source, or what the reader has made of it. */
  declare draft: string;
  /** The reading that the reader chose where there are two. */
  declare options: ReadOptions;

  constructor() {
    super();
    this.source = { text: "", file: null };
    this.draft = "";
    this.options = {};
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has("source")) this.draft = this.source.text;
    if (changed.has("source") || changed.has("draft")) this.options = {};
  }

  protected override firstUpdated(): void {
    this.renderRoot.querySelector("textarea")?.focus();
  }

  #done(): void {
    this.dispatchEvent(new CustomEvent("done"));
  }

  #use(reading: TableReading): void {
    if (!reading.ok) return;
    this.store.open(loadTable(this.store.state.peek(), reading));
    this.#done();
  }

  protected override render(): TemplateResult {
    const t = this.store.words("data").data;
    const reading = this.draft.trim() === "" ? null : readTable(this.draft, this.options);
    return html`
      <textarea
        class="ltr"
        rows="6"
        spellcheck="false"
        autocomplete="off"
        aria-label=${t.pasteHere}
        placeholder=${t.pasteHere}
        .value=${this.draft}
        @input=${(event: Event) => {
          this.draft = (event.target as HTMLTextAreaElement).value;
        }}
        @keydown=${(event: KeyboardEvent) => {
          if (event.key === "Escape") this.#done();
        }}
      ></textarea>
      <div role="status">
        ${this.source.file === null ? nothing : this.#decoded(this.source.file)}
        ${reading === null ? nothing : this.#said(reading)}
      </div>
      <div class="buttons">
        <button
          type="button"
          class="use"
          ?disabled=${!reading?.ok}
          @click=${() => {
            if (reading) this.#use(reading);
          }}
        >${t.use}</button>
        <button type="button" @click=${() => this.#done()}>${t.cancel}</button>
      </div>
    `;
  }

  #decoded(file: FileReading): TemplateResult | typeof nothing {
    const { paste } = this.store.words("data");
    if (file.ok && file.others.length === 0) return nothing;
    return html`
      <p class=${file.ok ? "" : "problem"}>
        ${file.ok ? paste.decoded(encodingNames[file.encoding], file.sample) : `${paste.kept} ${paste.file[file.reason]}`}
      </p>
      ${file.others.map(
        (encoding) => html`<button
          type="button"
          class="other"
          @click=${() => this.dispatchEvent(new CustomEvent("encoding", { detail: encoding }))}
        >${encodingNames[encoding]}</button>`,
      )}
    `;
  }

  #said(reading: TableReading): TemplateResult {
    const { data, paste } = this.store.words("data");
    if (!reading.ok) {
      const { problem } = reading;
      return html`
        <p class="problem">${paste.problem(problem)} ${paste.kept}</p>
        ${problem.alternatives?.map((alternative) => this.#other(alternative))}
      `;
    }
    return html`
      <p>${data.reads(reading.rows.length, reading.rows[0]?.length ?? 0)}</p>
      ${reading.notices.map(
        (notice) => html`
          <p>
            ${paste.notice(notice)}
            ${"alternative" in notice && notice.alternative ? this.#other(notice.alternative) : nothing}
          </p>
        `,
      )}
    `;
  }

  #other(alternative: ReadOptions): TemplateResult {
    return html`<button
      type="button"
      class="other"
      @click=${() => {
        this.options = { ...this.options, ...alternative };
      }}
    >${this.store.words("data").paste.alternative(alternative)}</button>`;
  }
}

customElements.define("sb-paste", Paste);
