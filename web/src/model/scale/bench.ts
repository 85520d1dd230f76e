import { batch, type ReadonlySignal, type Signal, signal } from "@preact/signals-core";
import {
  type Core,
  type ErrorCode,
  loadPool,
  type Pool,
  SoftmaxBridgeError,
} from "../../core/core.ts";
import type { Rows } from "../state.ts";
import type { Tokens } from "../tokens.ts";
import {
  type Apart,
  type Area,
  type Attended,
  addBand,
  attend,
  attendHard,
  attendSoft,
  type Cost,
  type Distances,
  distancesOf,
  emptyPicture,
  look,
  lookApart,
  type Picture,
  type Row,
  rowApart,
  rowOf,
  type Ties,
  type Totals,
  tiesOf,
  totalsOf,
} from "./compute.ts";

/** So many tokens are worked out at once, before the page is painted. */
const atOnce = 256;

/** ms from which on a reader is told how long something takes. */
const longEnough = 500;

/** What the passes take of the time of a run, about; the rest goes into the picture. */
const [softShare, hardShare] = [0.2, 0.1];

/** A pass over all queries that was measured. */
export interface Run extends Cost {
  readonly n: number;
  /** That worked on it. */
  readonly workers: number;
}

export type Status =
  | { readonly kind: "ready" }
  /** left: ms to go as it seems; null while there is no telling, and where it is soon over. */
  | {
      readonly kind: "working";
      readonly n: number;
      readonly done: number;
      readonly left: number | null;
    }
  | { readonly kind: "cancelled"; readonly n: number }
  | { readonly kind: "failed"; readonly code: ErrorCode | null };

export interface Cell {
  readonly row: number;
  readonly column: number;
}

/** What is known of the tokens that are shown. */
export interface Found {
  readonly tokens: Tokens;
  /** Null until all rows have been seen. */
  readonly totals: Totals | null;
  /** Null where they are too many to be looked through. */
  readonly ties: Ties | null;
  /** Of weights that were pasted. */
  readonly distances: Distances | null;
}

/** Weights that were pasted, and what the Q and K beside them are; null: none are. */
interface Pasted {
  readonly weights: Rows;
  readonly scored: Tokens | null;
}

/** Works on many queries, at once or apart from the page, and keeps what it finds. */
export class Bench {
  readonly status: Signal<Status> = signal({ kind: "ready" });
  readonly found: Signal<Found | null> = signal(null);
  readonly picture: Signal<Picture | null> = signal(null);
  /** Counts what of the picture has been filled in. */
  readonly painted: Signal<number> = signal(0);
  readonly row: Signal<Row | null> = signal(null);
  /** The cell that was chosen, and the one under the pointer. */
  readonly chosen: Signal<Cell> = signal({ row: 0, column: 0 });
  readonly hovered: Signal<Cell | null> = signal(null);
  /** Whether workers do it, and how many; null until they were asked for. */
  readonly apart: Signal<boolean | null> = signal(null);
  readonly workers: Signal<number | null> = signal(null);
  readonly runs: ReadonlySignal<readonly Run[]>;

  readonly #runs: Signal<readonly Run[]> = signal([]);
  readonly #core: Core;
  #attended: Attended | null = null;
  #pool: Promise<Pool> | null = null;
  /** The most tokens that the pool has had: its memory never shrinks. */
  #largest = 0;
  #stop = new AbortController();
  /** What has been asked for last: an answer to something earlier is none. */
  #turn = 0;
  #asking: { area: Area | null; row: number | null } = { area: null, row: null };
  #busy = false;

  constructor(core: Core) {
    this.#core = core;
    this.runs = this.#runs;
  }

  /** Whether these are worked out apart from the page. */
  static apart(tokens: Tokens): boolean {
    return tokens.n > atOnce;
  }

  /**
   * @param dots of a picture, each way
   * @param pasted weights that were pasted, with the tokens of the Q and K beside them
   */
  run(tokens: Tokens, dots: number, pasted: Pasted | null = null): void {
    this.#drop();
    if (Bench.apart(tokens)) void this.#runApart(tokens, dots);
    else this.#runHere(tokens, dots, pasted);
  }

  #runHere(tokens: Tokens, dots: number, pasted: Pasted | null): void {
    const core = this.#core;
    try {
      const attended = attend(core, tokens);
      const { picture, totalVariation, entropy } = look(
        core,
        tokens,
        attended,
        wholeOf(tokens),
        dots,
      );
      this.#attended = attended;
      const totals = totalsOf(core, totalVariation, entropy);
      const ties = tiesOf(core, tokens);
      const distances =
        pasted === null ? null : distancesOf(core, pasted.weights, tokens, pasted.scored);
      batch(() => {
        this.picture.value = picture;
        this.found.value = { tokens, totals, ties, distances };
        this.painted.value += 1;
        this.status.value = { kind: "ready" };
      });
    } catch (error) {
      this.#fail(error);
    }
  }

  async #runApart(tokens: Tokens, dots: number): Promise<void> {
    const turn = this.#turn;
    const { n } = tokens;
    const size = Math.min(n, dots);
    const area = wholeOf(tokens);
    const picture = emptyPicture(area, size, size);
    const report = this.#reporter(n);
    batch(() => {
      report(0);
      this.found.value = { tokens, totals: null, ties: null, distances: null };
      this.picture.value = picture;
      this.painted.value += 1;
    });
    try {
      const apart = await this.#start(n);
      if (turn !== this.#turn) return;
      const soft = await attendSoft(apart, tokens, (done) => report(softShare * done));
      if (turn !== this.#turn) return;
      this.#addRun(n, apart.pool, soft);
      const picks = await attendHard(apart, tokens, (done) => report(softShare + hardShare * done));
      const attended = { logSumExp: soft.logSumExp, picks };
      const shown = softShare + hardShare;
      const seen = await lookApart(apart, tokens, attended, area, dots, (done, band) => {
        addBand(picture, band);
        batch(() => {
          this.painted.value += 1;
          report(shown + (1 - shown) * done);
        });
      });
      if (turn !== this.#turn) return;
      this.#attended = attended;
      batch(() => {
        this.picture.value = seen.picture;
        this.found.value = {
          tokens,
          totals: totalsOf(this.#core, seen.totalVariation, seen.entropy),
          ties: null,
          distances: null,
        };
        this.painted.value += 1;
        this.status.value = { kind: "ready" };
      });
      void this.#serve();
    } catch (error) {
      if (turn === this.#turn) this.#fail(error);
    }
  }

  /** Says how much is done, and how long the rest will take if it goes on as it has. */
  #reporter(n: number): (done: number) => void {
    const turn = this.#turn;
    const started = performance.now();
    return (done) => {
      if (turn !== this.#turn) return;
      const passed = performance.now() - started;
      const all = passed / done;
      const left = all > longEnough && passed > longEnough / 4 ? all - passed : null;
      this.status.value = { kind: "working", n, done, left };
    };
  }

  #tellWorkers(pool: Pool): void {
    this.workers.value = pool.workers;
    this.apart.value = pool.threaded;
  }

  #addRun(n: number, pool: Pool, { milliseconds, bytes }: Cost): void {
    const run = { n, workers: pool.workers, milliseconds, bytes };
    this.#runs.value = [...this.#runs.peek(), run];
  }

  /** One soft pass of each size after the other by one worker, and by all, for what they cost. */
  async measure(makeTokens: (n: number) => Tokens, sizes: readonly number[]): Promise<void> {
    this.close();
    const turn = this.#turn;
    const { signal } = this.#stop;
    const pools: Pool[] = [];
    try {
      const all = await loadPool();
      pools.push(all);
      const most = all.workers;
      if (most > 1) pools.unshift(await loadPool({ workers: 1 }));
      if (turn !== this.#turn) return;
      this.#tellWorkers(all);
      const total = sizes.reduce((sum, n) => sum + n * n, 0) * (1 + 1 / most);
      let before = 0;
      const [first = 1] = sizes;
      const report = this.#reporter(sizes.at(-1) ?? first);
      for (const n of sizes) {
        const tokens = makeTokens(n);
        for (const pool of pools) {
          const share = (n * n) / pool.workers / total;
          const told = (done: number): void => report(before + done * share);
          // Once for nothing: whoever has just been started is slow.
          if (n === first) await attendSoft({ pool, signal }, tokens, () => {});
          const cost = await attendSoft({ pool, signal }, tokens, told);
          if (turn !== this.#turn) return;
          before += share;
          this.#addRun(n, pool, cost);
        }
      }
      this.status.value = { kind: "ready" };
    } catch (error) {
      if (turn === this.#turn) this.#fail(error);
    } finally {
      for (const pool of pools) pool.close();
    }
  }

  cancel(): void {
    const status = this.status.peek();
    if (status.kind !== "working") return;
    this.#drop();
    this.status.value = { kind: "cancelled", n: status.n };
  }

  /** Gives up what is being worked on, and forgets what was asked. */
  #drop(): void {
    this.#turn += 1;
    this.#asking = { area: null, row: null };
    this.#busy = false;
    this.#attended = null;
    this.#stop.abort();
    this.#stop = new AbortController();
    this.row.value = null;
  }

  close(): void {
    this.#drop();
    const pool = this.#pool;
    this.#pool = null;
    this.#largest = 0;
    pool?.then((pool) => pool.close()).catch(() => {});
  }

  async #start(n: number): Promise<Apart> {
    if (n < this.#largest) {
      const pool = this.#pool;
      this.#pool = null;
      pool?.then((pool) => pool.close()).catch(() => {});
    }
    this.#largest = n;
    const { signal } = this.#stop;
    this.#pool ??= loadPool().catch((error: unknown) => {
      this.#pool = null; // a lost connection must not be remembered
      throw error;
    });
    const pool = await this.#pool;
    this.#tellWorkers(pool);
    return { pool, signal };
  }

  #fail(error: unknown): void {
    const code = error instanceof SoftmaxBridgeError ? error.code : null;
    batch(() => {
      this.status.value = { kind: "failed", code };
      this.found.value = null;
      this.picture.value = null;
    });
  }

  /** Asks for a picture of a part. */
  look(area: Area, dots: number): void {
    const found = this.found.peek();
    if (found === null) return;
    this.#dots = dots;
    if (this.#attended !== null && !Bench.apart(found.tokens)) {
      this.picture.value = look(this.#core, found.tokens, this.#attended, area, dots).picture;
      this.painted.value += 1;
      return;
    }
    this.#asking.area = area;
    void this.#serve();
  }
  #dots = 1;

  /** Asks for a row to the last digit. */
  ask(row: number): void {
    const found = this.found.peek();
    if (found === null || this.row.peek()?.row === row) return;
    if (this.#attended !== null && !Bench.apart(found.tokens)) {
      this.row.value = rowOf(this.#core, found.tokens, row);
      return;
    }
    this.#asking.row = row;
    void this.#serve();
  }

  /** Answers what was asked last; what was asked before is no longer wanted. */
  async #serve(): Promise<void> {
    const turn = this.#turn;
    const [found, attended] = [this.found.peek(), this.#attended];
    if (this.#busy || found === null || attended === null) return;
    this.#busy = true;
    const { tokens } = found;
    try {
      const apart = await this.#start(tokens.n);
      while (turn === this.#turn && (this.#asking.row !== null || this.#asking.area !== null)) {
        const { row, area } = this.#asking;
        if (row !== null) {
          this.#asking.row = null;
          const answer = await rowApart(apart, tokens, row);
          if (turn === this.#turn) this.row.value = answer;
        } else if (area !== null) {
          this.#asking.area = null;
          const { picture } = await lookApart(apart, tokens, attended, area, this.#dots);
          if (turn !== this.#turn) return;
          batch(() => {
            this.picture.value = picture;
            this.painted.value += 1;
          });
        }
      }
    } catch (error) {
      if (turn === this.#turn) this.#fail(error);
    } finally {
      if (turn === this.#turn) this.#busy = false;
    }
  }
}

export const wholeOf = ({ n }: Tokens): Area => ({
  firstQuery: 0,
  firstKey: 0,
  rows: n,
  columns: n,
});
