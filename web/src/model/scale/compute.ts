import type { Core } from "../../core/core.ts";
import type { Tokens } from "../tokens.ts";

/**
 * What is asked of the core about many queries, in calls so short that something else can be done
 * between them: by a worker, or by the page itself where there can be none.
 */

/** A part of the n × n matrix of weights. */
export interface Area {
  readonly firstQuery: number;
  readonly firstKey: number;
  readonly rows: number;
  readonly columns: number;
}

/** An area as pictures of so many dots; row-major. */
export interface Picture {
  readonly area: Area;
  readonly height: number;
  readonly width: number;
  readonly soft: Float32Array;
  readonly hard: Float32Array;
  readonly difference: Float32Array;
}

/** A part of a picture that is ready, from row `from` of its dots. */
export type Band = Pick<Picture, "area" | "height" | "width" | "soft" | "hard" | "difference"> & {
  readonly from: number;
};

/** What one pass over all queries gives, and what it costs. */
export interface Attended {
  /** L and j* of each query. */
  readonly logSumExp: Float32Array;
  readonly picks: Float32Array;
  /** Spent in the soft pass. */
  readonly milliseconds: number;
  /** Q, K, V, the output and L, and all the memory of the core. */
  readonly bytes: number;
}

export interface Totals {
  /** TV(e*, p) and H(p) of each query. */
  readonly totalVariation: Float32Array;
  readonly entropy: Float32Array;
  readonly meanVariation: number;
  readonly maxVariation: number;
  readonly meanEntropy: number;
}

export interface Row {
  readonly row: number;
  /** p over all keys, in float64. */
  readonly weights: Float64Array;
  /** The keys of the largest score; the first is the pick. */
  readonly ties: readonly number[];
  readonly entropy: number;
}

export type Work<T> = Generator<Progress, T, void>;

/** How much is done, from 0 to 1, and what can be seen of it. */
export interface Progress {
  readonly done: number;
  readonly band?: Band;
}

/** @param scores that a call may work out, at most */
export function* attend(core: Core, tokens: Tokens, scores: number): Work<Attended> {
  const { Q, K, V, n, d, dValue, causal } = tokens;
  const places = Float32Array.from({ length: n }, (_, j) => j);
  const logSumExp = new Float32Array(n);
  const picks = new Float32Array(n);
  const output = new Float32Array(n * dValue);
  let milliseconds = 0;
  const parts = partsOf(n, n, scores);
  for (const [k, { from, to }] of parts.entries()) {
    const queries = Q.subarray(from * d, to * d);
    const options = { n: to - from, nKeys: n, d, causal, firstQuery: from };
    const started = performance.now();
    const soft = core.attend(queries, K, V, { ...options, dValue });
    milliseconds += performance.now() - started;
    logSumExp.set(soft.logSumExp, from);
    output.set(soft.output, from * dValue);
    yield { done: (2 * k + 1) / parts.length / 2 };
    picks.set(core.attend(queries, K, places, { ...options, dValue: 1, hard: true }).output, from);
    yield { done: (k + 1) / parts.length };
  }
  const arrays = [Q, K, V, output, logSumExp];
  const bytes = arrays.reduce((sum, array) => sum + array.byteLength, core.memorySize());
  return { logSumExp, picks, milliseconds, bytes };
}

/** An area in at most `dots` × `dots`, with the sums of its rows. */
export function* look(
  core: Core,
  tokens: Tokens,
  attended: Attended,
  area: Area,
  dots: number,
  scores: number,
): Work<{
  readonly picture: Picture;
  readonly totalVariation: Float32Array;
  readonly entropy: Float32Array;
}> {
  const { firstQuery, firstKey, rows, columns } = area;
  const { d, causal } = tokens;
  const [height, width] = [Math.min(dots, rows), Math.min(dots, columns)];
  const picture = emptyPicture(area, height, width);
  const totalVariation = new Float32Array(rows);
  const entropy = new Float32Array(rows);
  const K = tokens.K.subarray(firstKey * d, (firstKey + columns) * d);
  for (const { from, to } of partsOf(height, columns * Math.ceil(rows / height), scores)) {
    const [first, end] = [from, to].map((y) => Math.ceil((y * rows) / height)) as [number, number];
    const [start, stop] = [firstQuery + first, firstQuery + end];
    const window = core.attendWindow(
      tokens.Q.subarray(start * d, stop * d),
      K,
      attended.logSumExp.subarray(start, stop),
      attended.picks.subarray(start, stop),
      {
        rows: end - first,
        columns,
        d,
        firstQuery: start,
        firstKey,
        height: to - from,
        width,
        causal,
      },
    );
    totalVariation.set(window.totalVariation, first);
    entropy.set(window.entropy, first);
    const band = { ...window, area, from, height: to - from, width };
    addBand(picture, band);
    yield { done: to / height, band };
  }
  return { picture, totalVariation, entropy };
}

export function emptyPicture(area: Area, height: number, width: number): Picture {
  const dots = (): Float32Array => new Float32Array(height * width);
  return { area, height, width, soft: dots(), hard: dots(), difference: dots() };
}

export function addBand(picture: Picture, { from, soft, hard, difference }: Band): void {
  picture.soft.set(soft, from * picture.width);
  picture.hard.set(hard, from * picture.width);
  picture.difference.set(difference, from * picture.width);
}

/** Of the sums of all rows; a mean is what the Boltzmann operator gives at an infinite temperature. */
export function totalsOf(core: Core, totalVariation: Float32Array, entropy: Float32Array): Totals {
  const of = (values: Float32Array) =>
    core.smoothMax(Float64Array.from(values), { temperature: Number.POSITIVE_INFINITY });
  const variation = of(totalVariation);
  return {
    totalVariation,
    entropy,
    meanVariation: variation.boltzmann.value,
    maxVariation: variation.max.value,
    meanEntropy: of(entropy).boltzmann.value,
  };
}

/** One query in float64, to the last digit. */
export function rowOf(core: Core, { Q, K, n, d, causal }: Tokens, row: number): Row {
  const keys = causal ? row + 1 : n;
  const data = Float64Array.from(K.subarray(0, keys * d));
  const q = Float64Array.from(Q.subarray(row * d, (row + 1) * d));
  const X = { rows: keys, cols: d, data };
  // The limit τ = 0 shares the weight among those of the largest score.
  const { weights, entropy } = core.sweep({ X, q, score: "scaled" }, [0, 1]);
  const all = new Float64Array(n);
  all.set(weights.data.subarray(keys));
  const ties: number[] = [];
  for (let j = 0; j < keys; j++) if (weights.data[j] !== 0) ties.push(j);
  return { row, weights: all, ties, entropy: entropy[1] ?? Number.NaN };
}

interface Part {
  readonly from: number;
  readonly to: number;
}

/** `count` rows of `cost` scores each in parts of about `scores`, of whole eights where there are more. */
export function partsOf(count: number, cost: number, scores: number): readonly Part[] {
  const most = Math.max(1, Math.floor(scores / cost));
  const size = most >= count ? count : most < 8 ? most : most - (most % 8);
  return Array.from({ length: Math.ceil(count / size) }, (_, k) => ({
    from: k * size,
    to: Math.min(count, (k + 1) * size),
  }));
}
