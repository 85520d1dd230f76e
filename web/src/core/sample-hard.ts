import { checkCount, checkItems, checkMatrix, checkNumber, checkWhole, fieldsOf } from "./check.ts";
import type { HardSamples, SampleHardInput } from "./contract.ts";
import type { Module } from "./module.ts";

export function sampleHard(module: Module, input: SampleHardInput): HardSamples {
  const fields = fieldsOf(input);
  const { scores, X, temperature = 1, draws, seed = 1 } = fields;
  return module.call("sampleHard", [
    {
      temperature: checkNumber(temperature, "temperature"),
      draws: checkCount(draws, "draws"),
      seed: checkWhole(seed, "seed"),
      scores: checkItems(scores, "scores", module.fits),
      X: X === undefined ? undefined : checkMatrix(X, "X", module.fits),
    },
  ]);
}
