import { format } from "../../model/format.ts";
import { lettersOf, shortened } from "../../model/names.ts";
import type { Text } from "../../model/text/index.ts";
import {
  type Content,
  exit,
  type Frame,
  fitFrame,
  fromX,
  fromY,
  placeIn,
  spaceFor,
  tipOf,
  toX,
  toY,
  unitsOf,
} from "../plot/frame.ts";
import { convexHull } from "../plot/hull.ts";
import {
  type LabelLine,
  type LabelRequest,
  labelRequest,
  lineHeight,
} from "../plot/label-lines.ts";
import {
  allSides,
  type Label,
  leastCost,
  type Obstacles,
  overlap,
  placeInside,
  placeLabels,
  type Side,
  segment,
  squareAround,
  textWidth,
} from "../plot/labels.ts";
import {
  angleOf,
  arrowHead,
  distanceBetween,
  isFinitePoint,
  middleOf,
  type Point,
  px,
  type Rect,
} from "../plot/path.ts";
import { axisNumber, type Tick, ticks } from "../plot/ticks.ts";
import type { Lowness } from "../sized-element.ts";
import { hasLeft, type PlaneItem, type PlaneModel } from "./model.ts";

/** Where everything stands in a plane, in px. */
export interface PlaneLayout {
  readonly scenery: Scenery;
  readonly hullLabel: Point | null;
  readonly labels: ReadonlyMap<string, Label & { readonly lines: readonly LabelLine[] }>;
  /** Which place each label took, for the next layout of a drag. */
  readonly places: ReadonlyMap<string, number>;
  readonly travel: Travel | null;
}

/** What stands still while outputs and query move: all that follows from the items and the frame. */
export interface Scenery {
  readonly model: Pick<PlaneModel, "key" | "items" | "components">;
  readonly frame: Frame;
  /** The items that have a place, and where it is, px. */
  readonly items: readonly PlaneItem[];
  readonly spots: readonly Point[];
  /** Half the size of an item. */
  readonly glyph: number;
  /** Names are short enough to stand in the items' discs. */
  readonly namesInside: boolean;
  readonly hull: readonly Point[];
  readonly across: readonly PlacedTick[];
  readonly up: readonly PlacedTick[];
  readonly acrossName: Point;
  readonly upName: Point;
  readonly obstacles: Obstacles;
}

export interface PlacedTick {
  readonly at: number;
  /** null where an item stands on it. */
  readonly label: string | null;
}

/** The arrow from the hard output to the current one. */
interface Travel {
  readonly path: string;
  /** Its head, a path too: a `transform` would have the browser rebuild its layers. */
  readonly head: string;
  readonly start: Point;
  readonly middle: Point;
  readonly end: Point;
  /** 1 bends to the left of the way, -1 to the right. */
  readonly side: 1 | -1;
  readonly outward: Point;
}

export const ringSize = 12;
export const handleSize = 13;
/** px of string that is weight 1. */
const stringUnit = 16;

/** Half the size of the frame around a pick. */
export const frameSize = (glyph: number): number => glyph + 11;
/** A weight that is not zero stays visible. */
export const stringWidth = (weight: number): number =>
  weight === 0 ? 0 : Math.max(0.5, Math.min(3 * stringUnit, stringUnit * weight));

/** An end of the query's arrow, px. */
export const queryEnd = (frame: Frame, [x, y]: Point): Point => [
  toX(frame, x),
  toY(frame, y) + frame.lane,
];

/** The frame of a plane that wide, with room at its left for the numbers there. */
export function planeFrame(model: PlaneModel, width: number, low: Lowness = 0): Frame {
  const line = model.axes[1] === null;
  const tallest = Math.round(
    low === 2
      ? 216
      : Math.min(
          440,
          Math.max(236, width * (model.keys ? 0.6 : width < 450 ? 0.59 : low ? 0.66 : 0.75)),
        ),
  );
  const { query, outputs } = model;
  const content: Content = {
    items: model.items.map(({ point }) => point).filter(isFinitePoint),
    query: query?.vector ?? null,
    queryIsPlace: query?.isPlace ?? false,
    output: outputs?.is === "neither" ? outputs.goal.point : null,
    line,
  };
  const space = spaceFor(width, line ? 196 : tallest);
  const frame = fitFrame(content, space);
  const wide = line ? 0 : Math.max(0, ...ticksUp(frame).map(({ label }) => textWidth(label, 12)));
  return wide + 14 <= space.left ? frame : fitFrame(content, { ...space, left: wide + 14 });
}

/** The numbers of the axis up, without the one where the two axes meet. */
const ticksUp = (frame: Frame): readonly Tick[] =>
  ticks(fromY(frame, frame.bottom), fromY(frame, frame.top), unitsOf(frame, tickGap)).filter(
    ({ at }) => toY(frame, at) < frame.bottom - 4,
  );

/** px between the numbers of an axis, at least. */
const tickGap = 80;

/** From the edge of the drawing to the middle of a ring that stands there. */
const beyond = 16;

/** Where an output is drawn: at the edge, if it lies beyond. */
export function drawnAt(
  frame: Frame,
  from: Point,
  point: Point,
): { readonly at: Point; readonly beyond: boolean } {
  const at: Point = [toX(frame, point[0]), toY(frame, point[1])];
  const edge = {
    left: beyond,
    top: beyond,
    right: frame.width - beyond,
    bottom: frame.height - beyond,
  };
  const out = exit([toX(frame, from[0]), toY(frame, from[1])], at, edge);
  return out === null ? { at, beyond: false } : { at: out, beyond: true };
}

/** What the labels of a plane are worked out from. */
interface Labelled {
  readonly model: PlaneModel;
  readonly frame: Frame;
  readonly text: Text;
  readonly scenery: Scenery;
  readonly at: (point: Point) => Point;
}

/** Where everything stands; `before` is the layout before, while numbers change in one place. */
export function planeLayout(
  model: PlaneModel,
  frame: Frame,
  text: Text,
  before?: PlaneLayout,
): PlaneLayout {
  const last = before?.scenery;
  const scenery = isOf(last, model, frame) ? last : sceneryOf(model, frame);
  const plane: Labelled = { model, frame, text, scenery, at: placeIn(frame) };
  const standing = obstaclesOf(plane);
  const { overlay } = model;
  const travel = overlay ? null : travelOf(plane, standing, before?.travel?.side);
  const labels = [
    ...(travel === null ? [] : [distanceLabel(plane, travel)]),
    ...(overlay?.labels(plane.at) ?? outputLabels(plane)),
    ...queryLabel(plane),
    ...itemLabels(plane),
    // What the overlay says itself comes first.
  ].filter(({ key }, i, all) => all.findIndex((other) => other.key === key) === i);
  const obstacles = travel === null ? standing : withTravel(standing, travel);
  const { placed, places } = placeLabels(labels, obstacles, before?.places);
  const lines = new Map(labels.map(({ key, lines }) => [key, lines]));
  return {
    scenery,
    hullLabel: hullLabel(plane, obstacles, [...placed.values()], before?.hullLabel),
    labels: new Map(
      [...placed]
        .filter(([key]) => key !== "distance" || (model.outputs !== null && hasLeft(model.outputs)))
        .map(([key, label]) => [key, { ...label, lines: lines.get(key) ?? [] }]),
    ),
    places,
    travel,
  };
}

const isOf = (
  scenery: Scenery | undefined,
  { key, items, components }: PlaneModel,
  frame: Frame,
): scenery is Scenery =>
  scenery?.frame === frame &&
  scenery.model.key === key &&
  scenery.model.items === items &&
  scenery.model.components === components;

function sceneryOf(model: PlaneModel, frame: Frame): Scenery {
  const at = placeIn(frame);
  const items = model.items.filter(({ point }) => isFinitePoint(point));
  const spots = items.map(({ point }) => at(point));
  const initials = items.every(
    ({ name, picture }) => picture === null && lettersOf(name).length < 3,
  );
  const glyph = glyphSize(model, frame, spots, initials);
  const hull = convexHull(items.filter(({ masked }) => !masked).map(({ point }) => point));
  const axes = layAxes(model, frame, spots, glyph);
  return {
    model,
    frame,
    items,
    spots,
    glyph,
    namesInside: !model.keys && initials && glyph >= 9,
    hull,
    ...axes,
    obstacles: standing(model, frame, spots, glyph, hull.map(at), axes),
  };
}

type AxesLayout = Pick<Scenery, "across" | "up" | "acrossName" | "upName">;

function layAxes(
  model: PlaneModel,
  frame: Frame,
  spots: readonly Point[],
  glyph: number,
): AxesLayout {
  const taken = spots.map((spot) => squareAround(spot, glyph + 1));
  const across = placeTicks(
    ticks(fromX(frame, frame.left), fromX(frame, frame.right), unitsOf(frame, tickGap)),
    (value, width) => {
      const x = toX(frame, value);
      const top = frame.bottom + 4;
      return { left: x - width / 2, right: x + width / 2, top, bottom: top + 15 };
    },
    taken,
  );
  const up = placeTicks(
    model.axes[1] === null ? [] : ticksUp(frame),
    (value, width) => {
      const y = toY(frame, value);
      return { left: frame.left - 8 - width, right: frame.left - 8, top: y - 8, bottom: y + 8 };
    },
    taken,
  );
  return {
    across,
    up,
    acrossName: nameAcross(frame, across, taken, nameWidth(model, 0) + 16),
    upName: nameUp(frame, up, nameWidth(model, 1)),
  };
}

/** The name of a component with its arrow. */
const nameWidth = ({ components, axes }: PlaneModel, axis: 0 | 1): number =>
  textWidth(components[axes[axis] ?? 0] ?? "", 15) + 28;

const nameRect = ([x, y]: Point, width: number, height: number): Rect => ({
  left: x - width / 2,
  right: x + width / 2,
  top: y - height / 2,
  bottom: y + height / 2,
});

/** What is in the way and does not move. */
function standing(
  model: PlaneModel,
  frame: Frame,
  spots: readonly Point[],
  glyph: number,
  hull: readonly Point[],
  axes: AxesLayout,
): Obstacles {
  const { left, right, top, bottom } = frame;
  return {
    rects: [
      // Items are round: the corners of their squares are free.
      ...spots.map((spot) => squareAround(spot, 0.85 * glyph + 1)),
      ...axes.across
        .filter(({ label }) => label !== null)
        .map(({ at }) => squareAround([toX(frame, at), bottom + 12], 8)),
      ...axes.up
        .filter(({ label }) => label !== null)
        .map(({ at }) => squareAround([left - 14, toY(frame, at)], 8)),
      nameRect(axes.acrossName, nameWidth(model, 0), 18),
      nameRect(axes.upName, 18, nameWidth(model, 1)),
    ],
    segments: [
      segment([left, bottom], [right, bottom], 1.5),
      segment([left, bottom], [left, top], 1.5),
      ...hull.map((a, i) => segment(a, hull[(i + 1) % hull.length] ?? a, 3)),
    ],
    bounds: { left: 2, top: 2, right: frame.width - 2, bottom: frame.height - 2 },
  };
}

/** And the outputs, their strings and the query. */
function obstaclesOf({ model, frame, scenery, at }: Labelled): Obstacles {
  const { outputs, query } = model;
  const { items, spots, glyph, obstacles } = scenery;
  const rects = [...obstacles.rects];
  const segments = [...obstacles.segments];
  if (outputs !== null) {
    const { point, weights } = outputs.goal;
    const goal = drawnAt(frame, outputs.hard, point).at;
    rects.push(
      squareAround(at(outputs.hard), frameSize(glyph)),
      squareAround(at(outputs.soft), 7),
      squareAround(goal, ringSize + 2),
    );
    items.forEach(({ index }, i) => {
      const width = stringWidth(weights[index] ?? 0);
      const spot = spots[i];
      if (spot !== undefined && width > 0) segments.push(segment(goal, spot, 2.5 + 0.5 * width));
    });
  }
  if (query !== null) {
    const tip = queryEnd(frame, tipOf(frame, query.vector));
    rects.push(squareAround(tip, handleSize));
    segments.push(segment(queryEnd(frame, frame.foot), tip, 3));
  }
  segments.push(...(model.overlay?.segments(at) ?? []));
  return { ...obstacles, rects, segments };
}

const withTravel = (
  { rects, ...others }: Obstacles,
  { start, middle, end }: Travel,
): Obstacles => ({
  ...others,
  rects: [...rects, ...[start, middle, end].map((point) => squareAround(point, 7))],
});

function outputLabels({ model, frame, text, scenery, at }: Labelled): LabelRequest[] {
  const { outputs } = model;
  const { items, glyph, namesInside } = scenery;
  if (outputs === null || outputs.is === "none") return [];
  const isCurrent: LabelLine[] = [[{ text: text.isCurrent, style: "current" }]];
  const name = items.find(({ index }) => index === outputs.pick)?.name ?? "";
  const hard: LabelLine = [
    { text: text.hardOutput, style: "hard" },
    ...(namesInside ? [] : [{ text: shortened(name), style: "name" } as const]),
  ];
  const soft: LabelLine = [
    { text: text.softOutput, style: outputs.is === "soft" ? "soft" : "ahead" },
  ];
  const labels = [
    labelRequest(
      "soft",
      at(outputs.soft),
      outputs.is === "soft" ? ringSize : 7,
      outputs.is === "soft" ? [soft, ...isCurrent] : [soft],
      ["left", "sw", "right", "se", "below", "above", "nw", "ne"],
    ),
    labelRequest(
      "hard",
      at(outputs.hard),
      frameSize(glyph) - 2,
      outputs.is === "hard" ? [hard, ...isCurrent] : [hard],
      ["above", "right", "below", "left", "ne", "nw", "se", "sw"],
    ),
  ];
  if (outputs.is === "neither")
    labels.push(
      labelRequest("current", drawnAt(frame, outputs.hard, outputs.goal.point).at, ringSize, [
        [{ text: text.current, style: "current" }],
        [{ text: `(${outputs.goal.point.map(format).join(", ")})`, style: "name" }],
      ]),
    );
  if (outputs.tieMean !== null)
    labels.push(
      labelRequest("tie", at(outputs.tieMean), 7, [[{ text: text.scene.tieMean, style: "name" }]]),
    );
  return labels;
}

function queryLabel({ model, frame, text }: Labelled): LabelRequest[] {
  const { query } = model;
  if (query === null) return [];
  const name: LabelLine = [
    { text: text.query, style: "query" },
    { text: "q", style: "q" },
  ];
  const scale: LabelLine =
    frame.scale === 1 ? [] : [{ text: text.drawnAt(scaleText(frame.scale)), style: "name" }];
  // Beside the items of a line there is room for one line of text.
  const lines = frame.lane > 0 ? [[...name, ...scale]] : [name, scale].filter((l) => l.length > 0);
  // Ahead of the arrow, not on it.
  const sides: readonly Side[] =
    query.vector[0] < 0 !== frame.lane > 0
      ? ["right", "above", "below", "ne", "se", "left", "nw", "sw"]
      : ["left", "above", "below", "nw", "sw", "right", "ne", "se"];
  return [
    labelRequest(
      "query",
      queryEnd(frame, tipOf(frame, query.vector)),
      handleSize,
      model.queryWords ?? lines,
      sides,
    ),
  ];
}

function itemLabels({ model, scenery }: Labelled): LabelRequest[] {
  const { items, spots, glyph, namesInside } = scenery;
  if (namesInside || items.length > mostNames) return [];
  // The pick's own name stands beside "hard output".
  const named = model.outputs !== null && model.outputs.is !== "none";
  return items.flatMap(({ index, name }, i) => {
    const spot = spots[i];
    return spot === undefined || (named && index === model.outputs?.pick)
      ? []
      : [labelRequest(`item ${index}`, spot, glyph, [[{ text: shortened(name), style: "name" }]])];
  });
}

/** Beyond this many, names are shown one by one, as items are pointed at. */
const mostNames = 24;

const distanceLabel = ({ model }: Labelled, { middle, outward }: Travel): LabelRequest =>
  labelRequest(
    "distance",
    middle,
    5,
    [[{ text: format(model.outputs?.goal.distance ?? Number.NaN), style: "number" }]],
    outwardSides(outward),
  );

function hullLabel(
  { model: { outputs, overlay }, scenery: { hull }, text, at }: Labelled,
  obstacles: Obstacles,
  placed: readonly Label[],
  before: Point | null | undefined,
): Point | null {
  // Where there was no room, none is looked for again with every number.
  if (outputs === null || !hasLeft(outputs) || overlay || before === null) return null;
  const taken = { ...obstacles, rects: [...obstacles.rects, ...placed.map(({ box }) => box)] };
  return placeInside(hull.map(at), textWidth(text.convexHull, 15), lineHeight, taken, before);
}

/** Small enough that neighbours stand apart, and an icon never larger than a tenth of a unit. */
function glyphSize(
  model: PlaneModel,
  frame: Frame,
  spots: readonly Point[],
  initials: boolean,
): number {
  if (model.keys) return 6;
  if (model.items.some(({ picture }) => picture !== null))
    return Math.min(17, Math.max(8, 0.05 * frame.unit * frame.lens));
  if (spots.length > 64) return 4;
  let nearest = Number.POSITIVE_INFINITY;
  spots.forEach((spot, i) => {
    for (const other of spots.slice(i + 1)) {
      const distance = distanceBetween(spot, other);
      if (distance > 0) nearest = Math.min(nearest, distance);
    }
  });
  return Math.min(initials ? 11 : 6, Math.max(5, 0.48 * nearest));
}

function placeTicks(
  all: readonly Tick[],
  boxOf: (value: number, width: number) => Rect,
  taken: readonly Rect[],
): PlacedTick[] {
  return all.map(({ at, label }) => {
    const box = boxOf(at, textWidth(label, 12));
    return { at, label: taken.some((rect) => overlap(rect, box) > 0) ? null : label };
  });
}

/** Between the first two numbers of the axis where nothing stands, or at its end. */
function nameAcross(
  frame: Frame,
  placed: readonly PlacedTick[],
  taken: readonly Rect[],
  width: number,
): Point {
  const stops = [frame.left, ...placed.map(({ at }) => toX(frame, at)), frame.right];
  const y = frame.bottom + 14;
  for (const [i, a] of stops.entries()) {
    const x = (a + (stops[i + 1] ?? frame.right)) / 2;
    const box = { left: x - width / 2, right: x + width / 2, top: y - 8, bottom: y + 8 };
    if ((stops[i + 1] ?? a) - a >= width && !taken.some((rect) => overlap(rect, box) > 0))
      return [x, y];
  }
  return [frame.right, frame.bottom + 32];
}

/** Between the last numbers of the axis that leave room for it, else beside the numbers. */
function nameUp(frame: Frame, placed: readonly PlacedTick[], length: number): Point {
  const stops = [frame.bottom, ...placed.map(({ at }) => toY(frame, at)), frame.top];
  for (let i = stops.length - 1; i > 0; i -= 1) {
    const [a = frame.bottom, b = frame.top] = [stops[i - 1], stops[i]];
    if (a - b > length) return [frame.left < 40 ? 12 : frame.left - 12, (a + b) / 2];
  }
  return [9, (frame.bottom + frame.top) / 2];
}

function scaleText(scale: number): string {
  const times = (x: number): string => axisNumber(Number(x.toPrecision(3)));
  return scale < 1 ? `1/${times(1 / scale)}` : `${times(scale)}×`;
}

/** The arrow of the travel, bent to the side where its number has more room; null if too short. */
function travelOf(
  plane: Labelled,
  obstacles: Obstacles,
  before: Travel["side"] | undefined,
): Travel | null {
  const { model, frame, scenery, at } = plane;
  const { outputs } = model;
  if (outputs === null) return null;
  const from = at(outputs.hard);
  const to = drawnAt(frame, outputs.hard, outputs.goal.point).at;
  const [fromEdge, toEdge] = [frameSize(scenery.glyph) + 3, ringSize + 4];
  if (distanceBetween(from, to) < fromEdge + toEdge + 8) return null;
  const bent = (side: Travel["side"]): Travel => travelArrow(from, to, fromEdge, toEdge, side);
  if (before !== undefined) return bent(before);
  const cost = (travel: Travel): number =>
    leastCost(distanceLabel(plane, travel), withTravel(obstacles, travel));
  const [one, other] = [bent(1), bent(-1)];
  return cost(other) + 60 < cost(one) ? other : one;
}

/** From the frame around the hard output, bent to one side, to the ring of the current one. */
function travelArrow(
  hard: Point,
  current: Point,
  frameEdge: number,
  ringEdge: number,
  side: Travel["side"],
): Travel {
  const polar = ([x, y]: Point, angle: number, length: number): Point => [
    x + length * Math.cos(angle),
    y + length * Math.sin(angle),
  ];
  const direction = angleOf(hard, current);
  const out = direction - side * 0.45;
  const toFrame = frameEdge / Math.max(Math.abs(Math.cos(out)), Math.abs(Math.sin(out)));
  const start = polar(hard, out, toFrame);
  const end = polar(current, direction + Math.PI + side * 0.9, ringEdge);
  const outward: Point = [Math.sin(direction) * side, -Math.cos(direction) * side];
  const bend = 0.28 * distanceBetween(start, end);
  const [x, y] = middleOf(start, end);
  const control: Point = [x + outward[0] * bend, y + outward[1] * bend];
  const angle = angleOf(control, end);
  return {
    path: `M${px(start)}Q${px(control)} ${px(polar(end, angle, -6))}`,
    head: arrowHead(end, angle, 10, 4.6),
    start,
    middle: middleOf([x, y], control),
    end,
    side,
    outward,
  };
}

const outwardSides = ([x, y]: Point): readonly Side[] => {
  const across: Side = x > 0 ? "right" : "left";
  const along: Side = y > 0 ? "below" : "above";
  const diagonal: Side = x > 0 ? (y > 0 ? "se" : "ne") : y > 0 ? "sw" : "nw";
  const first = Math.abs(x) > Math.abs(y) ? [across, diagonal, along] : [along, diagonal, across];
  return [...first, ...allSides.filter((side) => !first.includes(side))];
};
