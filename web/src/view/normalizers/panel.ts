import { html, nothing, svg, type TemplateResult } from "lit";
import type { Core, PropertyCheck, Witness } from "../../core/core.ts";
import { format, formatExact } from "../../model/format.ts";
import { shortened } from "../../model/names.ts";
import { answer } from "../../model/normalizers.ts";
import type { Opened } from "../../model/state.ts";
import type { WitnessWords } from "../../model/text/en/normalizers.ts";
import type { NormalizersText } from "../../model/text/index.ts";
import { numeral } from "../numeral.ts";
import { disc } from "../plot/mark.ts";
import { type Point, polyline, round } from "../plot/path.ts";
import { linear } from "../plot/scale.ts";
import { richText } from "../rich-text.ts";
import { barOf, samples } from "./geometry.ts";
import { matrix } from "./matrix.ts";
import { itemSign } from "./rows.ts";

interface PanelInput {
  readonly core: Core;
  readonly text: NormalizersText;
  readonly opened: Opened;
  readonly check: PropertyCheck | undefined;
  /** What the normaliser is called. */
  readonly name: string;
  readonly alpha: number;
  /** Names of the reader's items that are attended to. */
  readonly names: readonly string[];
  /** Whether the reader's scores are those of the witness already. */
  readonly loaded: boolean;
  readonly close: () => void;
  readonly load: (witness: Witness) => void;
}

/** A counterexample: its scores, what was done to them, and what came of it. */
export function counterexample(input: PanelInput): TemplateResult {
  const { text, opened, check, name } = input;
  const witness = check?.witness ?? null;
  const verb = check?.holds === "weak" ? text.panel.weakly : text.panel.fails;
  return html`
    <header>
      <p class="what">
        <b>${name}</b> · <b class="soft">${text.properties[opened.property]}</b>${witness === null ? nothing : verb}
      </p>
      <button type="button" class="close" aria-label=${text.panel.close} title=${text.panel.close} @click=${input.close}>
        <svg class="mark" width="14" height="14" viewBox="0 0 14 14" aria-hidden="true"><path class="cross" d="M2.5 2.5l9 9M11.5 2.5l-9 9" /></svg>
      </button>
    </header>
    ${
      witness === null
        ? html`<p class="sentence">${check === undefined ? text.holds.pending : text.panel.none}</p>`
        : found(input, witness)
    }
  `;
}

function found(input: PanelInput, witness: Witness): TemplateResult {
  const { text, opened } = input;
  const { panel } = text;
  const nameOf = (item: number | null): string =>
    item === null ? "" : ((witness.given ? input.names[item] : undefined) ?? panel.item(item + 1));
  const words: WitnessWords = {
    item: nameOf(witness.item),
    other: nameOf(witness.other),
    removed: nameOf(witness.removed),
    before: format(witness.before),
    after: format(witness.after),
    shift: format(Math.abs(witness.shift)),
    down: witness.shift < 0,
    temperature: format(witness.temperature),
    derivatives: witness.derivatives,
    zero: witness.before === 0,
  };
  const { title, sentence } = text.witness[witness.reason](words);
  const noGradient = opened.property === "symmetric-jacobian" && witness.reason === "jump";
  return html`
    <h2>${title}</h2>
    <p class="sentence">${richText(sentence)}${noGradient ? ` ${text.jumpIsNoGradient}` : nothing}</p>
    <p class="whose">
      ${witness.given ? panel.given : panel.own(witness.scores.length)}${
        witness.temperature === 1 ? nothing : html`, ${richText(panel.at(words.temperature))}`
      }
    </p>
    <div class="drawing ltr">${drawingOf(input, witness, nameOf)}</div>
    <footer>
      ${
        input.loaded
          ? witness.given
            ? nothing
            : html`<span class="whose">${panel.loaded}</span>`
          : html`<button type="button" class="load" @click=${() => input.load(witness)}>${witness.given ? panel.try : panel.load}</button>`
      }
    </footer>
  `;
}

type NameOf = (item: number | null) => string;

function drawingOf(input: PanelInput, witness: Witness, nameOf: NameOf): TemplateResult {
  switch (witness.reason) {
    case "ratio":
      return ratioDrawing(input, witness, nameOf);
    case "shifted":
      return shiftDrawing(input, witness, nameOf);
    case "kink":
    case "jump":
      return curveDrawing(input, witness, nameOf);
    case "asymmetric":
      return asymmetryDrawing(input, witness, nameOf);
    default: {
      const { weights } = moved(input, witness, 0, []);
      return weightList({
        witness,
        nameOf,
        text: input.text,
        weights,
        scores: witness.scores,
        removed: null,
        cut: null,
      });
    }
  }
}

/** What the normaliser makes of the scores of its witness. */
function moved(
  { core, opened, alpha }: PanelInput,
  { scores, temperature }: Witness,
  shift: number,
  removed: readonly number[],
  kind = opened.kind,
  pair?: readonly [number, number],
): {
  readonly scores: Float64Array;
  readonly weights: Float64Array;
  readonly ratio: { readonly before: number } | null;
} {
  const options = { kind, temperature, alpha, shift, removed, ...(pair ? { pair } : {}) };
  const none = new Float64Array(scores.length).fill(Number.NaN);
  return answer(() => core.perturb(scores, options)) ?? { scores, weights: none, ratio: null };
}

interface WeightList {
  readonly witness: Witness;
  readonly nameOf: NameOf;
  readonly text: NormalizersText;
  readonly weights: Float64Array;
  readonly scores: Float64Array;
  readonly removed: number | null;
  /** Item i is cut into as many pieces as its weight holds that of j. */
  readonly cut: { readonly item: number; readonly pieces: number } | null;
}

/** More rows are not drawn. */
const maxRows = 8;

/** Items with their scores and their weights; the items of the witness first of all. */
function weightList({
  witness,
  nameOf,
  text,
  weights,
  scores,
  removed,
  cut,
}: WeightList): TemplateResult {
  const { item, other } = witness;
  const named = [item, other, witness.removed].filter((i) => i !== null);
  const all = Array.from(scores, (_, i) => i);
  const shown =
    all.length <= maxRows
      ? all
      : [...named, ...all.filter((i) => !named.includes(i))]
          .slice(0, maxRows)
          .sort((a, b) => a - b);
  const scale = { unit: 66, above: 66, below: 66 };
  return html`
    <ul class="weights">
      ${shown.map((i) => {
        const weight = weights[i] ?? Number.NaN;
        const gone = i === removed;
        const bar = gone ? null : barOf(weight, scale);
        const size = bar === null ? 0 : bar.to - bar.from;
        const told = i === item || i === other;
        const pieces = cut?.item === i ? cut.pieces : 1;
        return html`
          <li class="${told ? "told" : ""} ${gone ? "gone" : ""} ${named.length === 0 || told || gone ? "" : "other"}">
            <span class="name">${nameOf(i)}</span>
            <span class="number" title=${formatExact(scores[i] ?? 0)}>${gone ? numeral(format(witness.scores[i] ?? 0)) : numeral(format(scores[i] ?? 0))}</span>
            <span class="bar">
              ${
                gone
                  ? html`<svg width="62%" height="13" aria-hidden="true"><line class="was" x2="100%" y1="6.5" y2="6.5" /></svg><em>${text.panel.deleted}</em>`
                  : Number.isNaN(weight)
                    ? html`<svg width="62%" height="13" aria-hidden="true"><rect class="fill odd" width="100%" height="13" /></svg><b>0/0</b>`
                    : html`<svg width="${round(Math.max(size, 0.5))}%" height="13" aria-hidden="true">
                          <rect class="fill ${bar?.odd ? "odd" : ""} ${weight === 0 ? "none" : ""}" width="100%" height="13" />
                          ${Array.from({ length: pieces - 1 }, (_, k) => {
                            const at = `${((k + 1) / pieces) * 100}%`;
                            return svg`<line class="cut" x1=${at} x2=${at} y1="0" y2="13" />`;
                          })}
                        </svg><span class=${bar?.odd ? "odd" : ""} title=${formatExact(weight)}>${numeral(format(weight))}</span>`
              }
            </span>
          </li>`;
      })}
      ${shown.length < all.length ? html`<li class="more">…</li>` : nothing}
    </ul>
  `;
}

/** A ratio that is a small whole number can be counted. */
const piecesOf = (ratio: number): number => {
  const printed = Number(format(ratio));
  return Number.isInteger(printed) && printed > 1 && printed <= 12 ? printed : 1;
};

/** The weight of an item, by its picture, its name, or its place among the scores of a witness. */
function weightSign({ given }: Witness, item: number, nameOf: NameOf): TemplateResult {
  if (!given) return html`<i>p</i><sub>${item + 1}</sub>`;
  return itemSign(nameOf(item));
}

function ratioDrawing(input: PanelInput, witness: Witness, nameOf: NameOf): TemplateResult {
  const { text } = input;
  const { item, other, removed } = witness;
  if (item === null || other === null || removed === null) return html``;
  const before = moved(input, witness, 0, []);
  const after = moved(input, witness, 0, [removed]);
  const softmax = moved(input, witness, 0, [removed], "softmax", [item, other]);
  const list = { witness, nameOf, text, scores: witness.scores };
  const of = html`<span class="quotient">${weightSign(witness, item, nameOf)} / ${weightSign(witness, other, nameOf)}</span>`;
  return html`
    <div class="pair">
      ${weightList({ ...list, weights: before.weights, removed: null, cut: { item, pieces: piecesOf(witness.before) } })}
      <p class="big">${of}<strong>${numeral(format(witness.before))}</strong></p>
      <span class="arrow" aria-hidden="true">↓</span>
      ${weightList({ ...list, weights: after.weights, removed, cut: { item, pieces: piecesOf(witness.after) } })}
      <p class="big">${of}<strong>${numeral(format(witness.after))}</strong></p>
    </div>
    ${
      softmax.ratio === null
        ? nothing
        : html`<p class="softmax"><b class="soft">softmax</b> ${of} = ${
            witness.temperature === 1
              ? html`<span class="quotient"><i>e</i><sup>${format(witness.scores[item] ?? 0)} − ${signed(witness.scores[other] ?? 0)}</sup></span> = `
              : nothing
          }<span>${numeral(format(softmax.ratio.before))}</span> <span class="whose">${text.panel.softmaxSame}</span></p>`
    }
  `;
}

const signed = (x: number): string => (x < 0 ? `(${format(x)})` : format(x));

function shiftDrawing(input: PanelInput, witness: Witness, nameOf: NameOf): TemplateResult {
  const { text } = input;
  const { item, shift } = witness;
  const before = moved(input, witness, 0, []);
  const after = moved(input, witness, shift, []);
  const list = { witness, nameOf, text, removed: null, cut: null };
  const change = `${shift < 0 ? "−" : "+"} ${format(Math.abs(shift))}`;
  const of = html`<span class="quotient">${weightSign(witness, item ?? 0, nameOf)}</span>`;
  return html`
    <div class="pair">
      ${weightList({ ...list, weights: before.weights, scores: witness.scores })}
      <p class="big">${of}<strong>${Number.isNaN(witness.before) ? "0/0" : numeral(format(witness.before))}</strong></p>
      <span class="arrow" aria-hidden="true">↓ <small>${text.panel.shiftedBy(change)}</small></span>
      ${weightList({ ...list, weights: after.weights, scores: after.scores })}
      <p class="big">${of}<strong>${Number.isNaN(witness.after) ? "0/0" : numeral(format(witness.after))}</strong></p>
    </div>
  `;
}

const plot = { width: 408, height: 168, left: 8, right: 8, top: 14, bottom: 30 };

/** The weight of one item while the score of another passes its value. */
function curveDrawing(input: PanelInput, witness: Witness, nameOf: NameOf): TemplateResult {
  const { core, opened, alpha, text } = input;
  const { item, other, scores, temperature } = witness;
  if (item === null || other === null) return html``;
  const here = scores[other] ?? 0;
  const weightAt = (score: number): number =>
    answer(() =>
      core.normalize(scores.with(other, score), {
        kind: opened.kind,
        temperature,
        alpha,
        derivatives: false,
      }),
    )?.weights[item] ?? Number.NaN;
  const jumps = witness.reason === "jump";
  const side = temperature / 4096;
  const curve = samples(here - temperature, here + temperature, 81, [
    here - side,
    here,
    here + side,
  ])
    // At a jump the two sides are two pieces.
    .map((score) => [score, jumps && score === here ? Number.NaN : weightAt(score)] as const);
  const heights = curve.map(([, weight]) => weight).filter(Number.isFinite);
  const x = linear(here - temperature, here + temperature, plot.left, plot.width - plot.right);
  const y = linear(
    Math.min(0, ...heights),
    Math.max(...heights) || 1,
    plot.height - plot.bottom,
    plot.top,
  );
  const line = polyline(curve.map(([score, weight]): Point => [x(score), y(weight)]));
  const at = weightAt(here);
  const title = `${text.panel.weight(nameOf(item))}, ${text.panel.score(nameOf(other))}`;
  return html`
    <svg class="curve" viewBox="0 0 ${plot.width} ${plot.height}" role="img" aria-label=${title}>
      <path class="base" d="M${plot.left} ${round(y(0))}H${plot.width - plot.right}" />
      <path class="here" d="M${round(x(here))} ${plot.top - 8}V${plot.height - plot.bottom + 6}" />
      <path class="line" d=${line} />
      ${disc([x(here), y(at)], 4.5, "dot")}
      <text x=${plot.left} y="11">${text.panel.weight(shortened(nameOf(item)))}</text>
      <text x=${round(x(here))} y=${plot.height - 8} text-anchor="middle">${format(here)}</text>
      <text x=${plot.width - plot.right} y=${plot.height - 8} text-anchor="end">${text.panel.score(shortened(nameOf(other)))} →</text>
    </svg>
    ${
      witness.reason === "kink" && witness.derivatives > 0
        ? nothing
        : html`<p class="sides">
            <span>${text.panel.below}: ${jumps ? nothing : text.panel.slope} <b>${numeral(format(witness.before))}</b></span>
            <span>${text.panel.above}: ${jumps ? nothing : text.panel.slope} <b>${numeral(format(witness.after))}</b></span>
          </p>`
    }
    <p class="scores">${text.scores}: ${Array.from(scores, format).join(", ")}</p>
  `;
}

function asymmetryDrawing(input: PanelInput, witness: Witness, nameOf: NameOf): TemplateResult {
  const { core, opened, alpha, text } = input;
  const { scores, temperature, item, other } = witness;
  const jacobian =
    answer(() => core.normalize(scores, { kind: opened.kind, temperature, alpha }))?.jacobian ??
    null;
  if (jacobian === null || item === null || other === null)
    return html`<p>${text.panel.noJacobian}</p>`;
  const all = Array.from(scores.keys());
  const items =
    all.length <= maxRows
      ? all
      : [item, other, ...all.filter((i) => i !== item && i !== other)].slice(0, maxRows);
  const names = all.map((i) => (witness.given ? nameOf(i) : String(i + 1)));
  return html`
    ${matrix({ jacobian, label: text.output.jacobian, items, names, circled: [item, other], lit: null })}
    <p class="scores">${text.output.jacobianCaption}</p>
    <p class="scores">${text.scores}: ${Array.from(scores, format).join(", ")}</p>
  `;
}
