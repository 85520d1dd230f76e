import { call } from "./call.ts";
import {
  checkCount,
  checkItems,
  checkMatrix,
  checkNumber,
  checkWhole,
  type Fits,
  fieldsOf,
} from "./check.ts";
import type { HardSamples, SampleHardInput } from "./contract.ts";
import { type MessageReader, MessageWriter } from "./message.ts";
import type { Module } from "./module.ts";

export function sampleHard(module: Module, input: SampleHardInput): HardSamples {
  return call(() => module.sampleHard(writeInput(input, module.fits)), readSamples);
}

/** In the order of sampleHardCall in cpp/bindings.cpp. */
function writeInput(input: SampleHardInput, fits: Fits): Float64Array {
  const { scores, X, temperature = 1, draws, seed = 1 } = fieldsOf(input);
  const message = new MessageWriter();
  message.number(checkNumber(temperature, "temperature"));
  message.number(checkCount(draws, "draws"));
  message.number(checkWhole(seed, "seed"));
  message.vector(checkItems(scores, "scores", fits));
  message.matrix(X === undefined ? noValues : checkMatrix(X, "X", fits));
  return message.finish();
}

const noValues = { rows: 0, cols: 0, data: [] };

/** In the order of writeHardSamples in cpp/bindings.cpp. */
function readSamples(message: MessageReader): HardSamples {
  return {
    counts: message.indices(),
    frequencies: message.vector(),
    meanOutput: message.vector(),
    totalVariation: message.number(),
    last: message.number(),
  };
}
