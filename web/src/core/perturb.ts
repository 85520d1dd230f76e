import { call } from "./call.ts";
import { badType, checkItems, checkMatrix, checkNumber, checkWhole, fieldsOf } from "./check.ts";
import type { Perturbation, RatioChange, VectorLike } from "./contract.ts";
import { type MessageReader, MessageWriter } from "./message.ts";
import type { Module } from "./module.ts";
import type { Names } from "./names.ts";
import { writeNormalizer } from "./normalize.ts";

export function perturb(
  module: Module,
  names: Names,
  scores: VectorLike,
  options: unknown,
): Perturbation {
  return call(() => {
    const fields = fieldsOf(options, "options");
    const { kind, temperature = 1, alpha = 1.5, shift = 0, removed = [], pair, X } = fields;
    const message = new MessageWriter();
    writeNormalizer(message, names, kind, temperature, alpha);
    message.number(checkNumber(shift, "shift"));
    const [item = -1, other = -1] = pair === undefined ? [] : checkPlaces(pair, "pair");
    message.number(item);
    message.number(other);
    message.vector(checkItems(scores, "scores", module.fits));
    message.vector(checkPlaces(removed, "removed"));
    message.matrix(X === undefined ? noValues : checkMatrix(X, "X", module.fits));
    return module.perturb(message.finish());
  }, readPerturbation);
}

const noValues = { rows: 0, cols: 0, data: [] };

function checkPlaces(value: unknown, argument: string): number[] {
  if (!Array.isArray(value)) throw badType({ argument }, "an array of indices", value);
  return Array.from(value, (place: unknown) => checkWhole(place, argument));
}

/** In the order of writePerturbation in cpp/bindings.cpp. */
function readPerturbation(message: MessageReader): Perturbation {
  return {
    scores: message.vector(),
    weights: message.vector(),
    support: message.list(() => message.boolean()),
    defined: message.boolean(),
    before: message.vector(),
    output: message.vector(),
    ratio: message.optional(readRatio),
  };
}

function readRatio(this: MessageReader): RatioChange {
  return {
    item: this.number(),
    other: this.number(),
    before: this.number(),
    after: this.number(),
    changed: this.boolean(),
  };
}
