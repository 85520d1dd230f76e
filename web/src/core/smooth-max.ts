import { call } from "./call.ts";
import { checkItems, checkNumber, fieldsOf } from "./check.ts";
import type { SmoothMaxima, SmoothMaximum, VectorLike } from "./contract.ts";
import { type MessageReader, MessageWriter } from "./message.ts";
import type { Module } from "./module.ts";

export function smoothMax(module: Module, scores: VectorLike, options: unknown): SmoothMaxima {
  return call(() => {
    const { temperature = 1, r = 2 } = fieldsOf(options, "options");
    const message = new MessageWriter();
    message.number(checkNumber(temperature, "temperature"));
    message.number(checkNumber(r, "r"));
    message.vector(checkItems(scores, "scores", module.fits));
    return module.smoothMax(message.finish());
  }, readMaxima);
}

/** In the order of writeSmoothMaxima in cpp/bindings.cpp. */
function readMaxima(message: MessageReader): SmoothMaxima {
  return {
    max: readMaximum(message),
    logSumExp: readMaximum(message),
    mellowmax: readMaximum(message),
    boltzmann: readMaximum(message),
    pNorm: readMaximum(message),
  };
}

function readMaximum(message: MessageReader): SmoothMaximum {
  return { value: message.number(), gradient: message.vector() };
}
