import type { Derivation } from "../core/core.ts";

/** The quantities of an item in the order of the chain: by them a CSV of this page is known again. */
export const ledgerColumns = [
  "scores",
  "oneHot",
  "shifted",
  "expShifted",
  "weights",
] as const satisfies ReadonlyArray<keyof Derivation>;
