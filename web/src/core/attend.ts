import {
  checkBoolean,
  checkBytes,
  checkCount,
  checkFloats,
  checkNumber,
  fieldsOf,
} from "./check.ts";
import type { Attention } from "./contract.ts";
import type { Failure, Module } from "./module.ts";

export function attend(
  module: Module,
  Q: unknown,
  K: unknown,
  V: unknown,
  options: unknown,
): Attention {
  const fields = fieldsOf(options, "options");
  const { n, d, nKeys = n, dValue = d, batch = 1, scale, causal = false } = fields;
  const { firstQuery = 0, mask, hard = false } = fields;
  const input = {
    batch: checkCount(batch, "batch"),
    n: checkCount(n, "n"),
    nKeys: checkCount(nKeys, "nKeys"),
    d: checkCount(d, "d"),
    dValue: checkCount(dValue, "dValue"),
    causal: checkBoolean(causal, "causal"),
    hard: checkBoolean(hard, "hard"),
    firstQuery: checkCount(firstQuery, "firstQuery"),
    scale: scale === undefined ? undefined : checkNumber(scale, "scale"),
    // Last, as they are no copies: from here on no code of the caller's is run.
    Q: checkFloats(Q, "Q"),
    K: checkFloats(K, "K"),
    V: checkFloats(V, "V"),
    mask: mask === undefined ? undefined : checkBytes(mask, "mask"),
  };
  return module.call("attend", [input], messageOf);
}

/** Where the words for a single query would not fit. */
function messageOf({ code, argument, batch, row, column }: Failure): string | undefined {
  const query = `query ${row}${batch < 0 ? "" : ` of matrix ${batch}`}`;
  switch (code) {
    case "ShapeMismatch":
      return (
        `${argument} has the wrong length: Q holds batch × n × d numbers, K batch × nKeys × d, ` +
        "V batch × nKeys × dValue, and a mask n × nKeys, once for all or for each of the batch."
      );
    case "NothingToAttend":
      return `There is nothing to attend to for ${query}: leave it at least one key.`;
    case "ScoreOverflow":
      return `The score of ${query} and key ${column} is beyond the largest float32, 3.4e38: scale the queries or the keys down.`;
    default:
      return undefined;
  }
}
