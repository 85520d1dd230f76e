import type { State } from "./state.ts";
import { numbered, sceneNames } from "./text/names.ts";

/** A … Z, AA … ZZ, as columns of a spreadsheet are called. */
const letters = (i: number): string =>
  (i < 26 ? "" : letters(Math.floor(i / 26) - 1)) + String.fromCharCode(65 + (i % 26));

/** The reader's own names, else those of the scene in the reader's language, else letters. */
export function itemNames(state: State): readonly string[] {
  const own = state.labels ?? sceneNames[state.language][state.scene].items;
  return state.values.map((_, i) => own[i] ?? letters(i));
}

/** The same of features, which have numbers in place of letters: feature 1. */
export function featureNames(state: State): readonly string[] {
  const own = state.features ?? sceneNames[state.language][state.scene].features;
  return (state.values[0] ?? []).map((_, j) => own[j] ?? numbered[state.language].feature(j + 1));
}

/** Names that features keep when the numbers leave their scene; null where they have only numbers. */
export function keptFeatures(state: State): readonly string[] | null {
  const named = sceneNames[state.language][state.scene].features.length > 0;
  return state.features ?? (named ? featureNames(state) : null);
}

/** Components of a query, or of keys, that are no features of the values. */
export const entryNames = (language: State["language"], count: number): readonly string[] =>
  Array.from({ length: count }, (_, j) => numbered[language].entry(j + 1));

/** The query's components: the features, where the values are the keys. */
export const queryNames = (
  features: readonly string[],
  { keys, query, language }: Pick<State, "keys" | "query" | "language">,
): readonly string[] =>
  keys === null && features.length === query.length ? features : entryNames(language, query.length);
