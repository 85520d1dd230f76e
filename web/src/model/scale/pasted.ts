import type { Options, Rows } from "../state.ts";

/** What a reader pastes of a model: Q and K, with V if there is one, or the weights themselves. */
export type Pasted = Pick<
  Options,
  "queries" | "tokenKeys" | "tokenValues" | "attention" | "tokenNames"
>;

export const noPasted: Pasted = {
  queries: null,
  tokenKeys: null,
  tokenValues: null,
  attention: null,
  tokenNames: null,
};

export const matrices = ["queries", "tokenKeys", "tokenValues", "attention"] as const;
export type MatrixKey = (typeof matrices)[number];

/** Whether all of it is there that maps can be drawn of, and fits together. */
export const isPasted = (options: Pasted): boolean =>
  faultOf(options) === null && (options.attention !== null || options.queries !== null);

export const pastedIn = ({
  queries,
  tokenKeys,
  tokenValues,
  attention,
  tokenNames,
}: Pasted): Pasted => ({ queries, tokenKeys, tokenValues, attention, tokenNames });

/** Why pasted matrices are no attention; places count from 1, as readers do. */
export type PastedFault =
  | { readonly kind: "pair"; readonly at: MatrixKey }
  | { readonly kind: "width" }
  | { readonly kind: "rows"; readonly at: MatrixKey }
  | { readonly kind: "square" }
  | { readonly kind: "negative"; readonly row: number; readonly column: number }
  | { readonly kind: "sum"; readonly row: number; readonly sum: number };

/** How far printed weights may be from a sum of 1: they are rounded, perhaps to two digits. */
const rounding = 0.05;

export function faultOf({
  queries,
  tokenKeys,
  tokenValues,
  attention,
}: Pasted): PastedFault | null {
  if ((queries === null) !== (tokenKeys === null))
    return { kind: "pair", at: queries === null ? "queries" : "tokenKeys" };
  if (queries === null && tokenValues !== null && attention === null)
    return { kind: "pair", at: "queries" };
  const n = (attention ?? queries)?.length;
  if (queries !== null && queries[0]?.length !== tokenKeys?.[0]?.length) return { kind: "width" };
  for (const [at, rows] of Object.entries({ queries, tokenKeys, tokenValues }))
    if (rows !== null && rows.length !== n) return { kind: "rows", at: at as MatrixKey };
  return attention === null ? null : weightFault(attention);
}

function weightFault(weights: Rows): PastedFault | null {
  if (weights[0]?.length !== weights.length) return { kind: "square" };
  for (const [i, row] of weights.entries()) {
    const below = row.findIndex((weight) => weight < 0);
    if (below !== -1) return { kind: "negative", row: i + 1, column: below + 1 };
    const sum = row.reduce((total, weight) => total + weight, 0);
    if (Math.abs(sum - 1) > rounding) return { kind: "sum", row: i + 1, sum };
  }
  return null;
}

/** Whether no token looks at a later one, as in a model that writes. */
export const isCausal = (weights: Rows): boolean =>
  weights.length > 1 && weights.every((row, i) => row.every((weight, j) => j <= i || weight === 0));
