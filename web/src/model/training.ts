/** What the view `gradient` trains and where: inputs for the core, and look-ups in what it answers. */
import type { Estimator, Run, TrainInput } from "../core/core.ts";
import { lostQuery } from "./scenes.ts";
import { type Rows, type State, saturation, updates } from "./state.ts";

/** Where the query starts before any scaling: the reader's own start, else the scene's, else −q. */
export function baseStart(state: Pick<State, "scene" | "query" | "options">): readonly number[] {
  const { scene, query, options } = state;
  if (options.start !== null && options.start.length === query.length) return options.start;
  if (scene === "apple" && query.length === lostQuery.length) return lostQuery;
  return query.map((x) => 0 - x);
}

export const scaled = (vector: readonly number[], by: number): readonly number[] =>
  vector.map((x) => x * by);

/** A place on the line from one query to another: exactly the ends at 0 and 1. */
export const along = (
  from: readonly number[],
  to: readonly number[],
  place: number,
): readonly number[] => from.map((x, j) => x * (1 - place) + (to[j] ?? 0) * place);

/** From one query to the other: what the slope is taken along. */
export const direction = (from: readonly number[], to: readonly number[]): readonly number[] =>
  from.map((x, j) => (to[j] ?? 0) - x);

/** Everything that decides a run, but for the estimator and the number of its seed. */
export interface Setup {
  /** The items that are attended to, and their places among all. */
  readonly X: Rows;
  readonly items: readonly number[];
  /** Where all runs start, and the same before `saturation`. */
  readonly start: readonly number[];
  readonly base: readonly number[];
  /** Its place in X. */
  readonly target: number;
  readonly temperature: number;
  readonly eta: number;
  readonly lambda: number;
  readonly seed: number;
}

/** Why there is nothing to train. */
export type Untrainable = "limit" | "shape" | "far";

/** The core trains with the dot score on the values; what is masked takes no part. */
export function setupOf(state: State, target: number): Setup | Untrainable {
  const { values, mask, temperature, options } = state;
  if (temperature === 0 || temperature === Number.POSITIVE_INFINITY) return "limit";
  const base = baseStart(state);
  const items = values.flatMap((_, i) => (mask?.[i] === false ? [] : [i]));
  const X = items.map((i) => values[i] ?? []);
  if (X[0]?.length !== base.length) return "shape";
  const start = options.saturated ? scaled(base, saturation) : base;
  if (!start.every(Number.isFinite)) return "far";
  const { eta, lambda, seed } = options;
  return {
    X,
    items,
    base,
    start,
    target: items.indexOf(target),
    temperature,
    eta,
    lambda,
    seed,
  };
}

/** Those that draw at random run this many times, each time with another seed. */
export const seeds = 8;
export const isSampled = (estimator: Estimator): boolean =>
  estimator === "reinforce" || estimator === "gumbel-softmax";
export const runsOf = (estimator: Estimator): number => (isSampled(estimator) ? seeds : 1);

/** Whether an estimator's forward pass is the hard pick: its marker is a square. */
export const looksHard = (estimator: Estimator): boolean =>
  !["soft-mse", "soft-ce", "gumbel-softmax"].includes(estimator);

/** The k-th of an estimator's runs. */
export const runInput = (setup: Setup, estimator: Estimator, k: number): TrainInput => ({
  X: setup.X,
  q: setup.start,
  target: setup.target,
  estimator,
  temperature: setup.temperature,
  eta: setup.eta,
  lambda: setup.lambda,
  seed: setup.seed + k,
  steps: updates,
});

/** The first record from which on something holds to the end; null if it does not hold at the end. */
function holdsFrom(records: number, holds: (k: number) => boolean): number | null {
  let from = records;
  while (from > 0 && holds(from - 1)) from -= 1;
  return from === records ? null : from;
}

/** The update from which on the pick is the target. */
export const rightFrom = (run: Run, target: number): number | null =>
  holdsFrom(run.pick.length, (k) => run.pick[k] === target);

/** The update from which on the target has more than half the weight. */
export const overHalfFrom = (run: Run): number | null =>
  holdsFrom(run.weightTarget.length, (k) => (run.weightTarget[k] ?? 0) > 0.5);

/** The update from which on no bit of the query changes; null if the last one still changed it. */
export function frozenFrom({ q }: Run): number | null {
  const last = (q.rows - 1) * q.cols;
  const same = (k: number): boolean => {
    for (let j = 0; j < q.cols; j += 1)
      if (!Object.is(q.data[k * q.cols + j], q.data[last + j])) return false;
    return true;
  };
  const from = holdsFrom(q.rows, same);
  return from === q.rows - 1 ? null : from;
}

/** The first record with more than half the weight on the target. */
export const firstOverHalf = (run: Run): number | null => {
  const k = run.weightTarget.findIndex((p) => p > 0.5);
  return k < 0 ? null : k;
};

/** Least and greatest of the runs; null where some run has none. */
interface Range {
  readonly least: number | null;
  readonly most: number | null;
}

/** From the earliest to the latest; what never comes is later than all. */
export function rangeOf(values: ReadonlyArray<number | null>): Range {
  const known = values.filter((value) => value !== null);
  return {
    least: known.length === 0 ? null : Math.min(...known),
    most: known.length < values.length || known.length === 0 ? null : Math.max(...known),
  };
}

/** Where update k stands on the axis log(1 + k), from 0 to 1, and which stands there. */
export const placeOf = (k: number): number => Math.log1p(k) / Math.log1p(updates);
export const updateAt = (place: number): number =>
  Math.round(Math.expm1(Math.min(1, Math.max(0, place)) * Math.log1p(updates)));

/** Scalings of the start at which the escape from saturation is counted. */
export const scalings = [1, 2, 4, 6, 8, 10] as const;

/** How many updates an escape may take before it is given up. */
export function patience({ X }: Pick<Setup, "X">): number {
  return Math.min(32768, Math.floor(2 ** 21 / sizeOf(X)));
}

/** Entries of the values: what an update costs. */
export const sizeOf = (X: Rows): number => X.length * (X[0]?.length ?? 1);

/** How many updates go into one part, after which the page may answer. */
export const partOf = (X: Rows): number =>
  Math.max(1, Math.min(updates, Math.floor(2 ** 15 / sizeOf(X))));

/** A stream of draws cannot be taken up again in the middle: its run is one part, and so only a small one. */
export const canSample = ({ X }: Pick<Setup, "X">): boolean => sizeOf(X) <= 1024;

/** One run after another, the later from where the earlier ended. */
export function joined(first: Run, then: Run): Run {
  const join = <T extends Float64Array | Int32Array>(a: T, b: T, overlap: number): T => {
    const all = new (a.constructor as new (length: number) => T)(a.length + b.length - overlap);
    all.set(a);
    all.set(b.subarray(overlap), a.length);
    return all;
  };
  const { rows, cols } = first.q;
  return {
    q: { rows: rows + then.q.rows - 1, cols, data: join(first.q.data, then.q.data, cols) },
    loss: join(first.loss, then.loss, 1),
    weightTarget: join(first.weightTarget, then.weightTarget, 1),
    outputDistance: join(first.outputDistance, then.outputDistance, 1),
    pick: join(first.pick, then.pick, 1),
  };
}
