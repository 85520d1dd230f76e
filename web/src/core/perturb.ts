import { checkItems, checkMatrix, checkNumber, checkPair, checkPlaces, fieldsOf } from "./check.ts";
import type { Perturbation, VectorLike } from "./contract.ts";
import type { Module } from "./module.ts";
import { checkNormalizer } from "./normalize.ts";

const names = ["kind", "temperature", "alpha", "shift", "removed", "pair", "X"] as const;

export function perturb(module: Module, scores: VectorLike, options: unknown): Perturbation {
  const { shift = 0, removed = [], pair, X, ...rest } = fieldsOf(options, "options", ...names);
  const normalizer = checkNormalizer(rest);
  const input = {
    shift: checkNumber(shift, "shift"),
    pair: pair === undefined ? undefined : checkPair(pair, "pair"),
    scores: checkItems(scores, "scores", module.fits),
    removed: checkPlaces(removed, "removed", module.fits),
    X: X === undefined ? undefined : checkMatrix(X, "X", module.fits),
  };
  return module.call("perturb", [input, normalizer]);
}
