/** What the opening shows: how the pick and the soft output follow each component of the query. */
import { type Core, SoftmaxBridgeError } from "../core/core.ts";
import { deriveInput } from "./input.ts";
import type { State } from "./state.ts";
import { translations } from "./text/index.ts";

/** A stretch of a knob on which the pick is the same. */
export interface Tread {
  readonly pick: number;
  /** How much of the knob's feature the pick has. */
  readonly height: number;
  readonly from: number;
  readonly to: number;
}

/** All that one knob can do while the others stand still. */
export interface KnobCurve {
  readonly treads: readonly Tread[];
  /** The same of the soft output; gaps where there is no answer. */
  readonly soft: ReadonlyArray<readonly [at: number, height: number]>;
}

/** Sampled intervals of a knob, and how often one with a jump in it is halved to find where. */
const intervals = 32;
const halvings = 6;

/** Whether features are called by words that can stand in "something red": those of the first scene. */
export const areQualities = (features: readonly string[], { language }: State): boolean =>
  features.every((name) => translations[language].sceneNames.apple.features.includes(name));

/** The curves of a knob, remembered while nothing but the knob itself is turned. */
export class KnobCurves {
  readonly #known = new Map<
    number,
    { readonly key: readonly unknown[]; readonly curve: KnobCurve }
  >();

  of(core: Core, state: State, component: number, limit: number): KnobCurve {
    const { values, score, parameters, temperature, mask, query } = state;
    const others = query.with(component, 0);
    const key = [values, score, parameters, temperature, mask, limit, ...others];
    const known = this.#known.get(component);
    if (known?.key.length === key.length && known.key.every((part, i) => Object.is(part, key[i])))
      return known.curve;
    const curve = curveOf(core, state, component, limit);
    this.#known.set(component, { key, curve });
    return curve;
  }
}

interface Sample {
  readonly at: number;
  /** −1 where there is no answer. */
  readonly pick: number;
  readonly hard: number;
  readonly soft: number;
}

function curveOf(core: Core, state: State, component: number, limit: number): KnobCurve {
  const sample = (at: number): Sample => {
    try {
      const query = state.query.with(component, at);
      const d = core.derive({ ...deriveInput({ ...state, query }), derivatives: false });
      const [hard = Number.NaN, soft = Number.NaN] = [d.hardOutput, d.softOutput].map(
        (output) => output[component],
      );
      return { at, pick: d.argmax, hard, soft };
    } catch (error) {
      if (!(error instanceof SoftmaxBridgeError)) throw error;
      return { at, pick: -1, hard: Number.NaN, soft: Number.NaN };
    }
  };
  const samples = Array.from({ length: intervals + 1 }, (_, k) =>
    sample(-limit + (2 * limit * k) / intervals),
  );
  const treads: Tread[] = [];
  const add = ({ pick, hard }: Sample, from: number, to: number): void => {
    const last = treads.at(-1);
    if (last?.pick === pick) treads[treads.length - 1] = { ...last, to };
    else treads.push({ pick, height: hard, from, to });
  };
  const walk = (a: Sample, b: Sample, depth: number): void => {
    const middle = (a.at + b.at) / 2;
    if (a.pick === b.pick) add(a, a.at, b.at);
    else if (depth === 0) {
      add(a, a.at, middle);
      add(b, middle, b.at);
    } else {
      const between = sample(middle);
      walk(a, between, depth - 1);
      walk(between, b, depth - 1);
    }
  };
  samples.slice(1).forEach((b, k) => {
    walk(samples[k] as Sample, b, halvings);
  });
  return {
    treads: treads.filter(({ pick }) => pick >= 0),
    soft: samples.map(({ at, soft }) => [at, soft] as const),
  };
}
