import { call } from "./call.ts";
import {
  checkCount,
  checkFeatures,
  checkMatrix,
  checkName,
  checkNumber,
  checkWhole,
  type Fits,
  fieldsOf,
} from "./check.ts";
import type { Run, TrainInput } from "./contract.ts";
import { type MessageReader, MessageWriter } from "./message.ts";
import type { Module } from "./module.ts";
import type { Names } from "./names.ts";

export function train(module: Module, names: Names, input: TrainInput): Run {
  return call(() => module.train(writeInput(input, names, module.fits)), readRun);
}

/** In the order of trainCall in cpp/bindings.cpp. */
function writeInput(input: TrainInput, names: Names, fits: Fits): Float64Array {
  const { X, q, target, estimator, temperature = 1, eta = 2, ...rest } = fieldsOf(input);
  const { steps = 400, seed = 1, lambda = 0.5 } = rest;
  const message = new MessageWriter();
  message.number(checkName(estimator, "estimator", names.estimators));
  message.number(checkCount(target, "target"));
  message.number(checkNumber(temperature, "temperature"));
  message.number(checkNumber(eta, "eta"));
  message.number(checkCount(steps, "steps"));
  message.number(checkWhole(seed, "seed"));
  message.number(checkNumber(lambda, "lambda"));
  message.vector(checkFeatures(q, "q", fits));
  message.matrix(checkMatrix(X, "X", fits));
  return message.finish();
}

/** In the order of writeRun in cpp/bindings.cpp. */
function readRun(message: MessageReader): Run {
  return {
    q: message.matrix(),
    loss: message.vector(),
    weightTarget: message.vector(),
    pick: message.indices(),
  };
}
