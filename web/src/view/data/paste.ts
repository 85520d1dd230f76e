import { html, nothing, type PropertyValues, type TemplateResult, unsafeCSS } from "lit";
import { loadTable } from "../../model/edits.ts";
import { inText } from "../../model/names.ts";
import { type ReadOptions, readTable, type TableReading } from "../../model/paste.ts";
import { dataTexts } from "../../model/text/data.ts";
import { StoreElement, sharedStyles } from "../store-element.ts";
import css from "./paste.css?inline";

/** A text on its way to being a table: how it reads is said before anything is replaced. */
export class Paste extends StoreElement {
  static override properties = {
    ...StoreElement.properties,
    draft: {},
    options: { state: true },
  };
  static override styles = [sharedStyles, unsafeCSS(css)];

  declare draft: string;
  /** The reading that the reader chose where there are two. */
  declare options: ReadOptions;

  constructor() {
    super();
    this.draft = "";
    this.options = {};
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has("draft")) this.options = {};
  }

  protected override firstUpdated(): void {
    this.renderRoot.querySelector("textarea")?.focus();
  }

  #done(): void {
    this.dispatchEvent(new CustomEvent("done"));
  }

  #use(reading: TableReading): void {
    if (!reading.ok) return;
    this.store.update(loadTable(this.store.state.peek(), reading));
    this.#done();
  }

  protected override render(): TemplateResult {
    const t = dataTexts[this.store.language.value].data;
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
      <div role="status">${reading === null ? nothing : this.#said(reading)}</div>
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

  #said(reading: TableReading): TemplateResult {
    const { data, paste } = dataTexts[this.store.language.value];
    if (!reading.ok) {
      const { problem } = reading;
      const quoted =
        problem.cell === undefined ? problem : { ...problem, cell: inText(problem.cell) };
      return html`
        <p class="problem">${paste.problem(quoted)} ${paste.kept}</p>
        ${problem.alternative ? this.#other(problem.alternative) : nothing}
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
    >${dataTexts[this.store.language.value].paste.alternative(alternative)}</button>`;
  }
}

customElements.define("sb-paste", Paste);
