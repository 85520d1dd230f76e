import { batch, type ReadonlySignal, type Signal, signal } from "@preact/signals-core";
import { type Core, type ErrorCode, SoftmaxBridgeError } from "../../core/core.ts";
import type { Tokens } from "../tokens.ts";
import {
  type Area,
  type Attended,
  addBand,
  attend,
  emptyPicture,
  look,
  type Picture,
  type Row,
  rowOf,
  type Totals,
  totalsOf,
  type Work,
} from "./compute.ts";
import { Cancelled, type Engine, startEngine } from "./engine.ts";

/** So many tokens are worked out at once, before the page is painted. */
export const atOnce = 256;

/** A pass over all queries that was measured. */
export interface Run {
  readonly n: number;
  readonly milliseconds: number;
  readonly bytes: number;
}

export type Status =
  | { readonly kind: "ready" }
  | { readonly kind: "working"; readonly n: number; readonly done: number }
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
  /** Null until something was measured. */
  readonly apart: Signal<boolean | null> = signal(null);
  readonly runs: ReadonlySignal<readonly Run[]>;

  readonly #runs: Signal<readonly Run[]> = signal([]);
  readonly #core: Core;
  #attended: Attended | null = null;
  #engine: Promise<Engine> | null = null;
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

  /** @param dots of a picture, each way */
  run(tokens: Tokens, dots: number): void {
    this.#drop();
    if (Bench.apart(tokens)) void this.#runApart(tokens, dots);
    else this.#runHere(tokens, dots);
  }

  #runHere(tokens: Tokens, dots: number): void {
    const core = this.#core;
    try {
      const attended = finish(attend(core, tokens, Number.POSITIVE_INFINITY));
      const area = wholeOf(tokens);
      const work = look(core, tokens, attended, area, dots, Number.POSITIVE_INFINITY);
      const { picture, totalVariation, entropy } = finish(work);
      this.#attended = attended;
      batch(() => {
        this.picture.value = picture;
        this.found.value = { tokens, totals: totalsOf(core, totalVariation, entropy) };
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
    const picture = emptyPicture(wholeOf(tokens), size, size);
    const report = (done: number): void => {
      this.status.value = { kind: "working", n, done };
    };
    batch(() => {
      report(0);
      this.found.value = { tokens, totals: null };
      this.picture.value = picture;
      this.painted.value += 1;
    });
    try {
      const engine = await this.#start();
      if (turn !== this.#turn) return;
      this.apart.value = engine.apart;
      const first = await engine.ask({ kind: "attend", tokens }, ({ done }) => {
        if (turn === this.#turn) report(done / 2);
      });
      if (turn !== this.#turn) return;
      const { milliseconds, bytes } = first.attended;
      this.#runs.value = [...this.#runs.peek(), { n, milliseconds, bytes }];
      const area = wholeOf(tokens);
      const seen = await engine.ask({ kind: "look", area, dots, whole: true }, ({ done, band }) => {
        if (turn !== this.#turn) return;
        if (band !== undefined) addBand(picture, band);
        batch(() => {
          this.painted.value += 1;
          report(0.5 + done / 2);
        });
      });
      if (turn !== this.#turn) return;
      batch(() => {
        this.picture.value = seen.picture;
        this.found.value = { tokens, totals: seen.totals };
        this.painted.value += 1;
        this.status.value = { kind: "ready" };
      });
      void this.#serve();
    } catch (error) {
      if (turn === this.#turn) this.#fail(error);
    }
  }

  /** One pass of each size after the other, for its costs alone. */
  async measure(makeTokens: (n: number) => Tokens, sizes: readonly number[]): Promise<void> {
    this.#drop();
    const turn = this.#turn;
    try {
      const engine = await this.#start();
      this.apart.value = engine.apart;
      for (const [k, n] of sizes.entries()) {
        const report = (done: number): void => {
          if (turn === this.#turn)
            this.status.value = { kind: "working", n, done: (k + done) / sizes.length };
        };
        report(0);
        const tokens = makeTokens(n);
        const { attended } = await engine.ask({ kind: "attend", tokens }, ({ done }) =>
          report(done),
        );
        if (turn !== this.#turn) return;
        const { milliseconds, bytes } = attended;
        this.#runs.value = [...this.#runs.peek(), { n, milliseconds, bytes }];
      }
      // The engine knows of the last of them, and of the tokens that are shown no more.
      this.#engine = null;
      engine.stop();
      this.status.value = { kind: "ready" };
    } catch (error) {
      if (turn === this.#turn) this.#fail(error);
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
    const engine = this.#engine;
    // One that rests can be asked again.
    if (this.status.peek().kind === "working" && engine !== null) {
      this.#engine = null;
      void engine.then((engine) => engine.stop());
    }
    this.row.value = null;
  }

  close(): void {
    this.#drop();
    const engine = this.#engine;
    this.#engine = null;
    void engine?.then((engine) => engine.stop());
  }

  #start(): Promise<Engine> {
    this.#engine ??= startEngine();
    return this.#engine;
  }

  #fail(error: unknown): void {
    if (error instanceof Cancelled) return;
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
    if (this.#attended !== null) {
      const work = look(this.#core, found.tokens, this.#attended, area, dots, Infinity);
      const { picture } = finish(work);
      this.picture.value = picture;
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
    if (this.#attended !== null) {
      this.row.value = rowOf(this.#core, found.tokens, row);
      return;
    }
    this.#asking.row = row;
    void this.#serve();
  }

  /** Answers what was asked last; what was asked before is no longer wanted. */
  async #serve(): Promise<void> {
    const turn = this.#turn;
    if (this.#busy || this.#engine === null || this.status.peek().kind !== "ready") return;
    this.#busy = true;
    try {
      const engine = await this.#engine;
      while (turn === this.#turn && (this.#asking.row !== null || this.#asking.area !== null)) {
        const { row, area } = this.#asking;
        if (row !== null) {
          this.#asking.row = null;
          const answer = await engine.ask({ kind: "row", row });
          if (turn === this.#turn) this.row.value = answer.row;
        } else if (area !== null) {
          this.#asking.area = null;
          const answer = await engine.ask({ kind: "look", area, dots: this.#dots, whole: false });
          if (turn !== this.#turn) return;
          batch(() => {
            this.picture.value = answer.picture;
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

function finish<T>(work: Work<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}
