/** Counterexamples in one line, each worked out by hand. */
import { expect, test } from "vitest";
import type { NormalizerKind, Property } from "../../web/src/core/core.ts";
import { loadCore } from "./product.ts";

const core = await loadCore();

const said = (
  kind: NormalizerKind,
  property: Property,
  scores: readonly number[],
): string | undefined =>
  core.properties(kind, { scores }).find((check) => check.property === property)?.witness?.detail;

const scores = [2, 1, 0.125, -1];

test.each<[NormalizerKind, Property, readonly number[], string]>([
  // −1 of a sum of 2⅛; moved by 5, 4 of 22⅛.
  ["l1", "simplex", scores, "p[3] = -0.4706 < 0"],
  ["l1", "shift-invariant", scores, "p[3] = -0.4706 at α, 0.1808 at α + 5"],
  ["l1", "smooth", [1, -1], "0/0"],
  // (1, 2, 4)/7: the lowest score has the most.
  ["l1", "order", [-1, -2, -4], "α[0] > α[1], p[0] = 0.1429 < p[1] = 0.2857"],
  // (7, 5, 3, 1)/16 and, without item 1, (¾, ¼, 0).
  ["sparsemax", "ratio-independent", [1, 0.75, 0.5, 0.25], "p[0]/p[2] = 7, without item 1 3"],
  // All the weight is on 2: the others, 1 behind at least, have none.
  ["sparsemax", "order", scores, "α[1] > α[2], p[1] = p[2] = 0"],
  ["sparsemax", "full-support", scores, "p[1] = 0"],
  ["sparsemax", "smooth", scores, "C0: ∂p[0]/∂α[0] = 0.5 below, 0 above"],
  // 1 of 4 + 1 + 1/64 + 1, at any temperature.
  ["squared", "cold-limit", scores, "p[1] = 0.1662 at τ = 1.137e-13"],
  // e² + e + e^⅛ + 1/e = 11.608 of one more.
  ["softmax1", "simplex", scores, "Σp = 0.9207"],
  ["hard", "smooth", [0, 0, 0], "p[0] = 0 below α[0], 1 above"],
])("%s against %s on %j: %s", (kind, property, given, detail) => {
  expect(said(kind, property, given)).toBe(detail);
});
