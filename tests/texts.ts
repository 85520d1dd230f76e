import {
  type DataText,
  type Language,
  languages,
  loadWords,
  type Part,
  type Text,
  translations,
  type Words,
} from "../web/src/model/text/index.ts";

function allWords(language: Language): Promise<Words> {
  return loadWords(language, Object.keys(translations[language].parts) as Part[]);
}

const all = languages.map(async (language) => [language, await allWords(language)]);

/** Every part of every language's texts at once, as no reader has them. */
export const words: Readonly<Record<Language, Words>> = Object.fromEntries(await Promise.all(all));

const figureAndData = ({ figure, data }: Words): Text & DataText => ({ ...figure, ...data });

/** What most tests look for: the texts of the figure and of the reader's own numbers. */
export const texts: Readonly<Record<Language, Text & DataText>> = Object.fromEntries(
  languages.map((language) => [language, figureAndData(words[language])]),
) as Record<Language, Text & DataText>;
