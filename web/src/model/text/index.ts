import type { Article } from "../article.ts";
import type { Language } from "../state.ts";
import { articleEn } from "./article.en.ts";
import { articleZhCN } from "./article.zh-CN.ts";
import { en, type Text } from "./en.ts";
import { zhCN } from "./zh-CN.ts";

export type { Text };

export const texts: Readonly<Record<Language, Text>> = { en, "zh-CN": zhCN };

export const articles: Readonly<Record<Language, Article>> = {
  en: articleEn,
  "zh-CN": articleZhCN,
};

/** The page's language for a list of the browser's preferences, best first. */
export function preferredLanguage(preferences: readonly string[]): Language {
  for (const tag of preferences) {
    if (/^zh\b/i.test(tag)) return "zh-CN";
    if (/^en\b/i.test(tag)) return "en";
  }
  return "en";
}
