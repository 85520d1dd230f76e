import { type MathMLTemplateResult, mathml, nothing } from "lit";
import type { Relation, StepId } from "../../core/core.ts";
import { relationSign } from "./lines.ts";
import {
  alpha,
  close,
  comma,
  component,
  i,
  letter,
  type Maths,
  minus,
  open,
  q,
  scoreName,
  sub,
  thin,
  value,
} from "./maths.ts";

/**
 * The source article's own lines, as they are written there: https://allenwind.github.io/blog/10256.
 * Its chain has nine; line 6 makes two of our steps, S5 and S6, and puts ≈ before them.
 */
interface ArticleLine {
  readonly line: number;
  readonly relation: Relation;
  readonly maths: MathMLTemplateResult;
}

const x = value(i);
const capital = mathml`<mi>𝑿</mi>`;
const alphas = mathml`<mi>𝜶</mi>`;
const n = letter("n");
const range = mathml`${i}<mo lspace="0" rspace="0">=</mo><mn>1</mn>${comma}<mo lspace="0" rspace="0.1em">⋯</mo>${comma}${n}`;
const argmax = mathml`<munder><mi>argmax</mi><mrow>${range}</mrow></munder>${thin}`;
const score = scoreName(x);
const sum = mathml`<munderover><mo lspace="0" rspace="0.1em" movablelimits="false">∑</mo><mrow>${i}<mo lspace="0" rspace="0">=</mo><mn>1</mn></mrow>${n}</munderover>`;
const exp = (exponent: Maths): MathMLTemplateResult =>
  mathml`<msup><mi>e</mi><mrow>${exponent}</mrow></msup>`;
const sumOfExps = mathml`${sum}${exp(sub(alpha, i))}`;
const attention = (hat: boolean): MathMLTemplateResult =>
  mathml`${hat ? mathml`<mover><mi mathvariant="normal">A</mi><mo stretchy="false">^</mo></mover><mi>ttention</mi>` : letter("Attention")}${open}${capital}${comma}${q}${close}`;
const cross = mathml`<mo form="infix" lspace="0.15em" rspace="0.15em">×</mo>`;
const oneHot = (inner: Maths): MathMLTemplateResult =>
  mathml`${sum}<mi>one-hot</mi>${open}${argmax}${inner}${sub(close, component(i))}${cross}${x}`;

const lines: Readonly<Record<number, ArticleLine>> = Object.fromEntries(
  [
    attention(true),
    value(mathml`${argmax}${score}`),
    oneHot(score),
    oneHot(sub(alpha, i)),
    oneHot(mathml`${alphas}${minus}<mi>max</mi>${open}${alphas}${close}`),
    oneHot(exp(mathml`${alphas}${minus}<mi>log</mi>${sumOfExps}`)),
    mathml`${sum}<mfrac displaystyle="true">${exp(sub(alpha, i))}<mrow class="denominator">${sumOfExps}</mrow></mfrac>${x}`,
    mathml`${sum}${sub(mathml`<mi>softmax</mi>${open}${alphas}${close}`, component(i))}${cross}${x}`,
    attention(false),
  ].map((maths, index) => {
    const line = index + 1;
    const relation: Relation = line === 6 || line === 7 ? "approx" : "equal";
    const lhs = line === 1 ? x : nothing;
    const sign = mathml`<mo>${relationSign[relation]}</mo>`;
    return [line, { line, relation, maths: mathml`${lhs}${sign}${maths}` }];
  }),
);

const linesOfStep: Readonly<Record<StepId, readonly number[]>> = {
  S1: [],
  S2: [1, 2],
  S3: [3, 4],
  S4: [5],
  S5: [6],
  S6: [6],
  S7: [7],
  S7a: [],
  S7b: [7],
  S8: [8],
  S9: [9],
};

export const articleLines = (step: StepId): readonly ArticleLine[] =>
  linesOfStep[step].flatMap((line) => lines[line] ?? []);
