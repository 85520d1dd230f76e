import { checkAttention } from "./attention.ts";
import { checkItems } from "./check.ts";
import type { DeriveInput, Sweep, VectorLike } from "./contract.ts";
import type { Module } from "./module.ts";

export function sweep(module: Module, input: DeriveInput, temperatures: VectorLike): Sweep {
  const checked = checkItems(temperatures, "temperatures", module.fits);
  return module.call("sweep", [checkAttention(input, module.fits), checked]);
}
