import { html, nothing, type TemplateResult, unsafeCSS } from "lit";
import type { StepId } from "../../core/core.ts";
import { drawnSheets } from "../../model/drawn.ts";
import { format, formatExact } from "../../model/format.ts";
import type { Mode } from "../../model/link-schema.ts";
import { entryNames, queryNames } from "../../model/names.ts";
import { parameterTables } from "../../model/parameters.ts";
import { chain, maxSets, type Rows, type State } from "../../model/state.ts";
import type { Shown } from "../../model/store.ts";
import { stepOf } from "../../model/summary.ts";
import { wholeLine } from "../formula/lines.ts";
import { alpha, formOf, i, keyOf, scoreFormula, sub } from "../formula/maths.ts";
import { quantity } from "../ledger/labels.ts";
import type { RowId } from "../ledger/layout.ts";
import { numbersOf, totalOf } from "../ledger/rows.ts";
import { StoreElement, sharedStyles } from "../store-element.ts";
import css from "./worksheet.css?inline";

/** The rows that are filled in, with the step that fills each. */
const rows = [
  ["S1", "scores"],
  ["S3", "oneHot"],
  ["S4", "shifted"],
  ["S5", "expShifted"],
  ["S6", "normalized"],
] as const satisfies ReadonlyArray<readonly [StepId, RowId]>;

/** Objects side by side on a sheet of paper, and features in a table of given numbers. */
const abreast = 8;

/** The reader's numbers with blanks to fill in, and the answers on a side of their own. */
export class Worksheet extends StoreElement {
  static override properties = { ...StoreElement.properties, linkTo: { attribute: false } };
  static override styles = [sharedStyles, unsafeCSS(css)];

  /** The address that shows a state in a form. */
  declare linkTo: (state: State, mode: Mode) => string;

  protected override render(): TemplateResult | typeof nothing {
    const shown = this.store.shown.value;
    if (shown === null) return nothing;
    const { sets, answers } = shown.state.options;
    const sheets = sets === 0 ? [shown] : drawnSheets(shown, this.store);
    return html`
      ${this.#tools(shown)}
      ${sheets.map((sheet, i) => {
        const set = sets === 0 ? null : i + 1;
        return html`${this.#sheet(sheet, set)}${answers ? this.#key(sheet, set) : nothing}`;
      })}
    `;
  }

  /** Who was given the sheet without its answers has no way to them here. */
  #tools({ state }: Shown): TemplateResult {
    const { store } = this;
    const words = store.words("classroom");
    const text = words.worksheet;
    const { sets, seed, answers } = state.options;
    const draw = (event: Event): void => {
      const input = event.target as HTMLInputElement;
      const count = Math.round(input.valueAsNumber);
      store.setOptions({ sets: Math.min(Math.max(count || 0, 0), maxSets) });
      input.value = String(store.state.peek().options.sets);
    };
    return html`
      <div class="tools">
        <button type="button" class="print" @click=${() => print()}>${text.print}</button>
        <p>${answers ? text.about : text.aboutBlank}</p>
        ${
          answers
            ? html`
                <a href=${this.linkTo({ ...state, options: { ...state.options, answers: false } }, "worksheet")}>${text.blank}</a>
                <a href=${this.linkTo(state, "page")}>${words.leave}</a>
              `
            : nothing
        }
        ${
          !answers || store.locks("q")
            ? nothing
            : html`<div class="sets">
                <label>${text.sets}
                  <input type="number" min="0" max=${maxSets} .value=${String(sets)} @change=${draw} />
                </label>
                ${
                  sets === 0
                    ? nothing
                    : html`<button type="button" @click=${() => store.setOptions({ seed: (seed + 1) % 2 ** 32 })}>${text.drawAnew}</button>`
                }
                <span>${text.setsNote}</span>
              </div>`
        }
      </div>
    `;
  }

  #heading(title: string, set: number | null, { state }: Shown): TemplateResult {
    const text = this.store.words("classroom").worksheet;
    return html`<h1>${title}${set === null ? nothing : html` <span class="set">${text.set(set, state.options.seed)}</span>`}</h1>`;
  }

  #sheet(shown: Shown, set: number | null): TemplateResult {
    const text = this.store.words("classroom").worksheet;
    return html`
      <article>
        <header>
          ${this.#heading(text.title, set, shown)}
          <p class="who"><span>${text.name}</span><span>${text.date}</span></p>
        </header>
        ${this.#given(shown)} ${this.#table(shown, false)} ${this.#outputs(shown, false)}
        <h2>${text.questions}</h2>
        <ol class="ask">
          ${text.ask.map((question) => html`<li>${question}<div class="lines"></div></li>`)}
        </ol>
      </article>
    `;
  }

  #key(shown: Shown, set: number | null): TemplateResult {
    const text = this.store.words("classroom").worksheet;
    return html`
      <article class="key">
        <header>${this.#heading(text.key, set, shown)}</header>
        ${this.#table(shown, true)} ${this.#outputs(shown, true)}
        <ol class="ask">${text.answers(shown.summary).map((answer) => html`<li>${answer}</li>`)}</ol>
        ${this.#chain(shown)}
      </article>
    `;
  }

  #given({ state, names, features }: Shown): TemplateResult {
    const all = this.store.text.value;
    const text = this.store.words("classroom").worksheet;
    const { values, keys, query, temperature, language } = state;
    const own = queryNames(features, state);
    const entries = entryNames(language, keys?.[0]?.length ?? 0);
    return html`
      <h2>${text.given}</h2>
      <p>${text.givenText}</p>
      <div class="numbers"><div>
      ${blocksOf(values[0]?.length ?? 0).map((columns) =>
        this.#numbers(text.values, values, columns, features, names, state),
      )}
      ${
        keys === null
          ? nothing
          : blocksOf(keys[0]?.length ?? 0).map((columns) =>
              this.#numbers(text.keys, keys, columns, entries, names, state),
            )
      }
      </div><div>
      <p class="vector query">
        ${text.query} <math translate="no"><mi>q</mi><mo>=</mo></math> (${query.map(
          (x, j) =>
            html`${j > 0 ? ", " : ""}<span class="ltr" translate="no" title=${own[j] ?? nothing}>${formatExact(x)}</span>`,
        )})
        ${
          temperature === 1
            ? nothing
            : html`<span class="apart">${text.temperature} <math translate="no"><mi>τ</mi><mo>=</mo></math> <span class="ltr" translate="no">${formatExact(temperature)}</span></span>`
        }
      </p>
      <p class="vector">
        ${text.score(all.scores[state.score])}
        <math translate="no">${sub(alpha, i)}<mo>=</mo>${scoreFormula(state.score, keyOf(formOf(state), i))}</math>
      </p>
      ${this.#parameters(state)}
      </div></div>
    `;
  }

  #parameters(state: State): TemplateResult | typeof nothing {
    const tables = parameterTables(state);
    if (tables.length === 0) return nothing;
    return html`<p class="vector">
      ${tables.map(
        ({ name, rows }) => html`<span class="apart ltr" translate="no">
          <i>${name === "sigma" ? "σ" : name}</i> = ${
            name === "sigma"
              ? formatExact(rows[0]?.[0] ?? 1)
              : rows.map((row) => `(${row.map(formatExact).join(", ")})`).join(" ")
          }
        </span>`,
      )}
    </p>`;
  }

  #numbers(
    caption: string,
    numbers: Rows,
    columns: readonly number[],
    features: readonly string[],
    names: readonly string[],
    { mask }: State,
  ): TemplateResult {
    const text = this.store.words("classroom").worksheet;
    return html`
      <table class="given">
        <caption>${caption}</caption>
        <thead>
          <tr>
            <td></td>
            ${columns.map((j) => html`<th scope="col">${features[j]}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${numbers.map(
            (row, i) => html`
              <tr>
                <th scope="row">${names[i]}${mask?.[i] === false ? html` (${text.masked})` : nothing}</th>
                ${columns.map((j) => html`<td class="ltr" translate="no">${formatExact(row[j] ?? 0)}</td>`)}
              </tr>
            `,
          )}
        </tbody>
      </table>
    `;
  }

  /** One row per step, one column per object; filled in or blank. */
  #table(shown: Shown, answers: boolean): TemplateResult {
    const all = this.store.text.value;
    const text = this.store.words("classroom").worksheet;
    const { derivation: d, names, state } = shown;
    const form = formOf(state);
    const blocks = blocksOf(names.length);
    return html`
      <h2>${text.table}</h2>
      ${blocks.map((columns, block) => {
        const last = block === blocks.length - 1;
        return html`
          <table class="steps">
            <colgroup>
              <col class="id" />
              <col class="formulas" />
              ${columns.map(() => html`<col />`)}
              ${last ? html`<col class="of" /><col />` : nothing}
            </colgroup>
            <thead>
              <tr>
                <td colspan="2"></td>
                ${columns.map((i) => html`<th scope="col">${names[i]}</th>`)}
                ${last ? html`<td colspan="2"></td>` : nothing}
              </tr>
            </thead>
            <tbody>
              ${rows.map(([step, id]) => {
                const numbers = numbersOf(id, d);
                return html`
                  <tr>
                    <th scope="row">${step}<span class="hidden">${all.stations[step]}</span></th>
                    <td class="formula">${quantity(id, form, false)}<small>${text.fill[step](form.temperature !== "one")}</small></td>
                    ${columns.map((i) => box(answers ? (numbers[i] ?? 0) : null))}
                    ${last ? html`<td class="of">${text.of[totalOf(id, d).kind]}</td>${box(answers ? totalOf(id, d).value : null)}` : nothing}
                  </tr>
                `;
              })}
            </tbody>
          </table>
        `;
      })}
      <p class="fill">
        ${text.winner} ${answers ? html`<b>${shown.summary.winner}</b>` : html`<span class="blank"></span>`}
      </p>
    `;
  }

  #outputs({ derivation: d, features }: Shown, answers: boolean): TemplateResult {
    const text = this.store.words("classroom").worksheet;
    const outputs = [
      [text.hard, text.hardFill, d.hardOutput],
      [text.soft, text.softFill, d.softOutput],
    ] as const;
    return html`
      <h2>${text.output}</h2>
      ${blocksOf(features.length).map(
        (columns) => html`
          <table class="steps">
            <colgroup>
              <col class="outputs" />
              ${columns.map(() => html`<col />`)}
            </colgroup>
            <thead>
              <tr>
                <td></td>
                ${columns.map((j) => html`<th scope="col">${features[j]}</th>`)}
              </tr>
            </thead>
            <tbody>
              ${outputs.map(
                ([name, fill, output]) => html`
                  <tr>
                    <th scope="row">${name}<small>${fill}</small></th>
                    ${columns.map((j) => box(answers ? (output[j] ?? 0) : null))}
                  </tr>
                `,
              )}
            </tbody>
          </table>
        `,
      )}
      <p class="fill">
        ${text.distance} <math translate="no"><mo stretchy="false">‖</mo><mi>o</mi><mo>−</mo><mi>h</mi><mo stretchy="false">‖</mo></math>${
          answers
            ? html` = <b class="ltr" translate="no">${format(d.outputDistance)}</b>`
            : html` = <span class="blank"></span>`
        }
      </p>
    `;
  }

  /** The nine lines with what each gives. */
  #chain({ derivation, state }: Shown): TemplateResult {
    const form = formOf(state);
    return html`<ul class="chain">
      ${chain(false).map((id) => {
        const { relation } = stepOf(derivation, id);
        return html`<li><b>${id}</b> <math translate="no">${wholeLine(id, form, relation)}</math></li>`;
      })}
    </ul>`;
  }
}

const box = (value: number | null): TemplateResult =>
  value === null
    ? html`<td class="box"></td>`
    : html`<td class="answer ltr" translate="no">${format(value)}</td>`;

/** Places 0 … n − 1 in blocks that fit side by side. */
function blocksOf(n: number): ReadonlyArray<readonly number[]> {
  const places = Array.from({ length: n }, (_, i) => i);
  return Array.from({ length: Math.ceil(n / abreast) }, (_, block) =>
    places.slice(block * abreast, (block + 1) * abreast),
  );
}

customElements.define("sb-worksheet", Worksheet);
