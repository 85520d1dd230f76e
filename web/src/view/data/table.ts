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
import { entryNames, featureNames, inText, itemNames } from "../../model/names.ts";
import type { State } from "../../model/state.ts";
import type { Cell } from "../../model/store.ts";
import { whyKept } from "../complaint.ts";
import { NumberInputs } from "../controls/number-inputs.ts";
import { StoreElement, sharedStyles } from "../store-element.ts";
import css from "./table.css?inline";
import "../controls/scroller.ts";

/** A cell of the table, in its values or its keys. */
interface Entry extends Cell {
  readonly part: "values" | "keys";
}

/** The data as a table to type in: a row per item, a column per feature. */
export class DataTable extends StoreElement {
  static override styles = [sharedStyles, unsafeCSS(css)];

  readonly #inputs = new NumberInputs();

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

  /** A table pasted into a cell is shown as it reads before it takes the place of this one. */
  #paste(event: ClipboardEvent): void {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (cellOf(event) === null || !/[\n\t[{&;]/.test(text.trim())) return;
    event.preventDefault();
    this.dispatchEvent(new CustomEvent("table-pasted", { detail: text }));
  }

  /** Up, down and Enter move between rows, as in a spreadsheet. */
  #move(event: KeyboardEvent): void {
    const by = { ArrowUp: -1, ArrowDown: 1, Enter: 1 }[event.key];
    const cell = cellOf(event);
    if (by === undefined || cell === null || event.isComposing) return;
    const next = this.renderRoot.querySelector<HTMLInputElement>(
      `input[data-cell="${keyOf({ ...cell, row: cell.row + by })}"]`,
    );
    if (next === null) return;
    event.preventDefault();
    next.focus();
    next.select();
  }

  #cell(cell: Entry, value: number, label: string): TemplateResult {
    const { store } = this;
    const edit = cell.part === "values" ? setValue : setKey;
    return html`<td>${this.#inputs.field({
      key: keyOf(cell),
      label,
      value,
      accepts: () => true,
      faulty: !Number.isFinite(value),
      set: (next) => store.update(edit(store.state.peek(), cell.row, cell.column, next)),
      complaint: store.text.peek().controls.notANumber,
      live: true,
    })}</td>`;
  }

  /** The first cell that holds no number. */
  #unread(): (Cell & { readonly typed: string }) | null {
    const state = this.store.state.value;
    for (const [key, { typed, value, refused }] of this.#inputs.drafts.value) {
      const { part, row, column } = entryOf(key);
      if (refused && Object.is(state[part]?.[row]?.[column], value)) return { row, column, typed };
    }
    return null;
  }

  /** The same by row and column as a reader counts them. */
  #complaint(): string {
    const { controls, errors, space } = this.store.text.peek();
    const cell = this.#unread();
    return cell === null
      ? ""
      : errors.where(cell.row + 1, cell.column + 1) +
          space +
          controls.notANumber(inText(cell.typed));
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
      ${guard([...now, this.#inputs.drafts.value], () => this.#table(s))}
      <p class="kept" role="status">${kept ? store.words("data").data.linkKept : nothing}</p>
    `;
  }

  #table(s: State): TemplateResult {
    const { store } = this;
    const t = store.words("data").data;
    const { comma } = store.text.value;
    const names = itemNames(s);
    const features = featureNames(s);
    const lit = store.lit.value;
    const current = names.map((name, i) => inText(name || String(i + 1)));
    return html`
      <sb-scroller class="ltr" role="region" tabindex="0" aria-label=${t.table}>
        <table @keydown=${this.#move} @paste=${this.#paste}>
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
                        size=${Math.min(24, Math.max(5, feature.length))}
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
                  ${row.map((value, column) =>
                    this.#cell(
                      { part: "values", row: i, column },
                      value,
                      `${current[i]}${comma}${inText(features[column] ?? "")}`,
                    ),
                  )}
                  ${(s.keys?.[i] ?? []).map((value, column) =>
                    this.#cell(
                      { part: "keys", row: i, column },
                      value,
                      `${current[i]}${comma}${t.keys} ${column + 1}`,
                    ),
                  )}
                  <td class="attend">
                    <input
                      type="checkbox"
                      aria-describedby="attend-note"
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
      </sb-scroller>
      <p class="wrong" role="alert">${this.#complaint()}</p>
      <p id="attend-note">${t.attendNote}</p>
      <button
        type="button"
        class="row"
        ?disabled=${!canAddItem(s)}
        @click=${() => this.#edit(addItem)}
      >＋ ${t.addItem}</button>
    `;
  }
}

const keyOf = ({ part, row, column }: Entry): string => `${part} ${row} ${column}`;

function entryOf(key: string): Entry {
  const [part, row, column] = key.split(" ");
  return { part: part as Entry["part"], row: Number(row), column: Number(column) };
}

/** The cell in which something happens; null where that is a name or a button. */
function cellOf({ target }: Event): Entry | null {
  const key = target instanceof HTMLElement ? target.dataset.cell : undefined;
  return key === undefined ? null : entryOf(key);
}

customElements.define("sb-table", DataTable);
