import type { StepId } from "../../core/core.ts";
import { chain } from "../../model/state.ts";
import type { Lowness } from "../sized-element.ts";
import { riverHeight } from "./river.ts";

/** One quantity, a row; `river` and `narrowing` are the gutters through which weight flows. */
export type RowId =
  | "scores"
  | "oneHot"
  | "shifted"
  | "expShifted"
  | "normalized"
  | "river"
  | "unnormalized"
  | "narrowing"
  | "weights"
  | "softmax"
  | "shares"
  | `share-${number}`;

/** Rows of a kind are equally high. */
type RowKind = "value" | "weights" | "compact" | "river" | "narrowing" | "feature";

export interface RowBox {
  readonly id: RowId;
  readonly kind: RowKind;
  /** The step that fills the row, and its place along the chain. */
  readonly step: StepId;
  readonly at: number;
  readonly top: number;
  readonly height: number;
  /** Where the row's bars stand, measured from its top. */
  readonly base: number;
  /** The height that its flow is drawn for; a gutter that has been passed is lower. */
  readonly full: number;
}

/** Everything in px of the sheet: label column, one column per item, sums. */
export interface LedgerLayout {
  /** The sums stand under the labels, and the labels are short. */
  readonly narrow: boolean;
  /** There are more columns than fit: the sheet scrolls, its labels stay. */
  readonly scrolls: boolean;
  readonly n: number;
  readonly label: number;
  readonly pitch: number;
  readonly bar: number;
  readonly sum: number;
  readonly width: number;
  readonly head: number;
  /** The names stand beside the pictures. */
  readonly oneLine: boolean;
  /** How far the rows of numbers are slim: 0 not at all, 1 wholly. */
  readonly slim: number;
  readonly low: boolean;
  readonly heights: Readonly<Record<RowKind, number>>;
  readonly rows: readonly RowBox[];
  readonly height: number;
}

const wide = { label: 158, sum: 78, floor: 64 };
const narrow = { label: 60, spare: 84, floor: 43 };
/** As narrow as columns become where all of them then are in sight. */
const squeezed = 52;
const widest = 90;
const phone = 560;

/** Height and base of the bars, for each kind of row. */
const sizes = {
  roomy: {
    head: 32,
    value: [36, 31],
    weights: [40, 8],
    compact: [34, 30],
    feature: [28, 25],
    narrowing: 46,
    slim: [21, 19],
  },
  wide: {
    head: 30,
    value: [30, 27],
    weights: [38, 8],
    compact: [24, 21],
    feature: [20, 18],
    narrowing: 46,
    slim: [16, 15],
  },
  low: {
    head: 30,
    value: [25, 22],
    weights: [36, 8],
    compact: [21, 19],
    feature: [18, 18],
    narrowing: 40,
    slim: [15, 14],
  },
  narrow: {
    head: 38,
    value: [27, 24],
    weights: [36, 8],
    compact: [22, 20],
    feature: [24, 22],
    narrowing: 40,
    slim: [18, 17],
  },
} as const;

/** From this width on the rows stand apart as on a large screen. */
const roomy = 770;
/** Names stand beside their pictures where a column has room for both, else under them. */
const besides = 84;
/** px that the head is higher where names stand under their pictures. */
const under = 14;

/** Room for the words beside the river, however few the columns. */
const leastGutter = 46;
/** Gutters that have been passed. */
const passedGutter = 30;

type Entry = readonly [RowId, RowKind, StepId];

const before: readonly Entry[] = [
  ["scores", "value", "S1"],
  ["oneHot", "value", "S3"],
  ["shifted", "value", "S4"],
  ["expShifted", "value", "S5"],
  ["normalized", "value", "S6"],
];
const crossing: readonly Entry[] = [
  ["river", "river", "S7"],
  ["weights", "weights", "S7"],
];
const splitCrossing: readonly Entry[] = [
  ["river", "river", "S7a"],
  ["unnormalized", "weights", "S7a"],
  ["narrowing", "narrowing", "S7b"],
  ["weights", "weights", "S7b"],
];
const after: readonly Entry[] = [
  ["softmax", "compact", "S8"],
  ["shares", "compact", "S9"],
];

export function ledgerLayout(options: {
  readonly width: number;
  readonly n: number;
  readonly split: boolean;
  /** How far the walk along the chain has come: what is ahead has no row. */
  readonly reach: number;
  /** The features into which the shares open, a row each. */
  readonly features: readonly number[];
  readonly low?: Lowness;
}): LedgerLayout {
  const { width, n, reach, low = 0 } = options;
  const isNarrow = width < Math.max(phone, wide.label + wide.sum + wide.floor * Math.min(n, 6));
  const broad = low === 2 ? "low" : low === 1 || width < roomy ? "wide" : "roomy";
  const size = sizes[isNarrow ? "narrow" : broad];
  const sum = isNarrow ? 0 : wide.sum;
  const room = width - sum - (isNarrow ? narrow.label : wide.label);
  const fits = room >= squeezed * n;
  const floor = isNarrow ? narrow.floor : fits ? squeezed : wide.floor;
  const pitch = Math.max(floor, Math.min(widest, Math.floor(room / n)));
  const bar = pitch - Math.max(6, Math.min(14, Math.round(pitch * 0.155)));
  const label = isNarrow
    ? Math.max(narrow.label, Math.min(narrow.spare, width - n * pitch))
    : wide.label;

  const steps = chain(options.split);
  const last = steps.length - 1;
  const slimness = part(reach - last + 1);
  const between = (from: number, to: number, share: number): number =>
    Math.round(from + (Math.min(from, to) - from) * share);
  const gutter = {
    river: Math.max(leastGutter, riverHeight(n, { pitch, bar })),
    narrowing: size.narrowing,
  };
  const passedWeights = size === sizes.low ? 24 : passedGutter;
  const passed = steps.indexOf(options.split ? "S7a" : "S7") + 1;
  const heights = {
    value: between(size.value[0], size.slim[0], slimness),
    weights: between(size.weights[0], passedWeights, slimness),
    compact: size.compact[0],
    feature: size.feature[0],
    narrowing: between(gutter.narrowing, passedGutter, slimness),
    river: between(gutter.river, passedGutter, part(reach - passed + 1)),
  };
  const base = between(size.value[1], size.slim[1], slimness);
  const oneLine = !isNarrow && pitch >= besides;
  const head = size.head + (isNarrow || oneLine ? 0 : under);
  let top = head;
  const place = (id: RowId, kind: RowKind, step: StepId): RowBox => {
    const height = heights[kind];
    const full = kind === "river" || kind === "narrowing" ? gutter[kind] : height;
    const isValue = kind === "value";
    const bars = kind === "river" || kind === "narrowing" ? height : isValue ? base : size[kind][1];
    const box = { id, kind, step, at: steps.indexOf(step), top, height, base: bars, full };
    top += height;
    return box;
  };
  const rows = [
    ...[...before, ...(options.split ? splitCrossing : crossing), ...after]
      .filter(([, , step]) => drawn({ at: steps.indexOf(step) }, reach) > 0)
      .map((row) => place(...row)),
    ...options.features.map((feature) => place(`share-${feature}`, "feature", "S9")),
  ];
  return {
    narrow: isNarrow,
    scrolls: label + n * pitch + sum > width,
    n,
    label,
    pitch,
    bar,
    sum,
    width: label + n * pitch + sum,
    head,
    oneLine,
    slim: slimness,
    low: size === sizes.low,
    heights,
    rows,
    height: top,
  };
}

const part = (x: number): number => Math.max(0, Math.min(1, x));

/** A gutter holds flowing weight, not numbers. */
export const isGutter = ({ kind }: Pick<RowBox, "kind">): boolean =>
  kind === "river" || kind === "narrowing";

/** How much of a row is drawn when the walk has reached a place along the chain: 0 none, 1 all. */
export const drawn = (row: Pick<RowBox, "at">, reach: number): number => part(reach - row.at + 1);

/** Columns beyond each edge of the window, so that a scroll finds them there. */
const overscan = 2;

/** The columns to write, from `first` up to but not with `end`: those in a scrolled window. */
export function columnsInView(
  layout: LedgerLayout,
  scrolled: number,
  width: number,
): { readonly first: number; readonly end: number } {
  if (!layout.scrolls) return { first: 0, end: layout.n };
  const left = Math.floor(scrolled / layout.pitch);
  const columns = Math.ceil((width - layout.label - layout.sum) / layout.pitch) + 1;
  return {
    first: Math.max(0, Math.min(left, layout.n - columns) - overscan),
    end: Math.min(layout.n, left + columns + overscan),
  };
}
