import { html, mathml, type TemplateResult } from "lit";
import type { Estimator } from "../../core/core.ts";
import type { GradientText } from "../../model/text/index.ts";

const bar = mathml`<mo stretchy="false" lspace="0" rspace="0">‖</mo>`;
const minus = mathml`<mo form="infix" lspace="0.14em" rspace="0.14em">−</mo>`;
const wanted = mathml`<msup><mi>𝒙</mi><mo lspace="0" rspace="0">*</mo></msup>`;
const half = mathml`<mn>½</mn>`;

const squaredError = (of: unknown): unknown =>
  mathml`${half}${bar}${of}${minus}${wanted}<msup>${bar}<mn>2</mn></msup>`;
const hard = mathml`<mi class="hard-ink">𝒉</mi>`;
const soft = mathml`<mi class="soft-ink">𝒐</mi>`;
const one = mathml`<mi class="hard-ink">𝒙</mi>`;

const set = (formula: unknown): TemplateResult => html`<math translate="no">${formula}</math>`;

export const hardLoss: TemplateResult = set(squaredError(hard));
export const distance: TemplateResult = set(mathml`${bar}${soft}${minus}${hard}${bar}`);
export const softLoss: TemplateResult = set(squaredError(soft));

/** What an estimator descends. */
export function objective(
  estimator: Estimator,
  { train }: GradientText,
  lambda: string,
): TemplateResult {
  switch (estimator) {
    case "hard":
      return hardLoss;
    case "soft-mse":
      return softLoss;
    case "soft-ce":
      return set(
        mathml`<mo form="prefix" lspace="0" rspace="0.06em">−</mo><mi>log</mi><mspace width="0.17em"></mspace><msup><mi>p</mi><mo lspace="0" rspace="0">*</mo></msup>`,
      );
    case "straight-through":
      return html`${hardLoss}, ${train.slopeOf} <math translate="no"><mi class="soft-ink">p</mi></math>`;
    case "expected-hard":
      return html`${set(mathml`<mi mathvariant="normal">E</mi><mspace width="0.2em"></mspace>${squaredError(one)}`)}, ${train.exact}`;
    case "reinforce":
      return html`${train.sampled}`;
    case "gumbel-softmax":
      return html`${train.blend} <math translate="no"><mi>λ</mi><mo>=</mo><mn>${lambda}</mn></math>`;
  }
}

const alpha = mathml`<mi>α</mi>`;
const partial = mathml`<mo lspace="0" rspace="0">∂</mo>`;
const slash = mathml`<mo form="infix" lspace="0.06em" rspace="0.06em">/</mo>`;
const transposed = mathml`<mi mathvariant="normal">T</mi>`;
const equals = mathml`<mo form="infix" lspace="0.28em" rspace="0.28em">=</mo>`;

export const hardJacobian: TemplateResult = set(
  mathml`${partial}<mspace width="0.1em"></mspace><mi>onehot</mi>${slash}${partial}${alpha}`,
);
export const softJacobian: TemplateResult = set(
  mathml`${partial}<mi>p</mi>${slash}${partial}${alpha}`,
);
export const outputJacobian: TemplateResult = set(
  mathml`${partial}<mi>𝒐</mi>${slash}${partial}<mi>𝒒</mi>`,
);

/** J = (diag p − ppᵀ)/τ = Jᵀ. */
export const jacobianFormula: TemplateResult = set(
  mathml`<mi>J</mi>${equals}<mo stretchy="false" lspace="0" rspace="0">(</mo><mi>diag</mi><mspace width="0.17em"></mspace><mi>p</mi>${minus}<mi>p</mi><msup><mi>p</mi>${transposed}</msup><mo stretchy="false" lspace="0" rspace="0">)</mo>${slash}<mi>τ</mi>${equals}<msup><mi>J</mi>${transposed}</msup>`,
);

export const normBound = (norm: string): TemplateResult =>
  set(
    mathml`<msub><mrow>${bar}<mi>J</mi>${bar}</mrow><mn>∞</mn></msub>${equals}<mn>${norm}</mn><mo form="infix" lspace="0.28em" rspace="0.28em">≤</mo><mn>1</mn>${slash}<mo stretchy="false" lspace="0" rspace="0">(</mo><mn>2</mn><mi>τ</mi><mo stretchy="false" lspace="0" rspace="0">)</mo>`,
  );

export const startLetter = (saturated: boolean, by: number): TemplateResult =>
  set(mathml`${saturated ? mathml`<mn>${by}</mn>` : ""}<msub><mi>𝒒</mi><mn>0</mn></msub>`);
export const queryLetter: TemplateResult = set(mathml`<mi>𝒒</mi>`);
export const growth: TemplateResult = set(
  mathml`<msup><mi>e</mi><mrow><mi mathvariant="normal">Δ</mi>${slash}<mi>τ</mi></mrow></msup>`,
);
