import type {
  Derivation,
  Estimator,
  Flag,
  Loss,
  NormalizerKind,
  Property,
  PropertyCheck,
  Relation,
  Score,
  StepId,
  WitnessReason,
} from "./contract.ts";
import type { Module } from "./module.ts";

/** What the numbers of the enums in messages mean, as the core has them. */
export interface Names {
  readonly scores: readonly Score[];
  readonly flags: readonly Flag[];
  readonly steps: readonly StepId[];
  readonly relations: readonly Relation[];
  readonly vectors: readonly StepVector[];
  readonly normalizers: readonly NormalizerKind[];
  readonly properties: readonly Property[];
  readonly holds: readonly PropertyCheck["holds"][];
  readonly reasons: readonly WitnessReason[];
  readonly estimators: readonly Estimator[];
  readonly losses: readonly Loss[];
}

/** The vectors of a derivation that its steps look at. */
export type StepVector =
  | "none"
  | keyof Pick<Derivation, "scores" | "oneHot" | "shifted" | "expShifted" | "weights">;

export function readNames(module: Module): Names {
  const names: Record<string, string[]> = {};
  for (let list = 0; module.name(list, -1) !== ""; list++) {
    const entries: string[] = [];
    for (let name = module.name(list, 0); name !== ""; name = module.name(list, entries.length)) {
      entries.push(name);
    }
    names[module.name(list, -1)] = entries;
  }
  return names as unknown as Names;
}
