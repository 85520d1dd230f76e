import { checkItems, checkNumber, fieldsOf } from "./check.ts";
import type { NaiveFormulas, VectorLike } from "./contract.ts";
import type { Module } from "./module.ts";

export function naiveSoftmax(module: Module, scores: VectorLike, options: unknown): NaiveFormulas {
  const { temperature = 1 } = fieldsOf(options, "options");
  const tau = checkNumber(temperature, "temperature");
  return module.call("naiveSoftmax", [checkItems(scores, "scores", module.fits), tau]);
}
