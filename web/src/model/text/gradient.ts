import type { Language } from "../state.ts";
import { type GradientText, gradientEn } from "./gradient.en.ts";
import { gradientZhCN } from "./gradient.zh-CN.ts";

export type { GradientText };

/** The words of the view `gradient`, loaded with it. */
export const gradientTexts: Readonly<Record<Language, GradientText>> = {
  en: gradientEn,
  "zh-CN": gradientZhCN,
};
