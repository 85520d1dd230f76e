import type { Derivation } from "../../core/core.ts";
import type { Rows } from "../../model/state.ts";

/** The one or two components that a plane shows, the lower index first (across). */
export type Axes = readonly [across: number, up: number | null];

/** Those that were chosen, where there are such. */
export const chosenOr = (chosen: Axes | null, width: number, best: () => Axes): Axes =>
  chosen?.every((j) => j !== null && j < width) ? chosen : best();

/** The two components in which hard and soft output differ most; where they do not, the values. */
export const valueAxes = (d: Derivation, values: Rows): Axes =>
  largestTwo(
    d.outputDistance > 0 ? d.outputDifferenceShare : spreads(values),
    values[0]?.length ?? 0,
  );

/** The two components of the keys that tell the items' scores apart. */
export function keyAxes(d: Derivation, keys: Rows): Axes {
  const { rows, cols, data } = d.scoreTerms;
  const terms = Array.from({ length: rows }, (_, i) =>
    Array.from(data.subarray(i * cols, (i + 1) * cols)),
  );
  const width = keys[0]?.length ?? 0;
  return largestTwo(cols === width ? spreads(terms) : spreads(keys), width);
}

/** The indices of the largest components, in that order. */
export const largest = (sizes: ArrayLike<number>, count: number): number[] =>
  Array.from(sizes, (size, j) => ({ size, j }))
    .sort((a, b) => b.size - a.size || a.j - b.j)
    .slice(0, count)
    .map(({ j }) => j);

function largestTwo(sizes: ArrayLike<number>, width: number): Axes {
  if (width < 2) return [0, null];
  const [a = 0, b = 1] = largest(sizes, 2);
  return [Math.min(a, b), Math.max(a, b)];
}

/** How far apart the entries of each column lie. */
const spreads = (rows: Rows): number[] =>
  (rows[0] ?? []).map((_, j) => {
    const column = rows.map((row) => row[j] ?? 0).filter(Number.isFinite);
    return Math.max(...column) - Math.min(...column);
  });
