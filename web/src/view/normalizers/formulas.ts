import type { NormalizerKind } from "../../core/core.ts";
import { normalizerFormulas } from "../../core/names.ts";
import { format } from "../../model/format.ts";
import type { NormalizersText } from "../../model/text/normalizers.en.ts";

/** What a normaliser is called; entmax with its α. */
export const nameOf = (kind: NormalizerKind, alpha: number, text: NormalizersText): string =>
  kind === "entmax" ? `${text.names.entmax} ${format(alpha)}` : text.names[kind];

/** Its formula, in the marks of `richText`, or in words; z = α/τ. */
export function formulaOf(kind: NormalizerKind, alpha: number, text: NormalizersText): string {
  if (kind === "entmax" && alpha === 1.5) return "[z/2 − θ]_{+}^{2}";
  const formula = normalizerFormulas[kind];
  return formula ?? text.formulas[kind as keyof typeof text.formulas];
}

/** Whether its formula is in words. */
export const isInWords = (kind: NormalizerKind): boolean => normalizerFormulas[kind] === null;
