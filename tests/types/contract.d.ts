// The typed surface of `softmax-bridge/core`: a contract. Add to it freely; don't rename.
// n items, d_q = length of q, d_k = columns of K, d = columns of X. α scores, τ temperature, i* the pick.
// All results are copies. Everything is synchronous once the core is loaded.

export interface Matrix {
  readonly rows: number;
  readonly cols: number;
  readonly data: Float64Array;
} // row-major
export type MatrixLike = Matrix | ReadonlyArray<ReadonlyArray<number>>;
export type VectorLike = Float64Array | ReadonlyArray<number>;

/** Node finds the wasm beside core.js by itself; a page resolves it against import.meta.url. */
export function loadCore(options?: {
  wasmUrl?: string | URL;
  wasmBinary?: BufferSource;
}): Promise<Core>;

export type Score = "dot" | "scaled" | "bilinear" | "additive" | "cosine" | "gaussian";
/** dot qᵀk · scaled qᵀk/√d_q · bilinear qᵀWk · additive vᵀtanh(Wq q + U k) · cosine · gaussian −‖q−k‖²/2σ². */
export interface ScoreParameters {
  W?: MatrixLike;
  Wq?: MatrixLike;
  U?: MatrixLike;
  v?: VectorLike;
  sigma?: number;
} // identity, identity, identity, ones, 1

/** Either a query and keys, or the scores themselves. */
export type DeriveInput = {
  X?: MatrixLike; // values, n × d (may be absent with `scores`: no outputs then)
  temperature?: number; // τ ≥ 0, default 1; 0 and Infinity are labelled limits
  mask?: ReadonlyArray<boolean>; // true = attend
} & (
  | { q: VectorLike; K?: MatrixLike; score?: Score; parameters?: ScoreParameters }
  | { scores: VectorLike }
); // K = X by default

export interface Derivation {
  readonly scores: Float64Array; // α_i (−Infinity where masked)
  readonly max: number; // m = max α
  readonly argmax: number; // i*, the first index of the argmax set
  readonly ties: Int32Array; // the whole argmax set M, also when it has one member
  readonly gap: number; // Δ = m − best score outside M; Infinity if there is none
  readonly oneHot: Float64Array; // e*, 1 at i*
  readonly shifted: Float64Array; // α_i − m          (not divided by τ)
  readonly expShifted: Float64Array; // u_i = exp((α_i − m)/τ)
  readonly sumExp: number; // S = Σ u_i
  readonly logSumExp: number; // L = m + τ log S
  readonly weights: Float64Array; // p_i = u_i / S
  readonly logWeights: Float64Array; // log p_i
  readonly hardOutput: Float64Array; // h = x_{i*}
  readonly tieMean: Float64Array; // mean of x_i over M
  readonly softOutput: Float64Array; // o = Σ p_i x_i
  readonly totalVariation: number; // TV(e*, p) = 1 − p_{i*}
  readonly klDivergence: number; // KL(e* ‖ p) = log S = (L − m)/τ
  readonly totalVariationToTies: number; // TV(1_M/k, p) = 1 − k p_{i*}
  readonly totalVariationBounds: readonly [lower: number, upper: number]; // of totalVariationToTies
  readonly entropy: number; // H(p), nats
  readonly outputDistance: number; // ‖o − h‖₂
  readonly jacobian: Matrix; // ∂p/∂α = (diag p − ppᵀ)/τ
  readonly gradientQuery: Matrix; // ∂o/∂q, d × d_q (0 × 0 when scores were given)
  readonly flags: readonly Flag[]; // what a reader must be told
  readonly steps: readonly Step[]; // S1 … S9 in order, then S7a, S7b
}
export type Flag = "tie" | "cold-limit" | "hot-limit" | "infinite-score" | "zero-vector" | "masked";

export type StepId = "S1" | "S2" | "S3" | "S4" | "S5" | "S6" | "S7" | "S8" | "S9" | "S7a" | "S7b";
export interface Step {
  readonly id: StepId;
  readonly relation: "definition" | "equal" | "approx"; // S1, S2 definition; S7 approx (S7a, S7b too); all others equal
  readonly candidate: Float64Array; // the numbers inside: S1 α · S2 α · S3 e* · S4 α−m · S5 u · S6 p · S7 p · S8 p · S9 p · S7a u · S7b p
  readonly weights: Float64Array; // the weights that act on X: e* for S2…S6, p for S7…S9, u for S7a, p for S7b; empty for S1
  readonly output: Float64Array; // Σ weights_i x_i; empty for S1
  readonly outputDistance: number; // ‖output − h‖₂; NaN for S1
  readonly weightDistance: number; // ‖weights − e*‖₁ / 2; NaN for S1
}

export type NormalizerKind =
  | "softmax"
  | "sparsemax"
  | "entmax"
  | "burg"
  | "inverse-gap"
  | "l1"
  | "relu-l1"
  | "squared"
  | "sigmoid"
  | "softmax1"
  | "min-max"
  | "hard";
export interface Normalization {
  readonly weights: Float64Array; // NaN where 0/0
  readonly valid: boolean; // non-negative and summing to 1
  readonly jacobian: Matrix | null; // ∂p/∂α; null where it does not exist
}
export type Property =
  | "simplex"
  | "shift-invariant"
  | "order"
  | "full-support"
  | "smooth"
  | "one-hot"
  | "cold-limit"
  | "ratio-independent"
  | "symmetric-jacobian";
export interface PropertyCheck {
  readonly property: Property;
  readonly holds: "yes" | "no" | "weak" | "limit"; // "yes" = no witness in the documented corpus nor in the given scores
  readonly witness: {
    readonly scores: Float64Array;
    readonly temperature: number;
    readonly detail: string;
  } | null;
}

export type Estimator =
  | "hard"
  | "soft-mse"
  | "soft-ce"
  | "straight-through"
  | "expected-hard"
  | "reinforce"
  | "gumbel-softmax";
export interface Run {
  readonly q: Matrix;
  readonly loss: Float64Array;
  readonly weightTarget: Float64Array;
  readonly pick: Int32Array;
} // record k: state after k updates

export interface Core {
  derive(input: DeriveInput): Derivation;
  normalize(
    scores: VectorLike,
    options: { kind: NormalizerKind; temperature?: number; alpha?: number },
  ): Normalization; // alpha of entmax, default 1.5
  properties(
    kind: NormalizerKind,
    options?: { scores?: VectorLike; temperature?: number; alpha?: number },
  ): readonly PropertyCheck[];
  smoothMax(
    scores: VectorLike,
    options?: { temperature?: number; r?: number },
  ): Record<
    "max" | "logSumExp" | "mellowmax" | "boltzmann" | "pNorm",
    { readonly value: number; readonly gradient: Float64Array }
  >;
  sweep(
    input: DeriveInput,
    temperatures: VectorLike,
  ): {
    readonly weights: Matrix;
    readonly outputs: Matrix;
    readonly outputSlope: Matrix;
    readonly entropy: Float64Array;
    readonly lseMinusMax: Float64Array;
    readonly totalVariationToTies: Float64Array;
    readonly lower: Float64Array;
    readonly upper: Float64Array;
  }; // a row per temperature
  train(input: {
    X: MatrixLike;
    q: VectorLike;
    target: number;
    estimator: Estimator;
    temperature?: number;
    eta?: number;
    steps?: number;
    seed?: number;
    lambda?: number;
  }): Run; // dot score; 1, 2, 400, 1, 0.5
  /** softmax(scale · QKᵀ + mask) V, row-major float32; Q n × d, K nKeys × d, V nKeys × dValue, each × batch. */
  attend(
    Q: Float32Array,
    K: Float32Array,
    V: Float32Array,
    options: {
      n: number;
      d: number;
      nKeys?: number;
      dValue?: number;
      batch?: number;
      scale?: number;
      causal?: boolean;
      mask?: Uint8Array;
      hard?: boolean;
    },
  ): { readonly output: Float32Array; readonly logSumExp: Float32Array }; // scale 1/√d
}

/** Attention on several cores: workers that need no shared memory; the same bits as attend for any number of them. */
export function loadPool(options?: {
  workers?: number;
  wasmUrl?: string | URL;
  workerUrl?: string | URL;
}): Promise<Pool>; // default: the cores, at most 8
export interface Pool {
  readonly workers: number;
  attend(
    Q: Float32Array,
    K: Float32Array,
    V: Float32Array,
    options: Parameters<Core["attend"]>[3] & {
      signal?: AbortSignal;
      onProgress?(done: number): void;
    },
  ): Promise<{ readonly output: Float32Array; readonly logSumExp: Float32Array }>; // done: 0 … 1
  close(): void;
}

export class SoftmaxBridgeError extends Error {
  readonly code:
    | "BadArgument"
    | "ShapeMismatch"
    | "Empty"
    | "NotANumber"
    | "NotFinite"
    | "NothingToAttend"
    | "NotDetermined"
    | "BadTemperature"
    | "ScoreOverflow"
    | "TooLarge"
    | "OutOfMemory";
  readonly argument?: string;
  readonly row?: number;
  readonly column?: number;
}
