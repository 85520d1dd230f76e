import type { Control, Options, State } from "./state.ts";

/** Which control makes each change. What is absent is looked at, not set: no lock is on it. */
const control: Readonly<Partial<Record<keyof State, Control>>> = {
  view: "view",
  step: "step",
  split: "step",
  score: "score",
  temperature: "t",
  article: "article",
  language: "lang",
  theme: "theme",
};

const ofOptions: Readonly<Partial<Record<keyof Options, Control>>> = {
  at: "step",
  start: "q",
  saturated: "controls",
  eta: "controls",
  lambda: "controls",
  seed: "controls",
  shift: "controls",
  alpha: "controls",
  deleted: "controls",
  causal: "controls",
  tokens: "controls",
  own: "controls",
  head: "controls",
};

const table = ["values", "keys", "labels", "features", "parameters", "mask", "scene"] as const;

/** The controls without which a reader could not make this change. */
export function controlsOf(now: State, patch: Partial<State>): readonly Control[] {
  const changes = (key: keyof State): boolean => key in patch && patch[key] !== now[key];
  const found = (Object.keys(control) as (keyof typeof control)[])
    .filter(changes)
    .map((key) => control[key]);
  // A scene brings its numbers, a table its query.
  if (changes("scene") && patch.scene !== "custom") found.push("scene");
  else if (table.some(changes)) found.push("x");
  else if (changes("query")) found.push("q");
  const { options } = patch;
  if (options !== undefined)
    for (const key of Object.keys(ofOptions) as (keyof typeof ofOptions)[])
      if (options[key] !== now.options[key]) found.push(ofOptions[key]);
  return found.filter((one) => one !== undefined);
}
