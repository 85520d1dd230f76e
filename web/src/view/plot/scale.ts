/**
 * From numbers to px. A number may be any that a float64 holds, the infinities too: the range of an axis may
 * overflow, or be the least there is, where the scales of libraries answer NaN.
 */
import { drawable, shareBetween } from "./extent.ts";

export type Scale = (value: number) => number;

/**
 * `low` stands at `start` px and `high` at `end`.
 * @param slack how far beyond its ends a number is drawn, as a share of its length
 */
export const linear =
  (
    low: number,
    high: number,
    start: number,
    end: number,
    slack = Number.POSITIVE_INFINITY,
  ): Scale =>
  (value) =>
    place(shareBetween(value, low, high), start, end, slack);

/** As many px for every factor of ten: `low` and `high` are above 0. */
export const logarithmic =
  (
    low: number,
    high: number,
    start: number,
    end: number,
    slack = Number.POSITIVE_INFINITY,
  ): Scale =>
  (value) =>
    place((Math.log(value) - Math.log(low)) / (Math.log(high) - Math.log(low)), start, end, slack);

const place = (share: number, start: number, end: number, slack: number): number =>
  drawable(start + Math.min(1 + slack, Math.max(-slack, share)) * (end - start));
