/** Places names beside points so that they cover neither one another nor what is drawn. */
import type { Point, Rect } from "./path.ts";

export interface Segment {
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
  /** What a pixel of it under a name costs; a pixel of a rectangle costs 10. */
  readonly cost: number;
}

export const segment = ([x1, y1]: Point, [x2, y2]: Point, cost: number): Segment => ({
  x1,
  y1,
  x2,
  y2,
  cost,
});

export interface Request {
  readonly key: string;
  /** The point that is named, in px. */
  readonly x: number;
  readonly y: number;
  /** Half the width and height of what stands at the point. */
  readonly clear: number;
  readonly width: number;
  readonly height: number;
  /** The sides to try, best first. */
  readonly sides: readonly Side[];
}

export type Side = "right" | "left" | "above" | "below" | "ne" | "nw" | "se" | "sw";
export const allSides: readonly Side[] = [
  "right",
  "above",
  "left",
  "below",
  "ne",
  "nw",
  "se",
  "sw",
];

export interface Label {
  readonly anchor: "start" | "middle" | "end";
  /** From the named point to the anchor at the top of the text. */
  readonly dx: number;
  readonly dy: number;
  readonly box: Rect;
  /** So far away that a line must lead to it. */
  readonly far: boolean;
}

/** What is in the way: rectangles never to be covered, lines better left free, and the edges. */
export interface Obstacles {
  readonly rects: readonly Rect[];
  readonly segments: readonly Segment[];
  readonly bounds: Rect;
}

/**
 * A place for each request; null where there is none, and then the earlier request is served.
 * Where `before` holds a place that is still free, it stays: names do not dance during a drag.
 */
export function placeLabels(
  requests: readonly Request[],
  obstacles: Obstacles,
  before: ReadonlyMap<string, number> = new Map(),
): Placement {
  const options = requests.map((request) => new Options(request, obstacles));
  const chosen: (number | null)[] = requests.map(() => null);
  /** What a place costs beside the names that have one. */
  const cost = (r: number, c: number): number => {
    const option = options[r];
    if (option === undefined) return Number.POSITIVE_INFINITY;
    const { box } = option.label(c);
    let sum = option.cost(c);
    chosen.forEach((other, o) => {
      if (other === null || o === r) return;
      sum += 10 * overlap(box, options[o]?.label(other).box ?? box);
    });
    return sum;
  };
  requests.forEach(({ key }, r) => {
    const old = before.get(key);
    if (old !== undefined && cost(r, old) < tolerable) chosen[r] = old;
  });
  // Next comes the name that would lose most if its best place were taken (W. R. Vogel).
  for (;;) {
    let most = Number.NEGATIVE_INFINITY;
    let next: readonly [request: number, place: number] | null = null;
    requests.forEach((_, r) => {
      if (chosen[r] !== null) return;
      const { place, regret } = bestOf(options[r]?.count ?? 0, (c) => cost(r, c));
      if (place !== null && regret > most) [most, next] = [regret, [r, place]];
    });
    if (next === null) break;
    chosen[next[0]] = next[1];
  }
  const placed = new Map<string, Label>();
  const places = new Map<string, number>();
  requests.forEach(({ key }, r) => {
    const place = chosen[r] ?? null;
    const label = place === null ? undefined : options[r]?.label(place);
    if (place === null || label === undefined) return;
    if (hidden(label.box, obstacles, placed)) return;
    placed.set(key, label);
    places.set(key, place);
  });
  return { placed, places };
}

interface Placement {
  readonly placed: ReadonlyMap<string, Label>;
  /** Which of its places each name took. */
  readonly places: ReadonlyMap<string, number>;
}

function bestOf(
  places: number,
  cost: (place: number) => number,
): { readonly place: number | null; readonly least: number; readonly regret: number } {
  let place: number | null = null;
  let [least, second] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let c = 0; c < places; c += 1) {
    // A place costs at least its preference.
    if (preference(c, places) >= second) continue;
    const here = cost(c);
    if (here < least) [least, second, place] = [here, least, c];
    else if (here < second) second = here;
  }
  return { place, least, regret: second - least };
}

/** What the best place of one name costs among obstacles alone. */
export function leastCost(request: Request, obstacles: Obstacles): number {
  const options = new Options(request, obstacles);
  return bestOf(options.count, (c) => options.cost(c)).least;
}

/** Below this a name is easily read where it is. */
const tolerable = 120;

/** Nearer places first, and among them the sides in the order asked for. */
const preference = (place: number, places: number): number => {
  const sides = places / distances.length;
  return (place % sides) * 6 + (distances[Math.floor(place / sides)]?.cost ?? 0);
};

/** px beyond the point's own size. */
const distances = [
  { px: 4, cost: 0, far: false },
  { px: 12, cost: 25, far: false },
  { px: 24, cost: 60, far: true },
  { px: 40, cost: 110, far: true },
] as const;

/** The places of one name, each worked out when it is asked for: most never are. */
class Options {
  readonly count: number;
  readonly #request: Request;
  readonly #obstacles: Obstacles;
  readonly #labels: Label[] = [];
  readonly #costs: number[] = [];

  constructor(request: Request, obstacles: Obstacles) {
    this.count = distances.length * request.sides.length;
    this.#request = request;
    this.#obstacles = obstacles;
  }

  label(place: number): Label {
    this.#labels[place] ??= labelAt(this.#request, place);
    return this.#labels[place];
  }

  /** What a place costs among obstacles alone. */
  cost(place: number): number {
    this.#costs[place] ??=
      preference(place, this.count) + covered(this.label(place).box, this.#obstacles);
    return this.#costs[place];
  }
}

function labelAt({ x, y, clear, width, height, sides }: Request, place: number): Label {
  const { px: distance, far } = distances[Math.floor(place / sides.length)] ?? distances[0];
  const side = sides[place % sides.length] ?? "right";
  const [anchor, dx, dy] = offsets(side, clear + distance, 0.71 * clear + distance, height);
  const left = x + dx - (anchor === "start" ? 0 : anchor === "end" ? width : width / 2);
  const top = y + dy;
  return { anchor, dx, dy, far, box: { left, top, right: left + width, bottom: top + height } };
}

function offsets(
  side: Side,
  r: number,
  diagonal: number,
  height: number,
): readonly [Label["anchor"], number, number] {
  switch (side) {
    case "right":
      return ["start", r, -height / 2];
    case "left":
      return ["end", -r, -height / 2];
    case "above":
      return ["middle", 0, -r - height];
    case "below":
      return ["middle", 0, r];
    case "ne":
      return ["start", diagonal, -diagonal - height / 2];
    case "nw":
      return ["end", -diagonal, -diagonal - height / 2];
    case "se":
      return ["start", diagonal, diagonal - height / 2];
    case "sw":
      return ["end", -diagonal, diagonal - height / 2];
  }
}

function covered(box: Rect, { rects, segments, bounds }: Obstacles): number {
  let sum = 20 * (area(box) - overlap(box, bounds));
  for (const rect of rects) sum += 10 * overlap(box, rect);
  for (const segment of segments) sum += segment.cost * lengthInside(segment, box);
  return sum;
}

const hidden = (box: Rect, { bounds }: Obstacles, labels: ReadonlyMap<string, Label>): boolean =>
  area(box) - overlap(box, bounds) > 0.25 * area(box) ||
  [...labels.values()].some((other) => overlap(box, other.box) > 4);

export const area = ({ left, top, right, bottom }: Rect): number => (right - left) * (bottom - top);

export const overlap = (a: Rect, b: Rect): number =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));

export const squareAround = ([x, y]: Point, half: number): Rect => ({
  left: x - half,
  top: y - half,
  right: x + half,
  bottom: y + half,
});

/** How much of a segment lies in a rectangle (Liang and Barsky). */
export function lengthInside({ x1, y1, x2, y2 }: Segment, rect: Rect): number {
  // Most are far away.
  if (x1 < rect.left && x2 < rect.left) return 0;
  if (x1 > rect.right && x2 > rect.right) return 0;
  if (y1 < rect.top && y2 < rect.top) return 0;
  if (y1 > rect.bottom && y2 > rect.bottom) return 0;
  let [from, to] = [0, 1];
  const [dx, dy] = [x2 - x1, y2 - y1];
  const cut = (direction: number, distance: number): boolean => {
    if (direction === 0) return distance >= 0;
    const t = distance / direction;
    if (direction < 0) from = Math.max(from, t);
    else to = Math.min(to, t);
    return from <= to;
  };
  return cut(-dx, x1 - rect.left) &&
    cut(dx, rect.right - x1) &&
    cut(-dy, y1 - rect.top) &&
    cut(dy, rect.bottom - y1)
    ? (to - from) * Math.hypot(dx, dy)
    : 0;
}

/**
 * The middle of a free place for a text inside a convex polygon (px), or null. Where it stood `before`
 * it stays while that is free.
 */
export function placeInside(
  polygon: readonly Point[],
  width: number,
  height: number,
  obstacles: Obstacles,
  before?: Point | null,
): Point | null {
  if (polygon.length < 3) return null;
  const edges = polygon.map(([x1, y1], i) => {
    const [x2, y2] = polygon[(i + 1) % polygon.length] ?? [x1, y1];
    return { x1, y1, dx: x2 - x1, dy: y2 - y1 };
  });
  // All corners on one side of all edges.
  const inside = ({ left, right, top, bottom }: Rect): boolean => {
    let [above, below] = [true, true];
    for (const { x1, y1, dx, dy } of edges)
      for (const x of [left, right])
        for (const y of [top, bottom]) {
          const side = dx * (y - y1) - dy * (x - x1);
          if (side < 0) above = false;
          if (side > 0) below = false;
          if (!above && !below) return false;
        }
    return true;
  };
  const boxAt = (x: number, y: number): Rect => ({
    left: x - width / 2 - 4,
    right: x + width / 2 + 4,
    top: y - height / 2 - 2,
    bottom: y + height / 2 + 2,
  });
  if (before) {
    const box = boxAt(...before);
    if (inside(box) && covered(box, obstacles) < tolerable) return before;
  }
  const xs = polygon.map(([x]) => x);
  const ys = polygon.map(([, y]) => y);
  let best: Point | null = null;
  let least = tolerable;
  for (let y = Math.min(...ys) + height; y < Math.max(...ys); y += 14)
    for (let x = Math.min(...xs) + width / 2; x < Math.max(...xs); x += 14) {
      const box = boxAt(x, y);
      if (!inside(box)) continue;
      const here = covered(box, obstacles);
      if (here < least) [least, best] = [here, [x, y]];
      if (least === 0) return best;
    }
  return best;
}

/** Moves labels apart so that neighbours have `gap` px between them, none far from its place. */
export function spread(
  places: readonly number[],
  gap: number,
  top: number,
  bottom: number,
): readonly number[] {
  const order = places.map((_, i) => i).sort((a, b) => (places[a] ?? 0) - (places[b] ?? 0));
  const laid: number[] = [];
  for (const i of order) laid.push(Math.max(places[i] ?? 0, (laid.at(-1) ?? top - gap) + gap));
  let limit = bottom;
  for (let k = laid.length - 1; k >= 0; k -= 1) {
    laid[k] = Math.min(laid[k] ?? 0, limit);
    limit = (laid[k] ?? 0) - gap;
  }
  const result = [...places];
  order.forEach((i, k) => {
    result[i] = laid[k] ?? 0;
  });
  return result;
}

/** The width of a text in px, from classes of its letters: within a few per cent, never measured. */
export function textWidth(text: string, size: number): number {
  let em = 0;
  for (const letter of text) em += letterWidth(letter);
  return em * size;
}

function letterWidth(letter: string): number {
  if (/[\u2e80-\uffef]|\p{Extended_Pictographic}/u.test(letter)) return 1;
  if (/[iljtfr.,:;'’|!()[\]\s]/.test(letter)) return 0.3;
  if (/[mwMW@%—]/.test(letter)) return 0.82;
  if (/[A-Z]/.test(letter)) return 0.6;
  return 0.52;
}
