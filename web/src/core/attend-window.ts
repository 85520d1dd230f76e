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
  const fields = fieldsOf(options, "options");
  const { rows, columns, d, height = rows, width = columns, scale } = fields;
  const { firstQuery = 0, firstKey = 0, causal = false } = fields;
  const input = {
    rows: checkCount(rows, "rows"),
    columns: checkCount(columns, "columns"),
    d: checkCount(d, "d"),
    firstQuery: checkCount(firstQuery, "firstQuery"),
    firstKey: checkCount(firstKey, "firstKey"),
    height: checkCount(height, "height"),
    width: checkCount(width, "width"),
    causal: checkBoolean(causal, "causal"),
    scale: scale === undefined ? undefined : checkNumber(scale, "scale"),
    // Last, as in attend.
    Q: checkFloats(Q, "Q"),
    K: checkFloats(K, "K"),
    logSumExp: checkFloats(logSumExp, "logSumExp"),
    picks: checkFloats(picks, "picks"),
  };
  return module.call("attendWindow", [input]);
}
