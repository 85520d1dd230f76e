import { call } from "./call.ts";
import { checkItems, checkName, checkNumber, fieldsOf } from "./check.ts";
import type { Normalization, VectorLike } from "./contract.ts";
import { type MessageReader, MessageWriter } from "./message.ts";
import type { Module } from "./module.ts";
import type { Names } from "./names.ts";

export function normalize(
  module: Module,
  names: Names,
  scores: VectorLike,
  options: unknown,
): Normalization {
  return call(() => {
    const { kind, temperature = 1, alpha = 1.5 } = fieldsOf(options, "options");
    const message = new MessageWriter();
    writeNormalizer(message, names, kind, temperature, alpha);
    message.vector(checkItems(scores, "scores", module.fits));
    return module.normalize(message.finish());
  }, readNormalization);
}

/** In the order of readNormalizer in cpp/bindings.cpp. */
export function writeNormalizer(
  message: MessageWriter,
  names: Names,
  kind: unknown,
  temperature: unknown,
  alpha: unknown,
): void {
  message.number(checkName(kind, "kind", names.normalizers));
  message.number(checkNumber(temperature, "temperature"));
  message.number(checkNumber(alpha, "alpha"));
}

/** In the order of writeNormalization in cpp/bindings.cpp. */
function readNormalization(message: MessageReader): Normalization {
  return {
    weights: message.vector(),
    support: message.list(() => message.boolean()),
    valid: message.boolean(),
    jacobian: message.optional(message.matrix),
  };
}
