import { computed, effect, type ReadonlySignal, type Signal, signal } from "@preact/signals-core";
import {
  type Core,
  type Derivation,
  type Estimator,
  type JacobianIdentities,
  type Matrix,
  type OutputDifferences,
  type QueryLosses,
  type QueryLossesInput,
  type Run,
  SoftmaxBridgeError,
  type TrainInput,
} from "../core/core.ts";
import { reuse } from "./reuse.ts";
import { type Rows, saturation, updates } from "./state.ts";
import type { Shown, Store } from "./store.ts";
import {
  along,
  baseStart,
  canSample,
  direction,
  firstOverHalf,
  isSampled,
  joined,
  partOf,
  patience,
  runInput,
  runsOf,
  type Setup,
  scaled,
  scalings,
  setupOf,
  sizeOf,
  type Untrainable,
} from "./training.ts";

/** A run, or that its query ran away beyond what a float64 holds. */
export type Outcome = Run | "overflow";

/** Updates until the target has more than half the weight; Infinity: not within `patience`. */
export interface Escape {
  readonly scaling: number;
  /** Δ at the start. */
  readonly gap: number;
  readonly squaredError: number;
  readonly crossEntropy: number;
}

export interface Escapes {
  readonly points: readonly Escape[];
  /** Squared error from the saturated start, with saturation·τ and saturation²·η. */
  readonly remedy: number | null;
  readonly patience: number;
}

/** What the runs of one setup have come to so far. */
export interface Results {
  readonly setup: Setup;
  readonly runs: ReadonlyMap<Estimator, readonly Outcome[]>;
  readonly escapes: Escapes;
}

/** The line through query space from the start to the query of the derivation. */
export interface Line {
  readonly shown: Shown;
  readonly start: readonly number[];
  readonly end: readonly number[];
  readonly target: number;
  /** Places from 0 to 1, and the losses there; null where a query on the way has no answer. */
  readonly places: readonly number[];
  readonly losses: QueryLosses | null;
}

/** A point of the line. */
export interface Point {
  readonly place: number;
  readonly query: readonly number[];
  readonly derivation: Derivation;
  readonly losses: QueryLosses;
  /** null where the Jacobian is infinite: of a tie, as τ → 0. */
  readonly identities: JacobianIdentities | null;
  /** ∂onehot/∂α; null at a tie, where there is none. */
  readonly hardJacobian: Matrix | null;
  readonly differences: OutputDifferences | null;
}

/**
 * The experiments of the view `gradient` on a store's numbers. What takes long is done in slices
 * between which the page answers, and remembered for the setups that were looked at last.
 */
export class Lab {
  /** What temperature and step size were before the remedy. */
  readonly remedied: Signal<{ readonly temperature: number; readonly eta: number } | null> =
    signal(null);

  readonly line: ReadonlySignal<Line | null>;
  readonly point: ReadonlySignal<Point | null>;
  /** ‖∂p/∂α‖∞ in the limit τ → 0 where the point stands; null where there is none: at a tie. */
  readonly cold: ReadonlySignal<number | null>;
  readonly setup: ReadonlySignal<Setup | Untrainable | null>;
  readonly results: ReadonlySignal<Results | null>;

  readonly #core: Core;
  readonly #results: Signal<Results | null> = signal(null);
  readonly #known: Map<Setup, Results>;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #stop: () => void;

  constructor(store: Store) {
    this.#core = store.core;
    this.results = this.#results;
    const { setups, known } = memoryOf(store);
    this.#known = known;

    const place = computed(() => store.part("options").place);
    // A change of what is merely looked at, as `at`, must not work anything out anew.
    let parts: readonly unknown[] = [];
    let shown: Shown | null = null;
    const data = computed((): Shown | null => {
      const now = store.shown.value;
      if (now === null) return null;
      const { start, saturated, eta, lambda, seed } = now.state.options;
      const next = [now.derivation, now.names, start, saturated, eta, lambda, seed];
      const same = reuse(parts, next) === parts;
      if (!same || shown === null) [parts, shown] = [next, now];
      return shown;
    });
    const ends = computed(() => {
      const now = data.value;
      if (now === null) return null;
      const base = baseStart(now.state);
      const { saturated } = now.state.options;
      return { shown: now, start: saturated ? scaled(base, saturation) : base };
    });
    this.line = computed(() => {
      const now = ends.value;
      return now === null ? null : lineOf(this.#core, now.shown, now.start);
    });
    this.point = computed(() => {
      const line = this.line.value;
      return line === null ? null : pointOf(this.#core, line, place.value);
    });
    this.cold = computed(() => {
      const scores = this.point.value?.derivation.scores;
      if (scores === undefined) return null;
      return attempt(() => {
        const { jacobian } = this.#core.normalize(scores, { kind: "softmax", temperature: 0 });
        return jacobian === null ? null : this.#core.jacobianIdentities(jacobian).norm;
      });
    });
    // Links that differ in nothing that matters share a setup, and with it the runs.
    this.setup = computed(() => {
      const now = data.value;
      if (now === null) return null;
      const found = setupOf(now.state, now.derivation.argmax);
      if (typeof found === "string") return found;
      const key = JSON.stringify(found);
      const known = setups.get(key) ?? found;
      setups.delete(key);
      setups.set(key, known);
      for (const [old, forgotten] of setups) {
        if (setups.size <= remembered) break;
        setups.delete(old);
        this.#known.delete(forgotten);
      }
      return known;
    });
    let wanted: readonly Estimator[] = [];
    const chosen = computed(() => {
      wanted = reuse(wanted, store.state.value.options.estimators);
      return wanted;
    });
    this.#stop = effect(() => {
      const setup = this.setup.value;
      const estimators = chosen.value;
      clearTimeout(this.#timer);
      if (setup === null || typeof setup === "string") this.#results.value = null;
      else this.#work(setup, estimators);
    });
  }

  dispose(): void {
    this.#stop();
    clearTimeout(this.#timer);
  }

  #work(setup: Setup, estimators: readonly Estimator[]): void {
    let results = this.#known.get(setup) ?? {
      setup,
      runs: new Map<Estimator, readonly Outcome[]>(),
      escapes: { points: [], remedy: null, patience: patience(setup) },
    };
    this.#results.value = results;
    const jobs = this.#jobs(results, estimators);
    const slice = (): void => {
      const end = performance.now() + sliceLength;
      let done = false;
      do {
        const next = jobs.next();
        if (next.done) done = true;
        else if (next.value !== null) results = next.value;
      } while (!done && performance.now() < end);
      this.#known.set(setup, results);
      if (this.#results.peek() !== results) this.#results.value = results;
      if (!done) this.#timer = setTimeout(slice);
    };
    this.#timer = setTimeout(slice);
  }

  /** Job after job, each short, with the results so far; null where a job was only a part of one. */
  *#jobs(known: Results, estimators: readonly Estimator[]): Generator<Results | null, void> {
    let results = known;
    const { setup } = results;
    const most = Math.max(...estimators.map(runsOf));
    for (let k = 0; k < most; k += 1)
      for (const estimator of estimators) {
        const runs = results.runs.get(estimator) ?? [];
        if (k >= runsOf(estimator) || k < runs.length) continue;
        if (isSampled(estimator) && !canSample(setup)) continue;
        const outcome = yield* this.#whole(runInput(setup, estimator, k), estimator);
        results = {
          ...results,
          runs: new Map(results.runs).set(estimator, [...runs, outcome]),
        };
        yield results;
      }
    const { temperature, eta } = setup;
    for (const scaling of scalings.slice(results.escapes.points.length)) {
      const q = scaled(setup.base, scaling);
      const point: Escape = {
        scaling,
        gap: this.#gap(setup, q),
        squaredError: yield* this.#escape(setup, { q, temperature, eta, estimator: "soft-mse" }),
        crossEntropy: yield* this.#escape(setup, { q, temperature, eta, estimator: "soft-ce" }),
      };
      const { escapes } = results;
      results = { ...results, escapes: { ...escapes, points: [...escapes.points, point] } };
      yield results;
    }
    if (results.escapes.remedy !== null) return;
    const remedy = yield* this.#escape(setup, {
      q: scaled(setup.base, saturation),
      temperature: temperature * saturation,
      eta: eta * saturation ** 2,
      estimator: "soft-mse",
    });
    yield { ...results, escapes: { ...results.escapes, remedy } };
  }

  /** All updates of a run, in parts where there is much to do. */
  *#whole(input: TrainInput, estimator: Estimator): Generator<null, Outcome> {
    const part = partOf(input.X as Rows);
    if (isSampled(estimator) || part >= updates) return this.#run(input);
    let run = this.#run({ ...input, steps: part });
    while (run !== "overflow" && run.q.rows <= updates) {
      yield null;
      const q = run.q.data.slice(-run.q.cols);
      const next = this.#run({ ...input, q, steps: Math.min(part, updates + 1 - run.q.rows) });
      run = next === "overflow" ? next : joined(run, next);
    }
    return run;
  }

  #run(input: TrainInput): Outcome {
    try {
      return this.#core.train(input);
    } catch (error) {
      if (error instanceof SoftmaxBridgeError) return "overflow";
      throw error;
    }
  }

  #gap({ X, temperature }: Setup, q: readonly number[]): number {
    const found = attempt(() => this.#core.derive({ X, q, temperature, derivatives: false }));
    return found === null ? Number.NaN : found.gap;
  }

  /** Trains on in parts, each from where the last one ended. */
  *#escape(
    { X, target }: Setup,
    { q, ...rest }: Pick<TrainInput, "q" | "temperature" | "eta" | "estimator">,
  ): Generator<null, number> {
    const steps = partOf(X);
    let at: TrainInput["q"] = q;
    for (let passed = 0; passed < patience({ X }); passed += steps) {
      const part = this.#run({ X, target, q: at, steps, ...rest });
      if (part === "overflow") return Number.NaN;
      const found = firstOverHalf(part);
      if (found !== null) return passed + found;
      at = part.q.data.slice(-part.q.cols);
      yield null;
    }
    return Number.POSITIVE_INFINITY;
  }
}

/** What was worked out for a figure, which is there when its reader comes back to the view. */
interface Memory {
  readonly setups: Map<string, Setup>;
  readonly known: Map<Setup, Results>;
}
const memories = new WeakMap<Store, Memory>();

function memoryOf(store: Store): Memory {
  const memory = memories.get(store) ?? { setups: new Map(), known: new Map() };
  memories.set(store, memory);
  return memory;
}

/** How many setups keep their runs. */
const remembered = 6;

/** ms after which a slice ends. */
const sliceLength = 8;

function attempt<T>(ask: () => T): T | null {
  try {
    return ask();
  } catch (error) {
    if (error instanceof SoftmaxBridgeError) return null;
    throw error;
  }
}

/** The input of the derivation, but for the query. */
function attention({ state }: Shown): Omit<QueryLossesInput, "queries" | "target"> {
  return {
    X: state.values,
    score: state.score,
    parameters: state.parameters,
    temperature: state.temperature,
    ...(state.keys === null ? {} : { K: state.keys }),
    ...(state.mask === null ? {} : { mask: state.mask }),
  };
}

function lineOf(core: Core, shown: Shown, start: readonly number[]): Line {
  const { state, derivation } = shown;
  const end = state.query;
  const target = derivation.argmax;
  const most = Math.floor(2 ** 16 / sizeOf(state.values));
  const intervals = Math.max(24, Math.min(512, most));
  const places = Array.from({ length: intervals + 1 }, (_, k) => k / intervals);
  const losses = attempt(() =>
    core.queryLosses({
      ...attention(shown),
      queries: places.map((place) => along(start, end, place)),
      target,
    }),
  );
  return { shown, start, end, target, places, losses };
}

function pointOf(core: Core, { shown, start, end, target }: Line, place: number): Point | null {
  const query = along(start, end, place);
  const input = attention(shown);
  return attempt(() => {
    const derivation = core.derive({ ...input, q: query });
    const losses = core.queryLosses({
      ...input,
      queries: [query],
      target,
      direction: direction(start, end),
    });
    return {
      place,
      query,
      derivation,
      losses,
      identities: attempt(() => core.jacobianIdentities(derivation.jacobian)),
      hardJacobian: core.normalize(derivation.scores, { kind: "hard" }).jacobian,
      differences:
        sizeOf(shown.state.values) * query.length > 2 ** 14
          ? null
          : attempt(() => core.outputDifferences({ ...input, q: query })),
    };
  });
}
