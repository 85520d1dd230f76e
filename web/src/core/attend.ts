import type { Failure } from "../../../build/wasm/softmax-bridge.mjs";
import { errorOf, withRoom } from "./call.ts";
import {
  checkBoolean,
  checkBytes,
  checkCount,
  checkFloats,
  checkNumber,
  fieldsOf,
} from "./check.ts";
import type { Attention } from "./contract.ts";
import type { Module } from "./module.ts";

export function attend(
  module: Module,
  Q: unknown,
  K: unknown,
  V: unknown,
  options: unknown,
): Attention {
  return withRoom(() => {
    const { mask, ...rest } = fieldsOf(options, "options");
    const answer = module.attend(
      writeOptions(rest, mask !== undefined),
      checkFloats(Q, "Q"),
      checkFloats(K, "K"),
      checkFloats(V, "V"),
      mask === undefined ? undefined : checkBytes(mask, "mask"),
    );
    if ("code" in answer) throw errorOf(answer, messageOf(answer));
    return answer;
  });
}

/** In the order of answerAttention in cpp/bindings.cpp. */
function writeOptions(
  options: { readonly [name: string]: unknown },
  masked: boolean,
): Float64Array {
  const { n, d, nKeys = n, dValue = d, batch = 1, scale, causal = false, hard = false } = options;
  const { firstQuery = 0 } = options;
  return Float64Array.of(
    checkCount(batch, "batch"),
    checkCount(n, "n"),
    checkCount(nKeys, "nKeys"),
    checkCount(d, "d"),
    checkCount(dValue, "dValue"),
    Number(checkBoolean(causal, "causal")),
    Number(checkBoolean(hard, "hard")),
    checkCount(firstQuery, "firstQuery"),
    Number(masked),
    ...(scale === undefined ? [0, 0] : [1, checkNumber(scale, "scale")]),
  );
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
