import { errorOf, withRoom } from "./call.ts";
import { checkBoolean, checkCount, checkFloats, checkNumber, fieldsOf } from "./check.ts";
import type { AttentionWindow } from "./contract.ts";
import type { Module } from "./module.ts";

export function attendWindow(
  module: Module,
  Q: unknown,
  K: unknown,
  logSumExp: unknown,
  picks: unknown,
  options: unknown,
): AttentionWindow {
  return withRoom(() => {
    const answer = module.attendWindow(
      writeOptions(fieldsOf(options, "options")),
      checkFloats(Q, "Q"),
      checkFloats(K, "K"),
      checkFloats(logSumExp, "logSumExp"),
      checkFloats(picks, "picks"),
    );
    if ("code" in answer) throw errorOf(answer);
    const { output: pictures, logSumExp: sums } = answer;
    const dots = pictures.length / 3;
    const entry = (k: number) =>
      Float32Array.from({ length: sums.length / 2 }, (_, i) => sums[2 * i + k] as number);
    return {
      soft: pictures.slice(0, dots),
      hard: pictures.slice(dots, 2 * dots),
      difference: pictures.slice(2 * dots),
      totalVariation: entry(0),
      entropy: entry(1),
    };
  });
}

/** In the order of answerWindow in cpp/bindings.cpp. */
function writeOptions(options: { readonly [name: string]: unknown }): Float64Array {
  const { rows, columns, d, height = rows, width = columns, scale } = options;
  const { firstQuery = 0, firstKey = 0, causal = false } = options;
  return Float64Array.of(
    checkCount(rows, "rows"),
    checkCount(columns, "columns"),
    checkCount(d, "d"),
    checkCount(firstQuery, "firstQuery"),
    checkCount(firstKey, "firstKey"),
    checkCount(height, "height"),
    checkCount(width, "width"),
    Number(checkBoolean(causal, "causal")),
    ...(scale === undefined ? [0, 0] : [1, checkNumber(scale, "scale")]),
  );
}
