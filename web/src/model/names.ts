import type { State } from "./state.ts";
import { sceneNames } from "./text/names.ts";

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** The reader's own names, else those of the scene in the reader's language, else letters. */
export function itemNames(state: State): readonly string[] {
  const own = state.labels ?? sceneNames[state.language][state.scene].items;
  return state.values.map((_, i) => own[i] ?? letters[i] ?? String(i + 1));
}

export function featureNames(state: State): readonly string[] {
  const own = state.features ?? sceneNames[state.language][state.scene].features;
  return (state.values[0] ?? []).map((_, j) => own[j] ?? String(j + 1));
}
