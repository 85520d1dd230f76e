import { estimators, type Rows, type SceneId, type State } from "./state.ts";

/** The numbers of a preset. Names of items and features are texts: see `text/`. */
export interface Scene {
  readonly values: Rows;
  readonly keys: Rows | null;
  readonly query: readonly number[];
}

/** The query under which the fire engine wins; turning its knobs brings the apple back. */
export const lostQuery: readonly number[] = [1, -0.5, -1, 1];

/**
 * All numbers of `apple`, `plane`, `tie`, `overflow` and `false-tie` are exact in binary64.
 * `journey`: S. Raschka, Build a Large Language Model (From Scratch), chapter 3.
 * `self-attention`: R. Karim, Illustrated: Self-Attention (values and keys differ).
 */
export const scenes: Readonly<Record<Exclude<SceneId, "custom">, Scene>> = {
  apple: {
    values: [
      [0.875, 0.875, 0.75, 0.25],
      [1, 0.75, 0.25, 0.25],
      [0.875, 1, 0, 0.5],
      [0.5, 1, 0.75, 0.25],
      [0.125, 0.125, 0.875, 0.375],
      [1, 0.125, 0, 1],
    ],
    keys: null,
    query: [2, 2, 2, -1],
  },
  plane: {
    values: [
      [1.5, 0.5],
      [0.5, 1.5],
      [-1, 0.75],
      [-0.75, -1.25],
      [1, -1],
    ],
    keys: null,
    query: [1, 0.5],
  },
  tie: {
    values: [
      [1, 1],
      [1, -1],
      [0, 0.5],
      [-1, 0],
    ],
    keys: null,
    query: [1, 0],
  },
  overflow: {
    values: [
      [1, 1],
      [0.9990234375, -1],
      [0.998046875, 0.5],
      [-1, 0],
    ],
    keys: null,
    query: [1000, 0],
  },
  "false-tie": {
    values: [
      [0.25, 1],
      [0.25 + 2 ** -54, -1],
    ],
    keys: null,
    query: [1, 0],
  },
  journey: {
    values: [
      [0.43, 0.15, 0.89],
      [0.55, 0.87, 0.66],
      [0.57, 0.85, 0.64],
      [0.22, 0.58, 0.33],
      [0.77, 0.25, 0.1],
      [0.05, 0.8, 0.55],
    ],
    keys: null,
    query: [0.55, 0.87, 0.66],
  },
  "self-attention": {
    values: [
      [1, 2, 3],
      [2, 8, 0],
      [2, 6, 3],
    ],
    keys: [
      [0, 1, 1],
      [4, 4, 0],
      [2, 3, 1],
    ],
    query: [1, 0, 2],
  },
};

/** The part of a state that a scene fixes. */
export function sceneState(
  id: Exclude<SceneId, "custom">,
): Pick<
  State,
  "scene" | "values" | "keys" | "query" | "labels" | "features" | "parameters" | "mask"
> {
  return { scene: id, ...scenes[id], labels: null, features: null, parameters: {}, mask: null };
}

export const initialState: State = {
  view: "derive",
  step: "S1",
  split: false,
  ...sceneState("apple"),
  score: "dot",
  temperature: 1,
  article: false,
  options: {
    axes: null,
    keyAxes: null,
    everyFeature: false,
    pace: "1",
    unshifted: true,
    place: 0,
    start: null,
    saturated: false,
    estimators,
    at: 100,
    eta: 2,
    lambda: 0.5,
    seed: 1,
    shift: 0,
    alpha: 1.5,
    deleted: [],
    normalizer: "softmax",
    opened: null,
    followed: null,
    causal: false,
    tokens: null,
    own: false,
    head: 0,
    queries: null,
    tokenKeys: null,
    tokenValues: null,
    attention: null,
    tokenNames: null,
    seen: false,
    sets: 0,
    answers: true,
    results: [],
  },
  hide: [],
  language: "en",
  theme: "auto",
};

/** Whether what a scene's note says of its numbers still holds: they are its own, and the score is. */
export function isOwn({ scene, values, keys, query, score }: State): boolean {
  if (scene === "custom" || scene === "plane") return true;
  const own = scenes[scene];
  const same = (a: Rows | null, b: Rows | null): boolean =>
    a === b ||
    (a !== null &&
      b !== null &&
      a.length === b.length &&
      a.every((row, i) => row.every((x, j) => x === b[i]?.[j])));
  return (
    score === "dot" &&
    same([query], [own.query]) &&
    same(values, own.values) &&
    same(keys, own.keys)
  );
}
