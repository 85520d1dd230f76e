import type { SVGTemplateResult } from "lit";
import { entryNames } from "../../model/names.ts";
import { reuse } from "../../model/reuse.ts";
import { type State, stepNumber } from "../../model/state.ts";
import type { Shown } from "../../model/store.ts";
import { stepOf } from "../../model/summary.ts";
import { icon } from "../icons.ts";
import type { Axes } from "../plot/axes.ts";
import type { LabelLine, LabelRequest } from "../plot/label-lines.ts";
import type { Segment } from "../plot/labels.ts";
import type { Point } from "../plot/path.ts";
import type { QueryRange } from "./query-range.ts";

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
  /** What another view draws over the items, instead of the arrow from hard to soft. */
  readonly overlay?: Overlay;
  /** What is said beside the query's arrow, instead of its symbol and scale. */
  readonly queryWords?: readonly LabelLine[];
}

export interface Overlay {
  /** Where what has a label of the overlay's own stands, px. */
  readonly spot: (key: string, place: Place) => Point | undefined;
  readonly labels: (place: Place) => readonly LabelRequest[];
  /** What labels had better not cover. */
  readonly segments: (place: Place) => readonly Segment[];
  readonly draw: (place: Place) => SVGTemplateResult;
}

/** From the units of the plane to px. */
export type Place = (point: Point) => Point;

export interface PlaneItem {
  readonly index: number;
  readonly name: string;
  readonly point: Point;
  readonly picture: SVGTemplateResult | null;
  readonly masked: boolean;
}

interface PlaneQuery extends QueryRange {
  readonly vector: Point;
  /** The query is itself a place among the items, not only a direction. */
  readonly isPlace: boolean;
}

export interface PlaneOutputs {
  /** Which output is the current one; none at S1, neither hard nor soft at S7a. */
  readonly is: "none" | "hard" | "soft" | "neither";
  readonly pick: number;
  readonly tied: readonly number[];
  readonly hard: Point;
  readonly soft: Point;
  /** Mean of the argmax set, where it has several members. */
  readonly tieMean: Point | null;
  /** Where the current output goes from the hard one: known before it goes, so that names make room. */
  readonly goal: Goal;
}

interface Goal {
  readonly point: Point;
  /** The weights that act on the values there. */
  readonly weights: Float64Array;
  /** Its distance from the hard output in all components, not only those shown. */
  readonly distance: number;
}

/** Whether the selector is gone: the current output has left the hard one. */
export const hasLeft = ({ is }: PlaneOutputs): boolean => is === "soft" || is === "neither";

export const currentOf = (outputs: PlaneOutputs): Point =>
  hasLeft(outputs) ? outputs.goal.point : outputs.hard;

const pointOf = (row: ArrayLike<number> | undefined, [across, up]: Axes): Point => [
  row?.[across] ?? 0,
  up === null ? 0 : (row?.[up] ?? 0),
];

/** Whether the query lives in the same space as the rows that the plane shows. */
const queryFits = ({ state }: Shown, width: number): boolean => state.query.length === width;

/** Whether a teacher has taken the table of values away: then its points stay, too. */
const fixed = ({ hide }: State): boolean => hide.includes("x") || hide.includes("controls");

/** `before` is the model before: items that are the same stay the same objects. */
export function valuePlane(
  shown: Shown,
  axes: Axes,
  range: QueryRange,
  before: PlaneModel | null,
): PlaneModel {
  const { state, features } = shown;
  return {
    key: `${state.scene} values ${axes}`,
    step: state.step,
    axes,
    components: features,
    items: itemsOf(shown, state.values, axes, true, before),
    keys: false,
    movable: state.scene !== "apple" && !fixed(state),
    query:
      state.keys === null && queryFits(shown, features.length) ? queryOf(shown, axes, range) : null,
    outputs: outputsOf(shown, axes),
  };
}

export function keyPlane(
  shown: Shown,
  axes: Axes,
  range: QueryRange,
  before: PlaneModel | null,
): PlaneModel | null {
  const { state } = shown;
  if (state.keys === null) return null;
  const width = state.keys[0]?.length ?? 0;
  return {
    key: `${state.scene} keys ${axes}`,
    step: state.step,
    axes,
    components: reuse(before?.components, entryNames(state.language, width)),
    items: itemsOf(shown, state.keys, axes, false, before),
    keys: true,
    movable: !fixed(state),
    query: queryFits(shown, width) ? queryOf(shown, axes, range) : null,
    outputs: null,
  };
}

function itemsOf(
  { derivation, names }: Shown,
  rows: Shown["state"]["values"],
  axes: Axes,
  pictures: boolean,
  before: PlaneModel | null,
): readonly PlaneItem[] {
  const items = rows.map((row, index) => ({
    index,
    name: names[index] ?? "",
    point: pointOf(row, axes),
    picture: pictures ? icon(names[index] ?? "") : null,
    masked: derivation.scores[index] === Number.NEGATIVE_INFINITY,
  }));
  return reuse(before?.items, items, sameItem);
}

const sameItem = (a: PlaneItem, b: PlaneItem): boolean =>
  a.name === b.name &&
  a.masked === b.masked &&
  a.picture === b.picture &&
  Object.is(a.point[0], b.point[0]) &&
  Object.is(a.point[1], b.point[1]);

const queryOf = ({ state }: Shown, axes: Axes, range: QueryRange): PlaneQuery => ({
  ...range,
  vector: pointOf(state.query, axes),
  isPlace: state.score === "gaussian",
});

function outputsOf({ state, derivation: d }: Shown, axes: Axes): PlaneOutputs {
  const half = state.step === "S7a";
  const { output, weights, outputDistance } = stepOf(d, half ? "S7a" : "S7");
  return {
    is:
      state.step === "S1"
        ? "none"
        : half
          ? "neither"
          : stepNumber(state.step) < 7
            ? "hard"
            : "soft",
    pick: d.argmax,
    tied: Array.from(d.ties),
    hard: pointOf(d.hardOutput, axes),
    soft: pointOf(d.softOutput, axes),
    tieMean: d.ties.length > 1 ? pointOf(d.tieMean, axes) : null,
    goal: { point: pointOf(output, axes), weights, distance: outputDistance },
  };
}
