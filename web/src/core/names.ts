/**
 * The names of the core, each list in the order of its enum in C++. The types of the contract, the
 * checks and what the page offers follow from them.
 */

export const scores = ["dot", "scaled", "bilinear", "additive", "cosine", "gaussian"] as const;

export const normalizers = [
  "softmax",
  "sparsemax",
  "entmax",
  "burg",
  "inverse-gap",
  "l1",
  "relu-l1",
  "squared",
  "sigmoid",
  "softmax1",
  "min-max",
  "hard",
] as const;

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
