import { checkAttention } from "./attention.ts";
import type { Derivation, DeriveInput, Step } from "./contract.ts";
import type { Module } from "./module.ts";

type Writable<T> = { -readonly [K in keyof T]: T[K] };

export function derive(module: Module, input: DeriveInput): Derivation {
  const derivation = module.call("derive", [checkAttention(input, module.fits)]);
  // Steps have the arrays of the derivation where they are the same numbers.
  for (const named of derivation.steps) {
    const { candidate, weights, candidateArgmax, candidateFloatArgmax } = named;
    const step = named as unknown as Writable<Step>;
    step.candidate = derivation[candidate];
    step.weights = weights === "none" ? new Float64Array() : derivation[weights];
    step.candidateArgmax = candidateArgmax ?? derivation.ties;
    step.candidateFloatArgmax = candidateFloatArgmax ?? derivation.ties;
  }
  return derivation as unknown as Derivation;
}
