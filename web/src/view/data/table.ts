import { html, nothing, type TemplateResult, unsafeCSS } from "lit";
import { guard } from "lit/directives/guard.js";
import {
  addFeature,
  addItem,
  canAddFeature,
  canAddItem,
  canRemoveFeature,
  canRemoveItem,
  removeFeature,
  removeItem,
  setFeature,
  setKey,
  setLabel,
  setMask,
  setValue,
} from "../../model/edits.ts";
import { formatExact, parseNumber } from "../../model/format.ts";
import { entryNames, featureNames, inText, itemNames } from "../../model/names.ts";
import type { State } from "../../model/state.ts";
import type { Cell } from "../../model/store.ts";
import { dataTexts } from "../../model/text/data.ts";
import { whyKept } from "../complaint.ts";
import scrollerCss from "../controls/scroller.css?inline";
import { StoreElement, sharedStyles } from "../store-element.ts";
import css from "./table.css?inline";

type Part = "values" | "keys";

/** What is typed into a cell while it is not a number, and the number it stands beside. */
interface Draft {
  readonly typed: string;
  readonly value: number;
}

/** The data as a table to type in: a row per item, a column per feature. */
export class DataTable extends StoreElement {
  static override properties = { ...StoreElement.properties, drafts: { state: true } };
  static override styles = [sharedStyles, unsafeCSS(scrollerCss), unsafeCSS(css)];

  declare drafts: ReadonlyMap<string, Draft>;

  constructor() {
    super();
    this.drafts = new Map();
  }

  #type(part: Part, i: number, j: number, typed: string): void {
    const { store } = this;
    const s = store.state.peek();
    const value = parseNumber(typed, "any");
    const before = s[part]?.[i]?.[j] ?? 0;
    const drafts = new Map(this.drafts);
    drafts.set(`${part} ${i} ${j}`, { typed, value: value ?? before });
    this.drafts = drafts;
    if (value === null) return;
    const edit = part === "values" ? setValue : setKey;
    store.update(edit(s, i, j, value));
  }

  #edit(edit: (state: State) => Partial<State>): void {
    this.store.update(edit(this.store.state.peek()));
  }

  /** The button goes with what it removes; the next one takes the focus, so that keys go on. */
  async #remove(edit: (state: State) => Partial<State>, part: string, at: number): Promise<void> {
    this.#edit(edit);
    await this.updateComplete;
    const buttons = this.renderRoot.querySelectorAll<HTMLElement>(`${part} .remove`);
    const next = buttons[Math.min(at, buttons.length - 1)];
    (next ?? this.renderRoot.querySelector<HTMLElement>(".row"))?.focus();
  }

  #leave(key: string): void {
    const draft = this.drafts.get(key);
    if (draft !== undefined && parseNumber(draft.typed, "any") !== null) {
      this.#forget(key);
    }
  }

  #forget(key: string): void {
    const drafts = new Map(this.drafts);
    drafts.delete(key);
    this.drafts = drafts;
  }

  /** A table pasted into a cell is shown as it reads before it takes the place of this one. */
  #paste(event: ClipboardEvent): void {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (!/[\n\t[{&;]/.test(text.trim())) return;
    event.preventDefault();
    this.dispatchEvent(new CustomEvent("table-pasted", { detail: text }));
  }

  /** Up, down and Enter move between rows, as in a spreadsheet. */
  #move(event: KeyboardEvent, part: Part, i: number, j: number): void {
    const by = { ArrowUp: -1, ArrowDown: 1, Enter: 1 }[event.key];
    if (event.key === "Escape") this.#forget(`${part} ${i} ${j}`);
    if (by === undefined) return;
    const next = this.renderRoot.querySelector<HTMLInputElement>(
      `input[data-cell="${part} ${i + by} ${j}"]`,
    );
    if (next === null) return;
    event.preventDefault();
    next.focus();
    next.select();
  }

  #cell(part: Part, i: number, j: number, value: number, name: string): TemplateResult {
    const key = `${part} ${i} ${j}`;
    const found = this.drafts.get(key);
    const draft = found !== undefined && Object.is(found.value, value) ? found.typed : null;
    const wrong = draft !== null && parseNumber(draft, "any") === null;
    const { controls } = this.store.text.peek();
    return html`
      <td>
        <input
          class="ltr number"
          type="text"
          inputmode="decimal"
          autocomplete="off"
          spellcheck="false"
          data-cell=${key}
          aria-label=${name}
          aria-invalid=${wrong || !Number.isFinite(value) ? "true" : nothing}
          title=${wrong ? controls.notANumber(inText(draft)) : formatExact(value)}
          .value=${draft ?? formatExact(value)}
          @input=${(e: Event) => this.#type(part, i, j, (e.target as HTMLInputElement).value)}
          @blur=${() => this.#leave(key)}
          @paste=${this.#paste}
          @keydown=${(e: KeyboardEvent) => this.#move(e, part, i, j)}
        />
      </td>
    `;
  }

  /** The first cell that holds no number. */
  #unread(): (Cell & { readonly typed: string }) | null {
    for (const [key, { typed, value }] of this.drafts) {
      const [part, i, j] = key.split(" ");
      const [row, column] = [Number(i), Number(j)];
      const now = this.store.state.peek()[part as Part]?.[row]?.[column];
      if (!Object.is(now, value) || parseNumber(typed, "any") !== null) continue;
      return { row, column, typed };
    }
    return null;
  }

  /** The same by row and column as a reader counts them. */
  #complaint(): string {
    const { controls, errors } = this.store.text.peek();
    const cell = this.#unread();
    return cell === null
      ? ""
      : `${errors.where(cell.row + 1, cell.column + 1)} ${controls.notANumber(inText(cell.typed))}`;
  }

  protected override updated(): void {
    const { unread } = this.store;
    const [before, now] = [unread.peek(), this.#unread()];
    if (before?.row !== now?.row || before?.column !== now?.column) unread.value = now;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    if (this.store) this.store.unread.value = null;
  }

  /** Drawn anew for what it shows: a drag of the query leaves it alone. */
  protected override render(): TemplateResult {
    const { store } = this;
    const s = store.state.value;
    const { values, keys, mask, labels, features, scene } = s;
    const now = [values, keys, mask, labels, features, scene, store.text.value, store.lit.value];
    const kept = whyKept(store) !== null;
    return html`
      ${guard([...now, this.drafts], () => this.#table(s))}
      <p class="kept" role="status">${kept ? dataTexts[store.language.value].data.linkKept : nothing}</p>
    `;
  }

  #table(s: State): TemplateResult {
    const { store } = this;
    const t = dataTexts[store.language.value].data;
    const names = itemNames(s);
    const features = featureNames(s);
    const lit = store.lit.value;
    const current = names.map((name, i) => inText(name || String(i + 1)));
    return html`
      <div class="scroller ltr" role="region" tabindex="0" aria-label=${t.table}>
        <table>
          <thead>
            ${
              s.keys === null
                ? nothing
                : html`<tr class="parts">
                    <th></th>
                    <th colspan=${features.length}>${t.values}</th>
                    <th colspan=${s.keys[0]?.length ?? 1}>${t.keys}</th>
                    <th colspan="2"></th>
                  </tr>`
            }
            <tr>
              <th scope="col" class="corner">${t.item}</th>
              ${features.map(
                (feature, j) => html`
                  <th scope="col">
                    <span class="feature">
                      <input
                        type="text"
                        class="name"
                        aria-label=${t.featureName(j + 1)}
                        .value=${feature}
                        @change=${(e: Event) =>
                          this.#edit((s) => setFeature(s, j, (e.target as HTMLInputElement).value))}
                      />
                      ${
                        canRemoveFeature(s)
                          ? html`<button
                              type="button"
                              class="remove"
                              aria-label=${t.removeFeature(inText(feature))}
                              title=${t.removeFeature(inText(feature))}
                              @click=${() => this.#remove((s) => removeFeature(s, j), "thead", j)}
                            >×</button>`
                          : nothing
                      }
                    </span>
                  </th>
                `,
              )}
              ${entryNames(s.language, s.keys?.[0]?.length ?? 0).map(
                (entry) => html`<th scope="col" class="key">${entry}</th>`,
              )}
              <th scope="col" class="attend">${t.attend}</th>
              <th>
                <button
                  type="button"
                  class="add"
                  aria-label=${t.addFeature}
                  title=${t.addFeature}
                  ?disabled=${!canAddFeature(s)}
                  @click=${() => this.#edit(addFeature)}
                >＋</button>
              </th>
            </tr>
          </thead>
          <tbody>
            ${s.values.map(
              (row, i) => html`
                <tr
                  class=${lit === i ? "lit" : ""}
                  @pointerenter=${() => {
                    store.lit.value = i;
                  }}
                  @pointerleave=${() => {
                    store.lit.value = null;
                  }}
                >
                  <th scope="row">
                    <input
                      type="text"
                      class="name"
                      aria-label=${t.itemName(i + 1)}
                      .value=${names[i] ?? ""}
                      @change=${(e: Event) =>
                        this.#edit((s) => setLabel(s, i, (e.target as HTMLInputElement).value))}
                    />
                  </th>
                  ${row.map((value, j) =>
                    this.#cell(
                      "values",
                      i,
                      j,
                      value,
                      `${current[i]}, ${inText(features[j] ?? "")}`,
                    ),
                  )}
                  ${(s.keys?.[i] ?? []).map((value, j) =>
                    this.#cell("keys", i, j, value, `${current[i]}, ${t.keys} ${j + 1}`),
                  )}
                  <td class="attend">
                    <input
                      type="checkbox"
                      aria-label=${t.attendTo(current[i] ?? "")}
                      .checked=${s.mask?.[i] ?? true}
                      @change=${(e: Event) =>
                        this.#edit((s) => setMask(s, i, (e.target as HTMLInputElement).checked))}
                    />
                  </td>
                  <td>
                    ${
                      canRemoveItem(s)
                        ? html`<button
                            type="button"
                            class="remove"
                            aria-label=${t.removeItem(current[i] ?? "")}
                            title=${t.removeItem(current[i] ?? "")}
                            @click=${() => this.#remove((s) => removeItem(s, i), "tbody", i)}
                          >×</button>`
                        : nothing
                    }
                  </td>
                </tr>
              `,
            )}
          </tbody>
        </table>
      </div>
      <p class="wrong" role="alert">${this.#complaint()}</p>
      <button
        type="button"
        class="row"
        ?disabled=${!canAddItem(s)}
        @click=${() => this.#edit(addItem)}
      >＋ ${t.addItem}</button>
    `;
  }
}

customElements.define("sb-table", DataTable);
