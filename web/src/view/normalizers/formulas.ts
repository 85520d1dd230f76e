import type { NormalizerKind } from "../../core/core.ts";
import { format } from "../../model/format.ts";
import { type Marked, marked } from "../../model/marked.ts";
import type { NormalizersText } from "../../model/text/normalizers.en.ts";

/** What a normaliser is called; entmax with its α. */
export const nameOf = (kind: NormalizerKind, alpha: number, text: NormalizersText): string =>
  kind === "entmax" ? `${text.names.entmax} ${format(alpha)}` : text.names[kind];

/** Its formula; z = α/τ. */
export function formulaOf(kind: NormalizerKind, alpha: number, text: NormalizersText): Marked {
  switch (kind) {
    case "softmax":
      return marked`e^{z} / Σ e^{z}`;
    case "sparsemax":
      return marked`[z − θ]_{+}`;
    case "entmax":
      return alpha === 1.5 ? marked`[z/2 − θ]_{+}^{2}` : marked`[(α−1)z − θ]_{+}^{1/(α−1)}`;
    case "burg":
      return marked`1 / (λ − z)`;
    case "inverse-gap":
      return marked`${text.inverseGapFormula}`;
    case "l1":
      return marked`z / Σ z`;
    case "relu-l1":
      return marked`[z]_{+} / Σ`;
    case "squared":
      return marked`z^{2} / Σ`;
    case "sigmoid":
      return marked`σ(z) / Σ`;
    case "softmax1":
      return marked`e^{z} / (1 + Σ e^{z})`;
    case "min-max":
      return marked`(z − min) / Σ`;
    case "hard":
      return marked`${text.hardFormula}`;
  }
}
