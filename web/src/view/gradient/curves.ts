/** Where the curves of the training stand, px. */
import { placeOf } from "../../model/training.ts";
import { round } from "../plot/path.ts";

export const panelHeight = 190;
export const weightTop = 10;
export const weightBottom = 90;
export const lossTop = 106;
export const lossBottom = 134;
export const priceTop = 148;
export const priceBottom = 172;

/** The half of a marker, which must not be cut off at the ends. */
const margin = 6;

export const updateX = (k: number, width: number): number =>
  round(margin + placeOf(k) * (width - 2 * margin));
export const placeAt = (x: number, width: number): number => (x - margin) / (width - 2 * margin);

export const weightY = (p: number): number => round(weightBottom - p * (weightBottom - weightTop));

/** A loss as a share of its own at the start: cross-entropy has another unit. Its top is cut off. */
export const lossY = (loss: number, start: number): number =>
  shareY(loss, start, lossTop, lossBottom);

/** ‖o − h‖ as a share of its own at the start: all runs have the same one. */
export const priceY = (distance: number, start: number): number =>
  shareY(distance, start, priceTop, priceBottom);

function shareY(value: number, start: number, top: number, bottom: number): number {
  const share =
    value === 0 ? 0 : value === start ? 1 : start > 0 ? Math.min(value / start, 1.3) : 1.3;
  return round(bottom - share * (bottom - top));
}
