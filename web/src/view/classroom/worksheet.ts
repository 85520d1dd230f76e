import { html, nothing, type TemplateResult, unsafeCSS } from "lit";
import type { StepId } from "../../core/core.ts";
import { format, formatExact } from "../../model/format.ts";
import { entryNames, queryNames } from "../../model/names.ts";
import { parameterTables } from "../../model/parameters.ts";
import { chain, type Rows, type State } from "../../model/state.ts";
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
const rows: ReadonlyArray<readonly [StepId, RowId]> = [
  ["S1", "scores"],
  ["S3", "oneHot"],
  ["S4", "shifted"],
  ["S5", "expShifted"],
  ["S6", "normalized"],
];

/** Objects side by side on a sheet of paper, and features in a table of given numbers. */
const abreast = 8;

/** The reader's numbers with blanks to fill in, and the answers on pages of their own. */
export class Worksheet extends StoreElement {
  static override properties = { ...StoreElement.properties, page: {} };
  static override styles = [sharedStyles, unsafeCSS(css)];

  /** The address of the full page with the same numbers. */
  declare page: string;

  protected override render(): TemplateResult | typeof nothing {
    const shown = this.store.shown.value;
    if (shown === null) return nothing;
    const words = this.store.words("classroom");
    const text = words.worksheet;
    return html`
      <div class="tools">
        <button type="button" @click=${() => print()}>${text.print}</button>
        <p>${text.about}</p>
        <a href=${this.page}>${words.leave}</a>
      </div>
      <article>
        <header>
          <h1>${text.title}</h1>
          <p class="who"><span>${text.name}</span><span>${text.date}</span></p>
        </header>
        ${this.#given(shown)} ${this.#table(shown, false)} ${this.#outputs(shown, false)}
        <h2>${text.questions}</h2>
        <ol class="ask">
          ${text.ask.map((question) => html`<li>${question}<div class="lines"></div></li>`)}
        </ol>
      </article>
      <article class="key">
        <header><h1>${text.key}</h1></header>
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
      <p>${text.givenText(all.scenes[state.scene].name)}</p>
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
      <p class="vector">
        ${text.query} <math><mi>q</mi><mo>=</mo></math> (${query.map(
          (x, j) =>
            html`${j > 0 ? ", " : ""}<span class="ltr" title=${own[j] ?? nothing}>${formatExact(x)}</span>`,
        )})
        ${
          temperature === 1
            ? nothing
            : html`<span class="apart">${text.temperature} <math><mi>τ</mi><mo>=</mo></math> <span class="ltr">${formatExact(temperature)}</span></span>`
        }
      </p>
      <p class="vector">
        ${text.score(all.scores[state.score])}
        <math>${sub(alpha, i)}<mo>=</mo>${scoreFormula(state.score, keyOf(formOf(state), i))}</math>
      </p>
      ${this.#parameters(state)}
    `;
  }

  #parameters(state: State): TemplateResult | typeof nothing {
    const tables = parameterTables(state);
    if (tables.length === 0) return nothing;
    return html`<p class="vector">
      ${tables.map(
        ({ name, rows }) => html`<span class="apart ltr">
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
                ${columns.map((j) => html`<td class="ltr">${formatExact(row[j] ?? 0)}</td>`)}
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
            </colgroup>
            <thead>
              <tr>
                <td colspan="2"></td>
                ${columns.map((i) => html`<th scope="col">${names[i]}</th>`)}
                ${last ? html`<th scope="col">${text.total}</th>` : nothing}
              </tr>
            </thead>
            <tbody>
              ${rows.map(([step, id]) => {
                const numbers = numbersOf(id, d);
                return html`
                  <tr>
                    <th scope="row">${step}<span class="hidden">${all.stations[step]}</span></th>
                    <td class="formula">${quantity(id, form, false)}</td>
                    ${columns.map((i) => box(answers ? (numbers[i] ?? 0) : null))}
                    ${last ? box(answers ? totalOf(id, d).value : null) : nothing}
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
      [text.hard, d.hardOutput],
      [text.soft, d.softOutput],
    ] as const;
    return html`
      <h2>${text.output}</h2>
      ${blocksOf(features.length).map(
        (columns) => html`
          <table class="steps">
            <thead>
              <tr>
                <td></td>
                ${columns.map((j) => html`<th scope="col">${features[j]}</th>`)}
              </tr>
            </thead>
            <tbody>
              ${outputs.map(
                ([name, output]) => html`
                  <tr>
                    <th scope="row">${name}</th>
                    ${columns.map((j) => box(answers ? (output[j] ?? 0) : null))}
                  </tr>
                `,
              )}
            </tbody>
          </table>
        `,
      )}
      <p class="fill">
        ${text.distance} <math><mo stretchy="false">‖</mo><mi>o</mi><mo>−</mo><mi>h</mi><mo stretchy="false">‖</mo></math>${
          answers
            ? html` = <b class="ltr">${format(d.outputDistance)}</b>`
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
        return html`<li><b>${id}</b> <math>${wholeLine(id, form, relation)}</math></li>`;
      })}
    </ul>`;
  }
}

const box = (value: number | null): TemplateResult =>
  value === null ? html`<td class="box"></td>` : html`<td class="answer ltr">${format(value)}</td>`;

/** Places 0 … n − 1 in blocks that fit side by side. */
function blocksOf(n: number): ReadonlyArray<readonly number[]> {
  const places = Array.from({ length: n }, (_, i) => i);
  return Array.from({ length: Math.ceil(n / abreast) }, (_, block) =>
    places.slice(block * abreast, (block + 1) * abreast),
  );
}

customElements.define("sb-worksheet", Worksheet);
