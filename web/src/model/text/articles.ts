import type { Article } from "../article.ts";
import type { Language } from "../state.ts";
import { articleEn } from "./article.en.ts";
import { articleZhCN } from "./article.zh-CN.ts";

/** Apart from the texts of the figure: an embed has no article, and need not load one. */
export const articles: Readonly<Record<Language, Article>> = {
  en: articleEn,
  "zh-CN": articleZhCN,
};
