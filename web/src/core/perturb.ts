import { checkItems, checkMatrix, checkNumber, checkPair, checkPlaces, fieldsOf } from "./check.ts";
import type { Perturbation, VectorLike } from "./contract.ts";
import type { Module } from "./module.ts";
import { checkNormalizer } from "./normalize.ts";

export function perturb(module: Module, scores: VectorLike, options: unknown): Perturbation {
  const fields = fieldsOf(options, "options");
  const normalizer = checkNormalizer(fields);
  const { shift = 0, removed = [], pair, X } = fields;
  const input = {
    shift: checkNumber(shift, "shift"),
    pair: pair === undefined ? undefined : checkPair(pair, "pair"),
    scores: checkItems(scores, "scores", module.fits),
    removed: checkPlaces(removed, "removed", module.fits),
    X: X === undefined ? undefined : checkMatrix(X, "X", module.fits),
  };
  return module.call("perturb", [input, normalizer]);
}
