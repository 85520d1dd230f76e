import { type MathMLTemplateResult, mathml, nothing } from "lit";
import type { Relation, StepId } from "../../core/core.ts";
import {
  alpha,
  argmaxOver,
  close,
  closeBracket,
  component,
  equals,
  type Form,
  i,
  j,
  keyOf,
  letter,
  maximum,
  minus,
  open,
  openBracket,
  scoreFormula,
  scoreName,
  shifted,
  slash,
  smoothMaximum,
  softmaxAt,
  sub,
  sumOver,
  thin,
  value,
} from "./maths.ts";

/** A line of the chain; `score` is the score function's own formula, which stands under S1. */
export type LineId = StepId | "score";

/** The columns in which the pieces of all lines stand, so that equal pieces stand under each other. */
export const columns = ["lhs", "relation", "sum", "open", "value", "close", "x", "tail"] as const;
type Column = (typeof columns)[number];
export type Line = Readonly<Partial<Record<Column, MathMLTemplateResult>>>;

/** The line before and the line now. S7a goes on from S5: it drops the selector with max inside. */
export function linesAt(step: StepId, split: boolean): readonly [before: LineId, now: LineId] {
  const before: Readonly<Record<StepId, StepId>> = {
    S1: "S1",
    S2: "S1",
    S3: "S2",
    S4: "S3",
    S5: "S4",
    S6: "S5",
    S7: "S6",
    S7a: "S5",
    S7b: "S7a",
    S8: split ? "S7b" : "S7",
    S9: "S8",
  };
  return [before[step], step === "S1" ? "score" : step];
}

/** What a step takes out of the line before: the class of those pieces. */
export const removedAt: Readonly<Partial<Record<StepId, "maximum" | "selector">>> = {
  S6: "maximum",
  S7: "selector",
  S7a: "selector",
};

export const relationSign: Readonly<Record<Relation, string>> = {
  definition: "≔",
  equal: "=",
  approx: "≈",
};

const hard = mathml`<mi class="hard">𝒉</mi>`;
const soft = mathml`<mi class="soft">𝒐</mi>`;
const sum = mathml`<mrow displaystyle="true">${sumOver(i)}</mrow>`;
const x = value(i);

const selected = (inner: MathMLTemplateResult): Line => ({
  lhs: hard,
  sum,
  open: mathml`<msub><mrow class="selector"><mi>onehot</mi>${open}<mi>argmax</mi></mrow><mrow class="selector">${j}</mrow></msub>`,
  value: inner,
  close: mathml`<msub><mrow class="selector">${close}</mrow><mrow class="selector">${component(i)}</mrow></msub>`,
  x,
});

const weighted = (lhs: MathMLTemplateResult, weight: MathMLTemplateResult): Line => ({
  lhs,
  sum,
  value: weight,
  x,
});

/** The pieces of a line. Its left-hand side shows only where the line stands first. */
export function lineOf(id: LineId, form: Form): Line {
  switch (id) {
    case "S1":
      return {
        lhs: sub(alpha, i),
        x: scoreName(keyOf(form, i)),
      };
    case "score":
      return { x: scoreFormula(form.score, keyOf(form, i)) };
    case "S2":
      return { lhs: hard, x: value(argmaxOver(i)) };
    case "S3":
      return selected(mathml`${thin}${sub(alpha, j)}`);
    case "S4":
      return selected(
        mathml`${open}${sub(alpha, j)}<mrow class="shift">${minus}${maximum}</mrow>${close}`,
      );
    case "S5":
      return selected(shifted(form, j, maximum));
    case "S6":
      return selected(shifted(form, j, smoothMaximum));
    case "S7":
      return {
        ...weighted(hard, shifted(form, i, smoothMaximum)),
        tail: mathml`${equals}${soft}`,
      };
    case "S7a":
      return weighted(hard, shifted(form, i, maximum));
    case "S7b":
      return weighted(
        hard,
        mathml`${shifted(form, i, maximum)}<mrow class="divided">${slash}${letter("S")}</mrow>`,
      );
    case "S8":
      return weighted(soft, softmaxAt(form, i));
    case "S9":
      return {
        ...weighted(soft, sub(letter("p"), i)),
        tail: mathml`<mo>=</mo><msub><mi>𝔼</mi><mrow><mi>z</mi><mo lspace="0.1em" rspace="0.1em">∼</mo><mi>p</mi></mrow></msub>${thin}${openBracket}${value(letter("z"))}${closeBracket}`,
      };
  }
}

/** The whole line in one formula, as it is read out. */
export function wholeLine(id: LineId, form: Form, relation: Relation): MathMLTemplateResult {
  const line = lineOf(id, form);
  const sign = mathml`<mo>${relationSign[relation]}</mo>`;
  return mathml`${columns.map((column) => (column === "relation" ? sign : (line[column] ?? nothing)))}`;
}
