/** Whatever a caller may pass: every call answers, or throws a SoftmaxBridgeError, and the next is as before. */
import { generator } from "./random.mjs";

/** @typedef {ReturnType<typeof generator>} Random */

const numbers = [
  0,
  -0,
  1,
  -1,
  0.5,
  3,
  5e-324,
  1e308,
  -1e308,
  745,
  Number.NaN,
  Number.POSITIVE_INFINITY,
];

function detached() {
  const array = new Float64Array(3);
  structuredClone(array.buffer, { transfer: [array.buffer] });
  return array;
}

function revoked() {
  const { proxy, revoke } = Proxy.revocable([], {});
  revoke();
  return proxy;
}

class OfTheCaller extends Error {}

/** @type {readonly ((random: Random) => unknown)[]} */
const hostile = [
  ...[undefined, null, true, "", "softmax", "1,2", 7n, Symbol("x"), () => 1].map((it) => () => it),
  (random) => random.one(numbers),
  () => ({}),
  () => [],
  () => [[]],
  () => [[1, 2], [3]],
  () => [1, undefined, 3],
  () => new Array(3),
  () => [[1, "2"]],
  () => new Float32Array(2),
  () => new BigInt64Array(2),
  () => new Float64Array(2).fill(Number.NaN),
  detached,
  revoked,
  () => ({ rows: 2, cols: 2, data: new Float64Array(3) }),
  () => ({ rows: -1, cols: 1e9, data: new Float64Array(1) }),
  () => ({ length: 2 ** 40 }),
  () => new Proxy([1, 2], { get: (it, name) => (name === "length" ? 1e6 : Reflect.get(it, name)) }),
  () => ({
    get length() {
      throw new OfTheCaller();
    },
  }),
  () => Object.create(null),
  () => new Date(0),
  () => new Map([["scores", [1]]]),
];

/** @param {Random} random */
const number = (random) =>
  random.below(12) === 0 ? random.one(numbers) : random.below(33) / 4 - 4;
/** @param {Random} random @param {number} n */
const list = (random, n) => Array.from({ length: n }, () => number(random));
/** @param {Random} random @param {number} n @param {number} d */
const rows = (random, n, d) => Array.from({ length: n }, () => list(random, d));

/** Arguments that mostly fit, by the name of the call. @type {Record<string, (random: Random, n: number, d: number) => unknown[]>} */
const fitting = {
  derive: (r, n, d) => [deriveInput(r, n, d)],
  sampleHard: (r, n) => [
    { scores: list(r, n), draws: r.below(99), seed: r.below(9), temperature: number(r) },
  ],
  naiveSoftmax: (r, n) => [list(r, n), { temperature: number(r) }],
  normalize: (r, n) => [list(r, n), { kind: kind(r), temperature: number(r), alpha: number(r) }],
  perturb: (r, n, d) => [
    list(r, n),
    { kind: kind(r), shift: number(r), removed: [r.below(n)], X: rows(r, n, d) },
  ],
  properties: (r, n) => [kind(r), { scores: list(r, n), temperature: number(r) }],
  smoothMax: (r, n) => [list(r, n), { temperature: number(r), r: number(r) }],
  sweep: (r, n, d) => [deriveInput(r, n, d), list(r, 3)],
  train: (r, n, d) => [
    {
      X: rows(r, n, d),
      q: list(r, d),
      target: r.below(n),
      estimator: estimator(r),
      steps: r.below(40),
    },
  ],
  lossGradients: (r, n, d) => [
    deriveInput(r, n, d),
    { target: r.below(n + 1), loss: r.one(["squared-error", "cross-entropy"]) },
  ],
  outputDifferences: (r, n, d) => [deriveInput(r, n, d), { step: number(r) }],
  queryLosses: (r, n, d) => [
    { X: rows(r, n, d), queries: rows(r, 2, d), target: r.below(n), direction: list(r, d) },
  ],
  jacobianIdentities: (r, n) => [rows(r, n, n)],
  attend: (r, n, d) => [
    ...[n, n, n].map((size) => Float32Array.from(list(r, size * d))),
    { n, d, causal: r.below(2) > 0 },
  ],
  attendWindow: (r, n, d) => [
    ...[n * d, n * d, n].map((size) => Float32Array.from(list(r, size))),
    Float32Array.from({ length: n }, () => r.below(n + 1)),
    { rows: n, columns: n, d, height: 1 + r.below(n + 1) },
  ],
};

const kind = (/** @type {Random} */ r) =>
  r.one(["softmax", "sparsemax", "entmax", "burg", "l1", "squared", "hard", "no"]);
const estimator = (/** @type {Random} */ r) =>
  r.one(["hard", "soft-mse", "soft-ce", "reinforce", "gumbel-softmax", "no"]);

/** @param {Random} r @param {number} n @param {number} d */
function deriveInput(r, n, d) {
  const mask = r.below(3) === 0 ? { mask: Array.from({ length: n }, () => r.below(3) > 0) } : {};
  const rest = { X: rows(r, n, d), temperature: number(r), ...mask };
  const score = r.one(["dot", "scaled", "bilinear", "additive", "cosine", "gaussian"]);
  return r.below(3) === 0 ? { scores: list(r, n), ...rest } : { q: list(r, d), score, ...rest };
}

/** The same with something else in a place or two. @param {Random} random @param {unknown[]} args */
function spoilt(random, args) {
  const other = new Set();
  for (let times = random.below(3); times > 0; times--) {
    const at = random.below(args.length + 1);
    const it = args[at];
    const plain = !other.has(at) && typeof it === "object" && !ArrayBuffer.isView(it);
    const keys = plain ? Object.keys(/** @type {object} */ (it)) : [];
    if (keys.length && random.below(3) > 0)
      Reflect.set(/** @type {object} */ (it), random.one(keys), random.one(hostile)(random));
    else {
      args[at] = random.one(hostile)(random);
      other.add(at);
    }
  }
  return args;
}

/**
 * @param {Record<string, (...args: any[]) => any>} core
 * @param {new (...args: any[]) => Error} SoftmaxBridgeError
 * @param {number} seed
 * @returns {{ answered: boolean }}
 * @throws {Error} where a promise is broken, with the seed
 */
export function fuzzApi(core, SoftmaxBridgeError, seed) {
  const random = generator(seed);
  const name = random.one(Object.keys(fitting));
  const args = spoilt(
    random,
    fitting[name]?.(random, 1 + random.below(5), 1 + random.below(3)) ?? [],
  );
  let answered = false;
  try {
    if (core[name]?.(...args) === undefined) throw new Error("undefined");
    answered = true;
  } catch (error) {
    const meant = error instanceof SoftmaxBridgeError || error instanceof OfTheCaller;
    if (!meant) throw new Error(`seed ${seed}: ${name} ended in ${error}`, { cause: error });
  }
  const { weights } = core.derive?.({ scores: [1, 1, Number.NEGATIVE_INFINITY] }) ?? {};
  if (String(weights) !== "0.5,0.5,0")
    throw new Error(`seed ${seed}: after ${name} weights are ${weights}`);
  const most = 64 * 2 ** 20;
  if (core.memorySize?.() > most)
    throw new Error(`seed ${seed}: ${name} has taken more than ${most} bytes`);
  return { answered };
}
