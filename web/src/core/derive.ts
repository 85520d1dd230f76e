import { checkAttention } from "./attention.ts";
import type { Derivation, DeriveInput } from "./contract.ts";
import type { Module } from "./module.ts";

export function derive(module: Module, input: DeriveInput): Derivation {
  const derivation = module.call("derive", [checkAttention(input, module.fits)]);
  const { ties } = derivation;
  // Steps have the arrays of the derivation where they are the same numbers.
  return Object.assign(derivation, {
    steps: derivation.steps.map((step) =>
      Object.assign(step, {
        candidate: derivation[step.candidate],
        candidateArgmax: step.candidateArgmax ?? ties,
        candidateFloatArgmax: step.candidateFloatArgmax ?? ties,
        weights: step.weights === "none" ? new Float64Array() : derivation[step.weights],
      }),
    ),
  });
}
