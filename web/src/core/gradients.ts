import { writeAttention, writeFields } from "./attention.ts";
import { call } from "./call.ts";
import {
  checkCount,
  checkFeatures,
  checkMatrix,
  checkName,
  checkNumber,
  fieldsOf,
} from "./check.ts";
import type {
  DeriveInput,
  JacobianIdentities,
  LossGradients,
  OutputDifferences,
  QueryLosses,
  QueryLossesInput,
} from "./contract.ts";
import { SoftmaxBridgeError } from "./errors.ts";
import { type MessageReader, MessageWriter } from "./message.ts";
import type { Module } from "./module.ts";
import type { Names } from "./names.ts";

export function lossGradients(
  module: Module,
  names: Names,
  input: DeriveInput,
  options: unknown,
): LossGradients {
  return call(() => {
    const { target, loss = "squared-error" } = fieldsOf(options, "options");
    const message = new MessageWriter();
    message.number(checkName(loss, "loss", names.losses));
    message.number(checkCount(target, "target"));
    writeAttention(message, input, names, module.fits);
    return module.lossGradients(message.finish());
  }, readLossGradients);
}

/** In the order of writeLossGradients in cpp/bindings.cpp. */
function readLossGradients(message: MessageReader): LossGradients {
  return {
    loss: message.number(),
    output: message.vector(),
    scores: message.vector(),
    query: message.optional(message.vector),
    keys: message.optional(message.matrix),
    values: message.matrix(),
    W: message.optional(message.matrix),
    Wq: message.optional(message.matrix),
    U: message.optional(message.matrix),
    v: message.optional(message.vector),
  };
}

export function outputDifferences(
  module: Module,
  names: Names,
  input: DeriveInput,
  options: unknown,
): OutputDifferences {
  return call(
    () => {
      const { step = 2 ** -13 } = fieldsOf(options, "options");
      const message = new MessageWriter();
      message.number(checkNumber(step, "step"));
      writeAttention(message, input, names, module.fits);
      return module.outputDifferences(message.finish());
    },
    (message) => ({ soft: message.matrix(), hard: message.matrix() }),
  );
}

export function queryLosses(module: Module, names: Names, input: QueryLossesInput): QueryLosses {
  return call(() => {
    const { queries, target, direction = [] } = fieldsOf(input);
    const message = new MessageWriter();
    message.number(checkCount(target, "target"));
    message.matrix(checkMatrix(queries, "queries", module.fits));
    message.vector(checkFeatures(direction, "direction", module.fits));
    writeFields(message, input, names, module.fits);
    return module.queryLosses(message.finish());
  }, readQueryLosses);
}

/** In the order of writeQueryLosses in cpp/bindings.cpp. */
function readQueryLosses(message: MessageReader): QueryLosses {
  return {
    soft: message.vector(),
    hard: message.vector(),
    crossEntropy: message.vector(),
    pick: message.indices(),
    softSlope: message.vector(),
    softDifference: message.vector(),
  };
}

export function jacobianIdentities(module: Module, jacobian: unknown): JacobianIdentities {
  return call(
    () => {
      const argument = "jacobian";
      const grid = checkMatrix(jacobian, argument, module.fits);
      if (grid.rows !== grid.cols) throw new SoftmaxBridgeError("ShapeMismatch", { argument });
      const message = new MessageWriter();
      message.matrix(grid);
      return module.jacobianIdentities(message.finish());
    },
    // In the order of writeJacobianIdentities in cpp/bindings.cpp.
    (message) => ({
      rowSums: message.vector(),
      asymmetry: message.number(),
      norm: message.number(),
    }),
  );
}
