import type { Derivation, StepId } from "../../core/core.ts";
import { stepOf } from "../../model/summary.ts";
import type { RowId } from "./layout.ts";

/** The feature of a row into which the shares have opened; null for any other row. */
export const featureOf = (id: RowId): number | null =>
  id.startsWith("share-") ? Number(id.slice("share-".length)) : null;

/** The numbers of a row, one for each item. */
export function numbersOf(id: RowId, d: Derivation): ArrayLike<number> {
  switch (id) {
    case "scores":
      return d.scores;
    case "oneHot":
      return d.oneHot;
    case "shifted":
      return d.shifted;
    case "expShifted":
    case "unnormalized":
      return d.expShifted;
    case "normalized":
    case "weights":
    case "softmax":
      return d.weights;
    default: {
      const feature = featureOf(id) ?? 0;
      const { cols, data } = d.shares;
      return Array.from(d.scores, (_, item) => data[item * cols + feature] ?? 0);
    }
  }
}

/** What a row comes to: its maximum, or its sum. */
export interface Total {
  readonly kind: "max" | "sum";
  readonly value: number;
}

export function totalOf(id: RowId, d: Derivation): Total {
  const sum = (step: StepId): Total => ({ kind: "sum", value: stepOf(d, step).weightSum });
  switch (id) {
    case "scores":
      return { kind: "max", value: d.max };
    case "shifted":
      return { kind: "max", value: d.shifted[d.argmax] ?? 0 };
    case "oneHot":
      return sum("S3");
    case "expShifted":
    case "unnormalized":
      return { kind: "sum", value: d.sumExp };
    case "normalized":
    case "weights":
    case "softmax":
      return sum("S7");
    default:
      return { kind: "sum", value: d.softOutput[featureOf(id) ?? 0] ?? 0 };
  }
}

/**
 * The features to open at first: those that hold most of ‖o − h‖², in their own order. A tie keeps
 * the earlier.
 */
export function mainFeatures(d: Derivation, count: number): readonly number[] {
  const share = (feature: number): number => d.outputDifferenceShare[feature] || 0;
  return Array.from(d.softOutput, (_, feature) => feature)
    .sort((a, b) => share(b) - share(a))
    .slice(0, count)
    .sort((a, b) => a - b);
}
