import { type Core, SoftmaxBridgeError, type Sweep } from "../core/core.ts";
import { deriveInput } from "./input.ts";
import type { Shown, Store } from "./store.ts";
import { axisFrom, axisTo } from "./temperature.ts";

/** Everything that depends on τ, from τ → 0 to τ → ∞. An entry per temperature. */
export interface Curves extends Sweep {
  readonly temperatures: readonly number[];
  /** How many there are in an octave of the axis. */
  readonly perOctave: number;
  /** τ log n, the bound of L − m: what n equal scores have. */
  readonly bound: Float64Array;
  /** Where the axis begins and ends among the temperatures (inclusive). */
  readonly axis: readonly [first: number, last: number];
}

const powers = (from: number, to: number, perOctave: number): number[] =>
  Array.from({ length: (to - from) * perOctave }, (_, k) => 2 ** (from + k / perOctave));

const axisPowers: readonly [number, number] = [Math.log2(axisFrom), Math.log2(axisTo)];

/** Where the curves are sampled. */
interface Samples {
  readonly perOctave: number;
  readonly temperatures: readonly number[];
  readonly axis: Curves["axis"];
}

/** Beyond the axis only the path of the output is drawn, wherever it leads. */
function samples(perOctave: number, beyond: number): Samples {
  const [from, to] = axisPowers;
  const before = [0, ...powers(-16, from, beyond)];
  const onAxis = [...powers(from, to, perOctave), axisTo];
  const after = [...powers(to, 24, beyond).slice(1), Number.POSITIVE_INFINITY];
  return {
    perOctave,
    temperatures: [...before, ...onAxis, ...after],
    axis: [before.length, before.length + onAxis.length - 1],
  };
}

/** Enough that a polyline looks like the curve. */
const fine = samples(12, 3);
/** For so many numbers that the fine ones would hold up a drag. */
const coarse = samples(4, 1);
const many = 500;

/** The curves of what is shown, or null where some temperature has no answer. */
export function curvesOf(core: Core, shown: Shown): Curves | null {
  try {
    const { values } = shown.state;
    const size = values.length * (values[0]?.length ?? 0);
    const { perOctave, temperatures, axis } = size > many ? coarse : fine;
    const sweep = core.sweep(deriveInput(shown.state), temperatures);
    const { lseMinusMax } = core.sweep(equalScores(shown), temperatures);
    return { ...sweep, perOctave, temperatures, bound: lseMinusMax, axis };
  } catch (error) {
    if (error instanceof SoftmaxBridgeError) return null;
    throw error;
  }
}

/** What only the sweep knows of the present temperature. */
export interface Instant {
  /** do/dτ, d. */
  readonly slope: Float64Array;
  /** τ log n. */
  readonly bound: number;
}

function instantOf(core: Core, shown: Shown): Instant {
  const now = [shown.state.temperature];
  return {
    slope: core.sweep(deriveInput(shown.state), now).outputSlope.data,
    bound: core.sweep(equalScores(shown), now).lseMinusMax[0] ?? Number.NaN,
  };
}

const equalScores = ({ summary }: Shown): { readonly scores: Float64Array } => ({
  scores: new Float64Array(summary.attended),
});

/** The data that the curves follow from. */
const keys = ["values", "keys", "query", "score", "parameters", "mask"] as const;

interface Known {
  readonly of: Shown;
  readonly curves: Curves | null;
}

const knownCurves = new WeakMap<Store, Known>();
const knownInstants = new WeakMap<Store, { readonly of: Shown; readonly instant: Instant }>();

/** The curves of a store: worked out when its data change, not with every temperature. */
export function curvesIn(store: Store, shown: Shown): Curves | null {
  const known = knownCurves.get(store);
  if (known !== undefined && keys.every((key) => known.of.state[key] === shown.state[key]))
    return known.curves;
  const curves = curvesOf(store.core, shown);
  knownCurves.set(store, { of: shown, curves });
  return curves;
}

/** The same for every part of the view. */
export function instantIn(store: Store, shown: Shown): Instant {
  const known = knownInstants.get(store);
  if (known !== undefined && known.of.derivation === shown.derivation) return known.instant;
  const instant = instantOf(store.core, shown);
  knownInstants.set(store, { of: shown, instant });
  return instant;
}
