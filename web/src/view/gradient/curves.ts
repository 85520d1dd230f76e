/** Where the curves of the training stand, px. */
import { placeOf } from "../../model/training.ts";
import { round } from "../plot/path.ts";

export const panelHeight = 152;
export const weightTop = 10;
export const weightBottom = 90;
export const lossTop = 106;
export const lossBottom = 134;

/** The half of a marker, which must not be cut off at the ends. */
const margin = 6;

export const updateX = (k: number, width: number): number =>
  round(margin + placeOf(k) * (width - 2 * margin));
export const placeAt = (x: number, width: number): number => (x - margin) / (width - 2 * margin);

export const weightY = (p: number): number => round(weightBottom - p * (weightBottom - weightTop));

/** A loss as a share of its own at the start: cross-entropy has another unit. Its top is cut off. */
export function lossY(loss: number, start: number): number {
  const share = loss === 0 ? 0 : loss === start ? 1 : start > 0 ? Math.min(loss / start, 1.3) : 1.3;
  return round(lossBottom - share * (lossBottom - lossTop));
}
