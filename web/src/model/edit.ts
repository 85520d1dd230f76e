import type { Parameters, Rows, State } from "./state.ts";

/** The part of a state that an edit of its data changes. */
export type Edit = Partial<
  Pick<State, "scene" | "values" | "keys" | "query" | "labels" | "features" | "parameters" | "mask">
>;

/** Data that is no longer a preset's keeps the names that stood beside it. */
export interface Names {
  readonly names: readonly string[];
  readonly features: readonly string[];
}

const own = ({ names, features }: Names): Edit => ({
  scene: "custom",
  labels: names,
  features,
});

export function setValue(s: State, n: Names, item: number, feature: number, value: number): Edit {
  return { ...own(n), values: withCell(s.values, item, feature, value) };
}

export function setKey(s: State, n: Names, item: number, feature: number, value: number): Edit {
  return s.keys === null ? {} : { ...own(n), keys: withCell(s.keys, item, feature, value) };
}

export function rename(n: Names, item: number, label: string): Edit {
  return { ...own(n), labels: n.names.with(item, label) };
}

export function renameFeature(n: Names, feature: number, label: string): Edit {
  return { ...own(n), features: n.features.with(feature, label) };
}

/** A new item at the origin, named by the next letter that is free. */
export function addItem(s: State, n: Names): Edit {
  const row = (rows: Rows): Rows => [...rows, (rows[0] ?? []).map(() => 0)];
  return {
    ...own(n),
    labels: [...n.names, freeName(n.names)],
    values: row(s.values),
    ...(s.keys === null ? {} : { keys: row(s.keys) }),
    ...(s.mask === null ? {} : { mask: [...s.mask, true] }),
  };
}

export function removeItem(s: State, n: Names, item: number): Edit {
  return {
    ...own(n),
    labels: without(n.names, item),
    values: without(s.values, item),
    ...(s.keys === null ? {} : { keys: without(s.keys, item) }),
    ...(s.mask === null ? {} : { mask: without(s.mask, item) }),
  };
}

/** A new feature, 0 for every item; where keys are values, the query gets a component with it. */
export function addFeature(s: State, n: Names): Edit {
  const column = (rows: Rows): Rows => rows.map((row) => [...row, 0]);
  return {
    ...own(n),
    features: [...n.features, freeName(n.features)],
    values: column(s.values),
    ...(s.keys === null
      ? { query: [...s.query, 0], parameters: widened(s.parameters, s.query.length) }
      : {}),
  };
}

export function removeFeature(s: State, n: Names, feature: number): Edit {
  return {
    ...own(n),
    features: without(n.features, feature),
    values: s.values.map((row) => without(row, feature)),
    ...(s.keys === null
      ? { query: without(s.query, feature), parameters: narrowed(s.parameters, feature) }
      : {}),
  };
}

/** Keys of their own, at first the values; or the values again. */
export function separateKeys(s: State, n: Names, separate: boolean): Edit {
  if (separate) return { ...own(n), keys: s.values };
  const width = s.values[0]?.length ?? 0;
  return {
    ...own(n),
    keys: null,
    ...(s.query.length === width ? {} : { query: fitted(s.query, width), parameters: {} }),
  };
}

/** Attend to an item, or do not; a mask that hides nothing is none. */
export function attend(s: State, item: number, attended: boolean): Edit {
  const mask = (s.mask ?? s.values.map(() => true)).with(item, attended);
  return { mask: mask.every(Boolean) ? null : mask };
}

/** A table that was read takes the place of the values; the query keeps what still fits. */
export function loadTable(
  s: State,
  rows: Rows,
  names: readonly string[] | null,
  features: readonly string[] | null,
): Edit {
  const width = rows[0]?.length ?? 0;
  return {
    scene: "custom",
    values: rows,
    keys: null,
    query: fitted(s.query, width),
    labels: names,
    features,
    parameters: width === s.query.length ? s.parameters : {},
    mask: null,
  };
}

/** A query of another length: cut, or filled with ones so that every feature counts. */
const fitted = (query: readonly number[], width: number): readonly number[] =>
  Array.from({ length: width }, (_, j) => query[j] ?? 1);

const withCell = (rows: Rows, i: number, j: number, value: number): Rows =>
  rows.with(i, (rows[i] ?? []).with(j, value));

const without = <T>(list: readonly T[], index: number): readonly T[] =>
  list.filter((_, i) => i !== index);

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

const freeName = (taken: readonly string[]): string =>
  [...letters].find((letter) => !taken.includes(letter)) ?? String(taken.length + 1);

/** The score parameters for one more component of query and keys: it scores by itself, or not at all. */
const widened = ({ W, Wq, U, ...rest }: Parameters, width: number): Parameters => ({
  ...rest,
  ...(W === undefined ? {} : { W: [...W.map((row) => [...row, 0]), [...Array(width).fill(0), 1]] }),
  ...(Wq === undefined ? {} : { Wq: Wq.map((row) => [...row, 0]) }),
  ...(U === undefined ? {} : { U: U.map((row) => [...row, 0]) }),
});

const narrowed = ({ W, Wq, U, ...rest }: Parameters, component: number): Parameters => ({
  ...rest,
  ...(W === undefined ? {} : { W: without(W, component).map((row) => without(row, component)) }),
  ...(Wq === undefined ? {} : { Wq: Wq.map((row) => without(row, component)) }),
  ...(U === undefined ? {} : { U: U.map((row) => without(row, component)) }),
});
