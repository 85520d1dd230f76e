import type { Language } from "../state.ts";
import { type ScaleText, scaleEn } from "./scale.en.ts";
import { scaleZhCN } from "./scale.zh-CN.ts";

export type { ScaleText } from "./scale.en.ts";

/** Loaded with the view of many queries. */
export const scaleTexts: Readonly<Record<Language, ScaleText>> = {
  en: scaleEn,
  "zh-CN": scaleZhCN,
};
