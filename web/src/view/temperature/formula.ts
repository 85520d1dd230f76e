import { type MathMLTemplateResult, mathml, nothing } from "lit";
import { format } from "../../model/format.ts";
import type { Shown } from "../../model/store.ts";
import { choose, shortName } from "../formula/live.ts";
import {
  alpha,
  close,
  comma,
  dots,
  equals,
  fineNumber,
  formOf,
  i,
  j,
  letter,
  limit,
  type Maths,
  negative,
  number,
  open,
  plus,
  slash,
  sub,
  sumOver,
  tau,
} from "../formula/maths.ts";

const liveTau = mathml`<mrow class="live">${tau}</mrow>`;
const power = (exponent: Maths): MathMLTemplateResult =>
  mathml`<msup><mi>e</mi><mrow>${exponent}</mrow></msup>`;
const fraction = (above: Maths, below: Maths): MathMLTemplateResult =>
  mathml`<mfrac><mrow>${above}</mrow><mrow>${below}</mrow></mfrac>`;

/** p_i = e^{α_i/τ} / Σ_j e^{α_j/τ}. */
export const softmaxFormula: MathMLTemplateResult = mathml`
  ${sub(letter("p"), i)}${equals}${fraction(
    power(mathml`${sub(alpha, i)}${slash}${liveTau}`),
    mathml`${sumOver(j)}${power(mathml`${sub(alpha, j)}${slash}${liveTau}`)}`,
  )}`;

/** Most terms that are ever written out. */
const mostTerms = 7;

/** The same with the numbers of an item put in, and as many terms below as fit, in em. */
export function softmaxInstance(shown: Shown, item: number, room: number): MathMLTemplateResult {
  const { state, derivation: d } = shown;
  const form = formOf(state);
  const weight = mathml`<mrow class="live strong">${number(d.weights[item] ?? Number.NaN)}</mrow>`;
  const head = sub(letter("p"), mathml`<mtext>${shortName(shown, item)}</mtext>`);
  // At a limit of τ or of a score there are no numbers to put in.
  if (form.temperature === "zero" || form.temperature === "infinite" || d.max === Infinity)
    return mathml`${head}${equals}${limit(form)}${fraction(
      power(
        mathml`${sub(alpha, mathml`<mtext>${shortName(shown, item)}</mtext>`)}${slash}${liveTau}`,
      ),
      mathml`${sumOver(j)}${power(mathml`${sub(alpha, j)}${slash}${liveTau}`)}`,
    )}${equals}${weight}`;
  const score = d.scores[item] ?? Number.NaN;
  const above =
    form.temperature === "one"
      ? number(score)
      : mathml`${number(score)}${slash}<mrow class="live">${fineNumber(state.temperature)}</mrow>`;
  const attended = Array.from(d.scores, (score, k) => ({ score, k }))
    .filter(({ score }) => score !== Number.NEGATIVE_INFINITY)
    .map(({ k }) => k);
  const scaled = (place: number): number => d.scaledScores[attended[place] ?? 0] ?? Number.NaN;
  const chosen = (most: number) =>
    choose(attended.length, most, (place) => d.scores[attended[place] ?? 0] ?? 0);
  const beside = 4.6 + 0.42 * shortName(shown, item).length;
  const wide = (most: number): number =>
    chosen(most).indices.reduce(
      (sum, place) => sum + 1.35 + 0.32 * format(scaled(place)).length,
      chosen(most).all ? 0 : 1.5,
    );
  let most = mostTerms;
  while (most > 2 && wide(most) > room - beside) most -= 1;
  const { indices, all } = chosen(most);
  const terms = indices.map(
    (place, at) => mathml`${at === 0 ? nothing : plus}${power(number(scaled(place)))}`,
  );
  return mathml`${head}${equals}${fraction(power(above), mathml`${terms}${all ? nothing : mathml`${plus}${dots}`}`)}${equals}${weight}`;
}

/** do/dτ = −(1/τ²) Cov_p(x, α). */
export const slopeFormula: MathMLTemplateResult = mathml`
  ${fraction(mathml`<mi>d</mi><mi>𝒐</mi>`, mathml`<mi>d</mi>${tau}`)}${equals}${negative}${fraction(
    mathml`<mn>1</mn>`,
    mathml`<msup>${tau}<mn>2</mn></msup>`,
  )}<mspace width="0.12em"></mspace><msub><mi>Cov</mi>${letter("p")}</msub>${open}<mi>𝒙</mi>${comma}${alpha}${close}`;
