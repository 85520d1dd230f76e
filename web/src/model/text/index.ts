import type { Language } from "../state.ts";
import { en, type Text } from "./en.ts";
import { zhCN } from "./zh-CN.ts";

export type { Text };

export const texts: Readonly<Record<Language, Text>> = { en, "zh-CN": zhCN };

/** The page's language for a list of the browser's preferences, best first. */
export function preferredLanguage(preferences: readonly string[]): Language {
  for (const tag of preferences) {
    if (/^zh\b/i.test(tag)) return "zh-CN";
    if (/^en\b/i.test(tag)) return "en";
  }
  return "en";
}
