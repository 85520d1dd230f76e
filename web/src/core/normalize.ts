import { checkBoolean, checkItems, checkName, checkNumber, fieldsOf } from "./check.ts";
import type { Normalization, VectorLike } from "./contract.ts";
import type { Module, NormalizerFields } from "./module.ts";
import { normalizers } from "./names.ts";

export function normalize(module: Module, scores: VectorLike, options: unknown): Normalization {
  const normalizer = checkNormalizer(fieldsOf(options, "options"));
  return module.call("normalize", [normalizer, checkItems(scores, "scores", module.fits)]);
}

export function checkNormalizer({
  kind,
  temperature = 1,
  alpha = 1.5,
  derivatives = true,
}: {
  readonly [name in keyof NormalizerFields]?: unknown;
}): NormalizerFields {
  return {
    kind: checkName(kind, "kind", normalizers),
    temperature: checkNumber(temperature, "temperature"),
    alpha: checkNumber(alpha, "alpha"),
    derivatives: checkBoolean(derivatives, "derivatives"),
  };
}
