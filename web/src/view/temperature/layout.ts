import { axisFrom, axisTo, placeOf, temperatureAt } from "../../model/temperature.ts";

/** Where the temperatures stand, px: the two limits are cut off from the axis by gaps. */
export interface Axis {
  readonly zero: number;
  readonly infinity: number;
  readonly zeroBlock: Span;
  readonly infinityBlock: Span;
  /** 1/16 and 64. */
  readonly start: number;
  readonly end: number;
}

export function axisBetween(from: number, to: number, block: number, gap: number): Axis {
  return {
    zero: from + block / 2,
    infinity: to - block / 2,
    zeroBlock: { from, to: from + block },
    infinityBlock: { from: to - block, to },
    start: from + block + gap,
    end: to - block - gap,
  };
}

/** Where everything of the chart stands for a width, px. */
export interface Layout extends Axis {
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

export interface Span {
  readonly from: number;
  readonly to: number;
}

/** px that are weight 1. */
export const unit = 234;
/** px between two lanes where τ → ∞, unless there are many. */
const widestGap = 7;
const gapsTogether = 5 * widestGap;

export const gapOf = (lanes: number): number =>
  lanes < 2 ? 0 : Math.min(widestGap, gapsTogether / (lanes - 1));

export function layOut(width: number): Layout {
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

/** px across of a temperature; off the axis it stands in the gap before the limit. */
export function toX(axis: Axis, temperature: number): number {
  const { zero, infinity, start, end, zeroBlock, infinityBlock } = axis;
  if (temperature === 0) return zero;
  if (temperature === Number.POSITIVE_INFINITY) return infinity;
  if (temperature < axisFrom) return (zeroBlock.to + start) / 2;
  if (temperature > axisTo) return (infinityBlock.from + end) / 2;
  return start + (end - start) * placeOf(temperature);
}

/** px within which a power of two draws the knob to itself. */
const magnet = 2.5;

/** The temperature of a place: a limit beyond the gap, else the nearest τ with a short exact form. */
export function fromX(axis: Axis, x: number): number {
  const { zero, infinity, start, end } = axis;
  if (x < (zero + start) / 2) return 0;
  if (x > (infinity + end) / 2) return Number.POSITIVE_INFINITY;
  const temperature = temperatureAt((x - start) / (end - start));
  const power = 2 ** Math.round(Math.log2(temperature));
  return Math.abs(toX(axis, power) - x) <= magnet ? power : temperature;
}

export type Point = readonly [x: number, y: number];

export const px = ([x, y]: Point): string => `${round(x)} ${round(y)}`;
/** A tenth of a pixel is enough, and keeps attributes short. */
export const round = (x: number): number => Math.round(x * 10) / 10;

export const polyline = (points: readonly Point[]): string =>
  points.length === 0 ? "" : `M${points.map(px).join("L")}`;
