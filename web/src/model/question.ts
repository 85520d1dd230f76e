import type { StepId } from "../core/core.ts";
import { parseNumber } from "./format.ts";
import type { Shown } from "./store.ts";
import { stepOf } from "./summary.ts";

/** What is asked before a step is shown. What is right are numbers and places of the core. */
export type Question =
  | { readonly kind: "item"; readonly right: readonly number[] }
  | { readonly kind: "yes-no"; readonly right: boolean }
  | {
      readonly kind: "number";
      readonly right: number;
      /** How far off an answer may be. */
      readonly tolerance: number;
      /** The item that is asked about. */
      readonly item: number;
    };

export function questionOn(step: StepId, { derivation: d, state, summary }: Shown): Question {
  const number = (right: number, tolerance = 0, item = d.argmax): Question => ({
    kind: "number",
    right,
    tolerance,
    item,
  });
  switch (step) {
    case "S1":
    case "S2":
      return { kind: "item", right: Array.from(d.ties) };
    case "S3": {
      const item = runnerUp(d.scores, d.argmax);
      return number(d.oneHot[item] ?? 0, 0, item);
    }
    case "S4":
      return number(d.shifted[d.argmax] ?? 0);
    case "S5":
      return number(d.expShifted[d.argmax] ?? 0);
    case "S6":
      return number(stepOf(d, "S7").weightSum);
    case "S7":
    case "S7b":
      return number(d.weights[d.argmax] ?? 0, estimate);
    case "S7a":
      return { kind: "yes-no", right: !(stepOf(d, "S7a").outputDistance === 0) };
    case "S8":
      return { kind: "yes-no", right: false };
    case "S9":
      return {
        kind: "yes-no",
        right:
          summary.unmoved ||
          state.values.some((row) => row.every((value, j) => value === d.softOutput[j])),
      };
  }
}

/** A guess by eye is right within this. */
const estimate = 0.1;

/** The best of the others. */
function runnerUp(scores: Float64Array, winner: number): number {
  let best = -1;
  scores.forEach((score, item) => {
    if (item !== winner && (best < 0 || score > (scores[best] ?? 0))) best = item;
  });
  return best < 0 ? winner : best;
}

/** Whether an answer is right; null where it is none. */
export function judge(question: Question, answer: string): boolean | null {
  switch (question.kind) {
    case "item":
      return answer === "" ? null : question.right.includes(Number(answer));
    case "yes-no":
      return answer === "" ? null : (answer === "yes") === question.right;
    case "number": {
      const value = parseNumber(answer);
      if (value === null || Number.isNaN(value)) return null;
      return value === question.right || Math.abs(value - question.right) <= question.tolerance;
    }
  }
}
