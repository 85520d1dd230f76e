import { checkItems, fieldsOf } from "./check.ts";
import type { NormalizerKind, PropertyCheck, Witness } from "./contract.ts";
import type { Module } from "./module.ts";
import { checkNormalizer } from "./normalize.ts";

export function properties(
  module: Module,
  kind: NormalizerKind,
  options: unknown,
): readonly PropertyCheck[] {
  const fields = fieldsOf(options, "options");
  const { scores = [], temperature, alpha } = fields;
  const normalizer = checkNormalizer({ kind, temperature, alpha });
  const checks = module.call("properties", [normalizer, checkItems(scores, "scores", module.fits)]);
  return checks.map(({ witness, ...check }) => ({
    ...check,
    witness: witness && { ...witness, detail: detailOf(witness) },
  }));
}

/** The numbers of a witness as a formula. */
function detailOf(witness: Omit<Witness, "detail">): string {
  const { reason, removed, shift, derivatives } = witness;
  const [i, j, before, after] = [witness.item, witness.other, witness.before, witness.after];
  const tau = `τ = ${short(witness.temperature)}`;
  switch (reason) {
    case "undefined":
      return "0/0";
    case "negative":
      return `p[${i}] = ${short(before)} < 0`;
    case "sum":
      return `Σp = ${short(before)}`;
    case "shifted":
      return `p[${i}] = ${short(before)} at α, ${short(after)} at α ${signed(shift)}`;
    case "reversed":
      return `α[${i}] > α[${j}], p[${i}] = ${short(before)} < p[${j}] = ${short(after)}`;
    case "tied":
      return `α[${i}] > α[${j}], p[${i}] = p[${j}] = 0`;
    case "no-weight":
      return `p[${i}] = ${short(before)}`;
    case "jump":
      return `p[${i}] = ${short(before)} below α[${j}], ${short(after)} above`;
    case "kink":
      return derivatives === 0
        ? `C0: ∂p[${i}]/∂α[${j}] = ${short(before)} below, ${short(after)} above`
        : `C${derivatives}: p[${i}] = 0 below α[${j}], and not above`;
    case "shared":
      return `p[${i}] = ${short(before)} > 0`;
    case "elsewhere":
      return `p[${i}] = ${short(before)} at ${tau}`;
    case "vanishing":
      return `Σp over the argmax set = ${short(before)} at ${tau}`;
    case "ratio":
      return `p[${i}]/p[${j}] = ${short(before)}, without item ${removed} ${short(after)}`;
    case "asymmetric":
      return `∂p[${i}]/∂α[${j}] = ${short(before)}, ∂p[${j}]/∂α[${i}] = ${short(after)}`;
  }
}

function short(value: number): string {
  return String(Number(value.toPrecision(4)));
}

function signed(shift: number): string {
  return shift < 0 ? `− ${short(-shift)}` : `+ ${short(shift)}`;
}
