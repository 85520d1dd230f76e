import type { NormalizerKind } from "../../core/core.ts";
import { format } from "../../model/format.ts";
import type { NormalizersText } from "../../model/text/normalizers.en.ts";

/** What a normaliser is called; entmax with its α. */
export const nameOf = (kind: NormalizerKind, alpha: number, text: NormalizersText): string =>
  kind === "entmax" ? `${text.names.entmax} ${format(alpha)}` : text.names[kind];

/** Its formula, in the marks of `richText`; z = α/τ. */
export function formulaOf(kind: NormalizerKind, alpha: number, text: NormalizersText): string {
  switch (kind) {
    case "softmax":
      return "e^{z} / Σ e^{z}";
    case "sparsemax":
      return "[z − θ]_{+}";
    case "entmax":
      return alpha === 1.5 ? "[z/2 − θ]_{+}^{2}" : "[(α−1)z − θ]_{+}^{1/(α−1)}";
    case "burg":
      return "1 / (λ − z)";
    case "inverse-gap":
      return text.inverseGapFormula;
    case "l1":
      return "z / Σ z";
    case "relu-l1":
      return "[z]_{+} / Σ";
    case "squared":
      return "z^{2} / Σ";
    case "sigmoid":
      return "σ(z) / Σ";
    case "softmax1":
      return "e^{z} / (1 + Σ e^{z})";
    case "min-max":
      return "(z − min) / Σ";
    case "hard":
      return text.hardFormula;
  }
}
