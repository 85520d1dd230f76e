/** The inputs, by a seed, with what the core and plain JavaScript make of them. */
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "../paths.mjs";
import * as plain from "./plain.mjs";

/** @type {{ loadCore(): Promise<import("../../web/src/core/core.ts").Core> }} */
const { loadCore } = await import(pathToFileURL(resolve(root, "dist/core.js")).href);
const core = await loadCore();

/** mulberry32. @param {number} seed */
function generator(seed) {
  let state = Math.imul(seed, 0x9e3779b1);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return (t ^ (t >>> 14)) >>> 0;
  };
  const unit = () => ((next() >>> 5) * 2 ** 26 + (next() >>> 6)) / 2 ** 53;
  const below = (/** @type {number} */ limit) => next() % limit;
  const within = (/** @type {number} */ size) => (2 * unit() - 1) * size;
  const list = (/** @type {number} */ n, size = 1) => Array.from({ length: n }, () => within(size));
  const rows = (/** @type {number} */ n, /** @type {number} */ d, size = 1) =>
    Array.from({ length: n }, () => list(d, size));
  /** From 10^−e to 10^e. */
  const power = (/** @type {number} */ e) => 10 ** within(e);
  return { unit, below, within, list, rows, power };
}
/** @typedef {ReturnType<typeof generator>} Random */

/** Of any spread, with a tie now and then. @param {Random} random */
function scoresOf(random) {
  const n = 2 + random.below(random.below(50) === 0 ? 60 : 9);
  const scores = random.list(n, random.power(3));
  if (random.below(6) === 0) scores[0] = scores[n - 1] ?? 0;
  // Scores that are near one another, far from zero.
  const far = random.below(4) === 0 ? random.within(1e4) : 0;
  return far ? scores.map((a) => a + far) : scores;
}

const scoreKinds = /** @type {const} */ ([
  "dot",
  "scaled",
  "bilinear",
  "additive",
  "cosine",
  "gaussian",
]);
const normalizerKinds = /** @type {const} */ ([
  ...["softmax", "sparsemax", "entmax", "burg", "inverse-gap", "l1", "relu-l1"],
  ...["squared", "sigmoid", "softmax1", "min-max", "hard"],
]);

/** Size of parameters that fit. @param {string} kind @param {Random} random @param {number} d */
function parametersOf(kind, random, d) {
  if (kind === "bilinear") return { W: random.rows(d, d) };
  if (kind === "gaussian") return { sigma: 0.5 + random.unit() };
  if (kind !== "additive") return {};
  const h = 1 + random.below(4);
  return { Wq: random.rows(h, d), U: random.rows(h, d), v: random.list(h) };
}

const nested = (
  /** @type {{ rows: number, cols: number, data: Float64Array }} */ { rows, cols, data },
) => Array.from({ length: rows }, (_, i) => [...data.subarray(i * cols, (i + 1) * cols)]);

/** What is slow to know exactly, or has many numbers in a case, is tried less often. */
const shares = {
  softmax: 1,
  "smooth maxima": 1,
  scores: 1,
  normalizers: 1,
  gradients: 0.2,
  attention: 0.02,
};

/** @type {Record<keyof typeof shares, (random: Random, index: number) => object>} */
const makers = {
  softmax(random) {
    const scores = scoresOf(random);
    const temperature = random.power(3);
    const X = random.rows(scores.length, 2, random.power(2));
    const d = core.derive({ scores, X, temperature });
    const found = { ...d, jacobian: d.jacobian.data };
    const named = plain.softmax(scores, temperature, X);
    const ours = Object.fromEntries(
      Object.keys(named).map((name) => {
        const value = found[/** @type {keyof typeof found} */ (name)];
        return [
          name,
          typeof value === "number" ? value : Array.from(/** @type {Float64Array} */ (value)),
        ];
      }),
    );
    return { scores, temperature, X, core: ours, plain: named };
  },
  "smooth maxima"(random) {
    const scores = scoresOf(random).map(Math.abs);
    const [temperature, r] = [random.power(3), 1 + 2 ** (random.unit() * 5 - 1)];
    const it = core.smoothMax(scores, { temperature, r });
    const ours = Object.fromEntries(
      Object.entries(it).map(([name, { value, gradient }]) => [name, [value, [...gradient]]]),
    );
    return {
      scores,
      temperature,
      r,
      core: ours,
      plain: plain.smoothMaxima(scores, temperature, r),
    };
  },
  scores(random, index) {
    const score = scoreKinds[index % scoreKinds.length] ?? "dot";
    const d = 1 + random.below(8);
    const [q, K] = [random.list(d, random.power(3)), random.rows(2, d, random.power(3))];
    const parameters = parametersOf(score, random, d);
    const { scores } = core.derive({ q, K, X: K, score, parameters, derivatives: false });
    return {
      ...{ score, q, K, parameters, core: [...scores] },
      plain: K.map((k) => plain.score(score, q, k, parameters)),
    };
  },
  normalizers(random, index) {
    const kind = normalizerKinds[index % normalizerKinds.length] ?? "softmax";
    const n = 2 + random.below(7);
    const scores = random.list(n, random.power(1.5));
    const temperature = random.power(1);
    // A bisection of mpmath's powers takes a hundred times as long as all else.
    const other = index % 120 === 2 && 1.05 + random.unit() * 4;
    const alpha = other || (random.below(2) === 0 ? 1.5 : 2);
    const { weights } = core.normalize(scores, { kind, temperature, alpha, derivatives: false });
    const others = plain.normalize(kind, scores, temperature, alpha);
    return { kind, scores, temperature, alpha, core: [...weights], plain: others };
  },
  gradients(random, index) {
    const score = scoreKinds[index % scoreKinds.length] ?? "dot";
    const [n, d] = [2 + random.below(5), 1 + random.below(4)];
    const [q, X, target] = [random.list(d), random.rows(n, d), random.below(n)];
    const input = { q, X, score, parameters: parametersOf(score, random, d) };
    const losses = /** @type {const} */ (["squared-error", "cross-entropy"]).map((loss) => {
      const { scores, query, keys, values, W, Wq, U, v } = core.lossGradients(input, {
        target,
        loss,
      });
      const matrices = { keys, values, W, Wq, U };
      const lists = Object.entries(matrices).map(([name, it]) => [name, it && nested(it)]);
      const vectors = { scores: [...scores], query: query && [...query], v: v && [...v] };
      return [loss, { ...Object.fromEntries(lists), ...vectors }];
    });
    const gradientQuery = [...core.derive(input).gradientQuery.data];
    const others = score === "dot" ? plain.gradients(q, X, target) : {};
    const none = { "squared-error": {}, "cross-entropy": {} };
    return {
      ...{ input, target, plain: { ...none, ...others } },
      core: { ...Object.fromEntries(losses), gradientQuery },
    };
  },
  attention(random) {
    const [n, d, dValue] = [1 + random.below(300), 1 + random.below(32), 3];
    const floats = (/** @type {number} */ size, /** @type {number} */ most) =>
      Float32Array.from(random.list(size, most));
    const [q, K, V] = [
      floats(d, random.power(1)),
      floats(n * d, random.power(0.5)),
      floats(n * dValue, 1),
    ];
    const scale = Math.fround(1 / Math.sqrt(d));
    const { output, logSumExp } = core.attend(q, K, V, { n: 1, nKeys: n, d, dValue, scale });
    const rows = (/** @type {Float32Array} */ data, /** @type {number} */ cols) =>
      Array.from({ length: n }, (_, i) => [...data.subarray(i * cols, (i + 1) * cols)]);
    return {
      ...{ q: [...q], K: rows(K, d), V: rows(V, dValue), scale },
      core: { output: [...output], logSumExp: logSumExp[0] },
    };
  },
};

export const groups = /** @type {(keyof typeof shares)[]} */ (Object.keys(shares));

/** A line of JSON for each case of a group. @param {keyof typeof shares} group @param {number} cases @param {number} seed */
export function* casesOf(group, cases, seed) {
  const random = generator(seed * 101 + groups.indexOf(group));
  const count = Math.ceil(cases * shares[group]);
  for (let index = 0; index < count; index++)
    yield JSON.stringify({ group, index, ...makers[group](random, index) });
}
