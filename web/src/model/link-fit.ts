import type { Link } from "./link-schema.ts";
import { type Fault, type FaultKind, fault } from "./link-values.ts";
import { initialState, scenes } from "./scenes.ts";
import type { Pair, Parameters } from "./state.ts";

const { scene, values, keys, query, labels, features, parameters, mask } = initialState;

/** The numbers that stand in for others: they have an answer under every score and temperature. */
export const firstScene = { scene, values, keys, query, labels, features, parameters, mask };

interface Fitted {
  readonly link: Link;
  readonly faults: ReadonlyMap<string, Fault>;
}

/** Replaces what does not fit the values: each part of a link may be well written and yet not fit. */
export function fitted(read: Link, earlier: ReadonlyMap<string, Fault>): Fitted {
  const faults = new Map(earlier);
  const blame = (key: string, kind: FaultKind): void => {
    // One notice for each key: the first says why.
    if (!faults.has(key)) faults.set(key, fault(kind, ""));
  };
  let link = read;

  if (link.values.length === 0) {
    blame("x", "missing");
    link = { ...link, ...firstScene };
  }
  if (link.keys !== null && link.keys.length !== link.values.length) {
    blame("k", "shape");
    link = { ...link, keys: null };
  }
  if (link.mask !== null) {
    const wrong = link.mask.length !== link.values.length;
    if (wrong || !link.mask.includes(true)) {
      blame("mask", wrong ? "shape" : "nothing");
      link = { ...link, mask: null };
    }
  }
  const keySize = widthOf(link.keys ?? link.values);
  if (!fits(link, link.query.length, keySize)) {
    if (fits({ ...link, parameters: {} }, link.query.length, keySize)) {
      for (const key of matricesOf(link)) blame(key, "shape");
    } else {
      blame("q", link.query.length === 0 ? "missing" : "shape");
      const own = link.scene === "custom" ? [] : scenes[link.scene].query;
      const ones = Array.from({ length: keySize }, () => 1);
      link = { ...link, query: own.length === keySize ? own : ones };
      if (!fits(link, keySize, keySize)) for (const key of matricesOf(link)) blame(key, "shape");
    }
    if (!fits(link, link.query.length, keySize)) {
      const { sigma } = link.parameters;
      link = { ...link, parameters: sigma === undefined ? {} : { sigma } };
    }
  }
  const { start, deleted, followed, axes, keyAxes } = link.options;
  if (!isAmong(axes, widthOf(link.values))) {
    blame("axes", "shape");
    link = { ...link, options: { ...link.options, axes: null } };
  }
  if (!isAmong(keyAxes, widthOf(link.keys ?? undefined))) {
    blame("kaxes", "shape");
    link = { ...link, options: { ...link.options, keyAxes: null } };
  }
  if (start !== null && start.length !== link.query.length) {
    blame("start", "shape");
    link = { ...link, options: { ...link.options, start: null } };
  }
  // At least one item stays.
  if (
    deleted.some((place) => place >= link.values.length) ||
    deleted.length >= link.values.length
  ) {
    blame("del", "shape");
    link = { ...link, options: { ...link.options, deleted: [] } };
  }
  if (followed !== null && followed >= link.values.length) {
    blame("item", "shape");
    link = { ...link, options: { ...link.options, followed: null } };
  }
  return { link, faults };
}

/** There is nothing to choose where there are not three. */
const isAmong = (axes: Pair | null, count: number): boolean =>
  axes === null || (count > 2 && axes.every((j) => j < count));

const widthOf = (rows: readonly (readonly number[])[] | undefined): number =>
  rows?.[0]?.length ?? 0;

/** Whether a query of d_q numbers can meet keys of d_k: the shapes of docs/maths.md, section 3. */
function fits({ score, parameters }: Link, querySize: number, keySize: number): boolean {
  const { W, Wq, U, v } = parameters;
  const shaped = (matrix: Parameters["W"] | undefined, rows: number, columns: number): boolean =>
    matrix === undefined ? rows === columns : matrix.length === rows && widthOf(matrix) === columns;
  if (score === "bilinear") return shaped(W, querySize, keySize);
  if (score !== "additive") return querySize === keySize;
  const hidden = Wq?.length ?? U?.length ?? v?.length ?? querySize;
  return (
    shaped(Wq, hidden, querySize) &&
    shaped(U, hidden, keySize) &&
    (v === undefined || v.length === hidden)
  );
}

/** The keys of the parameters that the score uses and the link gives. */
function matricesOf({ score, parameters: { W, Wq, U, v } }: Link): string[] {
  const used =
    score === "bilinear" ? { w: W } : score === "additive" ? { wq: Wq, u: U, vv: v } : {};
  return Object.entries(used).flatMap(([key, value]) => (value === undefined ? [] : [key]));
}
