import type { Language } from "../state.ts";
import { type NormalizersText, normalizersEn } from "./normalizers.en.ts";
import { normalizersZhCN } from "./normalizers.zh-CN.ts";

/** Apart from the texts of the figure: only the view `normalizers` needs them. */
export const normalizersTexts: Readonly<Record<Language, NormalizersText>> = {
  en: normalizersEn,
  "zh-CN": normalizersZhCN,
};
