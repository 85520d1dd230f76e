import type { Derivation, Step, StepId } from "../core/core.ts";
import { format, percentages } from "./format.ts";

/** What a text about the current numbers may say: names, and numbers of the core as they are printed. */
export interface Summary {
  readonly names: readonly string[];
  readonly winner: string;
  /** Names of the whole argmax set; one name unless there is a tie. */
  readonly tied: readonly string[];
  readonly count: number;
  readonly attended: number;
  readonly tau: string;
  /** τ = 0 or τ = ∞, where what is shown is a limit; null in between. */
  readonly limit: "cold" | "hot" | null;
  readonly max: string;
  readonly gap: string;
  readonly sum: string;
  readonly logSumExp: string;
  readonly lseMinusMax: string;
  readonly totalVariation: string;
  readonly klDivergence: string;
  readonly distance: string;
  readonly meanScore: string;
  readonly entropy: string;
  /** The half-step S7a, where max still stands in the values: weights u, which sum to S. */
  readonly halfStep: { readonly weightDistance: string; readonly outputDistance: string };
  /** Half the ℓ₁ distance of p from the one-hot; equal to the total variation. */
  readonly weightDistance: string;
  /** Whether p is nearer to the one-hot than u is, by weightDistance. */
  readonly nearer: boolean;
  /** ‖o − h‖ is exactly 0. */
  readonly unmoved: boolean;
  /** Weight has moved, by total variation, whether or not the output did. */
  readonly weightMoved: boolean;
  /** How many items share the weight equally, where all that have any do; else null. */
  readonly equalShares: number | null;
  /** Shares in whole per cent, largest first, as they are read out. */
  readonly shares: ReadonlyArray<{ readonly name: string; readonly percent: number }>;
}

/** A step by its id; every derivation has all eleven. */
export function stepOf(d: Derivation, id: StepId): Step {
  const found = d.steps.find((step) => step.id === id);
  if (found === undefined) throw new Error(`no step ${id}`);
  return found;
}

export function summaryOf(d: Derivation, names: readonly string[], temperature: number): Summary {
  const name = (i: number): string => names[i] ?? String(i + 1);
  const percent = percentages(d.weights);
  return {
    names,
    winner: name(d.argmax),
    tied: Array.from(d.ties, name),
    count: d.scores.length,
    attended: d.scores.reduce((n, score) => (score === Number.NEGATIVE_INFINITY ? n : n + 1), 0),
    tau: format(temperature),
    limit: temperature === 0 ? "cold" : temperature === Number.POSITIVE_INFINITY ? "hot" : null,
    max: format(d.max),
    gap: format(d.gap),
    sum: format(d.sumExp),
    logSumExp: format(d.logSumExp),
    lseMinusMax: format(d.lseMinusMax),
    totalVariation: format(d.totalVariation),
    klDivergence: format(d.klDivergence),
    distance: format(d.outputDistance),
    meanScore: format(d.meanScore),
    entropy: format(d.entropy),
    halfStep: {
      weightDistance: format(stepOf(d, "S7a").weightDistance),
      outputDistance: format(stepOf(d, "S7a").outputDistance),
    },
    weightDistance: format(stepOf(d, "S7b").weightDistance),
    nearer: stepOf(d, "S7b").weightDistance < stepOf(d, "S7a").weightDistance,
    unmoved: d.outputDistance === 0,
    weightMoved: d.totalVariation > 0,
    equalShares: equalShares(d.weights),
    shares: Array.from(d.weights, (weight, i) => ({
      name: name(i),
      percent: percent[i] ?? 0,
      weight,
    }))
      .sort((a, b) => b.weight - a.weight)
      .map(({ name, percent }) => ({ name, percent })),
  };
}

function equalShares(weights: Float64Array): number | null {
  const positive = weights.filter((weight) => weight > 0);
  return positive.length > 1 && positive.every((weight) => weight === positive[0])
    ? positive.length
    : null;
}
