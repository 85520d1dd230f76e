/** The small end: one derivation of eight items, which crosses into WebAssembly and back. */
import { resolve } from "node:path";
import { root } from "../paths.mjs";
import { median } from "./contenders.mjs";

const n = 8;
const d = 4;
const rounds = 41;
const calls = 200;

export async function derive() {
  const { loadCore } = await import(resolve(root, "dist/core.js"));
  const core = await loadCore();
  const X = Array.from({ length: n }, (_, i) =>
    Array.from({ length: d }, (_, c) => Math.sin(i + c * c)),
  );
  const q = Array.from({ length: d }, (_, c) => 2 * Math.cos(c));
  const expected = core.derive({ X, q });
  const actual = derivePlainly(X, q);
  for (const [c, value] of actual.output.entries()) {
    if (Math.abs(value - expected.softOutput[c]) > 1e-14) throw new Error("another output");
  }
  const lanes = { core: () => core.derive({ X, q }), plain: () => derivePlainly(X, q) };
  /** @type {Record<keyof typeof lanes, number[]>} */
  const times = { core: [], plain: [] };
  for (let round = 0; round < rounds; round++) {
    for (const name of /** @type {const} */ (["core", "plain"])) {
      const start = performance.now();
      for (let call = 0; call < calls; call++) lanes[name]();
      times[name].push(((performance.now() - start) * 1000) / calls);
    }
  }
  const ratio = median(times.core.map((time, i) => time / (times.plain[i] ?? Number.NaN)));
  const result = { n, d, core: median(times.core), plain: median(times.plain), ratio };
  console.log(
    `n = ${n}, d = ${d}, µs: core ${result.core.toFixed(1)} (every step, to 4 ulp), plain JavaScript ` +
      `${result.plain.toFixed(1)} (float64, once through); ${ratio.toFixed(1)}×`,
  );
  return result;
}

/**
 * Scores, one-hot, weights, both outputs, total variation, entropy and both Jacobians, as one writes
 * them.
 * @param {readonly (readonly number[])[]} X
 * @param {readonly number[]} q
 */
function derivePlainly(X, q) {
  const dot = (/** @type {readonly number[]} */ a, /** @type {readonly number[]} */ b) =>
    a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);
  const scores = X.map((x) => dot(q, x));
  const max = Math.max(...scores);
  const argmax = scores.indexOf(max);
  const exps = scores.map((score) => Math.exp(score - max));
  const sum = exps.reduce((a, b) => a + b, 0);
  const weights = exps.map((exp) => exp / sum);
  const mean = (/** @type {readonly number[]} */ p) =>
    q.map((_, c) =>
      dot(
        p,
        X.map((x) => x[c] ?? 0),
      ),
    );
  const output = mean(weights);
  const oneHot = scores.map((_, i) => Number(i === argmax));
  const jacobian = weights.map((p, i) => weights.map((r, j) => (i === j ? p : 0) - p * r));
  const gradient = q.map((_, c) =>
    q.map((_, e) =>
      dot(
        weights,
        X.map((x) => ((x[c] ?? 0) - (output[c] ?? 0)) * (x[e] ?? 0)),
      ),
    ),
  );
  return {
    scores,
    argmax,
    oneHot,
    weights,
    output,
    hardOutput: mean(oneHot),
    jacobian,
    gradient,
    logSumExp: max + Math.log(sum),
    totalVariation: 1 - (weights[argmax] ?? 0),
    entropy: -weights.reduce((h, p) => h + (p > 0 ? p * Math.log(p) : 0), 0),
  };
}
