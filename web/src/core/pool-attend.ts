import type { Attention } from "./contract.ts";
import { SoftmaxBridgeError } from "./errors.ts";
import { type AttendFields, withRoom } from "./module.ts";
import type { Block } from "./pool-blocks.ts";
import { isShared } from "./pool-lane.ts";
import type { Job, Keys } from "./pool-messages.ts";
import type { Settle, Task } from "./pool-task.ts";

/** Batched attention, block by block. */
export class AttendTask implements Task {
  readonly keys: Keys;
  readonly #input: AttendFields;
  #blocks: readonly Block[];
  readonly #report: (done: number) => void;
  readonly #settle: Settle<Attention>;
  readonly #output: Float32Array;
  readonly #logSumExp: Float32Array;
  /** By the matrix whose keys they are. */
  readonly #attended = new Map<number, Uint8Array>();
  readonly #places = new Map<Job, Block>();
  readonly #total: number;
  #done = 0;
  #next = 0;

  constructor(
    id: number,
    input: AttendFields,
    blocks: readonly Block[],
    report: (done: number) => void,
    settle: Settle<Attention>,
  ) {
    const { Q, K, V, mask, batch, n, dValue } = input;
    this.keys = { id, K: kept(K), V: kept(V) };
    this.#input = { ...input, Q: kept(Q), mask: mask && kept(mask) };
    this.#blocks = blocks;
    this.#report = report;
    this.#settle = settle;
    this.#output = withRoom(() => new Float32Array(batch * n * dValue));
    this.#logSumExp = withRoom(() => new Float32Array(batch * n));
    this.#total = blocks.reduce((sum, block) => sum + this.#scoresOf(block), 0);
    report(0);
  }

  get left(): number {
    return this.#blocks.length - this.#next;
  }

  take(): Job | undefined {
    const block = this.#blocks[this.#next];
    if (block === undefined) return undefined;
    this.#next += 1;
    const job = this.#jobOf(block);
    this.#places.set(job, block);
    return job;
  }

  done(job: Job, result: unknown): void {
    const { output, logSumExp } = result as Attention;
    const block = this.#places.get(job);
    if (block === undefined) return;
    const { n, dValue } = this.#input;
    const row = block.matrix * n + block.from;
    this.#output.set(output, row * dValue);
    this.#logSumExp.set(logSumExp, row);
    this.#done += this.#scoresOf(block);
    try {
      this.#report(this.#done / this.#total);
    } catch (error) {
      this.reject(error);
      return;
    }
    if (this.#done === this.#total)
      this.#settle.resolve({ output: this.#output, logSumExp: this.#logSumExp });
  }

  reject(error: unknown): void {
    this.#settle.reject(error);
  }

  /**
   * What the core says of all queries is not what it says of a block: a place is another, and another error
   * may come first. So it is asked of all.
   */
  failed(job: Job, error: unknown): void {
    if (!this.#places.has(job)) return;
    if (this.#blocks.length === 1 || !(error instanceof SoftmaxBridgeError)) {
      this.reject(error);
      return;
    }
    const { batch, n } = this.#input;
    this.#places.clear();
    this.#blocks = [{ matrix: 0, matrices: batch, from: 0, to: n }];
    this.#next = 0;
    this.#done = 0;
  }

  #jobOf({ matrix, matrices, from, to }: Block): Job {
    const { Q, mask, attended, n, nKeys, d, dValue, scale, causal, hard, firstQuery } = this.#input;
    const first = matrix * n + from;
    const rows = matrices * (to - from);
    const part = to - from < n;
    const all = part ? this.#attendedIn(matrix) : attended;
    // One mask for all of the batch has no other rows for a later matrix.
    const row = mask !== undefined && mask.length === n * nKeys ? from : first;
    const maskRows = mask !== undefined && mask.length === n * nKeys ? to - from : rows;
    return {
      keys: this.keys.id,
      matrix,
      Q: partOf(Q, first * d, rows * d),
      options: {
        batch: matrices,
        n: to - from,
        nKeys,
        d,
        dValue,
        causal,
        hard,
        firstQuery: firstQuery + from,
        ...(scale === undefined ? {} : { scale }),
        ...(mask === undefined ? {} : { mask: partOf(mask, row * nKeys, maskRows * nKeys) }),
        ...(all === undefined ? {} : { attended: all }),
      },
    };
  }

  /** The keys that the queries of a matrix attend to, where they are not all. */
  #attendedIn(matrix: number): Uint8Array | undefined {
    const { mask, attended, n, nKeys, causal, firstQuery } = this.#input;
    if (mask === undefined && !causal) return undefined;
    const first = mask === undefined || mask.length === n * nKeys ? 0 : matrix * n;
    const known = this.#attended.get(first);
    if (known !== undefined) return known;
    const all = withRoom(() => attended?.slice() ?? new Uint8Array(nKeys));
    const visible = (query: number): number =>
      causal ? Math.min(firstQuery + query + 1, nKeys) : nKeys;
    if (mask === undefined) all.fill(1, 0, visible(n - 1));
    else
      for (let i = 0; i < n; i++) {
        const row = mask.subarray((first + i) * nKeys, (first + i) * nKeys + visible(i));
        for (let j = 0; j < row.length; j++) all[j] = (all[j] as number) | (row[j] as number);
      }
    this.#attended.set(first, all);
    return all;
  }

  /** How many scores there are in a block. */
  #scoresOf({ matrices, from, to }: Block): number {
    const { nKeys, causal, firstQuery } = this.#input;
    const visible = (query: number): number =>
      causal ? Math.min(firstQuery + query + 1, nKeys) : nKeys;
    return (matrices * (to - from) * (visible(from) + visible(to - 1))) / 2;
  }
}

/** Whether threads may see the same memory: everywhere but on pages that are not isolated from others. */
const mayShare =
  typeof SharedArrayBuffer !== "undefined" &&
  (globalThis as { crossOriginIsolated?: boolean }).crossOriginIsolated !== false;

/** The same numbers, whatever becomes of the array: where threads may share memory, in such memory. */
function kept<T extends Float32Array | Uint8Array>(array: T): T {
  if (!mayShare) return withRoom(() => array.slice() as T);
  if (isShared(array)) return array;
  const make = array.constructor as new (buffer: SharedArrayBuffer) => T;
  const copy = withRoom(() => new make(new SharedArrayBuffer(array.byteLength)));
  copy.set(array);
  return copy;
}

const partOf = <T extends Float32Array | Uint8Array>(array: T, first: number, length: number): T =>
  (isShared(array)
    ? array.subarray(first, first + length)
    : withRoom(() => array.slice(first, first + length))) as T;
