import { writeAttention } from "./attention.ts";
import { call } from "./call.ts";
import { checkItems } from "./check.ts";
import type { DeriveInput, Sweep, VectorLike } from "./contract.ts";
import { type MessageReader, MessageWriter } from "./message.ts";
import type { Module } from "./module.ts";
import type { Names } from "./names.ts";

export function sweep(
  module: Module,
  names: Names,
  input: DeriveInput,
  temperatures: VectorLike,
): Sweep {
  return call(() => {
    const message = new MessageWriter();
    message.vector(checkItems(temperatures, "temperatures", module.fits));
    writeAttention(message, input, names, module.fits);
    return module.sweep(message.finish());
  }, readSweep);
}

/** In the order of writeSweep in cpp/bindings.cpp. */
function readSweep(message: MessageReader): Sweep {
  return {
    weights: message.matrix(),
    outputs: message.matrix(),
    outputSlope: message.matrix(),
    entropy: message.vector(),
    lseMinusMax: message.vector(),
    totalVariationToTies: message.vector(),
    lower: message.vector(),
    upper: message.vector(),
    outputDistance: message.vector(),
  };
}
