import type { Module, Names } from "../../../build/wasm/softmax-bridge.mjs";
import { call } from "./call.ts";
import {
  badType,
  checkFeatures,
  checkItems,
  checkMask,
  checkMatrix,
  checkNumber,
  type Fits,
  fieldsOf,
} from "./check.ts";
import type { Derivation, DeriveInput, Step } from "./contract.ts";
import { SoftmaxBridgeError } from "./errors.ts";
import { type MessageReader, MessageWriter } from "./message.ts";

export function derive(module: Module, names: Names, input: DeriveInput): Derivation {
  return call(
    () => module.derive(writeInput(input, names, module.fits)),
    (message) => readDerivation(message, names),
  );
}

/** In the order of readInput in cpp/bindings.cpp. */
function writeInput(input: DeriveInput, names: Names, fits: Fits): Float64Array {
  const { scores, X, mask, q, K, score = "dot", ...rest } = fieldsOf(input);
  const { temperature = 1, parameters = {} } = rest;
  const { W, Wq, U, v, sigma = 1 } = fieldsOf(parameters, "parameters");
  if ((q === undefined) === (scores === undefined)) {
    const [argument, given] = q === undefined ? ["q", "neither"] : ["scores", "both"];
    const message = `Give either a query q or the scores themselves; you gave ${given}.`;
    throw new SoftmaxBridgeError("BadArgument", { argument }, message);
  }
  const kind = (names.scores as readonly unknown[]).indexOf(score);
  if (kind < 0) throw badType({ argument: "score" }, `one of ${names.scores.join(", ")}`, score);

  const checked = <T>(
    value: unknown,
    argument: string,
    check: (value: unknown, argument: string, fits: Fits) => T,
  ) => (value === undefined ? undefined : check(value, argument, fits));
  const message = new MessageWriter();
  message.number(checkNumber(temperature, "temperature"));
  message.optional(checked(scores, "scores", checkItems), message.vector);
  message.optional(checked(X, "X", checkMatrix), message.matrix);
  message.optional(checked(mask, "mask", checkMask), message.vector);
  message.optional(checked(q, "q", checkFeatures), message.vector);
  message.optional(checked(K, "K", checkMatrix), message.matrix);
  message.number(kind);
  message.optional(checked(W, "W", checkMatrix), message.matrix);
  message.optional(checked(Wq, "Wq", checkMatrix), message.matrix);
  message.optional(checked(U, "U", checkMatrix), message.matrix);
  message.optional(checked(v, "v", checkFeatures), message.vector);
  message.number(checkNumber(sigma, "sigma"));
  return message.finish();
}

/** In the order of writeDerivation in cpp/bindings.cpp. */
function readDerivation(message: MessageReader, names: Names): Derivation {
  return {
    scores: message.vector(),
    scaledScores: message.vector(),
    scoreTerms: message.matrix(),
    max: message.number(),
    argmax: message.number(),
    ties: message.indices(),
    gap: message.number(),
    oneHot: message.vector(),
    shifted: message.vector(),
    expShifted: message.vector(),
    sumExp: message.number(),
    logSumExp: message.number(),
    lseMinusMax: message.number(),
    lseMinusMaxBounds: message.pair(),
    weights: message.vector(),
    logWeights: message.vector(),
    meanScore: message.number(),
    hardOutput: message.vector(),
    tieMean: message.vector(),
    softOutput: message.vector(),
    shares: message.matrix(),
    outputDifference: message.vector(),
    outputDifferenceShare: message.vector(),
    outputDistance: message.number(),
    totalVariation: message.number(),
    klDivergence: message.number(),
    totalVariationToTies: message.number(),
    totalVariationBounds: message.pair(),
    entropy: message.number(),
    jacobian: message.matrix(),
    gradientQuery: message.matrix(),
    flags: message.list(() => message.name(names.flags)),
    steps: message.list(() => readStep(message, names)),
  };
}

/** In the order of writeStep in cpp/bindings.cpp. */
function readStep(message: MessageReader, names: Names): Step {
  return {
    id: message.name(names.steps),
    relation: message.name(names.relations),
    candidate: message.vector(),
    candidateArgmax: message.indices(),
    candidateFloatArgmax: message.indices(),
    weights: message.vector(),
    weightSum: message.number(),
    output: message.vector(),
    outputDistance: message.number(),
    weightDistance: message.number(),
  };
}
