import { html, nothing, type TemplateResult, unsafeCSS } from "lit";
import type { Matrix } from "../../core/core.ts";
import { format, formatExact, formatNarrow } from "../../model/format.ts";
import type { Point } from "../../model/lab.ts";
import { queryNames } from "../../model/names.ts";
import { saturation } from "../../model/state.ts";
import type { Shown } from "../../model/store.ts";
import { icon } from "../icons.ts";
import { numeral } from "../numeral.ts";
import { sharedStyles } from "../store-element.ts";
import {
  hardJacobian,
  jacobianFormula,
  normBound,
  outputJacobian,
  queryLetter,
  softJacobian,
  startLetter,
} from "./formulas.ts";
import { heaviest, isStrong, largestSize, strengthOf } from "./heat.ts";
import css from "./jacobian.css?inline";
import { LabElement } from "./lab-element.ts";
import { shade } from "./shade.ts";
import labCss from "./shared-lab.css?inline";
import "../controls/scroller.ts";

/** How many rows and columns can be read. */
const mostItems = 12;
const mostFeatures = 6;

/** The Jacobians of argmax and softmax where the point stands, and ∂o/∂q with its differences. */
export class JacobianView extends LabElement {
  static override styles = [sharedStyles, unsafeCSS(labCss), unsafeCSS(css)];

  protected override render(): TemplateResult | null {
    const { lab, store, words } = this;
    const point = lab.point.value;
    const line = lab.line.value;
    if (point === null || line === null) return null;
    const { names } = line.shown;
    const { jacobian } = words;
    const { saturated } = store.state.value.options;
    const where =
      point.place === 0
        ? startLetter(saturated, saturation)
        : point.place === 1
          ? queryLetter
          : jacobian.here;
    const { derivation: d, hardJacobian: hard } = point;
    const n = names.length;
    const items = n > mostItems ? heaviest(d.weights, mostItems) : names.map((_, i) => i);
    const part =
      n > mostItems
        ? html`<p class="note">${jacobian.part(String(mostItems), String(n))}</p>`
        : nothing;
    // Scientific numbers need room: one table below the other.
    const wide = isFine(d.jacobian, items);
    const separator = store.text.value.colon;
    return html`
      <div class="pair ${wide ? "wide" : ""}">
        <section>
          <h3>${hardJacobian} ${jacobian.at} ${where}${separator}${hard === null ? jacobian.hardTie : jacobian.hardZeros(String(n * n))}</h3>
          ${this.#table("hard", hard, items, names, point)}
          <p class="note">${hard === null ? jacobian.tieNote : jacobian.hardNote(names[line.target] ?? "")}</p>
        </section>
        <section>
          <h3>${softJacobian} ${jacobian.at} ${where}${separator}${jacobian.soft}</h3>
          ${d.jacobian.rows === 0 ? html`<p class="note">${jacobian.tooLarge}</p>` : this.#table("soft", d.jacobian, items, names, point)}
          ${part}
          ${this.#identities(point)}
        </section>
      </div>
      ${this.#outputs(point, line.shown)}
    `;
  }

  /** What holds of every Jacobian of softmax, as this one's numbers have it. */
  #identities({ identities }: Point): TemplateResult {
    const { jacobian } = this.words;
    if (identities === null) return html`<p class="note">${this.#oneHot()}</p>`;
    const { rowSums, asymmetry, norm } = identities;
    const sum = largestSize(rowSums);
    return html`
      <div class="identities">
        <span>${jacobianFormula}</span>
        <span title=${formatExact(norm)}>${normBound(format(norm))}</span>
      </div>
      <p class="note">
        ${jacobian.rowSums} <span class="number">= ${numeral(format(sum))}</span> ·
        ${jacobian.asymmetry} <math translate="no"><mi>J</mi><mo>−</mo><msup><mi>J</mi><mi mathvariant="normal">T</mi></msup></math>
        <span class="number">= ${numeral(format(asymmetry))}</span>
        ${this.#oneHot()}
      </p>
    `;
  }

  /** The Jacobian of the one-hot limit. */
  #oneHot(): TemplateResult | typeof nothing {
    const cold = this.lab.cold.value;
    return cold === null
      ? nothing
      : html`<br />${this.words.jacobian.oneHot(`‖J‖∞ = ${format(cold)}`)}`;
  }

  #table(
    kind: "hard" | "soft",
    matrix: Matrix | null,
    items: readonly number[],
    names: readonly string[],
    { identities, derivation }: Point,
  ): TemplateResult {
    const { lit, text } = this.store;
    const { colon, comma } = text.value;
    const { jacobian } = this.words;
    const most = kind === "soft" ? largestSize(derivation.jacobian.data) : 0;
    const light = (item: number | null) => () => {
      lit.value = item;
    };
    // Scientific numbers are longer: they are set smaller, and the table scrolls.
    const fine = matrix !== null && isFine(matrix, items);
    const now = lit.value;
    const dim = (...of: readonly number[]): string =>
      now === null || of.includes(now) ? "" : "dim";
    return html`
      <sb-scroller class="ltr" tabindex="0" role="region" aria-label=${kind === "hard" ? jacobian.tableHard : jacobian.tableSoft}>
        <table class="${kind} ${fine ? "fine" : ""}">
          <thead>
            <tr>
              <td></td>
              ${items.map((j) => html`<th scope="col" class=${dim(j)} @pointerenter=${light(j)} @pointerleave=${light(null)}>${nameOf(names[j] ?? "")}</th>`)}
              <th scope="col" title=${jacobian.sum}><span aria-hidden="true">Σ</span><span class="hidden">${jacobian.sum}</span></th>
            </tr>
          </thead>
          <tbody>
            ${items.map(
              (i) => html`
                <tr>
                  <th scope="row" class=${dim(i)} @pointerenter=${light(i)} @pointerleave=${light(null)}>${nameOf(names[i] ?? "")}</th>
                  ${items.map((j) => {
                    const entry =
                      matrix === null ? Number.NaN : (matrix.data[i * matrix.cols + j] ?? 0);
                    const strength = kind === "soft" ? strengthOf(entry, most) : 0;
                    const sign = entry < 0 ? "negative" : "positive";
                    return html`<td
                      class="${sign} ${isStrong(strength, entry) ? "strong" : ""} ${dim(i, j)}"
                      title="${names[i]}${comma}${names[j]}${colon}${matrix === null ? jacobian.hardTie : formatExact(entry)}"
                      ${shade(strength)}
                    >${matrix === null ? "—" : numeral(formatNarrow(entry))}</td>`;
                  })}
                  <td class="sum">${
                    matrix === null || (kind === "soft" && identities === null)
                      ? "—"
                      : kind === "soft"
                        ? numeral(formatNarrow(identities?.rowSums[i] ?? 0))
                        : "0"
                  }</td>
                </tr>`,
            )}
          </tbody>
        </table>
      </sb-scroller>
    `;
  }

  /** ∂o/∂q by the formula, and below each entry its difference quotient. */
  #outputs(
    { derivation, differences }: Point,
    { features, state }: Shown,
  ): TemplateResult | typeof nothing {
    const { jacobian } = this.words;
    const { gradientQuery: formula } = derivation;
    if (formula.rows === 0) return nothing;
    if (differences === null) return html`<p class="note">${jacobian.largeOutputs}</p>`;
    const rows = Math.min(formula.rows, mostFeatures);
    const cols = Math.min(formula.cols, mostFeatures);
    const across = queryNames(features, state);
    const count = (length: number): readonly number[] => Array.from({ length }, (_, k) => k);
    const still = differences.hard.data.every((entry) => entry === 0);
    const cell = (of: Matrix, i: number, j: number): number => of.data[i * of.cols + j] ?? 0;
    return html`
      <section class="outputs">
        <h3>${outputJacobian} ${jacobian.outputs}</h3>
        <div>
        <sb-scroller class="ltr" tabindex="0" role="region" aria-label=${jacobian.tableOutputs}>
          <table class="both">
            <thead>
              <tr>
                <td></td>
                ${count(cols).map((j) => html`<th scope="col"><math translate="no"><mi>𝒒</mi></math> ${across[j]}</th>`)}
              </tr>
            </thead>
            <tbody>
              ${count(rows).map(
                (i) => html`
                  <tr>
                    <th scope="row"><math translate="no"><mi>𝒐</mi></math> ${features[i]}</th>
                    ${count(cols).map(
                      (j) => html`<td>
                        <span title=${formatExact(cell(formula, i, j))}>${numeral(format(cell(formula, i, j)))}</span>
                        <span class="quotient" title=${formatExact(cell(differences.soft, i, j))}>${numeral(format(cell(differences.soft, i, j)))}</span>
                      </td>`,
                    )}
                  </tr>`,
              )}
            </tbody>
          </table>
        </sb-scroller>
        <p class="note">
          ${rows < formula.rows || cols < formula.cols ? jacobian.partOutputs(String(rows), String(cols)) : nothing}
          ${jacobian.outputsNote} ${still ? jacobian.hardQuotient : jacobian.hardAstride}
        </p>
        </div>
      </section>
    `;
  }
}

/** Whether some entry is longer than a number with four decimals. */
const isFine = ({ data, cols }: Matrix, items: readonly number[]): boolean =>
  items.some((i) => items.some((j) => formatNarrow(data[i * cols + j] ?? 0).length > 7));

const nameOf = (name: string): TemplateResult => {
  const drawing = icon(name);
  return drawing === null
    ? html`<span class="name" title=${name}>${name}</span>`
    : html`<svg class="icon" viewBox="0 0 48 48" width="22" height="22" role="img" aria-label=${name}><title>${name}</title>${drawing}</svg>`;
};

customElements.define("sb-jacobian", JacobianView);
