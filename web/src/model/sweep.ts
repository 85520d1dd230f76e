import { type Core, SoftmaxBridgeError, type Sweep } from "../core/core.ts";
import { deriveInput } from "./input.ts";
import type { Shown, Store } from "./store.ts";
import { axisFrom, axisTo } from "./temperature.ts";

/** Everything that depends on τ, from τ → 0 to τ → ∞. An entry per temperature. */
export interface Curves extends Sweep {
  readonly temperatures: readonly number[];
  /** τ log n, the bound of L − m: what n equal scores have. */
  readonly bound: Float64Array;
  /** Where the axis begins and ends among the temperatures (inclusive). */
  readonly axis: readonly [first: number, last: number];
}

const powers = (from: number, to: number, perOctave: number): number[] =>
  Array.from({ length: (to - from) * perOctave }, (_, k) => 2 ** (from + k / perOctave));

const axisPowers: readonly [number, number] = [Math.log2(axisFrom), Math.log2(axisTo)];

/** Samples in an octave of the axis: enough that a polyline looks like the curve. */
export const samplesPerOctave = 12;

/** Beyond the axis only the path of the output is drawn, wherever it leads. */
const before = [0, ...powers(-16, axisPowers[0], 3)];
const onAxis = [...powers(...axisPowers, samplesPerOctave), axisTo];
const after = powers(axisPowers[1], 24, 3).slice(1);
const temperatures: readonly number[] = [...before, ...onAxis, ...after, Number.POSITIVE_INFINITY];

/** The curves of what is shown, or null where some temperature has no answer. */
export function curvesOf(core: Core, shown: Shown): Curves | null {
  try {
    const sweep = core.sweep(deriveInput(shown.state), temperatures);
    const { lseMinusMax } = core.sweep(equalScores(shown), temperatures);
    const axis = [before.length, before.length + onAxis.length - 1] as const;
    return { ...sweep, temperatures, bound: lseMinusMax, axis };
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

export function instantOf(core: Core, shown: Shown): Instant {
  const now = [shown.state.temperature];
  return {
    slope: core.sweep(deriveInput(shown.state), now).outputSlope.data,
    bound: core.sweep(equalScores(shown), now).lseMinusMax[0] ?? Number.NaN,
  };
}

const equalScores = ({ facts }: Shown): { readonly scores: Float64Array } => ({
  scores: new Float64Array(facts.attended),
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
