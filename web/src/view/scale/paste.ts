import { html, nothing, type TemplateResult, unsafeCSS } from "lit";
import { type ReadOptions, readTable, type TableReading } from "../../model/paste.ts";
import {
  faultOf,
  type MatrixKey,
  matrices,
  noPasted,
  type Pasted,
  pastedIn,
} from "../../model/scale/pasted.ts";
import { maxFeatures, maxItems, type Rows } from "../../model/state.ts";
import { StoreElement, sharedStyles } from "../store-element.ts";
import { draftsOf, faultText, keep, keptOf } from "./kept.ts";
import css from "./paste.css?inline";

/** Q, K and V of a model, or its weights: each is read as it is pasted, and shown when all of it fits. */
export class ScalePaste extends StoreElement {
  static override properties = { ...StoreElement.properties, options: { state: true } };
  static override styles = [sharedStyles, unsafeCSS(css)];

  /** The reading that the reader chose where there are two. */
  declare options: Partial<Record<MatrixKey, ReadOptions>>;

  constructor() {
    super();
    this.options = {};
  }

  /** As it was typed, or as it stands in the link. */
  #draft(key: MatrixKey): string {
    const now = this.store.state.value.options[key] ?? keptOf(this.store)?.[key] ?? null;
    return draftsOf(this.store).get(key) ?? (now === null ? "" : written(now));
  }

  #read(key: MatrixKey): TableReading | null {
    const draft = this.#draft(key);
    return draft.trim() === "" ? null : readTable(draft, this.options[key] ?? {});
  }

  /** Every matrix that is there; null where one of them cannot be read. */
  #pasted(readings: ReadonlyMap<MatrixKey, TableReading | null>): Pasted | null {
    const pasted: { -readonly [Key in keyof Pasted]: Pasted[Key] } = { ...noPasted };
    for (const [key, reading] of readings) {
      if (reading === null) continue;
      if (!reading.ok) return null;
      pasted[key] = reading.rows;
      pasted.tokenNames ??= reading.labels ?? null;
      if (key === "attention") pasted.tokenNames ??= reading.features ?? null;
    }
    const now = pastedIn(this.store.state.value.options);
    const n = (pasted.attention ?? pasted.queries)?.length;
    if (now.tokenNames?.length === n) pasted.tokenNames ??= now.tokenNames;
    return pasted;
  }

  protected override render(): TemplateResult {
    const { store } = this;
    const words = store.words("scale").pasted;
    const readings = new Map(matrices.map((key) => [key, this.#read(key)]));
    const pasted = this.#pasted(readings);
    const empty = [...readings.values()].every((reading) => reading === null);
    const fault = pasted === null || empty ? null : faultOf(pasted);
    return html`
      <p>${words.intro(String(maxItems), String(maxFeatures))}</p>
      <div class="fields">${matrices.map((key) => this.#field(key, readings.get(key) ?? null))}</div>
      <p role="status" class=${fault === null ? "" : "problem"}>${fault === null ? nothing : faultText(store.words("scale"), fault)}</p>
      <button
        type="button"
        class="use"
        ?disabled=${pasted === null || empty || fault !== null}
        @click=${() => {
          if (pasted === null) return;
          keep(store, pasted);
          store.setOptions({ ...pasted, tokens: null, own: false });
        }}
      >${words.show}</button>
    `;
  }

  #field(key: MatrixKey, reading: TableReading | null): TemplateResult {
    const { store } = this;
    const { pasted: words } = store.words("scale");
    const { data, paste } = store.words("data");
    return html`
      <div class="field">
        <label for=${key}>${words.matrices[key]}</label>
        <textarea
          id=${key}
          class="ltr"
          rows="4"
          spellcheck="false"
          autocomplete="off"
          placeholder=${data.pasteHere}
          .value=${this.#draft(key)}
          @input=${(event: Event) => {
            draftsOf(store).set(key, (event.target as HTMLTextAreaElement).value);
            this.options = { ...this.options, [key]: {} };
          }}
        ></textarea>
        <div role="status">
          ${
            reading === null
              ? nothing
              : reading.ok
                ? html`<p>${words.reads(String(reading.rows.length), String(reading.rows[0]?.length))}</p>
                    ${reading.notices.map(
                      (notice) =>
                        html`<p>${paste.notice(notice)} ${
                          "alternative" in notice && notice.alternative
                            ? this.#other(key, notice.alternative)
                            : nothing
                        }</p>`,
                    )}`
                : html`<p class="problem">${paste.problem(reading.problem)}</p>
                    ${reading.problem.alternatives?.map((alternative) => this.#other(key, alternative))}`
          }
        </div>
      </div>
    `;
  }

  #other(key: MatrixKey, alternative: ReadOptions): TemplateResult {
    return html`<button
      type="button"
      class="other"
      @click=${() => {
        this.options = { ...this.options, [key]: { ...this.options[key], ...alternative } };
      }}
    >${this.store.words("data").paste.alternative(alternative)}</button>`;
  }
}

const written = (rows: Rows): string => rows.map((row) => row.join(" ")).join("\n");

customElements.define("sb-scale-paste", ScalePaste);
