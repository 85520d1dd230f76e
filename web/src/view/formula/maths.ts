import { type MathMLTemplateResult, mathml, nothing } from "lit";
import type { Score } from "../../core/core.ts";
import { format, formatExact } from "../../model/format.ts";
import type { Parameters, State } from "../../model/state.ts";

/** The words of the formulas, in MathML Core: letters, operators, and the terms made of them. */
export type Maths = MathMLTemplateResult | readonly MathMLTemplateResult[] | typeof nothing;

/** What of the reader's settings is visible in the symbols. */
export interface Form {
  readonly temperature: "one" | "finite" | "zero" | "infinite";
  /** Whether keys are other vectors than values. */
  readonly keys: boolean;
  readonly score: Score;
}

export function formOf({ temperature, keys, score }: State): Form {
  return { temperature: temperatureKind(temperature), keys: keys !== null, score };
}

function temperatureKind(temperature: number): Form["temperature"] {
  if (temperature === 1) return "one";
  if (temperature === 0) return "zero";
  return temperature === Number.POSITIVE_INFINITY ? "infinite" : "finite";
}

export const letter = (name: string): MathMLTemplateResult => mathml`<mi>${name}</mi>`;
export const sub = (base: Maths, index: Maths): MathMLTemplateResult =>
  mathml`<msub><mrow>${base}</mrow><mrow>${index}</mrow></msub>`;
/** A number with all its digits where they are few: its difference from another must be seen. */
export const fineNumber = (value: number): MathMLTemplateResult => {
  const exact = formatExact(value);
  return mathml`<mn>${exact.length <= 12 ? exact : format(value)}</mn>`;
};

export const number = (value: number): MathMLTemplateResult => mathml`<mn>${format(value)}</mn>`;

const fence = (sign: string): MathMLTemplateResult =>
  mathml`<mo stretchy="false" lspace="0" rspace="0">${sign}</mo>`;
export const open = fence("(");
export const close = fence(")");
export const openBracket = fence("[");
export const closeBracket = fence("]");
const bar = fence("‖");

// The spaces are explicit: the default ones do not shrink in an exponent.
export const minus = mathml`<mo form="infix" lspace="0.14em" rspace="0.14em">−</mo>`;
export const spacedMinus = mathml`<mo form="infix" lspace="0.2em" rspace="0.2em">−</mo>`;
export const negative = mathml`<mo form="prefix" lspace="0" rspace="0.06em">−</mo>`;
export const plus = mathml`<mo form="infix" lspace="0.2em" rspace="0.2em">+</mo>`;
export const times = mathml`<mo form="infix" lspace="0.12em" rspace="0.12em">·</mo>`;
export const slash = mathml`<mo form="infix" lspace="0.06em" rspace="0.06em">/</mo>`;
export const comma = mathml`<mo separator="true" lspace="0" rspace="0.22em">,</mo>`;
export const dots = mathml`<mo lspace="0" rspace="0">…</mo>`;
export const thin = mathml`<mspace width="0.17em"></mspace>`;
export const lessThan = mathml`<mo form="infix" lspace="0.28em" rspace="0.28em">&lt;</mo>`;
export const equals = mathml`<mo form="infix" lspace="0.28em" rspace="0.28em">=</mo>`;

export const i = letter("i");
export const j = letter("j");
export const alpha = letter("α");
export const tau = letter("τ");
export const q = letter("𝒒");
export const maximum = mathml`<mrow class="maximum"><mi>max</mi>${thin}${alpha}</mrow>`;
export const smoothMaximum = mathml`<mi class="smooth">L</mi>`;

export const value = (index: Maths): MathMLTemplateResult => sub(letter("𝒙"), index);
export const keyOf = (form: Form, index: Maths): MathMLTemplateResult =>
  sub(letter(form.keys ? "𝒌" : "𝒙"), index);
/** The component of the vector that it is set under. */
export const component = (index: Maths): MathMLTemplateResult =>
  mathml`${openBracket}${index}${closeBracket}`;
export const sumOver = (index: Maths): MathMLTemplateResult =>
  mathml`<msub><mo lspace="0" rspace="0.1em">∑</mo><mrow>${index}</mrow></msub>`;
/** argmax_index α_index. */
export const argmaxOver = (index: Maths): MathMLTemplateResult =>
  mathml`${sub(letter("argmax"), index)}${thin}${sub(alpha, index)}`;

/** lim τ→0 or lim τ→∞ at the ends of the temperature, else nothing. */
export function limit(form: Form): Maths {
  if (form.temperature === "one" || form.temperature === "finite") return nothing;
  const end = mathml`<mn>${form.temperature === "zero" ? "0" : "∞"}</mn>`;
  return mathml`${thin}${sub(letter("lim"), mathml`${tau}<mo lspace="0" rspace="0">→</mo>${end}`)}${thin}`;
}

/** e^(exponent), with the limit where τ has one. */
export const exponential = (form: Form, exponent: Maths): MathMLTemplateResult =>
  mathml`${limit(form)}<msup><mi class="base">e</mi><mrow>${exponent}</mrow></msup>`;

/** (difference)/τ, or the bare difference where τ is 1. */
export const overTau = (form: Form, difference: Maths, temperature: Maths = tau): Maths =>
  form.temperature === "one"
    ? difference
    : mathml`${open}${difference}${close}<mrow class="base">${slash}${temperature}</mrow>`;

/** e^((α_index − shift)/τ). */
export const shifted = (form: Form, index: Maths, shift: Maths): MathMLTemplateResult =>
  exponential(form, overTau(form, mathml`${sub(alpha, index)}${minus}${shift}`));

/** softmax(α/τ)_[index]. */
export function softmaxAt(form: Form, index: Maths): MathMLTemplateResult {
  const argument = form.temperature === "one" ? alpha : mathml`${alpha}${slash}${tau}`;
  const vector = mathml`<mi>softmax</mi>${open}${argument}${close}`;
  return mathml`${limit(form)}${sub(vector, component(index))}`;
}

const transposed = (vector: Maths): MathMLTemplateResult =>
  mathml`<msup><mrow>${vector}</mrow><mi mathvariant="normal">T</mi></msup>`;
const squared = (base: Maths): MathMLTemplateResult =>
  mathml`<msup><mrow>${base}</mrow><mn>2</mn></msup>`;
const norm = (vector: Maths): MathMLTemplateResult => mathml`${bar}${vector}${bar}`;

/** s(q, key). */
export const scoreName = (key: Maths): MathMLTemplateResult =>
  mathml`<mi>s</mi>${open}${q}${comma}${key}${close}`;

export const parameterLetter: Readonly<Record<keyof Parameters, MathMLTemplateResult>> = {
  W: letter("𝑾"),
  Wq: sub(letter("𝑾"), letter("q")),
  U: letter("𝑼"),
  v: letter("𝒗"),
  sigma: letter("σ"),
};

/** The score function's own formula for a key. */
export function scoreFormula(score: Score, key: Maths): MathMLTemplateResult {
  const dot = mathml`${q}${times}${key}`;
  switch (score) {
    case "dot":
      return dot;
    case "scaled":
      return mathml`${dot}${slash}<msqrt><mi>d</mi></msqrt>`;
    case "bilinear":
      return mathml`${transposed(q)}${parameterLetter.W}${key}`;
    case "additive":
      return mathml`${transposed(parameterLetter.v)}${thin}<mi>tanh</mi>${open}${parameterLetter.Wq}${q}${plus}${parameterLetter.U}${key}${close}`;
    case "cosine":
      return mathml`${dot}${slash}${open}${norm(q)}${thin}${norm(key)}${close}`;
    case "gaussian":
      return mathml`${negative}${bar}${q}${minus}${key}${squared(bar)}${slash}<mn>2</mn>${squared(parameterLetter.sigma)}`;
  }
}
