/** docs/accuracy.md: a row for every sentence that states a bound. */
import { writeFileSync } from "node:fs";

/**
 * @typedef {[worst: number, index: number | null] | null} Worst
 * @typedef {{ count: number, core: Worst, scipy: Worst, plain: Worst }} Found
 * @typedef {{ row: string, what: string, where: string, unit: string, bound: number | null }} Line
 */

const softmax = "softmax.h: “p, 1 − p_*, log S and H have relative error ≤ 4 ulp”";
const values = "smooth_max.h: “4·2⁻⁵³(|m| + |value − m|)”";
const scores = "scores.h: “≤ 1 ulp of the score + 2⁻¹⁰⁰ Σ|terms|”";
const normalizers = "normalizers.h: “≤ 4 ulp”";
const gradients = "gradients.h: “≤ 32·2⁻⁵³ for data of size 1”";

/** @type {(row: string, what: string, where: string, unit: string, bound: number | null) => Line} */
const line = (row, what, where, unit, bound) => ({ row, what, where, unit, bound });

/** @type {readonly Line[]} */
const lines = [
  line("weights", "p", softmax, "ulp", 4),
  line("totalVariation", "TV(e*, p) = 1 − p_*", softmax, "ulp", 4),
  line("totalVariationToTies", "TV(1_M/k, p)", softmax, "ulp", 4),
  line("klDivergence", "KL(e* ‖ p) = log S", softmax, "ulp", 4),
  line("entropy", "H(p)", softmax, "ulp", 4),
  line(
    "expShifted",
    "u = e^{(α − m)/τ}",
    "compensated.h: “e^x to within an ulp, at every x”",
    "ulp",
    1,
  ),
  line("logWeights", "log p", "softmax.h: “≤ 2 ulp of |t_i| + log S”", "ulp of |t| + log S", 2),
  line("lseMinusMax", "L − m", "smooth_max.h: “relative error ≤ 4 ulp”", "ulp", 4),
  line("logSumExp", "L", "smooth_max.h: “≤ 4·2⁻⁵³(|m| + τ log S)”", "2⁻⁵³(|m| + τ log S)", 4),
  line(
    "meanScore",
    "μ = ⟨p, α⟩",
    "smooth_max.h: “≤ 4·2⁻⁵³(|m| + (m − μ))”",
    "2⁻⁵³(|m| + m − μ)",
    4,
  ),
  line("softOutput", "o", "maths.md §7: 16u₀ Σ p|x|", "2⁻⁵³ Σ p|x|", 16),
  line("outputDifference", "o − h", "maths.md §7: 16u₀ Σ p|x − h|", "2⁻⁵³ Σ p|x − h|", 16),
  line("jacobian", "∂p/∂α", "maths.md §7: 32u₀", "2⁻⁵³/τ", 32),
  line("jacobianUlp", "∂p/∂α, entry by entry", "–", "ulp", null),
  line("mellowmax", "mellowmax", values, "2⁻⁵³(|m| + |value − m|)", 4),
  line("mellowmaxGradient", "∇ mellowmax = ∇L", "smooth_max.h: “of a gradient 4 ulp”", "ulp", 4),
  line("boltzmann", "Boltzmann", values, "2⁻⁵³(|m| + |value − m|)", 4),
  line(
    "boltzmannGradient",
    "∇ Boltzmann",
    "smooth_max.h: “8·2⁻⁵³(1 + |t_i|) p_i”",
    "2⁻⁵³(1 + |t|)p",
    8,
  ),
  line("pNorm", "p-norm", "smooth_max.h: “64·2⁻⁵³ m n^{1/r}”", "2⁻⁵³ m n^{1/r}", 64),
  line("pNormGradient", "∇ p-norm", "smooth_max.h: “of p_norm’s 64·2⁻⁵³”", "2⁻⁵³", 64),
  ...["dot", "scaled", "bilinear", "cosine", "gaussian"].map((kind) =>
    line(`score ${kind}`, `score: ${kind}`, scores, "ulp + 2⁻¹⁰⁰ Σ|terms|", 1),
  ),
  line(
    "score additive",
    "score: additive",
    "scores.h: “4 ulp of Σ|v_j tanh_j|”",
    "ulp of Σ|v tanh|",
    4,
  ),
  ...[
    "softmax",
    "sparsemax",
    "entmax",
    "burg",
    "inverse-gap",
    "l1",
    "relu-l1",
    "squared",
    "sigmoid",
  ]
    .concat("softmax1", "min-max", "hard")
    .map((kind) =>
      line(
        `normalizer ${kind}`,
        kind === "entmax" ? "entmax, a = 1.5, 2" : kind,
        normalizers,
        "ulp",
        4,
      ),
    ),
  line(
    "normalizer entmax, other α",
    "entmax, other a",
    "normalizers.h: “≤ (16 + 4 |log p_i| + 4/|a − 1|) 2⁻⁵³”",
    "that",
    1,
  ),
  ...["scores", "query", "keys", "values", "W", "Wq", "U", "v"].map((name) =>
    line(`∂${name}`, `∂ℓ/∂${name}`, gradients, "2⁻⁵³", 32),
  ),
  line("gradientQuery", "∂o/∂q", "maths.md §7: 32u₀", "2⁻⁵³", 32),
  line(
    "attention o",
    "batched attention: o, float32",
    "attention.h, maths.md §8: |ô − o| ≤ …",
    "that",
    1,
  ),
  line(
    "attention L",
    "batched attention: L, float32",
    "attention.h, maths.md §8: |L̂ − L| ≤ …",
    "that",
    1,
  ),
];

/** The worst of several. @param {(Worst | undefined)[]} found @returns {Worst} */
const worstOf = (found) =>
  found.reduce((/** @type {Worst} */ a, b) => (b && (a === null || b[0] > a[0]) ? b : a), null);

/** @param {Worst} worst */
function shown(worst) {
  if (worst === null) return "–";
  const [off] = worst;
  if (off === null || !Number.isFinite(off)) return "not finite";
  return off >= 1e4 ? off.toExponential(0).replace("+", "") : off.toPrecision(off < 100 ? 2 : 3);
}

/**
 * @param {string} file
 * @param {readonly Record<string, Found>[]} found
 * @param {{ cases: number, seed: number }} how
 * @returns {string[]} the rows whose bound is broken, or of which nothing was measured
 */
export function write(file, found, { cases, seed }) {
  /** @type {string[]} */
  const broken = [];
  const rows = lines.map(({ row, what, where, unit, bound }) => {
    const parts = found.flatMap((it) => it[row] ?? []);
    const [core, scipy, plain] = /** @type {const} */ (["core", "scipy", "plain"]).map((name) =>
      worstOf(parts.map((it) => it[name])),
    );
    if (!core || (bound !== null && !(core[0] <= bound))) broken.push(row);
    const count = parts.reduce((all, it) => all + it.count, 0);
    const cells = [what, where, unit, bound ?? "–", shown(core ?? null), shown(scipy ?? null)];
    return `| ${[...cells, shown(plain ?? null), count.toLocaleString("en")].join(" | ")} |`;
  });
  const day = new Date().toISOString().slice(0, 10);
  writeFileSync(
    file,
    `# Accuracy

Written by \`npm run audit -- --cases=${cases} --seed=${seed}\` on ${day}, and by nobody's hand: the worst error of each
quantity over random cases, against mpmath at 40 digits. Beside this core, as WebAssembly in Node, stand SciPy
(NumPy where that has no function of its own) and the same formulas in plain JavaScript, the maximum subtracted
and all. Every sentence in a header or a document that states a bound is a row; the last column counts numbers. A
bound that is broken ends the run with an error.

| quantity | stated | in units of | bound | this core | SciPy | plain JavaScript | numbers |
|---|---|---|---|---|---|---|---|
${rows.map(escaped).join("\n")}

${Math.round(cases).toLocaleString("en")} inputs of scores, of queries and keys, of normalisers and of smooth maxima each; a fifth of that of gradients, a fiftieth of
attention. Scores: 2 to 61, spread over six powers of ten, ties among them, a quarter of them far from zero; τ from 10⁻³ to
10³; values, queries and keys over four to six powers of ten, for gradients from −1 to 1. Weights of sparsemax and
entmax below 10⁻³ are left out: near the end of its support what is left of a weight is the rounding of the input.
“Not finite” is NaN or ∞ where there is a number. “–”: it has no such function. What is not random is in the golden files,
and the exponential of batched attention was tried at every argument (maths.md §8).
`,
  );
  return broken;
}

/** A bar within a cell. @param {string} row */
const escaped = (row) =>
  row
    .slice(2, -2)
    .split(" | ")
    .map((cell) => cell.replace(/\\?\|/g, "\\|"))
    .reduce((all, cell) => `${all} ${cell} |`, "|");
