/**
 * The river: weight 1 comes down the winner's column and divides into arms that are as wide as the
 * weights (one column's bar = 1). What turns away from the winner is the total variation.
 *
 * Each arm keeps its width through two quarter turns. The arms that leave by the same side turn
 * about one centre, the one for the nearest column widest, so that no arm crosses another.
 * Lengths are pixels; the origin is the top left corner of the first column's gutter.
 */

export interface RiverFrame {
  /** Distance between the left edges of neighbouring columns. */
  readonly pitch: number;
  /** Width of weight 1. */
  readonly bar: number;
  readonly height: number;
}

/** The centreline of a stream, to be stroked as wide as its weight. */
export interface Arm {
  readonly item: number;
  readonly width: number;
  readonly path: string;
  readonly length: number;
  /** The same as an area, of an arm that turns and is finer than a pixel. */
  readonly outline?: string;
}

export interface River {
  /** In the order of the items; weight 0 has no arm. */
  readonly arms: readonly Arm[];
  /** Lines between neighbouring arms that are both wide enough to be told apart by one. */
  readonly seams: readonly string[];
}

/** Radius of the inner side of every turn. */
export const turnRadius = ({ pitch, bar }: Pick<RiverFrame, "pitch" | "bar">): number =>
  Math.min(4, (pitch - bar) / 2);

/** Arms thinner than this get no seam: it would swallow them. */
const thin = 3;

/**
 * The height that any weights of n items need: the deepest is the winner's own arm that slips
 * beneath everything that turns left, when all losers stand on its left and weigh as much as it.
 */
export function riverHeight(n: number, frame: Pick<RiverFrame, "pitch" | "bar">): number {
  const r = turnRadius(frame);
  const swing = frame.bar + 2 * r;
  return Math.ceil(Math.sqrt(swing ** 2 - (frame.bar / n + 2 * r) ** 2) + r);
}

export function river(weights: ArrayLike<number>, winner: number, frame: RiverFrame): River {
  const { pitch, bar, height } = frame;
  const r = turnRadius(frame);
  const width = (item: number): number => (weights[item] ?? 0) * bar;
  const left = winner * pitch;
  const arms: Arm[] = [];
  const seams: string[] = [];

  /** Two quarter turns: out of the band, along the gutter, down onto the item's bar. */
  const turn = (item: number, from: number, side: 1 | -1): void => {
    const w = width(item);
    const centre = side === 1 ? left + bar + r : left - r;
    const r1 = side * (centre - from);
    const r2 = w / 2 + r;
    const to = item * pitch + w / 2;
    const run = to - side * r2;
    const sweep = side === 1 ? 0 : 1;
    const [outer, inner, depth] = [r1 + w / 2, r1 - w / 2, r1 + r2];
    arms.push({
      item,
      width: w,
      ...(w < 1 && {
        outline:
          `M${px(centre - side * outer)} 0A${px(outer)} ${px(outer)} 0 0 ${sweep} ${px(centre)} ${px(outer)}H${px(run)}` +
          `A${px(r)} ${px(r)} 0 0 ${1 - sweep} ${px(to - (side * w) / 2)} ${px(depth)}V${px(height)}` +
          `H${px(to + (side * w) / 2)}V${px(depth)}A${px(r + w)} ${px(r + w)} 0 0 ${sweep} ${px(run)} ${px(inner)}` +
          `H${px(centre)}A${px(inner)} ${px(inner)} 0 0 ${1 - sweep} ${px(centre - side * inner)} 0Z`,
      }),
      path:
        `M${px(from)} 0A${px(r1)} ${px(r1)} 0 0 ${sweep} ${px(centre)} ${px(r1)}H${px(run)}` +
        `A${px(r2)} ${px(r2)} 0 0 ${1 - sweep} ${px(to)} ${px(r1 + r2)}V${px(height)}`,
      length: ((r1 + r2) * Math.PI) / 2 + side * (run - centre) + height - r1 - r2,
    });
  };

  /** From the top along the border of two arms: around the turn, or by an angle of it only. */
  const seam = (at: number, side: 1 | -1, angle: number, x?: number): void => {
    const centre = side === 1 ? left + bar + r : left - r;
    const radius = side * (centre - at);
    const end = `${px(centre - side * radius * Math.cos(angle))} ${px(radius * Math.sin(angle))}`;
    const sweep = side === 1 ? 0 : 1;
    seams.push(
      `M${px(at)} 0A${px(radius)} ${px(radius)} 0 0 ${sweep} ${end}${x === undefined ? "" : `H${px(x)}`}`,
    );
  };

  // Farthest first on either side: from the band's outer edges inwards, to the winner's own arm.
  const edges = ([-1, 1] as const).map((side) => {
    let edge = side === 1 ? left + bar : left;
    let outer: number | null = null;
    const far = side === 1 ? weights.length - 1 : 0;
    for (let item = far; item !== winner; item -= side) {
      const w = width(item);
      if (w === 0) continue;
      if (outer !== null && w >= thin && width(outer) >= thin)
        seam(edge, side, Math.PI / 2, item * pitch + w / 2 - side * (w / 2 + r));
      turn(item, edge - (side * w) / 2, side);
      edge -= side * w;
      outer = item;
    }
    return { edge, inner: outer };
  });

  const [west = { edge: left, inner: null }, east = { edge: left + bar, inner: null }] = edges;
  const own = width(winner);
  const aside = west.edge - left;
  const angle = slipAngle(aside, own, r);
  arms.push({ item: winner, width: own, ...slip(left, aside, own, r, height) });
  // The winner's own arm keeps to its left neighbour while it turns, and leaves its right one at once.
  if (own >= thin && west.inner !== null && width(west.inner) >= thin) seam(west.edge, -1, angle);
  if (own >= thin && east.inner !== null && width(east.inner) >= thin)
    seam(east.edge, 1, Math.acos(1 - 1 / (left + bar + r - east.edge)));

  return { arms: arms.sort((a, b) => a.item - b.item), seams };
}

/**
 * The winner's own arm: straight down, or, if `aside` has turned left before it, around that
 * stream and back under it, so that it too lands on the left end of its bar.
 */
function slip(
  left: number,
  aside: number,
  width: number,
  r: number,
  height: number,
): Pick<Arm, "path" | "length"> {
  const to = left + width / 2;
  if (aside <= 0) return { path: `M${px(to)} 0V${px(height)}`, length: height };
  const r1 = aside + r + width / 2;
  const r2 = width / 2 + r;
  const angle = slipAngle(aside, width, r);
  const drop = (r1 + r2) * Math.sin(angle);
  const x1 = left - r + r1 * Math.cos(angle);
  const y1 = r1 * Math.sin(angle);
  return {
    path:
      `M${px(left + aside + width / 2)} 0A${px(r1)} ${px(r1)} 0 0 1 ${px(x1)} ${px(y1)}` +
      `A${px(r2)} ${px(r2)} 0 0 0 ${px(to)} ${px(drop)}V${px(height)}`,
    length: (r1 + r2) * angle + height - drop,
  };
}

/** By how much the winner's own arm turns aside, and back. */
const slipAngle = (aside: number, width: number, r: number): number =>
  Math.acos(1 - aside / (aside + width + 2 * r));

/** Where S7 is split, weight is added first: a spring in each loser's column widens to u_i. */
interface Spring {
  readonly item: number;
  readonly area: string;
  /** The free side, and lines across: they tell what is added from what was there. */
  readonly edge: string;
  readonly ripples: string;
}

const rippleGap = 4;

export function springs(
  added: ArrayLike<number>,
  winner: number,
  frame: RiverFrame,
): readonly Spring[] {
  const { pitch, bar, height } = frame;
  const found: Spring[] = [];
  for (let item = 0; item < added.length; item++) {
    const w = (added[item] ?? 0) * bar;
    if (item === winner || w === 0) continue;
    const x = item * pitch;
    let ripples = "";
    for (let y = rippleGap; y < height; y += rippleGap)
      ripples += `M${px(x)} ${y}H${px(x + w * ease(y / height))}`;
    const edge = `M${px(x)} 0${sway(x, x + w, height)}`;
    found.push({ item, area: `${edge}H${px(x)}Z`, edge, ripples });
  }
  return found;
}

/** A cubic with its handles at the thirds of the height falls evenly: t is the fraction of the height. */
const ease = (t: number): number => t * t * (3 - 2 * t);

function sway(from: number, to: number, height: number): string {
  return `C${px(from)} ${px(height / 3)} ${px(to)} ${px((2 * height) / 3)} ${px(to)} ${px(height)}`;
}

/** Every stream narrows from one set of widths to another: u to p, by 1/S. */
export function narrowing(
  from: ArrayLike<number>,
  to: ArrayLike<number>,
  { pitch, bar, height }: RiverFrame,
): readonly { readonly item: number; readonly path: string }[] {
  return Array.from(from, (weight, item) => {
    const x = item * pitch;
    const a = x + weight * bar;
    const b = x + (to[item] ?? 0) * bar;
    return { item, path: `M${px(x)} 0H${px(a)}${sway(a, b, height)}H${px(x)}Z` };
  }).filter(({ item }) => (from[item] ?? 0) > 0);
}

/** Pixels to a thousandth: finer is invisible and only makes paths long. */
export const px = (x: number): string => String(Math.round(x * 1000) / 1000);
