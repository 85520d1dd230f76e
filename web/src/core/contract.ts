/**
 * The types of `softmax-bridge/core`.
 *
 * n items, d_q = length of q, d_k = columns of K, d = columns of X; α scores, τ temperature,
 * m = max α, M = argmax set, k = |M|, i* = the pick (first index of M), e* = one-hot at i*.
 * All results are copies. Everything is synchronous once the core is loaded.
 */

/** Row-major: the entry in row i and column j is `data[i * cols + j]`. */
export interface Matrix {
  readonly rows: number;
  readonly cols: number;
  readonly data: Float64Array;
}
export type MatrixLike = Matrix | ReadonlyArray<ReadonlyArray<number>>;
export type VectorLike = Float64Array | ReadonlyArray<number>;

/**
 * dot qᵀk · scaled qᵀk/√d_q · bilinear qᵀWk · additive vᵀtanh(Wq q + U k) · cosine qᵀk/(‖q‖‖k‖) ·
 * gaussian −‖q−k‖²/2σ².
 */
export type Score = "dot" | "scaled" | "bilinear" | "additive" | "cosine" | "gaussian";

/** Defaults: W, Wq and U the identity, v ones, σ = 1. */
export interface ScoreParameters {
  /** bilinear: d_q × d_k. */
  W?: MatrixLike;
  /** additive: h × d_q. */
  Wq?: MatrixLike;
  /** additive: h × d_k. */
  U?: MatrixLike;
  /** additive: h. */
  v?: VectorLike;
  /** gaussian: σ > 0. */
  sigma?: number;
}

/** Either a query and keys, or the scores themselves. */
export type DeriveInput = {
  /** Values, n × d (may be absent with `scores`: no outputs then). */
  X?: MatrixLike;
  /** τ ≥ 0, default 1; 0 and Infinity are labelled limits. */
  temperature?: number;
  /** true = attend. */
  mask?: ReadonlyArray<boolean>;
} & (
  | {
      /** Query, d_q. */
      q: VectorLike;
      /** Keys, n × d_k; X by default. */
      K?: MatrixLike;
      /** "dot" by default. */
      score?: Score;
      parameters?: ScoreParameters;
    }
  | {
      /** α, n. */
      scores: VectorLike;
    }
);

/** What a reader must be told. */
export type Flag = "tie" | "cold-limit" | "hot-limit" | "infinite-score" | "zero-vector" | "masked";

export interface Derivation {
  /** α_i (−Infinity where masked). */
  readonly scores: Float64Array;
  /** α_i/τ, what softmax is applied to; as τ → 0: ±Infinity, or 0 for α_i = 0; as τ → ∞: 0. */
  readonly scaledScores: Float64Array;
  /**
   * n × d_q, the terms whose sum over a row is the score: q_j k_ij (dot), q_j k_ij/√d_q (scaled); 0
   * where masked; 0 × 0 for other scores and when scores were given.
   */
  readonly scoreTerms: Matrix;
  /** m = max α. */
  readonly max: number;
  /** i*, the first index of the argmax set. */
  readonly argmax: number;
  /** The whole argmax set M, also when it has one member. */
  readonly ties: Int32Array;
  /** Δ = m − best score outside M; Infinity if there is none. */
  readonly gap: number;
  /** e*, 1 at i*. */
  readonly oneHot: Float64Array;
  /** α_i − m (not divided by τ); −Infinity where masked or where the difference overflows. */
  readonly shifted: Float64Array;
  /** u_i = exp((α_i − m)/τ). */
  readonly expShifted: Float64Array;
  /** S = Σ u_i. */
  readonly sumExp: number;
  /** L = m + τ log S. */
  readonly logSumExp: number;
  /** L − m = τ log S, without the cancellation of subtracting. */
  readonly lseMinusMax: number;
  /** τ log k ≤ L − m ≤ τ log(k + (n − k) e^{−Δ/τ}). */
  readonly lseMinusMaxBounds: readonly [lower: number, upper: number];
  /** p_i = u_i / S. */
  readonly weights: Float64Array;
  /** log p_i; −Infinity where p_i is exactly 0. */
  readonly logWeights: Float64Array;
  /** μ = Σ p_i α_i. */
  readonly meanScore: number;
  /** h = x_{i*}. */
  readonly hardOutput: Float64Array;
  /** Mean of x_i over M. */
  readonly tieMean: Float64Array;
  /** o = Σ p_i x_i. */
  readonly softOutput: Float64Array;
  /** n × d, p_i x_ij: what each item gives to each feature of o; 0 where p_i is exactly 0. */
  readonly shares: Matrix;
  /** o − h = Σ p_i (x_i − h). */
  readonly outputDifference: Float64Array;
  /** (o_j − h_j)²/‖o − h‖², the part of the squared distance in feature j; zeros if o = h. */
  readonly outputDifferenceShare: Float64Array;
  /** ‖o − h‖₂; NaN without X. */
  readonly outputDistance: number;
  /** TV(e*, p) = 1 − p_{i*}. */
  readonly totalVariation: number;
  /** KL(e* ‖ p) = log S = (L − m)/τ. */
  readonly klDivergence: number;
  /** TV(1_M/k, p) = 1 − k p_{i*}. */
  readonly totalVariationToTies: number;
  /** Bounds of totalVariationToTies: with ε = e^{−Δ/τ}, ε/(k + ε) and (n − k)ε/(k + (n − k)ε). */
  readonly totalVariationBounds: readonly [lower: number, upper: number];
  /** H(p) = −Σ p_i log p_i, nats. */
  readonly entropy: number;
  /** n × n, ∂p/∂α = (diag p − ppᵀ)/τ; 0 × 0 when n > 2048. */
  readonly jacobian: Matrix;
  /** d × d_q, ∂o/∂q; 0 × 0 when scores were given, and for a zero query under cosine. */
  readonly gradientQuery: Matrix;
  readonly flags: readonly Flag[];
  /** S1 … S9 in order, then S7a, S7b. */
  readonly steps: readonly Step[];
}

export type StepId = "S1" | "S2" | "S3" | "S4" | "S5" | "S6" | "S7" | "S8" | "S9" | "S7a" | "S7b";

/** S1, S2 definition; S7 approx (S7a, S7b too); all others equal. */
export type Relation = "definition" | "equal" | "approx";

/** The arrays of a step are those of the derivation where they are the same numbers. */
export interface Step {
  readonly id: StepId;
  readonly relation: Relation;
  /**
   * The numbers inside: S1 α · S2 α · S3 e* · S4 α−m · S5 u · S6 p · S7 p · S8 p · S9 p · S7a u ·
   * S7b p.
   */
  readonly candidate: Float64Array;
  /** The argmax set of the candidate as exact numbers: M, but {i*} at S3. */
  readonly candidateArgmax: Int32Array;
  /** The argmax set of the candidate as float64 numbers: larger where rounding made a false tie. */
  readonly candidateFloatArgmax: Int32Array;
  /** The weights that act on X: e* for S2…S6, p for S7…S9, u for S7a, p for S7b; empty for S1. */
  readonly weights: Float64Array;
  /** Σ weights_i; NaN for S1. */
  readonly weightSum: number;
  /** Σ weights_i x_i; empty for S1 or without X. */
  readonly output: Float64Array;
  /** ‖output − h‖₂; NaN for S1 or without X. */
  readonly outputDistance: number;
  /** ‖weights − e*‖₁ / 2; NaN for S1. */
  readonly weightDistance: number;
}

export interface SampleHardInput {
  /** α, n. */
  scores: VectorLike;
  /** Values, n × d. */
  X?: MatrixLike;
  /** τ ≥ 0, default 1; as τ → 0 the noise only decides among ties, as τ → ∞ it alone decides. */
  temperature?: number;
  draws: number;
  /** A whole number from 0, default 1; more draws of a seed continue the same stream. */
  seed?: number;
}

export interface HardSamples {
  /** How often each item was drawn, n. */
  readonly counts: Int32Array;
  /** counts/draws, n. */
  readonly frequencies: Float64Array;
  /** Σ frequencies_i x_i, d; empty without X. */
  readonly meanOutput: Float64Array;
  /** TV(frequencies, p). */
  readonly totalVariation: number;
  /** The last item drawn. */
  readonly last: number;
}

/** e^{α_i/τ}/Σ e^{α_j/τ}, every operation rounded. */
export interface NaiveSoftmax {
  /** e^{α_i/τ}, n. */
  readonly exp: Float64Array;
  readonly sum: number;
  /** exp/sum, n; NaN where ∞/∞ or 0/0. */
  readonly weights: Float64Array;
}

export interface NaiveFormulas {
  readonly float64: NaiveSoftmax;
  /** Rounded to float32 at every operation, as most models compute. */
  readonly float32: NaiveSoftmax;
  /** e^{(α_i − L)/τ} and its sum, in float64; null where L or 1/τ is not a finite number. */
  readonly divisionFree: {
    readonly weights: Float64Array;
    readonly sum: number;
    /** sum − 1, without cancellation. */
    readonly sumError: number;
  } | null;
}

export interface Core {
  /**
   * Every step of the derivation, for one query. At most 2,097,152 items, 1,024 features and
   * 2,097,152 entries in a matrix.
   * @throws {SoftmaxBridgeError} where the input has no answer; the next call works as before.
   */
  derive(input: DeriveInput): Derivation;

  /**
   * Sampled hard attention: z = argmax(α/τ + g), g independent standard Gumbel, so that P(z = i) = p_i
   * exactly and the mean of the x_z tends to the soft output.
   * @throws {SoftmaxBridgeError} as derive, and when `draws` is not from 1 to 1,048,576.
   */
  sampleHard(input: SampleHardInput): HardSamples;

  /**
   * What a computer gets from the formulas as they are written, for the reader to see: what
   * overflows is Infinity and what is ∞/∞ or 0/0 is NaN. `derive` uses none of them.
   * @throws {SoftmaxBridgeError} when there are no scores, or one or the temperature is no number.
   */
  naiveSoftmax(scores: VectorLike, options?: { temperature?: number }): NaiveFormulas;
}

export interface LoadOptions {
  /** Where the wasm is; beside this module by default. */
  wasmUrl?: string | URL;
  /** The wasm itself: nothing is fetched then. */
  wasmBinary?: BufferSource;
}
