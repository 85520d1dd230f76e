/**
 * Edits of the data: each takes a state and gives what changes in it, so that all that is derived
 * stays in shape. An edit that cannot be made changes nothing.
 *
 * Other numbers than a scene's make it `custom`, under the names that were read until then. A query,
 * a mask, a score function or a name leaves the scene what it is.
 */
import { featureNames, itemNames, keptFeatures } from "./names.ts";
import type { TableReading } from "./paste-table.ts";
import { maxFeatures, maxItems, type Parameters, type Rows, type State } from "./state.ts";

export type Edit = Partial<State>;

const none: Edit = {};
const widthOf = (rows: Rows): number => rows[0]?.length ?? 0;

/** The names stay when the scene's own no longer stand behind them. */
const asCustom = (state: State): Pick<State, "scene" | "labels" | "features"> => ({
  scene: "custom",
  labels: state.labels ?? (state.scene === "custom" ? null : itemNames(state)),
  features: keptFeatures(state),
});

const without = <T>(list: readonly T[], at: number): T[] => list.filter((_, i) => i !== at);
const replaced = (rows: Rows, i: number, j: number, x: number): Rows =>
  rows.map((row, r) => (r === i ? row.with(j, x) : row));

export const canAddItem = ({ values }: State): boolean => values.length < maxItems;
export const canRemoveItem = ({ values }: State): boolean => values.length > 1;
export const canAddFeature = ({ values }: State): boolean => widthOf(values) < maxFeatures;
export const canRemoveFeature = ({ values }: State): boolean => widthOf(values) > 1;

/** A new last item, all zeros: with a dot product its score is 0. */
export function addItem(state: State): Edit {
  if (!canAddItem(state)) return none;
  const { values, keys, mask } = state;
  const zeros = (rows: Rows): readonly number[] => Array(widthOf(rows)).fill(0);
  const { scene, labels, features } = asCustom(state);
  const next = { ...state, scene, labels, values: [...values, zeros(values)] };
  return {
    scene,
    features,
    values: next.values,
    labels: labels === null ? null : itemNames(next),
    ...(keys === null ? {} : { keys: [...keys, zeros(keys)] }),
    ...(mask === null ? {} : { mask: [...mask, true] }),
  };
}

export function removeItem(state: State, item: number): Edit {
  if (!canRemoveItem(state) || state.values[item] === undefined) return none;
  const { values, keys, mask } = state;
  const custom = asCustom(state);
  return {
    ...custom,
    values: without(values, item),
    labels: custom.labels === null ? null : without(custom.labels, item),
    ...(keys === null ? {} : { keys: without(keys, item) }),
    ...(mask === null ? {} : withMask(without(mask, item))),
  };
}

/** A new last feature, 0 everywhere: no output moves. Where the values are the keys, q has it too. */
export function addFeature(state: State): Edit {
  if (!canAddFeature(state)) return none;
  const { features, ...custom } = asCustom(state);
  const values = state.values.map((row) => [...row, 0]);
  const next = { ...state, ...custom, features, values };
  return {
    ...custom,
    values,
    features: features === null ? null : featureNames(next),
    ...(state.keys === null ? queryOf(state, [...state.query, 0], widthOf(values)) : {}),
  };
}

export function removeFeature(state: State, feature: number): Edit {
  if (!canRemoveFeature(state) || state.values[0]?.[feature] === undefined) return none;
  const { features, ...custom } = asCustom(state);
  const values = state.values.map((row) => without(row, feature));
  return {
    ...custom,
    values,
    features: features === null ? null : without(features, feature),
    ...(state.keys === null ? queryOf(state, without(state.query, feature), widthOf(values)) : {}),
  };
}

export function setValue(state: State, item: number, feature: number, x: number): Edit {
  const now = state.values[item]?.[feature];
  if (now === undefined || Object.is(now, x)) return none;
  return { ...asCustom(state), values: replaced(state.values, item, feature, x) };
}

export function setKey(state: State, item: number, feature: number, x: number): Edit {
  const now = state.keys?.[item]?.[feature];
  if (state.keys === null || now === undefined || Object.is(now, x)) return none;
  return { ...asCustom(state), keys: replaced(state.keys, item, feature, x) };
}

/** Keys of their own, one for each item; null: the values are the keys again. */
export function setKeys(state: State, keys: Rows | null): Edit {
  const size = widthOf(keys ?? state.values);
  if (keys !== null && keys.length !== state.values.length) return none;
  if (size === 0 || size > maxFeatures || keys === state.keys) return none;
  return { ...asCustom(state), keys, ...queryOf(state, resized(state.query, size), size) };
}

export function setLabel(state: State, item: number, name: string): Edit {
  if (state.values[item] === undefined) return none;
  return { labels: itemNames(state).with(item, name) };
}

export function setFeature(state: State, feature: number, name: string): Edit {
  if (state.values[0]?.[feature] === undefined) return none;
  return { features: featureNames(state).with(feature, name) };
}

/** Whether an item is attended to. */
export function setMask(state: State, item: number, attend: boolean): Edit {
  if (state.values[item] === undefined) return none;
  return withMask((state.mask ?? state.values.map(() => true)).with(item, attend));
}

/** No mask where all are attended to: the two are the same, and null is the shorter link. */
const withMask = (mask: readonly boolean[]): Edit => ({
  mask: mask.every((attend) => attend) ? null : mask,
});

/** The score function, with parameters of the shapes that it needs. */
export function setScore(state: State, score: State["score"]): Edit {
  const size = widthOf(state.keys ?? state.values);
  return { score, parameters: fitted(state.parameters, score, state.query.length, size) };
}

export function setParameters(state: State, parameters: Parameters): Edit {
  return { parameters: { ...state.parameters, ...parameters } };
}

/** A table that was read, in place of all numbers; what it says of q, keys and score goes with it. */
export function loadTable(state: State, table: TableReading & { readonly ok: true }): Edit {
  const { rows, labels = null, features = null, inputs = {} } = table;
  const { keys = null, score = state.score, parameters = {}, mask = null } = inputs;
  const size = widthOf(keys ?? rows);
  const query = inputs.query ?? resized(state.query, size);
  if (rows.length > maxItems || widthOf(rows) > maxFeatures || size > maxFeatures) return none;
  return {
    scene: "custom",
    values: rows,
    keys,
    query,
    labels,
    features,
    score,
    parameters,
    temperature: inputs.temperature ?? state.temperature,
    ...(mask === null ? { mask } : withMask(mask)),
  };
}

/** A table to fill: the query counts every number that is typed. */
export function blank(items: number, features: number): Edit {
  return {
    scene: "custom",
    values: Array.from({ length: items }, () => Array<number>(features).fill(0)),
    keys: null,
    query: Array<number>(features).fill(1),
    labels: null,
    features: null,
    parameters: {},
    mask: null,
  };
}

/** A query of another length, and parameters that fit it and keys of `keySize`. */
function queryOf(state: State, query: readonly number[], keySize: number): Edit {
  if (query.length === state.query.length && keySize === widthOf(state.keys ?? state.values)) {
    return { query };
  }
  const { parameters, score } = state;
  return { query, parameters: fitted(parameters, score, query.length, keySize) };
}

const resized = (query: readonly number[], size: number): readonly number[] =>
  Array.from({ length: size }, (_, j) => query[j] ?? 0);

/**
 * Parameters in the shapes of docs/maths.md, section 3, for a query of d_q and keys of d_k numbers.
 * What is absent is the identity; new rows and columns continue it.
 */
function fitted(parameters: Parameters, score: State["score"], dq: number, dk: number): Parameters {
  const { W, Wq, U, v } = parameters;
  const square = dq === dk;
  // An absent matrix is a square identity, and fixes the width of the layer.
  const given = square && (Wq === undefined || U === undefined) ? undefined : (Wq ?? U);
  const h = given?.length ?? dk;
  const needsW = W !== undefined || (score === "bilinear" && !square);
  const needsBoth = score === "additive" && !square;
  return {
    ...parameters,
    ...(needsW ? { W: continued(W, dq, dk) } : {}),
    ...(Wq !== undefined || needsBoth ? { Wq: continued(Wq, h, dq) } : {}),
    ...(U !== undefined || needsBoth ? { U: continued(U, h, dk) } : {}),
    ...(v !== undefined ? { v: Array.from({ length: h }, (_, j) => v[j] ?? 1) } : {}),
  };
}

const continued = (matrix: Rows | undefined, rows: number, columns: number): Rows =>
  Array.from({ length: rows }, (_, i) =>
    Array.from({ length: columns }, (_, j) => matrix?.[i]?.[j] ?? (i === j ? 1 : 0)),
  );
