import { checkItems, checkNumber, fieldsOf } from "./check.ts";
import type { SmoothMaxima, VectorLike } from "./contract.ts";
import type { Module } from "./module.ts";

export function smoothMax(module: Module, scores: VectorLike, options: unknown): SmoothMaxima {
  const { temperature = 1, r = 2 } = fieldsOf(options, "options");
  return module.call("smoothMax", [
    {
      temperature: checkNumber(temperature, "temperature"),
      r: checkNumber(r, "r"),
      scores: checkItems(scores, "scores", module.fits),
    },
  ]);
}
