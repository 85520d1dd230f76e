/** The derivation with its live numbers: one `align*` of amsmath, a step on each line. */

import { type Exported, floatLiteral, inComment, subjectOf } from "./export-literal.ts";
import { scoreSources } from "./export-scores.ts";
import { format } from "./format.ts";
import { chain, type State } from "./state.ts";

/** Numbers on a line before it breaks. */
const perLine = 6;

type Line = readonly [formula: string, numbers: string];

export function latexOf(shown: Exported): string {
  const { state } = shown;
  const lines = linesOf(shown);
  const steps = chain(state.split).map((step) => {
    const [formula, numbers] = lines[step];
    return `  \\text{${step}}\\quad ${formula} && ${numbers}`;
  });
  const text = [
    `% ${subjectOf(shown)}`,
    `% q = (${state.query.map(floatLiteral).join(", ")})`,
    ...rowComments("x", state.values, shown.names),
    ...(state.keys === null ? [] : rowComments("k", state.keys, shown.names)),
    "% Below, numbers are rounded as on the page. Needs \\usepackage{amsmath}.",
    "\\begin{align*}",
    steps.join(" \\\\\n"),
    "\\end{align*}",
  ];
  return `${text.join("\n")}\n`;
}

const rowComments = (letter: string, rows: State["values"], names: readonly string[]): string[] =>
  rows.map((row, i) => {
    const name = inComment(names[i] ?? "");
    return `% ${letter}_${i + 1} = (${row.map(floatLiteral).join(", ")})  ${name}`.trimEnd();
  });

function linesOf({ state, derivation: d }: Exported): Readonly<Record<Step, Line>> {
  const plain = state.temperature === 1;
  const over = plain ? "" : "/\\tau";
  const exp = (index: string, by: string): string =>
    plain ? `e^{\\alpha_${index} - ${by}}` : `e^{(\\alpha_${index} - ${by})/\\tau}`;
  const chosen = (inside: string): string =>
    `&= \\sum_i \\operatorname{onehot}\\bigl(\\operatorname*{argmax}_j ${inside}\\bigr)_{[i]}\\, x_i`;
  const tau = plain ? "" : `\\tau = ${number(state.temperature)}\\quad `;
  const log = `${plain ? "" : "\\tau "}\\log {\\textstyle\\sum_j u_j}`;
  const p = `p = ${tuple(d.weights)}`;
  const moved = `\\mathrm{TV} = ${number(d.totalVariation)}`;
  return {
    S1: [`\\alpha_i &= ${scoreOf(state)}`, `\\alpha = ${tuple(d.scores)}`],
    S2: [
      "h &= x_{i_*},\\quad i_* = \\operatorname*{argmax}_i \\alpha_i",
      `i_* = ${d.argmax + 1}\\quad m = \\max_i \\alpha_i = ${number(d.max)}`,
    ],
    S3: ["&= \\sum_i \\operatorname{onehot}(i_*)_{[i]}\\, x_i", `e_* = ${tuple(d.oneHot)}`],
    S4: [chosen("(\\alpha_j - m)"), `\\alpha - m = ${tuple(d.shifted)}`],
    S5: [chosen(exp("j", "m")), `${tau}u = ${tuple(d.expShifted)}`],
    S6: [chosen(exp("j", "L")), `L = m + ${log} = ${number(d.logSumExp)}`],
    S7: [`&\\approx \\sum_i ${exp("i", "L")}\\, x_i`, `${moved}\\quad ${p}`],
    S7a: [
      `&\\approx \\sum_i ${exp("i", "m")}\\, x_i`,
      `{\\textstyle\\sum_i u_i} = ${number(d.sumExp)}`,
    ],
    S7b: [`&\\approx \\sum_i ${exp("i", "L")}\\, x_i`, `${moved}\\quad ${p}`],
    S8: [
      `&= \\sum_i \\operatorname{softmax}(\\alpha${over})_{[i]}\\, x_i`,
      "{\\textstyle\\sum_i p_i} = 1",
    ],
    S9: [
      "&= \\sum_i p_i\\, x_i = o",
      `h = ${tuple(d.hardOutput)}\\quad o = ${tuple(d.softOutput)}`,
    ],
  };
}

type Step = ReturnType<typeof chain>[number];

const scoreOf = ({ score, keys }: State): string =>
  scoreSources[score].latex(keys === null ? "x_i" : "k_i");

/** A vector as a tuple, broken where it would leave the page. */
function tuple(values: ArrayLike<number>): string {
  const numbers = Array.from(values, number);
  if (numbers.length <= perLine) return `(${numbers.join(",\\, ")})`;
  const rows = Array.from({ length: Math.ceil(numbers.length / perLine) }, (_, i) =>
    numbers.slice(i * perLine, (i + 1) * perLine).join(",\\, "),
  );
  return `\\begin{aligned}[t](&${rows.join(", \\\\ &")})\\end{aligned}`;
}

/** As the page prints it, in the letters of LaTeX. */
function number(x: number): string {
  return format(x)
    .replace(/^−(.*)/, "{-$1}")
    .replace("NaN", "\\mathrm{NaN}")
    .replace("∞", "\\infty")
    .replace(/×10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)/, (_, power: string) => {
      const digits = power.replace(/./g, (c) => "-0123456789".charAt("⁻⁰¹²³⁴⁵⁶⁷⁸⁹".indexOf(c)));
      return `\\times 10^{${digits}}`;
    });
}
