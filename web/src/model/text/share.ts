import type { Language } from "../state.ts";
import { type ShareText, shareEn } from "./share.en.ts";
import { shareZhCN } from "./share.zh-CN.ts";

export type { ShareText };

/** Apart from the texts of the figure: only who shares needs them. */
export const shareTexts: Readonly<Record<Language, ShareText>> = {
  en: shareEn,
  "zh-CN": shareZhCN,
};
