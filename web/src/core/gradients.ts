import { checkAttention, checkQueried } from "./attention.ts";
import {
  checkCount,
  checkFeatures,
  checkMatrix,
  checkName,
  checkNumber,
  fieldsOf,
} from "./check.ts";
import type {
  DeriveInput,
  JacobianIdentities,
  LossGradients,
  OutputDifferences,
  QueryLosses,
  QueryLossesInput,
} from "./contract.ts";
import type { Module } from "./module.ts";
import { losses } from "./names.ts";

export function lossGradients(module: Module, input: DeriveInput, options: unknown): LossGradients {
  const { target, loss = "squared-error" } = fieldsOf(options, "options");
  const checked = {
    loss: checkName(loss, "loss", losses),
    target: checkCount(target, "target"),
  };
  return module.call("lossGradients", [checkAttention(input, module.fits), checked]);
}

export function outputDifferences(
  module: Module,
  input: DeriveInput,
  options: unknown,
): OutputDifferences {
  const { step = 2 ** -13 } = fieldsOf(options, "options");
  const checked = checkNumber(step, "step");
  return module.call("outputDifferences", [checkAttention(input, module.fits), checked]);
}

export function queryLosses(module: Module, input: QueryLossesInput): QueryLosses {
  const fields = fieldsOf(input);
  const { queries, target, direction } = fields;
  const options = {
    target: checkCount(target, "target"),
    queries: checkMatrix(queries, "queries", module.fits),
    direction:
      direction === undefined ? undefined : checkFeatures(direction, "direction", module.fits),
  };
  return module.call("queryLosses", [checkQueried(input, module.fits), options]);
}

export function jacobianIdentities(module: Module, jacobian: unknown): JacobianIdentities {
  return module.call("jacobianIdentities", [checkMatrix(jacobian, "jacobian", module.fits)]);
}
