import {
  checkBoolean,
  checkBytes,
  checkCount,
  checkFloats,
  checkNumber,
  fieldsOf,
} from "./check.ts";
import type { Attention } from "./contract.ts";
import type { AttendFields, Failure, Module } from "./module.ts";

export function attend(
  module: Module,
  Q: unknown,
  K: unknown,
  V: unknown,
  options: unknown,
): Attention {
  return module.call("attend", [checkAttend(Q, K, V, options)], messageOf);
}

/** What attend would say of the sizes, whatever the numbers. */
export function checkSizes(module: Module, input: AttendFields): void {
  module.call("checkAttend", [input], messageOf);
}

export function checkAttend(Q: unknown, K: unknown, V: unknown, options: unknown): AttendFields {
  const fields = fieldsOf(options, "options");
  const { n, d, nKeys = n, dValue = d, batch = 1, scale, causal = false } = fields;
  const { firstQuery = 0, mask, attended, hard = false } = fields;
  return {
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
    attended: attended === undefined ? undefined : checkBytes(attended, "attended"),
  };
}

/** Where the words for a single query would not fit. */
function messageOf({ code, argument, batch, row, column }: Failure): string | undefined {
  const query = `query ${row}${batch < 0 ? "" : ` of matrix ${batch}`}`;
  switch (code) {
    case "ShapeMismatch":
      return (
        `${argument} has the wrong length: Q holds batch × n × d numbers, K batch × nKeys × d, ` +
        "V batch × nKeys × dValue, a mask n × nKeys, once for all or for each of the batch, and attended " +
        "nKeys."
      );
    case "NothingToAttend":
      return `There is nothing to attend to for ${query}: leave it at least one key.`;
    case "ScoreOverflow":
      return `The score of ${query} and key ${column} is beyond the largest float32, 3.4e38: scale the queries or the keys down.`;
    default:
      return undefined;
  }
}
