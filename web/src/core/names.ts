/**
 * The names of the core, each list in the order of its enum in C++. The types of the contract, the
 * checks and what the page offers follow from them.
 */

export const scores = ["dot", "scaled", "bilinear", "additive", "cosine", "gaussian"] as const;

/** The formula of the weights in the marks of `richText`, z = α/τ; null: in the words of the texts. */
export const normalizerFormulas = {
  softmax: "e^{z} / Σ e^{z}",
  sparsemax: "[z − θ]_{+}",
  entmax: "[(α−1)z − θ]_{+}^{1/(α−1)}",
  burg: "1 / (λ − z)",
  "inverse-gap": null,
  l1: "z / Σ z",
  "relu-l1": "[z]_{+} / Σ",
  squared: "z^{2} / Σ",
  sigmoid: "σ(z) / Σ",
  softmax1: "e^{z} / (1 + Σ e^{z})",
  "min-max": "(z − min) / Σ",
  hard: null,
} as const;

export const normalizers = Object.keys(
  normalizerFormulas,
) as readonly (keyof typeof normalizerFormulas)[];

export const properties = [
  "simplex",
  "shift-invariant",
  "order",
  "full-support",
  "smooth",
  "one-hot",
  "cold-limit",
  "ratio-independent",
  "symmetric-jacobian",
] as const;

export const estimators = [
  "hard",
  "soft-mse",
  "soft-ce",
  "straight-through",
  "expected-hard",
  "reinforce",
  "gumbel-softmax",
] as const;

export const losses = ["squared-error", "cross-entropy"] as const;
