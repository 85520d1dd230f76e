import { writeAttention } from "./attention.ts";
import { call } from "./call.ts";
import type { Derivation, DeriveInput, Step } from "./contract.ts";
import { type MessageReader, MessageWriter } from "./message.ts";
import type { Module } from "./module.ts";
import type { Names, StepVector } from "./names.ts";

export function derive(module: Module, names: Names, input: DeriveInput): Derivation {
  return call(
    () => {
      const message = new MessageWriter();
      writeAttention(message, input, names, module.fits);
      return module.derive(message.finish());
    },
    (message) => readDerivation(message, names),
  );
}

/** In the order of writeDerivation in cpp/bindings.cpp. */
function readDerivation(message: MessageReader, names: Names): Derivation {
  const derivation = {
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
  };
  return { ...derivation, steps: message.list(() => readStep(message, names, derivation)) };
}

type Vectors = Pick<Derivation, Exclude<StepVector, "none"> | "ties">;

/** In the order of writeStep in cpp/bindings.cpp. */
function readStep(message: MessageReader, names: Names, vectors: Vectors): Step {
  const readVector = () => {
    const name = message.name(names.vectors);
    return name === "none" ? new Float64Array() : vectors[name];
  };
  return {
    id: message.name(names.steps),
    relation: message.name(names.relations),
    candidate: readVector(),
    candidateArgmax: message.indicesOr(vectors.ties),
    candidateFloatArgmax: message.indicesOr(vectors.ties),
    weights: readVector(),
    weightSum: message.number(),
    output: message.vector(),
    outputDistance: message.number(),
    weightDistance: message.number(),
  };
}
