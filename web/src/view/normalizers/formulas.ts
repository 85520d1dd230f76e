import type { NormalizerKind } from "../../core/core.ts";
import { format } from "../../model/format.ts";
import { type Marked, marked } from "../../model/marked.ts";
import type { NormalizersText } from "../../model/text/index.ts";

/** What a normaliser is called; entmax with its α. */
export const nameOf = (kind: NormalizerKind, alpha: number, text: NormalizersText): string =>
  kind === "entmax" ? `${text.names.entmax} ${format(alpha)}` : text.names[kind];

/** Its formula, or what it does in words; z = α/τ. */
export const formulaOf = (kind: NormalizerKind, alpha: number, text: NormalizersText): Marked =>
  kind === "entmax" && alpha === 1.5 ? marked`[z/2 − θ]_{+}^{2}` : text.formulas[kind];

/** Whether its formula is in words: those that the languages have each for themselves. */
export const isInWords = (kind: NormalizerKind, text: NormalizersText): boolean =>
  kind in text.formulasInWords;
