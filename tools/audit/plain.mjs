/**
 * The same quantities as anyone writes them in JavaScript, the shift by the maximum and all: what the core
 * is measured beside.
 */

/** @typedef {readonly number[]} Numbers */

const sum = (/** @type {Numbers} */ x) => x.reduce((a, b) => a + b, 0);
const dot = (/** @type {Numbers} */ a, /** @type {Numbers} */ b) =>
  sum(a.map((x, i) => x * (b[i] ?? 0)));
const times = (/** @type {readonly Numbers[]} */ A, /** @type {Numbers} */ x) =>
  A.map((row) => dot(row, x));
const norm = (/** @type {Numbers} */ x) => Math.sqrt(dot(x, x));
const column = (/** @type {readonly Numbers[]} */ X, /** @type {number} */ j) =>
  X.map((row) => row[j] ?? 0);

/** @param {Numbers} scores @param {number} temperature */
function parts(scores, temperature) {
  const m = Math.max(...scores);
  const t = scores.map((a) => (a - m) / temperature);
  const u = t.map(Math.exp);
  const S = sum(u);
  return { m, t, u, S, p: u.map((x) => x / S) };
}

/** @param {Numbers} scores @param {number} temperature @param {readonly Numbers[]} X */
export function softmax(scores, temperature, X) {
  const { m, t, u, S, p } = parts(scores, temperature);
  const star = scores.indexOf(m);
  const best = p[star] ?? 0;
  const h = X[star] ?? [];
  const softOutput = h.map((_, j) => dot(p, column(X, j)));
  return {
    expShifted: u,
    weights: p,
    logWeights: t.map((x) => x - Math.log(S)),
    totalVariation: 1 - best,
    totalVariationToTies: 1 - scores.filter((a) => a === m).length * best,
    klDivergence: Math.log(S),
    entropy: -sum(p.map((w) => (w > 0 ? w * Math.log(w) : 0))),
    logSumExp: m + temperature * Math.log(S),
    lseMinusMax: temperature * Math.log(S),
    meanScore: dot(p, scores),
    softOutput,
    outputDifference: softOutput.map((o, j) => o - (h[j] ?? 0)),
    jacobian: p.flatMap((a, i) => p.map((b, j) => ((i === j ? a : 0) - a * b) / temperature)),
  };
}

/** @param {Numbers} scores @param {number} temperature @param {number} r */
export function smoothMaxima(scores, temperature, r) {
  const { m, S, p } = parts(scores, temperature);
  const mean = dot(p, scores);
  const size = sum(scores.map((a) => a ** r)) ** (1 / r);
  return {
    mellowmax: [m + temperature * Math.log(S) - temperature * Math.log(scores.length), p],
    boltzmann: [mean, p.map((w, i) => w * (1 + ((scores[i] ?? 0) - mean) / temperature))],
    pNorm: [size, scores.map((a) => (a / size) ** (r - 1))],
  };
}

/**
 * @param {string} kind @param {Numbers} q @param {Numbers} k
 * @param {{ W?: Numbers[], Wq?: Numbers[], U?: Numbers[], v?: Numbers, sigma?: number }} parameters
 */
export function score(kind, q, k, { W = [], Wq = [], U = [], v = [], sigma = 1 }) {
  if (kind === "scaled") return dot(q, k) / Math.sqrt(q.length);
  if (kind === "bilinear") return dot(q, times(W, k));
  if (kind === "cosine") return dot(q, k) / (norm(q) * norm(k));
  if (kind === "gaussian") return -sum(q.map((x, i) => (x - (k[i] ?? 0)) ** 2)) / (2 * sigma ** 2);
  if (kind === "dot") return dot(q, k);
  const hidden = times(U, k);
  return dot(
    v,
    times(Wq, q).map((x, i) => Math.tanh(x + (hidden[i] ?? 0))),
  );
}

/** @param {string} kind @param {Numbers} scores @param {number} temperature @param {number} alpha */
export function normalize(kind, scores, temperature, alpha) {
  const z = scores.map((a) => a / temperature);
  const [m, low] = [Math.max(...z), Math.min(...z)];
  const ratio = (/** @type {Numbers} */ f) => f.map((x) => x / sum(f));
  /** @type {Record<string, () => Numbers>} */
  const kinds = {
    softmax: () => parts(scores, temperature).p,
    sparsemax: () => {
      const sorted = [...z].sort((a, b) => b - a);
      let [total, theta] = [0, 0];
      sorted.forEach((x, i) => {
        total += x;
        if (1 + (i + 1) * x > total) theta = (total - 1) / (i + 1);
      });
      return z.map((x) => Math.max(0, x - theta));
    },
    entmax: () =>
      solved(
        (y) => z.map((x) => Math.max(0, (alpha - 1) * (x - m) + y) ** (1 / (alpha - 1))),
        0,
        1,
      ),
    burg: () => solved((y) => z.map((x) => 1 / (z.length + 1 - y + m - x)), 1, z.length),
    "inverse-gap": () => ratio(z.map((x) => 1 / (1 + m - x))),
    l1: () => ratio(z),
    "relu-l1": () => ratio(z.map((x) => Math.max(0, x))),
    squared: () => ratio(z.map((x) => x * x)),
    sigmoid: () => ratio(z.map((x) => 1 / (1 + Math.exp(-x)))),
    softmax1: () => {
      const u = z.map((x) => Math.exp(x - Math.max(m, 0)));
      const all = sum(u) + Math.exp(-Math.max(m, 0));
      return u.map((x) => x / all);
    },
    "min-max": () => ratio(z.map((x) => x - low)),
    hard: () => z.map((_, i) => Number(i === z.indexOf(m))),
  };
  return kinds[kind]?.() ?? [];
}

/** Weights that sum to 1, by halving. @param {(y: number) => Numbers} weights of a threshold, growing with it @param {number} low @param {number} high */
function solved(weights, low, high) {
  for (let i = 0; i < 100; i++) {
    const y = (low + high) / 2;
    if (sum(weights(y)) > 1) high = y;
    else low = y;
  }
  return weights((low + high) / 2);
}

/** Of the dot score: the slopes as they stand in a textbook. @param {Numbers} q @param {readonly Numbers[]} X @param {number} target */
export function gradients(q, X, target) {
  const { p } = parts(times(X, q), 1);
  const o = q.map((_, j) => dot(p, column(X, j)));
  const g = o.map((x, j) => x - (X[target]?.[j] ?? 0));
  const both = {
    "squared-error": X.map(
      (x, i) =>
        (p[i] ?? 0) *
        dot(
          g,
          x.map((y, j) => y - (o[j] ?? 0)),
        ),
    ),
    "cross-entropy": p.map((w, i) => w - Number(i === target)),
  };
  return Object.fromEntries(
    Object.entries(both).map(([loss, delta]) => {
      const keys = delta.map((x) => q.map((y) => x * y));
      const direct =
        loss === "squared-error"
          ? p.map((w) => g.map((x) => w * x))
          : keys.map((row) => row.map(() => 0));
      const values = keys.map((row, i) => row.map((x, j) => x + (direct[i]?.[j] ?? 0)));
      return [
        loss,
        { scores: delta, query: q.map((_, j) => dot(delta, column(X, j))), keys, values },
      ];
    }),
  );
}
