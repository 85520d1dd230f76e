import {
  checkCount,
  checkFeatures,
  checkMatrix,
  checkName,
  checkNumber,
  checkWhole,
  fieldsOf,
} from "./check.ts";
import type { Run, TrainInput } from "./contract.ts";
import type { Module } from "./module.ts";
import { estimators } from "./names.ts";

export function train(module: Module, input: TrainInput): Run {
  const fields = fieldsOf(input);
  const { X, q, estimator, target, temperature = 1, eta = 2 } = fields;
  const { steps = 400, seed = 1, lambda = 0.5 } = fields;
  return module.call("train", [
    {
      estimator: checkName(estimator, "estimator", estimators),
      target: checkCount(target, "target"),
      temperature: checkNumber(temperature, "temperature"),
      eta: checkNumber(eta, "eta"),
      steps: checkCount(steps, "steps"),
      seed: checkWhole(seed, "seed"),
      lambda: checkNumber(lambda, "lambda"),
      q: checkFeatures(q, "q", module.fits),
      X: checkMatrix(X, "X", module.fits),
    },
  ]);
}
