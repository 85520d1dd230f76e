import type { Language } from "../state.ts";
import type { Text } from "./en.ts";

export type { Text };

/** The figure's texts in a language. A reader loads only those they read. */
export async function loadText(language: Language): Promise<Text> {
  return language === "en" ? (await import("./en.ts")).en : (await import("./zh-CN.ts")).zhCN;
}

/** The page's language for a list of the browser's preferences, best first. */
export function preferredLanguage(preferences: readonly string[]): Language {
  for (const tag of preferences) {
    if (/^zh\b/i.test(tag)) return "zh-CN";
    if (/^en\b/i.test(tag)) return "en";
  }
  return "en";
}

/** What is said where nothing could be loaded, not even the other words. */
export const unloaded: Readonly<Record<Language, string>> = {
  en: "The page could not be loaded:",
  "zh-CN": "页面没能加载：",
};

/** What is said where a part is gone that a reader asks for later: the words for it may be in the very part. */
export const gone: Readonly<Record<Language, { readonly text: string; readonly reload: string }>> =
  {
    en: {
      text: "A part of this page could not be loaded: the page has been renewed since you opened it, or the network is gone.",
      reload: "Reload",
    },
    "zh-CN": {
      text: "这一页有一部分没能加载：可能是打开之后页面已经更新，也可能是网络断了。",
      reload: "重新加载",
    },
  };
