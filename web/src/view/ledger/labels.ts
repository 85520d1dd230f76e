import { html, type MathMLTemplateResult, mathml, nothing, type TemplateResult } from "lit";
import {
  alpha,
  close,
  comma,
  equals,
  type Form,
  i,
  keyOf,
  letter,
  maximum,
  minus,
  open,
  q,
  scoreFormula,
  slash,
  sub,
  tau,
  thin,
  value,
} from "../formula/maths.ts";
import type { RowId } from "./layout.ts";

const shifted = mathml`${alpha}${minus}${maximum}`;
const ratio = mathml`<mi>exp</mi><mo form="infix" lspace="0.2em" rspace="0.2em">/</mo><mi mathvariant="normal">Σ</mi>`;

/** The quantity that a row shows, as a formula; its short form where there is little room. */
export function quantity(row: RowId, form: Form, short: boolean): TemplateResult {
  return html`<math translate="no">${short ? shortFormula(row) : formula(row, form)}</math>`;
}

function formula(row: RowId, form: Form): MathMLTemplateResult {
  const overTau = (inner: MathMLTemplateResult): MathMLTemplateResult =>
    form.temperature === "one" ? inner : mathml`${open}${inner}${close}${slash}${tau}`;
  switch (row) {
    case "scores":
      return mathml`${sub(alpha, i)}${equals}${score(form)}`;
    case "oneHot":
      return mathml`<mi>onehot</mi>${open}<mi>argmax</mi>${thin}${alpha}${close}`;
    case "shifted":
      return shifted;
    case "expShifted":
      return mathml`<mi>exp</mi>${open}${overTau(shifted)}${close}`;
    case "normalized":
      return mathml`${ratio}${equals}<msup><mi>e</mi><mrow>${overTau(mathml`${alpha}${minus}<mi>L</mi>`)}</mrow></msup>`;
    case "softmax":
      return mathml`<mi>softmax</mi>${open}${alpha}${form.temperature === "one" ? nothing : mathml`${slash}${tau}`}${close}`;
    default:
      return shortFormula(row);
  }
}

/** The two longest are shortened to fit; the formula above the ledger has them whole. */
function score(form: Form): MathMLTemplateResult {
  const k = keyOf(form, i);
  switch (form.score) {
    case "additive":
      return mathml`<msup>${letter("𝒗")}<mi mathvariant="normal">T</mi></msup>${thin}<mi>tanh</mi>${open}<mo lspace="0" rspace="0">⋯</mo>${close}`;
    case "cosine":
      return mathml`<mi>cos</mi>${open}${q}${comma}${k}${close}`;
    default:
      return scoreFormula(form.score, k);
  }
}

function shortFormula(row: RowId): MathMLTemplateResult {
  switch (row) {
    case "scores":
      return alpha;
    case "oneHot":
      return letter("onehot");
    case "shifted":
      return mathml`${alpha}${minus}<mi>max</mi>`;
    case "expShifted":
      return letter("exp");
    case "normalized":
      return ratio;
    case "unnormalized":
      return sub(letter("u"), i);
    case "weights":
      return sub(letter("p"), i);
    case "softmax":
      return letter("softmax");
    default:
      return mathml`${sub(letter("p"), i)}${value(i)}`;
  }
}

/** What the shares add up to. */
export const sumOfShares = html`<math translate="no"><mi class="output">𝒐</mi></math>`;
