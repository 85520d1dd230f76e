import { en } from "./en/index.ts";
import type { Part, Translation, Words } from "./translation.ts";
import { zhCN } from "./zh-CN/index.ts";

export type {
  Classroom,
  DataText,
  GradientText,
  NormalizersText,
  NoticesText,
  OpeningText,
  Part,
  ScaleText,
  ShareText,
  SymbolsText,
  TemperatureText,
  Text,
  Words,
} from "./translation.ts";

/** Every language, by the name that links and attributes give it. */
const all = {
  en,
  "zh-CN": zhCN,
} satisfies Record<string, Translation>;

export type Language = keyof typeof all;
export const languages = Object.keys(all) as readonly Language[];
export const translations: Readonly<Record<Language, Translation>> = all;

/** Some parts of a language's texts. */
export async function loadWords<P extends Part>(
  language: Language,
  parts: readonly P[],
): Promise<Pick<Words, P>> {
  const modules = parts.map((part) => translations[language].parts[part]());
  return Object.assign({}, ...(await Promise.all(modules)));
}

/** The language that a tag of BCP 47 asks for, if we have it. */
export const languageOf = (tag: string): Language | undefined =>
  languages.find((language) => translations[language].tag.test(tag));

/** The page's language for a list of the browser's preferences, best first. */
export const preferredLanguage = (preferences: readonly string[]): Language =>
  preferences.map(languageOf).find((language) => language !== undefined) ?? "en";
