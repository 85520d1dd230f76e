import { axisFrom, axisTo, placeOf, temperatureAt } from "../../model/temperature.ts";

export interface Span {
  readonly from: number;
  readonly to: number;
}

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
