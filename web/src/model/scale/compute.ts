import type { AttentionWindow, Core, DeriveInput, Pool, Sweep } from "../../core/core.ts";
import type { Rows } from "../state.ts";
import type { Tokens } from "../tokens.ts";

/**
 * What is asked of the core about many queries: at once where they are few, else of a pool, whose workers
 * do it beside the page.
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
type Band = Pick<Picture, "area" | "height" | "width" | "soft" | "hard" | "difference"> & {
  readonly from: number;
};

/** L and j* of each query. */
export interface Attended {
  readonly logSumExp: Float32Array;
  readonly picks: Float32Array;
}

/** What one pass over all queries has cost. */
export interface Cost {
  readonly milliseconds: number;
  /** Q, K, V, the output and L, and all the memory of the cores. */
  readonly bytes: number;
}

/** Of that, what grows with n: Q, K, V, the output and L. */
export const arrayBytes = (n: number, d: number, dValue: number): number =>
  Float32Array.BYTES_PER_ELEMENT * n * (2 * d + 2 * dValue + 1);

export interface Totals {
  /** TV(e*, p) and H(p) of each query. */
  readonly totalVariation: Float32Array;
  readonly entropy: Float32Array;
  readonly meanVariation: number;
  readonly maxVariation: number;
  readonly meanEntropy: number;
}

/** By row: the keys that share its largest score, where they are several. */
export type Ties = ReadonlyMap<number, readonly number[]>;

export interface Row {
  readonly row: number;
  /** p over all keys, in float64. */
  readonly weights: Float64Array;
  /** The keys of the largest score; the first is the pick. */
  readonly ties: readonly number[];
  readonly entropy: number;
}

/** All that a pool is asked may be given up. */
export interface Apart {
  readonly pool: Pool;
  readonly signal: AbortSignal;
}

/** The soft pass. */
const softOptions = ({ n, d, dValue, causal }: Tokens) => ({ n, d, dValue, causal });

/** The hard pass over values that are the numbers of their keys. */
const hardOptions = (tokens: Tokens) => ({ ...softOptions(tokens), dValue: 1, hard: true });
const places = ({ n }: Tokens): Float32Array => Float32Array.from({ length: n }, (_, j) => j);

export function attend(core: Core, tokens: Tokens): Attended {
  const { Q, K, V } = tokens;
  const { logSumExp } = core.attend(Q, K, V, softOptions(tokens));
  const { output: picks } = core.attend(Q, K, places(tokens), hardOptions(tokens));
  return { logSumExp, picks };
}

export async function attendSoft(
  { pool, signal }: Apart,
  tokens: Tokens,
  onProgress: (done: number) => void,
): Promise<{ readonly logSumExp: Float32Array } & Cost> {
  const { Q, K, V } = tokens;
  const started = performance.now();
  const soft = await pool.attend(Q, K, V, { ...softOptions(tokens), signal, onProgress });
  const milliseconds = performance.now() - started;
  const arrays = [Q, K, V, soft.output, soft.logSumExp];
  const bytes = arrays.reduce((sum, array) => sum + array.byteLength, pool.memorySize());
  return { logSumExp: soft.logSumExp, milliseconds, bytes };
}

export async function attendHard(
  { pool, signal }: Apart,
  tokens: Tokens,
  onProgress: (done: number) => void,
): Promise<Float32Array> {
  const options = { ...hardOptions(tokens), signal, onProgress };
  return (await pool.attend(tokens.Q, tokens.K, places(tokens), options)).output;
}

/** A picture with the sums of its rows. */
interface Look {
  readonly picture: Picture;
  readonly totalVariation: Float32Array;
  readonly entropy: Float32Array;
}

/** An area in at most `dots` × `dots`. */
export function look(
  core: Core,
  tokens: Tokens,
  attended: Attended,
  area: Area,
  dots: number,
): Look {
  const seen = emptyLook(area, dots);
  for (const window of windowsOf(tokens, attended, area, dots, Number.POSITIVE_INFINITY))
    addWindow(seen, window, core.attendWindow(...window.inputs));
  return seen;
}

/** Scores in a call: some tens of milliseconds for a worker, a few for a page that has none. */
const scores = { worker: 2 ** 22, page: 2 ** 18 };

/** @param onBand is given a part after the other, in any order */
export async function lookApart(
  { pool, signal }: Apart,
  tokens: Tokens,
  attended: Attended,
  area: Area,
  dots: number,
  onBand: (done: number, band: Band) => void = () => {},
): Promise<Look> {
  const seen = emptyLook(area, dots);
  const windows = windowsOf(
    tokens,
    attended,
    area,
    dots,
    pool.threaded ? scores.worker : scores.page,
  );
  let rows = 0;
  await Promise.all(
    windows.map(async (window) => {
      const found = await pool.call("attendWindow", window.inputs, { signal });
      if (signal.aborted) return;
      rows += addWindow(seen, window, found);
      onBand(rows / seen.picture.height, { ...found, ...window.band, area });
    }),
  );
  return seen;
}

interface Window {
  readonly inputs: Parameters<Core["attendWindow"]>;
  /** Its first query, within the area. */
  readonly first: number;
  readonly band: Pick<Band, "from" | "height" | "width">;
}

function windowsOf(
  tokens: Tokens,
  attended: Attended,
  area: Area,
  dots: number,
  scores: number,
): readonly Window[] {
  const { firstQuery, firstKey, rows, columns } = area;
  const { d, causal } = tokens;
  const [height, width] = [Math.min(dots, rows), Math.min(dots, columns)];
  // Slices, as what a worker is sent of an array is all of its buffer.
  const K = tokens.K.slice(firstKey * d, (firstKey + columns) * d);
  return partsOf(height, columns * Math.ceil(rows / height), scores).map(({ from, to }) => {
    const [first, end] = [from, to].map((y) => Math.ceil((y * rows) / height)) as [number, number];
    const [start, stop] = [firstQuery + first, firstQuery + end];
    const band = { from, height: to - from, width };
    const options = {
      rows: end - first,
      columns,
      d,
      firstQuery: start,
      firstKey,
      height: band.height,
      width,
      causal,
    };
    const inputs: Parameters<Core["attendWindow"]> = [
      tokens.Q.slice(start * d, stop * d),
      K,
      attended.logSumExp.slice(start, stop),
      attended.picks.slice(start, stop),
      options,
    ];
    return { inputs, first, band };
  });
}

function emptyLook(area: Area, dots: number): Look {
  const picture = emptyPicture(area, Math.min(dots, area.rows), Math.min(dots, area.columns));
  const sums = (): Float32Array => new Float32Array(area.rows);
  return { picture, totalVariation: sums(), entropy: sums() };
}

/** @returns how many rows of dots it has */
function addWindow(seen: Look, { first, band }: Window, found: AttentionWindow): number {
  addBand(seen.picture, { ...found, ...band, area: seen.picture.area });
  seen.totalVariation.set(found.totalVariation, first);
  seen.entropy.set(found.entropy, first);
  return band.height;
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
export const rowOf = (core: Core, tokens: Tokens, row: number): Row =>
  rowFrom(core.sweep(...sweepOf(tokens, row)), tokens, row);

/** The rows in which several keys share the largest score, with these keys, the pick first. */
export function tiesOf(core: Core, tokens: Tokens): Ties {
  const ties = new Map<number, readonly number[]>();
  for (let row = 0; row < tokens.n; row++) {
    const { ties: best } = rowOf(core, tokens, row);
    if (best.length > 1) ties.set(row, best);
  }
  return ties;
}

/** How far pasted weights are, at most in one cell, from what the core makes of the rest. */
export interface Distances {
  /** From the softmax of their own logarithms, whose rows sum to 1. */
  readonly fromSum: number;
  /** From softmax(QKᵀ/√d) of the Q and K that were pasted with them; null where there are none. */
  readonly fromScores: number | null;
}

export function distancesOf(
  core: Core,
  weights: Rows,
  shown: Tokens,
  scored: Tokens | null,
): Distances {
  const furthest = (tokens: Tokens): number =>
    weights.reduce((most, row, i) => {
      const found = rowOf(core, tokens, i).weights;
      return row.reduce(
        (far, weight, j) => Math.max(far, Math.abs(weight - (found[j] ?? 0))),
        most,
      );
    }, 0);
  return { fromSum: furthest(shown), fromScores: scored === null ? null : furthest(scored) };
}

export const rowApart = async (
  { pool, signal }: Apart,
  tokens: Tokens,
  row: number,
): Promise<Row> => rowFrom(await pool.call("sweep", sweepOf(tokens, row), { signal }), tokens, row);

/** The limit τ = 0 shares the weight among the keys of the largest score. */
function sweepOf({ Q, K, n, d, causal, logits }: Tokens, row: number): [DeriveInput, number[]] {
  const keys = causal ? row + 1 : n;
  if (logits !== null) return [{ scores: (logits[row] ?? []).slice(0, keys) }, [0, 1]];
  const data = Float64Array.from(K.subarray(0, keys * d));
  const q = Float64Array.from(Q.subarray(row * d, (row + 1) * d));
  return [{ X: { rows: keys, cols: d, data }, q, score: "scaled" }, [0, 1]];
}

function rowFrom({ weights, entropy }: Sweep, { n }: Tokens, row: number): Row {
  const keys = weights.cols;
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
