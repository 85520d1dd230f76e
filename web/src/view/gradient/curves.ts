/** Where the curves of the training stand, px. */
import { placeOf } from "../../model/training.ts";

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

export const round = (x: number): number => Math.round(x * 100) / 100;

/** A polyline without the points that lie within half a pixel of the last one drawn. */
export function polyline(xs: readonly number[], ys: readonly number[]): string {
  let path = "";
  let [lastX, lastY] = [Number.NaN, Number.NaN];
  xs.forEach((x, k) => {
    const y = ys[k] ?? 0;
    const last = k === xs.length - 1;
    if (!last && Math.abs(x - lastX) < 0.5 && Math.abs(y - lastY) < 0.5) return;
    path += `${path === "" ? "M" : "L"}${x} ${y}`;
    [lastX, lastY] = [x, y];
  });
  return path;
}

/** Each value holds until the next update changes it. */
export const staircase = (xs: readonly number[], ys: readonly number[]): string =>
  xs
    .map((x, k) => (k === 0 ? `M${x} ${ys[k]}` : ys[k] === ys[k - 1] ? "" : `H${x}V${ys[k]}`))
    .concat(`H${xs.at(-1) ?? 0}`)
    .join("");

/** What follows a log axis from 1 up to `most`: 1, 10, 100, … . */
export function decades(most: number): readonly number[] {
  const found: number[] = [];
  for (let power = 1; power <= most; power *= 10) found.push(power);
  return found;
}
