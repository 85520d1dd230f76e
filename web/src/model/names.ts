import type { State } from "./state.ts";
import { translations } from "./text/index.ts";

/** Letters that run from right to left, and characters that turn what follows them. */
const turning =
  /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefe\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Letters of a name that stand in a text: more would bury what is around, as more marks on one letter would. */
const mostLetters = 256;
const pile = /(\p{M}{8})\p{M}+/gu;

/**
 * A name, or whatever else comes from outside, as it stands in a text. What could turn the text around it
 * is shut in between U+2068 and U+2069, which are not seen: shutters of its own find their other halves
 * within, and it has no end of a paragraph, which would let it out.
 */
export function inText(name: string): string {
  const piled = name.replace(pile, "$1");
  const cut = piled.length > mostLetters ? cutTo(piled, mostLetters) : piled;
  return turning.test(cut) ? shutIn(cut) : cut;
}

function shutIn(name: string): string {
  const inside = name.replace(/[\p{Cc}\u2028\u2029]/gu, " ");
  let [opened, closed] = [0, 0];
  for (const [shutter] of inside.matchAll(/[\u2066-\u2069]/g)) {
    if (shutter !== "\u2069") opened++;
    else if (opened > 0) opened--;
    else closed++;
  }
  return "\u2068".repeat(closed + 1) + inside + "\u2069".repeat(opened + 1);
}

/** Its letters, without what is not seen. */
export const lettersOf = (name: string): string[] => Array.from(name.replace(/\p{Cf}/gu, ""));

/** A name short enough to stand in a drawing. */
export function shortened(name: string, most = 18): string {
  const cut = cutTo(name, most);
  return cut === name ? name : inText(cut);
}

function cutTo(name: string, most: number): string {
  const letters = Array.from(name);
  return letters.length <= most ? name : `${letters.slice(0, most - 1).join("")}…`;
}

/** A … Z, AA … ZZ, as columns of a spreadsheet are called. */
const letters = (i: number): string =>
  (i < 26 ? "" : letters(Math.floor(i / 26) - 1)) + String.fromCharCode(65 + (i % 26));

/** The reader's own names, else those of the scene in the reader's language, else letters. */
export function itemNames(state: State): readonly string[] {
  const own = state.labels ?? translations[state.language].sceneNames[state.scene].items;
  return state.values.map((_, i) => own[i] ?? letters(i));
}

/** The same of features, which have numbers in place of letters: feature 1. */
export function featureNames(state: State): readonly string[] {
  const own = state.features ?? translations[state.language].sceneNames[state.scene].features;
  return (state.values[0] ?? []).map(
    (_, j) => own[j] ?? translations[state.language].numbered.feature(j + 1),
  );
}

/** Names that features keep when the numbers leave their scene; null where they have only numbers. */
export function keptFeatures(state: State): readonly string[] | null {
  const named = translations[state.language].sceneNames[state.scene].features.length > 0;
  return state.features ?? (named ? featureNames(state) : null);
}

/** Components of a query, or of keys, that are no features of the values. */
export const entryNames = (language: State["language"], count: number): readonly string[] =>
  Array.from({ length: count }, (_, j) => translations[language].numbered.entry(j + 1));

/** The query's components: the features, where the values are the keys. */
export const queryNames = (
  features: readonly string[],
  { keys, query, language }: Pick<State, "keys" | "query" | "language">,
): readonly string[] =>
  keys === null && features.length === query.length ? features : entryNames(language, query.length);
