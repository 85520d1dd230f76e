import { call } from "./call.ts";
import { checkItems, checkNumber, type Fits, fieldsOf } from "./check.ts";
import type { NaiveFormulas, NaiveSoftmax, VectorLike } from "./contract.ts";
import { type MessageReader, MessageWriter } from "./message.ts";
import type { Module } from "./module.ts";

export function naiveSoftmax(module: Module, scores: VectorLike, options: unknown): NaiveFormulas {
  return call(() => module.naiveSoftmax(writeInput(scores, options, module.fits)), readFormulas);
}

/** In the order of naiveSoftmaxCall in cpp/bindings.cpp. */
function writeInput(scores: VectorLike, options: unknown, fits: Fits): Float64Array {
  const { temperature = 1 } = fieldsOf(options, "options");
  const message = new MessageWriter();
  message.number(checkNumber(temperature, "temperature"));
  message.vector(checkItems(scores, "scores", fits));
  return message.finish();
}

/** In the order of writeNaiveFormulas in cpp/bindings.cpp. */
function readFormulas(message: MessageReader): NaiveFormulas {
  return {
    float64: readNaive(message),
    float32: readNaive(message),
    divisionFree:
      message.number() === 0
        ? null
        : { weights: message.vector(), sum: message.number(), sumError: message.number() },
  };
}

function readNaive(message: MessageReader): NaiveSoftmax {
  return { exp: message.vector(), sum: message.number(), weights: message.vector() };
}
