/** A part of batched attention: whole matrices of the batch, or some of the queries of one. */
export interface Block {
  readonly matrix: number;
  readonly matrices: number;
  /** Queries of each. */
  readonly from: number;
  readonly to: number;
}

export interface Sizes {
  readonly batch: number;
  readonly n: number;
  readonly nKeys: number;
  readonly d: number;
  readonly dValue: number;
}

/** Queries that share what they read of a key: a block has whole tiles of them. */
const tile = 32;
/** Fewer queries in a block, and to copy the keys and values would take much of its time. */
const fewest = 256;

/**
 * All queries in the order in which they are given out: in blocks that grow smaller, so that all workers are
 * done at about the same time, and none of more than so many multiplications and additions.
 */
export function blocksOf(sizes: Sizes, workers: number, operations: number): readonly Block[] {
  const { batch, n, nKeys, d, dValue } = sizes;
  const total = batch * n;
  const least = Math.min(fewest, tiles(total / workers));
  const most = Math.max(tile, Math.floor(operations / (2 * nKeys * (d + dValue)) / tile) * tile);
  const blocks: Block[] = [];
  for (let done = 0; done < total; ) {
    const rows = Math.min(most, Math.max(least, tiles((total - done) / (1.5 * workers))));
    const [matrix, from] = [Math.floor(done / n), done % n];
    const whole = from === 0 && rows >= n;
    const matrices = whole ? Math.min(batch - matrix, Math.floor(rows / n)) : 1;
    const to = whole ? n : Math.min(n, from + rows);
    blocks.push({ matrix, matrices, from, to });
    done += matrices * (to - from);
  }
  return blocks;
}

const tiles = (rows: number): number => Math.ceil(rows / tile) * tile;
