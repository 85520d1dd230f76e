import type { SVGTemplateResult } from "lit";
import { stepNumber } from "../../model/state.ts";
import type { Shown } from "../../model/store.ts";
import { icon } from "../icons.ts";
import type { Point } from "./hull.ts";
import type { QueryRange } from "./query-range.ts";
import type { Axes } from "./scene-features.ts";

/** What a plane shows. Points are in the units of its two components; every number is the core's. */
export interface PlaneModel {
  /** Another key is another picture, shown at once; within one, steps and refits are animated. */
  readonly key: string;
  readonly step: string;
  readonly axes: Axes;
  /** Names of all components; more than two can be chosen from. */
  readonly components: readonly string[];
  readonly items: readonly PlaneItem[];
  /** The items are places of keys. */
  readonly keys: boolean;
  /** The items can be dragged. */
  readonly movable: boolean;
  readonly query: PlaneQuery | null;
  readonly outputs: PlaneOutputs | null;
}

export interface PlaneItem {
  readonly index: number;
  readonly name: string;
  readonly point: Point;
  readonly picture: SVGTemplateResult | null;
  readonly masked: boolean;
}

export interface PlaneQuery extends QueryRange {
  readonly vector: Point;
  /** The query is itself a place among the items, not only a direction. */
  readonly isPlace: boolean;
}

export interface PlaneOutputs {
  readonly pick: number;
  readonly tied: readonly number[];
  readonly hard: Point;
  readonly soft: Point;
  /** Mean of the argmax set, where it has several members. */
  readonly tieMean: Point | null;
  readonly current: Point;
  /** Which output the current one is; neither at S7a, where the weights do not sum to 1. */
  readonly is: "hard" | "soft" | "neither";
  /** Weights that act on the values at this step, once they are soft. */
  readonly weights: Float64Array;
  /** ‖current − hard‖ in all components, not only those shown. */
  readonly distance: number;
}

const pointOf = (row: ArrayLike<number> | undefined, [across, up]: Axes): Point => [
  row?.[across] ?? 0,
  up === null ? 0 : (row?.[up] ?? 0),
];

/** Whether the query lives in the same space as the rows that the plane shows. */
const queryFits = ({ state }: Shown, width: number): boolean => state.query.length === width;

export function valuePlane(shown: Shown, axes: Axes, range: QueryRange): PlaneModel {
  const { state, features } = shown;
  return {
    key: `${state.scene} values ${axes}`,
    step: state.step,
    axes,
    components: features,
    items: itemsOf(shown, state.values, axes, true),
    keys: false,
    movable: state.scene !== "apple",
    query:
      state.keys === null && queryFits(shown, features.length) ? queryOf(shown, axes, range) : null,
    outputs: state.step === "S1" ? null : outputsOf(shown, axes),
  };
}

export function keyPlane(shown: Shown, axes: Axes, range: QueryRange): PlaneModel | null {
  const { state } = shown;
  if (state.keys === null) return null;
  const width = state.keys[0]?.length ?? 0;
  return {
    key: `${state.scene} keys ${axes}`,
    step: state.step,
    axes,
    components: Array.from({ length: width }, (_, j) => String(j + 1)),
    items: itemsOf(shown, state.keys, axes, false),
    keys: true,
    movable: true,
    query: queryFits(shown, width) ? queryOf(shown, axes, range) : null,
    outputs: null,
  };
}

function itemsOf(
  { state, derivation, names }: Shown,
  rows: Shown["state"]["values"],
  axes: Axes,
  pictures: boolean,
): PlaneItem[] {
  return rows.map((row, index) => ({
    index,
    name: names[index] ?? "",
    point: pointOf(row, axes),
    picture: pictures ? icon(state.scene, index) : null,
    masked: derivation.scores[index] === Number.NEGATIVE_INFINITY,
  }));
}

const queryOf = ({ state }: Shown, axes: Axes, range: QueryRange): PlaneQuery => ({
  ...range,
  vector: pointOf(state.query, axes),
  isPlace: state.score === "gaussian",
});

function outputsOf({ state, derivation: d }: Shown, axes: Axes): PlaneOutputs | null {
  const now = d.steps.find(({ id }) => id === state.step);
  if (now === undefined || now.output.length === 0) return null;
  return {
    pick: d.argmax,
    tied: Array.from(d.ties),
    hard: pointOf(d.hardOutput, axes),
    soft: pointOf(d.softOutput, axes),
    tieMean: d.ties.length > 1 ? pointOf(d.tieMean, axes) : null,
    current: pointOf(now.output, axes),
    is: stepNumber(now.id) < 7 ? "hard" : now.id === "S7a" ? "neither" : "soft",
    weights: now.weights,
    distance: now.outputDistance,
  };
}
