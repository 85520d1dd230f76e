import { marked } from "../marked.ts";

/** Of normalisers, the same in every language; z = α/τ. */
export const formulas = {
  softmax: marked`e^{z} / Σ e^{z}`,
  sparsemax: marked`[z − θ]_{+}`,
  entmax: marked`[(m−1)z − θ]_{+}^{1/(m−1)}`,
  burg: marked`1 / (λ − z)`,
  l1: marked`z / Σ z`,
  "relu-l1": marked`[z]_{+} / Σ`,
  squared: marked`z^{2} / Σ`,
  sigmoid: marked`σ(z) / Σ`,
  softmax1: marked`e^{z} / (1 + Σ e^{z})`,
  "min-max": marked`(z − min) / Σ`,
};
