export const overflow = {
  caption: "The same weights as a computer gets them, with and without subtracting the maximum.",
  subtract: "without subtracting the max",
  exp: (precision: string) => `exp(α), ${precision}`,
  weights: (precision: string) => `weights, ${precision}`,
  shifted: "exp(α − max)",
  sum: "sum",
};
