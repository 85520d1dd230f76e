/**
 * The types of `softmax-bridge/core`.
 *
 * n items, d_q = length of q, d_k = columns of K, d = columns of X; α scores, τ temperature,
 * m = max α, M = argmax set, k = |M|, i* = the pick (first index of M), e* = one-hot at i*.
 * All results are copies. Everything is synchronous once the core is loaded.
 */

import type { estimators, losses, normalizers, properties, scores } from "./names.ts";

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
export type Score = (typeof scores)[number];

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
  /** false: `jacobian` and `gradientQuery`, which take most of the time, are left out: 0 × 0. */
  derivatives?: boolean;
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
  /** n × n, ∂p/∂α = (diag p − ppᵀ)/τ; 0 × 0 when n > 2048, and without `derivatives`. */
  readonly jacobian: Matrix;
  /** d × d_q, ∂o/∂q; 0 × 0 when scores were given, for a zero query under cosine, and without `derivatives`. */
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

export type NormalizerKind = (typeof normalizers)[number];

export interface NormalizerOptions {
  kind: NormalizerKind;
  /** τ ≥ 0, default 1; 0 and Infinity are limits. */
  temperature?: number;
  /** Of entmax, from 1 (softmax; 2 is sparsemax), default 1.5. */
  alpha?: number;
  /** false: `jacobian`, which takes most of the time, is left out: 0 × 0 wherever there is one. */
  derivatives?: boolean;
}

export interface Normalization {
  /** p, n; NaN where 0/0. */
  readonly weights: Float64Array;
  /** n; whether p_i ≠ 0 as an exact number, even where it underflows. */
  readonly support: readonly boolean[];
  /** Non-negative and summing to 1. */
  readonly valid: boolean;
  /** ∂p/∂α, n × n; null at a jump, at a kink and where 0/0; 0 × 0 when n > 2048, and without `derivatives`. */
  readonly jacobian: Matrix | null;
}

export interface PerturbOptions extends NormalizerOptions {
  /** c, added to every score, default 0. */
  shift?: number;
  /** Items taken out, by their index; at least one must stay. */
  removed?: ReadonlyArray<number>;
  /** The two items of the ratio; those of the ratio that changes most by default. */
  pair?: readonly [item: number, other: number];
  /** Values, n × d. */
  X?: MatrixLike;
}

export interface Perturbation {
  /** α_i + c, n; −Infinity where removed or masked. */
  readonly scores: Float64Array;
  /** p of these scores, n; 0 where removed; NaN where 0/0. */
  readonly weights: Float64Array;
  /** n; whether p_i ≠ 0 as an exact number; all false where 0/0. */
  readonly support: readonly boolean[];
  /** Not 0/0. */
  readonly defined: boolean;
  /** p of the same items without the shift, n; NaN where 0/0. */
  readonly before: Float64Array;
  /** Σ p_i x_i, d; NaN where 0/0; empty without X. */
  readonly output: Float64Array;
  /** Null when nothing is removed, or no two items that stay have a ratio before and after. */
  readonly ratio: RatioChange | null;
}

/** p_i/p_j, i = item and j = other, with the removed items and without them. */
export interface RatioChange {
  readonly item: number;
  readonly other: number;
  readonly before: number;
  readonly after: number;
  /** By more than rounding. */
  readonly changed: boolean;
}

export type Property = (typeof properties)[number];

export interface PropertyCheck {
  readonly property: Property;
  /**
   * "yes": no witness in the documented corpus nor in the given scores ("one-hot": an example
   * there). "weak" (order): items of different scores may both have weight 0. "limit": only because
   * the normaliser is a limit itself, with all weight on the argmax set at every temperature
   * (cold-limit), or never two items of different scores to compare (ratio-independent).
   */
  readonly holds: "yes" | "no" | "weak" | "limit";
  /** Scores where it fails; null for "yes" and "limit". */
  readonly witness: Witness | null;
}

/**
 * What is wrong at the scores of a witness, with i = item and j = other:
 * undefined 0/0 · negative p_i = before · sum Σp = before · shifted p_i = before at α, after at
 * α + shift · reversed α_i > α_j but p_i = before < p_j = after · tied α_i > α_j but p_i = p_j = 0 ·
 * no-weight p_i = before ≤ 0 · jump p_i = before below α_j, after above · kink ∂p_i/∂α_j = before
 * below α_j, after above, or a later derivative jumps (`derivatives`) · shared p_i = before > 0
 * outside the argmax set · elsewhere p_i = before there at a small temperature · vanishing the argmax
 * set has only before at a small temperature · ratio p_i/p_j = before, after without item `removed` ·
 * asymmetric ∂p_i/∂α_j = before, ∂p_j/∂α_i = after.
 */
export type WitnessReason =
  | "undefined"
  | "negative"
  | "sum"
  | "shifted"
  | "reversed"
  | "tied"
  | "no-weight"
  | "jump"
  | "kink"
  | "shared"
  | "elsewhere"
  | "vanishing"
  | "ratio"
  | "asymmetric";

export interface Witness {
  readonly scores: Float64Array;
  readonly temperature: number;
  /** The reason and its numbers as a formula. */
  readonly detail: string;
  /** Whether the scores are those given, without masked items, and not of the corpus. */
  readonly given: boolean;
  readonly reason: WitnessReason;
  readonly item: number | null;
  readonly other: number | null;
  readonly removed: number | null;
  readonly before: number;
  readonly after: number;
  readonly shift: number;
  /** At a kink: how many continuous derivatives there are. */
  readonly derivatives: number;
}

export interface SmoothMaximum {
  readonly value: number;
  /** n. */
  readonly gradient: Float64Array;
}

/**
 * m, with the mean of its subgradients 1_M/k · L = m + τ log S, with p · L − τ log n, with p · Σ p_i α_i,
 * with p_i (1 + (α_i − μ)/τ) · (Σ α_i^r)^{1/r} of scores from 0, NaN below, with (α_i/‖α‖)^{r−1}.
 */
export type SmoothMaxima = Readonly<
  Record<"max" | "logSumExp" | "mellowmax" | "boltzmann" | "pNorm", SmoothMaximum>
>;

/** A row or an entry per temperature. */
export interface Sweep {
  /** p, × n. */
  readonly weights: Matrix;
  /** o, × d; × 0 without X. */
  readonly outputs: Matrix;
  /** do/dτ = −Cov_p(x, α)/τ², × d; 0 in the limits. */
  readonly outputSlope: Matrix;
  /** H(p), nats. */
  readonly entropy: Float64Array;
  /** L − m. */
  readonly lseMinusMax: Float64Array;
  /** TV(1_M/k, p). */
  readonly totalVariationToTies: Float64Array;
  /** Bounds of totalVariationToTies. */
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  /** ‖o − h‖₂, which need not grow with τ; NaN without X. */
  readonly outputDistance: Float64Array;
}

/**
 * hard ½‖h − y‖² · soft-mse ½‖o − y‖² · soft-ce −log p_t · straight-through ½‖h − y‖² with the slope of
 * p · expected-hard Σ p_i ½‖x_i − y‖² · reinforce the same by one draw · gumbel-softmax ½‖Σ w_i x_i − y‖²
 * with w = softmax((α/τ + g)/λ).
 */
export type Estimator = (typeof estimators)[number];

export interface TrainInput {
  /** Keys and values, n × d. */
  X: MatrixLike;
  /** Where the query starts, d. */
  q: VectorLike;
  /** t, the item to find: y = x_t. */
  target: number;
  estimator: Estimator;
  /** τ > 0, default 1. */
  temperature?: number;
  /** η ≥ 0, default 2: q ← q − η ∂ℓ/∂q. */
  eta?: number;
  /** Default 400, at most 131,072. */
  steps?: number;
  /** A whole number from 0, default 1: of what reinforce and gumbel-softmax draw. */
  seed?: number;
  /** λ > 0 of gumbel-softmax, default 0.5. */
  lambda?: number;
}

/** Record k is the state after k updates: steps + 1 of them. */
export interface Run {
  /** × d. */
  readonly q: Matrix;
  /** Of the state, without the noise of a draw: reinforce as expected-hard, gumbel-softmax as soft-mse. */
  readonly loss: Float64Array;
  /** p_t. */
  readonly weightTarget: Float64Array;
  /** ‖o − h‖₂: what it costs to use the query hard. */
  readonly outputDistance: Float64Array;
  /** i*. */
  readonly pick: Int32Array;
}

/** ½‖o − y‖² or −log p_t, with y = x_t held constant. */
export type Loss = (typeof losses)[number];

export interface LossGradients {
  readonly loss: number;
  /** g = ∂ℓ/∂o, d; empty for the cross-entropy. */
  readonly output: Float64Array;
  /** δ = ∂ℓ/∂α, n; sums to 0. */
  readonly scores: Float64Array;
  /** ∂ℓ/∂q, d_q; null when scores were given. */
  readonly query: Float64Array | null;
  /** δ_i ∇_k s_i, n × d_k: through the scores; null when scores were given. */
  readonly keys: Matrix | null;
  /** ∂ℓ/∂X, n × d: p_i g, and `keys` too where X holds the keys; 0 × 0 without X. */
  readonly values: Matrix;
  /** d_q × d_k, of the bilinear score, else null. */
  readonly W: Matrix | null;
  /** h × d_q, of the additive score, as are U (h × d_k) and v (h). */
  readonly Wq: Matrix | null;
  readonly U: Matrix | null;
  readonly v: Float64Array | null;
}

/** (f(q + h e_j) − f(q − h e_j))/2h as float64 computes it, d × d_q. */
export interface OutputDifferences {
  /** Of the soft output: beside `gradientQuery`. */
  readonly soft: Matrix;
  /** Of the hard output: 0, or about 1/h astride a boundary. */
  readonly hard: Matrix;
}

export interface QueryLossesInput {
  X: MatrixLike;
  K?: MatrixLike;
  score?: Score;
  parameters?: ScoreParameters;
  temperature?: number;
  mask?: ReadonlyArray<boolean>;
  /** A query per row. */
  queries: MatrixLike;
  target: number;
  /** v, as long as a query: then there are slopes along it. */
  direction?: VectorLike;
}

/** An entry per query. */
export interface QueryLosses {
  /** ½‖o − x_t‖². */
  readonly soft: Float64Array;
  /** ½‖h − x_t‖². */
  readonly hard: Float64Array;
  /** −log p_t. */
  readonly crossEntropy: Float64Array;
  /** i*. */
  readonly pick: Int32Array;
  /** ⟨∂ℓ/∂q, v⟩ of ℓ = soft, NaN where there is none; empty without a direction. */
  readonly softSlope: Float64Array;
  /** (ℓ(q + hv) − ℓ(q − hv))/2h, h = 2⁻¹³, as float64 computes it; empty without a direction. */
  readonly softDifference: Float64Array;
}

/** What holds of every Jacobian of softmax, as float64 finds it. */
export interface JacobianIdentities {
  /** Σ_j J_ij, n: 0. */
  readonly rowSums: Float64Array;
  /** max |J_ij − J_ji|: 0. */
  readonly asymmetry: number;
  /** ‖J‖∞ = max_i Σ_j |J_ij| ≤ 1/2τ. */
  readonly norm: number;
}

export interface AttentionOptions {
  /** Queries in each matrix of the batch. */
  n: number;
  /** Length of a query and of a key. */
  d: number;
  /** Keys and values; n by default. */
  nKeys?: number;
  /** Length of a value; d by default. */
  dValue?: number;
  /** How many matrices Q, K and V each hold, one after the other; heads too. 1 by default. */
  batch?: number;
  /** 1/√d by default. */
  scale?: number;
  /** Query i attends to keys j ≤ firstQuery + i, also where nKeys is not n. */
  causal?: boolean;
  /** Where Q holds the queries of a larger matrix from here on; 0 by default. */
  firstQuery?: number;
  /** n × nKeys for all of the batch, or batch × n × nKeys; other than 0 = attend. */
  mask?: Uint8Array;
  /**
   * nKeys: the keys that other queries of the same matrix attend to, those that Q leaves out, other than
   * 0 = attended. They count too: a query has the bits that it has among all of them.
   */
  attended?: Uint8Array;
  /** The value of the best key alone: its first index where several tie. */
  hard?: boolean;
}

export interface Attention {
  /** batch × n × dValue. */
  readonly output: Float32Array;
  /** L of each query, batch × n; with `hard`, its limit max α. */
  readonly logSumExp: Float32Array;
}

export interface WindowOptions {
  /** Queries and keys of the window. */
  rows: number;
  columns: number;
  /** Length of a query and of a key. */
  d: number;
  /** Where the window begins in the matrix of all queries and keys; 0 by default. */
  firstQuery?: number;
  firstKey?: number;
  /** Dots of the pictures, at most as many as there are rows and columns; as many by default. */
  height?: number;
  width?: number;
  /** 1/√d by default. */
  scale?: number;
  causal?: boolean;
}

/**
 * Pictures of a window of the weights, height × width: a dot shows, of the cells that fall on it (row
 * i on row i·height/rows, rounded down), the entry of the largest magnitude.
 */
export interface AttentionWindow {
  /** p = e^{α − L}. */
  readonly soft: Float32Array;
  /** The one-hot e*. */
  readonly hard: Float32Array;
  /** p − e*. */
  readonly difference: Float32Array;
  /** Σ_{j ≠ j*} p_j over the keys of the window, × rows: over all keys it is TV(e*, p). */
  readonly totalVariation: Float32Array;
  /** Σ_j p_j (L − α_j) over the keys of the window, × rows: over all keys it is H(p), nats. */
  readonly entropy: Float32Array;
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

  /**
   * Weights by another normaliser.
   * @throws {SoftmaxBridgeError} as derive, and when alpha is below 1.
   */
  normalize(scores: VectorLike, options: NormalizerOptions): Normalization;

  /**
   * Weights of scores that are moved: all by a constant, or without some of them.
   * @throws {SoftmaxBridgeError} as normalize, when an index is of no item, a value with weight is no finite
   * number, or a score is shifted out of the float64 range ("ScoreOverflow").
   */
  perturb(scores: VectorLike, options: PerturbOptions): Perturbation;

  /**
   * A search for a counterexample to each property, over a corpus and the given scores (at most 256;
   * the corpus alone for τ = 0 or Infinity and a score of Infinity).
   * @throws {SoftmaxBridgeError} as normalize, but not when there are no scores.
   */
  properties(
    kind: NormalizerKind,
    options?: { scores?: VectorLike; temperature?: number; alpha?: number },
  ): readonly PropertyCheck[];

  /**
   * Smooth maxima; τ defaults to 1, r of the p-norm, from 1, to 2.
   * @throws {SoftmaxBridgeError} as derive, and when r is below 1.
   */
  smoothMax(scores: VectorLike, options?: { temperature?: number; r?: number }): SmoothMaxima;

  /**
   * The derivation at many temperatures; that of the input is not used.
   * @throws {SoftmaxBridgeError} as derive.
   */
  sweep(input: DeriveInput, temperatures: VectorLike): Sweep;

  /**
   * "Find the apple": gradient descent on the query of the dot score.
   * @throws {SoftmaxBridgeError} when an argument is out of its range, or the query runs away
   * ("ScoreOverflow").
   */
  train(input: TrainInput): Run;

  /**
   * Gradients of a loss through soft attention, in everything it is made of.
   * @throws {SoftmaxBridgeError} as derive, when `target` is no attended item, and of a squared error without
   * X.
   */
  lossGradients(input: DeriveInput, options: { target: number; loss?: Loss }): LossGradients;

  /**
   * Difference quotients of the outputs in the query, with a step of 2^−13 by default.
   * @throws {SoftmaxBridgeError} as derive.
   */
  outputDifferences(input: DeriveInput, options?: { step?: number }): OutputDifferences;

  /**
   * The losses of many queries: a staircase of the hard output, a slope of the soft one.
   * @throws {SoftmaxBridgeError} as lossGradients, with the place in `queries`, and when `direction` does not
   * fit.
   */
  queryLosses(input: QueryLossesInput): QueryLosses;

  /**
   * Measures a Jacobian ∂p/∂α, n × n.
   * @throws {SoftmaxBridgeError} when it is not square, or an entry is no finite number.
   */
  jacobianIdentities(jacobian: MatrixLike): JacobianIdentities;

  /**
   * softmax(scale · QKᵀ + mask) V in float32, or its hard twin, in O(n·d) memory and with the same
   * bits in every engine. Row-major; Q batch × n × d, K batch × nKeys × d, V batch × nKeys × dValue.
   * At most 2,097,152 queries and keys, 1,024 features, 16,777,216 entries in an array and
   * 67,108,864 in the mask. Entries that no query attends to may be anything.
   * @throws {SoftmaxBridgeError} where there is no answer; `batch` says in which matrix if there are
   * several. A score outside the float32 range is "ScoreOverflow".
   */
  attend(Q: Float32Array, K: Float32Array, V: Float32Array, options: AttentionOptions): Attention;

  /**
   * A window of the weights that attend never keeps, at the size of a screen. Q rows × d and K
   * columns × d are those of the window; logSumExp and picks, × rows, are L and j* over all keys, as
   * attend gives them (j* as the hard output where value j is the number j).
   * @throws {SoftmaxBridgeError} as attend, when the pictures are larger than the window, and when a pick is
   * no key.
   */
  attendWindow(
    Q: Float32Array,
    K: Float32Array,
    logSumExp: Float32Array,
    picks: Float32Array,
    options: WindowOptions,
  ): AttentionWindow;

  /** Bytes of memory that the core has: it grows with the largest call and never shrinks. */
  memorySize(): number;
}

export interface PoolAttentionOptions extends AttentionOptions {
  /** Gives the call up: it is rejected with the signal's reason. */
  signal?: AbortSignal;
  /** How much is done, from 0 to 1. */
  onProgress?: (done: number) => void;
}

/** Attention on several cores, beside the thread that asks: the same bits for any number of workers. */
export interface Pool {
  /** Workers at most. */
  readonly workers: number;
  /** False where there can be none: then this thread does the work, in slices, and `workers` is 1. */
  readonly threaded: boolean;

  /**
   * As Core.attend, on all workers: each has K and V whole, and queries block by block. The arrays are read
   * at once, but for those in a SharedArrayBuffer where threads may share one, which have to stay as they
   * are until the end.
   * @throws {SoftmaxBridgeError} (as a rejection) as Core.attend.
   * @throws {Error} (as a rejection) when the pool is closed, or a worker ends before its answer: the next
   * call has another in its place.
   */
  attend(
    Q: Float32Array,
    K: Float32Array,
    V: Float32Array,
    options: PoolAttentionOptions,
  ): Promise<Attention>;

  /**
   * Any call of the core, by one of the workers. Its inputs have to stay as they are until the end.
   * @throws (as a rejection) what the call throws, and as attend.
   */
  call<Name extends keyof Core>(
    name: Name,
    inputs: Parameters<Core[Name]>,
    options?: { signal?: AbortSignal },
  ): Promise<ReturnType<Core[Name]>>;

  /** Bytes of memory that the cores of the workers have, as of their last answers. */
  memorySize(): number;

  /** Ends all workers, and what they were asked. */
  close(): void;
}

export interface PoolOptions extends LoadOptions {
  /** As many as there are cores by default, but no more than 8. */
  workers?: number;
  /** Where the script of the workers is; beside this module by default. */
  workerUrl?: string | URL;
}

export interface LoadOptions {
  /** Where the wasm is; beside this module by default. */
  wasmUrl?: string | URL;
  /** The wasm itself: nothing is fetched then. */
  wasmBinary?: BufferSource | WebAssembly.Module;
}
