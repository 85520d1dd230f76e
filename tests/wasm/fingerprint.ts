/**
 * One hash over every bit of a fixed corpus of derivations: the same in every engine. It needs
 * nothing but the core, so that a page can run it too.
 */
import type {
  Attention,
  Core,
  DeriveInput,
  Estimator,
  NormalizerKind,
  Score,
} from "../../web/src/core/core.ts";

export const corpusSize = 2400;

const scores: readonly Score[] = ["dot", "scaled", "bilinear", "additive", "cosine", "gaussian"];
const temperatures = [1, 0.25, 0.1, 3, 1e-3, 1e3, 1e-300, 1e300, 0, Number.POSITIVE_INFINITY];

/** FNV-1a, twice 32 bits, over all numbers and names of all derivations, in hexadecimal. */
export function fingerprint(core: Pick<Core, "derive">): string {
  const hash = new Hash();
  for (let index = 0; index < corpusSize; index++) hash.add(core.derive(corpusInput(index)));
  return hash.digest();
}

/**
 * The same of batched attention, in float32: tiles and what is left of them, causal, masked, hard; by a
 * core or by a pool.
 */
export async function attentionFingerprint(core: {
  attend(...input: Parameters<Core["attend"]>): Attention | Promise<Attention>;
}): Promise<string> {
  const hash = new Hash();
  for (let index = 0; index < attentionCorpusSize; index++) {
    const random = new Random(index);
    const [n, nKeys] = [1 + random.below(40), 1 + random.below(80)];
    const [d, dValue] = [1 + random.below(20), 1 + random.below(20)];
    const exponent = random.below(7) - 2;
    const numbers = (size: number, scale: number) =>
      Float32Array.from({ length: size }, () => random.number(scale));
    const mask = Uint8Array.from({ length: n * nKeys }, (_, i) =>
      Number(i % nKeys === 0 || random.below(3) > 0),
    );
    const options = {
      n,
      d,
      nKeys,
      dValue,
      causal: index % 3 === 0,
      hard: index % 5 === 0,
      ...(index % 2 === 0 ? { mask } : {}),
    };
    const [Q, K, V] = [
      numbers(n * d, exponent),
      numbers(nKeys * d, exponent),
      numbers(nKeys * dValue, 2),
    ] as const;
    hash.add(await core.attend(Q, K, V, options));
  }
  return hash.digest();
}

export const attentionCorpusSize = 300;

/** The numbers of a scene; those of the page are handed in, as this file needs nothing but the core. */
export interface SceneNumbers {
  readonly values: ReadonlyArray<readonly number[]>;
  readonly keys: ReadonlyArray<readonly number[]> | null;
  readonly query: readonly number[];
}

/** With the derivations and the batched attention 10,000 seeded cases. */
export const callCorpusSize = 10_000 - corpusSize - attentionCorpusSize;

const normalizers: readonly NormalizerKind[] = [
  ...(["softmax", "sparsemax", "entmax", "burg", "inverse-gap", "l1", "relu-l1"] as const),
  ...(["squared", "sigmoid", "softmax1", "min-max", "hard"] as const),
];
const estimators: readonly Estimator[] = [
  ...(["hard", "soft-mse", "soft-ce", "straight-through", "expected-hard"] as const),
  ...(["reinforce", "gumbel-softmax"] as const),
];

/** Every call but `derive` and `attend`, and all scenes under every score, temperature and estimator. */
export function callsFingerprint(core: Core, scenes: readonly SceneNumbers[]): string {
  const hash = new Hash();
  const add = (call: () => unknown): void => hash.add(answer(call));
  for (let index = 0; index < callCorpusSize; index++) addCalls(core, index, add);
  for (const kind of normalizers) add(() => core.properties(kind));
  for (const { values: X, keys, query: q } of scenes) {
    const given = { X, ...(keys === null ? {} : { K: keys }) };
    for (const temperature of temperatures) {
      for (const score of scores) add(() => core.derive({ ...given, q, score, temperature }));
    }
    if (keys !== null) continue;
    for (const estimator of estimators) add(() => core.train({ X, q, target: 0, estimator }));
  }
  return hash.digest();
}

/** What a call gives, or the name of what is wrong. */
function answer(call: () => unknown): unknown {
  try {
    return call();
  } catch (error) {
    const { code = "none", argument = "" } = error as { code?: string; argument?: string };
    return [code, argument];
  }
}

/** One of the calls, by turns, at inputs of its own. */
function addCalls(core: Core, index: number, add: (call: () => unknown) => void): void {
  const random = new Random(index + 1e6);
  const input = corpusInput(index);
  const { temperature = 1 } = input;
  const alpha = list(random, 1 + random.below(8), random.below(9) - 4);
  const kind = normalizers[random.below(normalizers.length)] as NormalizerKind;
  const [n, d] = [1 + random.below(6), 1 + random.below(4)];
  const X = Array.from({ length: n }, () => list(random, d, 1));
  const target = random.below(n);
  const calls: readonly (() => unknown)[] = [
    () => core.normalize(alpha, { kind, temperature, alpha: 1 + random.below(32) / 8 }),
    () => core.perturb(alpha, { kind, temperature, shift: random.number(3), removed: [0] }),
    () => core.smoothMax(alpha.map(Math.abs), { temperature, r: 1 + random.below(80) / 8 }),
    () => core.sweep(input, temperatures),
    () => core.lossGradients(input, { target, loss: "squared-error" }),
    () => core.lossGradients(input, { target, loss: "cross-entropy" }),
    () => core.outputDifferences(input),
    () => core.queryLosses({ X, queries: [list(random, d, 2)], target, direction: X[0] ?? [] }),
    () => core.jacobianIdentities(core.normalize(alpha, { kind: "softmax" }).jacobian ?? []),
    () => core.naiveSoftmax(alpha, { temperature }),
    () => core.sampleHard({ scores: alpha, temperature, draws: 40, seed: index }),
    () => {
      const estimator = estimators[random.below(estimators.length)] as Estimator;
      return core.train({ X, q: list(random, d, 1), target, estimator, steps: 25, seed: index });
    },
    () => windowOf(core, random),
  ];
  add(calls[index % calls.length] as () => unknown);
  if (index % 101 === 0)
    add(() => core.properties(kind, { scores: alpha, temperature: 0.5, alpha: 1.5 }));
}

const list = (random: Random, size: number, exponent: number): number[] =>
  Array.from({ length: size }, () => random.number(exponent));

function windowOf(core: Core, random: Random): unknown {
  const [rows, columns, d] = [1 + random.below(20), 1 + random.below(40), 1 + random.below(6)];
  const [Q, K] = [rows, columns].map((n) => Float32Array.from(list(random, n * d, 1))) as [
    Float32Array,
    Float32Array,
  ];
  const V = Float32Array.from({ length: columns }, (_, j) => j);
  const options = { n: rows, nKeys: columns, d, dValue: 1 };
  const { logSumExp } = core.attend(Q, K, V, options);
  const picks = core.attend(Q, K, V, { ...options, hard: true }).output;
  const [height, width] = [1 + random.below(rows), 1 + random.below(columns)];
  return core.attendWindow(Q, K, logSumExp, picks, { rows, columns, d, height, width });
}

/** The corpus: every score, sizes to 9 × 5, all magnitudes, ties, masks, limits. */
export function corpusInput(index: number): DeriveInput {
  const random = new Random(index);
  const n = 1 + random.below(9);
  const d = 1 + random.below(5);
  const exponent = random.below(8) === 0 ? random.below(200) - 100 : random.below(9) - 4;
  const temperature = temperatures[random.below(temperatures.length)] as number;
  const matrix = (rows: number, cols: number, scale = exponent) =>
    Array.from({ length: rows }, () => Array.from({ length: cols }, () => random.number(scale)));
  const vector = (size: number, scale = exponent) => matrix(1, size, scale)[0] as number[];
  const mask = Array.from({ length: n }, (_, i) => i === index % n || random.below(4) > 0);
  const X = matrix(n, d, random.below(5));
  if (random.below(4) === 0) X[n - 1] = X[0] as number[];
  const masked = random.below(3) === 0 ? { mask } : {};
  const score = scores[index % 7];
  if (score === undefined) {
    const alpha = vector(n);
    if (n > 1 && random.below(5) === 0) alpha[random.below(n)] = Number.NEGATIVE_INFINITY;
    // One item must stay attended to.
    if (alpha.every((value, i) => value < -1e308 || masked.mask?.[i] === false)) alpha.fill(1);
    return { scores: alpha, X, temperature, ...masked };
  }
  const K = random.below(2) === 0 ? matrix(n, d) : X;
  const q = vector(d);
  const h = 1 + random.below(4);
  const parameters = {
    W: matrix(d, d, 1),
    Wq: matrix(h, d, 1),
    U: matrix(h, d, 1),
    v: vector(h, 1),
    sigma: random.number(2) ** 2 + 0.5,
  };
  return { q, K, X, score, parameters, temperature, ...masked };
}

/** mulberry32: integers only, so that every engine draws the same. */
class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = Math.imul(seed + 1, 0x9e3779b1);
  }

  below(limit: number): number {
    return this.#next() % limit;
  }

  /** 53 random bits, of either sign, times 2 to the exponent. */
  number(exponent: number): number {
    const bits = (this.#next() >>> 5) * 0x4000000 + (this.#next() >>> 6) - 0x10000000000000;
    let value = bits / 0x10000000000000;
    for (let i = 0; i < Math.abs(exponent); i++) value *= exponent < 0 ? 0.5 : 2;
    return value;
  }

  #next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return (t ^ (t >>> 14)) >>> 0;
  }
}

class Hash {
  #low = 0x811c9dc5;
  #high = 0x9747b28c;
  readonly #bits = new DataView(new ArrayBuffer(8));

  /** All that is in a value, with the names of its fields in the order of the alphabet. */
  add(value: unknown): void {
    if (typeof value === "number") {
      // Which of the many NaNs is the engine's choice.
      this.#bits.setFloat64(0, Number.isNaN(value) ? Number.NaN : value);
      this.#word(Number.isNaN(value) ? 0x7ff80000 : this.#bits.getUint32(0));
      this.#word(Number.isNaN(value) ? 0 : this.#bits.getUint32(4));
    } else if (typeof value === "string") {
      for (let i = 0; i < value.length; i++) this.#word(value.charCodeAt(i));
    } else if (typeof value === "boolean" || value === null || value === undefined) {
      this.#word(value ? 3 : 5);
    } else if (Array.isArray(value) || ArrayBuffer.isView(value)) {
      const list = value as ArrayLike<unknown>;
      this.#word(list.length);
      for (let i = 0; i < list.length; i++) this.add(list[i]);
    } else {
      for (const [name, field] of Object.entries(value as object).sort(byName)) {
        this.add(name);
        this.add(field);
      }
    }
  }

  digest(): string {
    return [this.#high, this.#low]
      .map((word) => (word >>> 0).toString(16).padStart(8, "0"))
      .join("");
  }

  #word(word: number): void {
    this.#low = Math.imul(this.#low ^ word, 0x01000193);
    this.#high = Math.imul(this.#high ^ (word ^ (word >>> 15)), 0x85ebca6b);
    this.#high ^= this.#high >>> 13;
  }
}

function byName([a]: [string, unknown], [b]: [string, unknown]): number {
  return a < b ? -1 : 1;
}
