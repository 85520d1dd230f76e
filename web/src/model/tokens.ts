import { itemNames } from "./names.ts";
import { randomNumbers } from "./random-tokens.ts";
import { isCausal, isPasted } from "./scale/pasted.ts";
import { sentence } from "./sentence.ts";
import type { Options, Rows, State } from "./state.ts";
import type { Word } from "./text/word.ts";

/** All queries at once: what `softmax(QKᵀ/√d)V` is asked about. Row-major, float32 as models have it. */
export interface Tokens {
  /** The name of each; null where they only have a number. */
  readonly names: readonly string[] | null;
  readonly n: number;
  /** Length of queries and keys, and of values. */
  readonly d: number;
  readonly dValue: number;
  readonly Q: Float32Array;
  readonly K: Float32Array;
  readonly V: Float32Array;
  readonly causal: boolean;
  /** Weights that were pasted as they are: the scores that they are the softmax of, in float64. */
  readonly logits: Rows | null;
}

/** Features of a random token. */
export const randomFeatures = 8;

export const sources = ["sentence", "own", "pasted", "random"] as const;
export type Source = (typeof sources)[number];

export const sourceOf = ({ options }: State): Source =>
  options.tokens !== null
    ? "random"
    : isPasted(options)
      ? "pasted"
      : options.own
        ? "own"
        : "sentence";

/** @param preset the sentence that stands where the reader chose nothing else */
export function tokensOf(state: State, preset: readonly Word[]): Tokens {
  const { causal, tokens: n, seed, head } = state.options;
  if (n !== null) {
    const d = randomFeatures;
    const drawn = (stream: number): Float32Array => randomNumbers(n * d, seed, stream);
    const [Q, K, V] = [drawn(0), drawn(1), drawn(2)];
    return { names: null, n, d, dValue: d, Q, K, V, causal, logits: null };
  }
  if (isPasted(state.options)) return pastedTokens(state.options);
  if (!state.options.own) {
    const { words, queries, keys, values } = sentence(preset, head);
    return tokens(words, queries, keys, values, causal);
  }
  // Who is masked is no token.
  const attended = <T>(rows: readonly T[]): readonly T[] =>
    rows.filter((_, i) => state.mask?.[i] ?? true);
  const values = attended(state.values);
  const keys = state.keys === null ? values : attended(state.keys);
  // A value that is as long as a key asks for itself; else the key does.
  const queries = values[0]?.length === keys[0]?.length ? values : keys;
  return tokens(attended(itemNames(state)), queries, keys, values, causal);
}

const flat = (rows: Rows): Float32Array => Float32Array.from(rows.flat());

/** What the reader has pasted. @throws what does not fit together is no tokens: see faultOf */
function pastedTokens(options: Options): Tokens {
  const { queries, tokenKeys, tokenValues, attention, tokenNames: names, causal } = options;
  if (attention !== null) return weightTokens(attention, names);
  const keys = tokenKeys ?? [];
  return tokens(names, queries ?? [], keys, tokenValues ?? keys, causal);
}

/**
 * Weights as tokens: a weight is the softmax of its logarithm. Each query is its row of logarithms, each
 * key a place of its own, as long as the root of their size, a power of 2, takes no bit away.
 */
function weightTokens(weights: Rows, names: readonly string[] | null): Tokens {
  const n = weights.length;
  const d = 4 ** Math.max(1, Math.ceil(Math.log2(n) / 2));
  const padded = (row: readonly number[]): readonly number[] =>
    Array.from({ length: d }, (_, j) => row[j] ?? 0);
  const logits = weights.map((row) => row.map(Math.log));
  // What no float32 is left of after the exponential.
  const queries = logits.map((row) => padded(row.map((x) => Math.max(x, -1e4))));
  const keys = weights.map((_, i) =>
    Array.from({ length: d }, (_, j) => (i === j ? Math.sqrt(d) : 0)),
  );
  return { ...tokens(names, queries, keys, keys, isCausal(weights)), logits };
}

const tokens = (
  names: readonly string[] | null,
  queries: Rows,
  keys: Rows,
  values: Rows,
  causal: boolean,
): Tokens => ({
  names,
  n: keys.length,
  d: keys[0]?.length ?? 0,
  dValue: values[0]?.length ?? 0,
  Q: flat(queries),
  K: flat(keys),
  V: flat(values),
  causal,
  logits: null,
});

/** The data of one query: what the view `derive` shows of a row. */
export function rowState(
  tokens: Tokens,
  row: number,
  state: State,
  featureNames: readonly string[] | null,
): Partial<State> {
  const { n, d, dValue, causal } = tokens;
  // The reader's own numbers as they are: float32 has only some of their digits.
  const source = sourceOf(state);
  const own = source === "own";
  const attended = <T>(rows: readonly T[]): readonly T[] =>
    rows.filter((_, i) => state.mask?.[i] ?? true);
  const { options } = state;
  const pasted = (rows: Rows | null): Rows | null => (source === "pasted" ? rows : null);
  const values = own
    ? attended(state.values)
    : (pasted(options.tokenValues) ?? rowsOf(tokens.V, n, dValue));
  const keys = own
    ? state.keys && attended(state.keys)
    : (pasted(options.tokenKeys) ?? rowsOf(tokens.K, n, d));
  const queries = own
    ? keys !== null && keys[0]?.length !== values[0]?.length
      ? keys
      : values
    : (pasted(options.queries) ?? rowsOf(tokens.Q, n, d));
  return {
    view: "derive",
    scene: "custom",
    values,
    keys: keys !== null && sameRows(keys, values) ? null : keys,
    query: queries[row] ?? [],
    labels: tokens.names ?? Array.from({ length: n }, (_, i) => String(i + 1)),
    features: own ? state.features : featureNames,
    score: "scaled",
    parameters: {},
    temperature: 1,
    mask: causal && row < n - 1 ? Array.from({ length: n }, (_, j) => j <= row) : null,
  };
}

const rowsOf = (data: Float32Array, rows: number, columns: number): Rows =>
  Array.from({ length: rows }, (_, i) => Array.from(data.subarray(i * columns, (i + 1) * columns)));

const sameRows = (a: Rows, b: Rows): boolean =>
  a.length === b.length &&
  a.every((row, i) => row.every((entry, j) => Object.is(entry, b[i]?.[j])));
