import type { Parameters, Rows, State } from "./state.ts";

/** A parameter of the score function as a table: σ and v are tables of one row. */
export interface ParameterTable {
  readonly name: keyof Parameters;
  readonly rows: Rows;
}

const identity = (rows: number, columns: number): Rows =>
  Array.from({ length: rows }, (_, i) => Array.from({ length: columns }, (_, j) => +(i === j)));

/** What the current score function uses, the defaults written out. */
export function parameterTables(state: State): readonly ParameterTable[] {
  const { W, Wq, U, v, sigma } = state.parameters;
  const dq = state.query.length;
  const dk = (state.keys ?? state.values)[0]?.length ?? 0;
  switch (state.score) {
    case "bilinear":
      return [{ name: "W", rows: W ?? identity(dq, dk) }];
    case "additive": {
      const width = (Wq ?? U)?.length ?? dk;
      return [
        { name: "Wq", rows: Wq ?? identity(width, dq) },
        { name: "U", rows: U ?? identity(width, dk) },
        { name: "v", rows: [v ?? Array(width).fill(1)] },
      ];
    }
    case "gaussian":
      return [{ name: "sigma", rows: [[sigma ?? 1]] }];
    default:
      return [];
  }
}

/** The parameters with one number changed. */
export function withParameter(
  { name, rows }: ParameterTable,
  i: number,
  j: number,
  value: number,
): Parameters {
  const next = rows.with(i, (rows[i] ?? []).with(j, value));
  if (name === "sigma") return { sigma: value };
  if (name === "v") return { v: next[0] ?? [] };
  return { [name]: next };
}
