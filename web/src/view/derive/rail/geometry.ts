import { finite } from "../../plot/extent.ts";
import type { Lowness } from "../../sized-element.ts";

/** Where the rail's parts stand, in px of its own box. */
export interface Rail {
  readonly narrow: boolean;
  /** The stations have their names, and the plot says what the article writes. */
  readonly roomy: boolean;
  readonly height: number;
  /** Centres of the stations. */
  readonly x: readonly number[];
  /** The plot at each station; S1 has no output and stands at zero. */
  readonly y: readonly number[];
  readonly zero: number;
  readonly deck: number;
  readonly deckStart: number;
  readonly deckEnd: number;
  /** Baseline of the words "hard" and "soft". */
  readonly ends: number;
}

/** Must agree with the columns of `.stations` in rail.css. */
const side = 36;

/** Height of the rail; the plot's zero and how far it rises above it; the deck. */
const sizes = {
  roomy: { height: 184, zero: 74, room: 46, deck: 121 },
  wide: { height: 104, zero: 41, room: 22, deck: 66 },
  low: { height: 88, zero: 33, room: 16, deck: 54 },
  narrow: { height: 116, zero: 54, room: 28, deck: 78 },
} as const;

export function railGeometry(
  width: number,
  distances: readonly number[],
  top: number,
  low: Lowness = 0,
): Rail {
  // Below this the names of the stations would crowd: the heading names the step that is current.
  const roomy = width >= 1240 && low === 0;
  const narrow = width < 600;
  const margin = narrow ? 0 : side;
  const pitch = (width - 2 * margin) / distances.length;
  const x = distances.map((_, i) => margin + pitch * (i + 0.5));
  const { height, zero, room, deck } =
    sizes[roomy ? "roomy" : narrow ? "narrow" : low === 2 ? "low" : "wide"];
  const y = distances.map((d) => {
    if (!(d > 0) || top === 0) return zero;
    // A distance that is not zero is seen to be not zero.
    return zero - Math.max(3, Math.min(1, d / top) * room);
  });
  return {
    narrow,
    roomy,
    height,
    x,
    y,
    zero,
    deck,
    deckStart: narrow ? 0 : 66,
    deckEnd: narrow ? width : width - 62,
    ends: narrow ? deck - 11 : deck + 7,
  };
}

/** The plot's full height: that of the hottest output, or of what lies farther still but not past all numbers. */
export const topOfScale = (distances: readonly number[], hot: number): number =>
  finite(Math.max(hot, ...distances.filter((d) => d > 0 && d < Number.POSITIVE_INFINITY)));
