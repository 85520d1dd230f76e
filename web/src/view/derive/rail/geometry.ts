import { finite } from "../../plot/extent.ts";

/** Where the rail's parts stand, in px of its own box. */
export interface Rail {
  readonly narrow: boolean;
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

export function railGeometry(width: number, distances: readonly number[], top: number): Rail {
  // Below this the names of the stations would meet.
  const narrow = width < 940;
  const margin = narrow ? 0 : side;
  const pitch = (width - 2 * margin) / distances.length;
  const x = distances.map((_, i) => margin + pitch * (i + 0.5));
  const zero = narrow ? 82 : 96;
  const room = narrow ? 50 : 66;
  const deck = narrow ? 128 : 151;
  const y = distances.map((d) => {
    if (!(d > 0) || top === 0) return zero;
    // A distance that is not zero is seen to be not zero.
    return zero - Math.max(3, Math.min(1, d / top) * room);
  });
  return {
    narrow,
    height: narrow ? 184 : 214,
    x,
    y,
    zero,
    deck,
    deckStart: narrow ? 0 : 66,
    deckEnd: narrow ? width : width - 62,
    ends: narrow ? 178 : deck + 7,
  };
}

/** The plot's full height: that of the hottest output, or of what lies farther still but not past all numbers. */
export const topOfScale = (distances: readonly number[], hot: number): number =>
  finite(Math.max(hot, ...distances.filter((d) => d > 0 && d < Number.POSITIVE_INFINITY)));
