import { checkAttention } from "./attention.ts";
import type { Derivation, DeriveInput } from "./contract.ts";
import type { Module } from "./module.ts";

export function derive(module: Module, input: DeriveInput): Derivation {
  const derivation = module.call("derive", [checkAttention(input, module.fits)]);
  // Steps have the arrays of the derivation where they are the same numbers.
  const { ties } = derivation;
  const steps = derivation.steps.map((step) => ({
    ...step,
    candidate: derivation[step.candidate],
    candidateArgmax: step.candidateArgmax.length === 0 ? ties : step.candidateArgmax,
    candidateFloatArgmax: step.candidateFloatArgmax.length === 0 ? ties : step.candidateFloatArgmax,
    weights: step.weights === "none" ? new Float64Array() : derivation[step.weights],
  }));
  return { ...derivation, steps };
}
