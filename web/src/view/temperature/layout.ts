import { type Axis, axisBetween, type Span } from "./axis.ts";

/** Where everything of the chart stands for a width, px. */
export interface ChartLayout extends Axis {
  readonly width: number;
  readonly narrow: boolean;
  /** Left edge of what is drawn, right of the words. */
  readonly left: number;
  /** Where the words on the right begin. */
  readonly words: number;
  readonly river: Span;
  readonly slider: Span;
  readonly track: number;
  readonly plots: Readonly<Record<Plot, Span>>;
  readonly height: number;
}

export type Plot = "entropy" | "lse" | "variation";

/** px that are weight 1. */
export const unit = 234;
/** px between two lanes where τ → ∞, unless there are many. */
const widestGap = 7;
const gapsTogether = 5 * widestGap;

export const gapOf = (lanes: number): number =>
  lanes < 2 ? 0 : Math.min(widestGap, gapsTogether / (lanes - 1));

export function chartLayout(width: number): ChartLayout {
  const narrow = width < 600;
  const left = narrow ? 0 : 120;
  const blockEnd = width - (narrow ? 92 : 108);
  const axis = narrow ? axisBetween(left, blockEnd, 14, 9) : axisBetween(left, blockEnd, 26, 11);
  const top = narrow ? 24 : 0;
  const river = { from: top, to: top + unit + gapsTogether };
  const sliderTop = river.to + 21;
  const slider = { from: sliderTop, to: sliderTop + (narrow ? 78 : 59) };
  const title = narrow ? 30 : 0;
  const entropy = below(slider.to, 27 + title, 68);
  const lse = below(entropy.to, 34 + title, 64);
  const variation = below(lse.to, 40 + title, 57);
  return {
    ...axis,
    width,
    narrow,
    left,
    words: blockEnd + (narrow ? 8 : 10),
    river,
    slider,
    track: slider.from + 23,
    plots: { entropy, lse, variation },
    height: variation.to + 16,
  };
}

const below = (edge: number, gap: number, height: number): Span => ({
  from: edge + gap,
  to: edge + gap + height,
});
