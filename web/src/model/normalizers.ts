import {
  type Core,
  type Derivation,
  type NormalizerKind,
  type Perturbation,
  type PropertyCheck,
  SoftmaxBridgeError,
  type Witness,
} from "../core/core.ts";
import { itemNames, keptFeatures } from "./names.ts";
import { maxItems, normalizers, type Options, type State } from "./state.ts";
import type { Shown } from "./store.ts";

/** What the core found out about each normaliser. */
export type Checks = ReadonlyMap<NormalizerKind, readonly PropertyCheck[]>;

/** The items that are taken out: those of the options that there are, as long as one is left. */
export function removedItems({ deleted }: Options, { scores }: Derivation): readonly number[] {
  const removed = deleted.filter((i) => i < scores.length);
  const stays = Array.from(
    scores,
    (score, i) => score > Number.NEGATIVE_INFINITY && !removed.includes(i),
  );
  return stays.includes(true) ? removed : [];
}

/** What a normaliser makes of the reader's scores, moved as the reader asks; null: it has no answer. */
export function perturbed(core: Core, shown: Shown, kind: NormalizerKind): Perturbation | null {
  const { state, derivation } = shown;
  const { shift, alpha } = state.options;
  return answer(() =>
    core.perturb(derivation.scores, {
      kind,
      temperature: state.temperature,
      alpha,
      shift,
      removed: removedItems(state.options, derivation),
      X: state.values,
    }),
  );
}

/** What the core answers, or null where there is no answer. */
export function answer<T>(ask: () => T): T | null {
  try {
    return ask();
  } catch (error) {
    if (error instanceof SoftmaxBridgeError) return null;
    throw error;
  }
}

/** The shifts at which L1 is 0/0, and from which down ReLU-L1 is: minus mean and minus maximum. */
export function undefinedShifts(
  core: Core,
  { state, derivation: { scores } }: Shown,
  removed: readonly number[],
): { readonly mean: number; readonly max: number } | null {
  const left = scores.map((score, i) => (removed.includes(i) ? Number.NEGATIVE_INFINITY : score));
  const uniform = answer(() =>
    core.derive({
      scores: left,
      temperature: Number.POSITIVE_INFINITY,
      derivatives: false,
    }),
  );
  if (uniform === null || state.values.length === 0) return null;
  return { mean: 0 - uniform.meanScore, max: 0 - uniform.max };
}

/** The search takes the reader's scores along up to this many items; beyond, it would be felt. */
export const maxSearched = 48;

/** Properties of one normaliser, sought for at the reader's scores too. */
export function checked(
  core: Core,
  { state, derivation }: Shown,
  kind: NormalizerKind,
): readonly PropertyCheck[] {
  const { temperature, options } = state;
  const scores = derivation.scores.length > maxSearched ? [] : derivation.scores;
  const { alpha } = options;
  return (
    answer(() => core.properties(kind, { scores, temperature, alpha })) ??
    core.properties(kind, { temperature, alpha })
  );
}

/** The part of a state that a change of the numbers replaces. */
type Edit = Partial<State>;

/**
 * What makes the table show a witness: its scores become the reader's own, as items of one feature
 * with the query 1, unless they are the reader's already; then what it does to them is done.
 */
export function witnessState(
  witness: Witness,
  { state, derivation }: Pick<Shown, "state" | "derivation">,
  kind: NormalizerKind,
): Edit {
  const { scores, temperature, given } = witness;
  const options = {
    ...state.options,
    shift: witness.shift,
    deleted: removedBy(witness, derivation),
    normalizer: kind,
  };
  if (given) return { temperature, options };
  return {
    scene: "custom",
    values: Array.from(scores, (score) => [score]),
    keys: null,
    query: [1],
    labels: null,
    features: null,
    score: "dot",
    parameters: {},
    temperature,
    mask: null,
    options: { ...options, followed: null, start: null },
  };
}

/** Whether the table shows a witness. */
export function isShown(witness: Witness, { state, derivation }: Shown): boolean {
  const { scores, temperature, shift, given } = witness;
  const { options } = state;
  const same =
    derivation.scores.length === scores.length &&
    derivation.scores.every((score, i) => score === scores[i]);
  return (
    (given || same) &&
    state.temperature === temperature &&
    options.shift === shift &&
    options.deleted.join() === removedBy(witness, derivation).join()
  );
}

/** The item that a witness takes out, by its place among all; witnesses leave out the masked ones. */
function removedBy({ removed, given }: Witness, { scores }: Derivation): readonly number[] {
  if (removed === null) return [];
  if (!given) return [removed];
  const attended = Array.from(scores.keys()).filter(
    (i) => (scores[i] ?? 0) > Number.NEGATIVE_INFINITY,
  );
  const place = attended[removed];
  return place === undefined ? [] : [place];
}

/** The same item once more, behind itself. */
export function duplicated(state: State, item: number): Edit {
  const { values, keys, mask, options } = state;
  if (values[item] === undefined || values.length >= maxItems) return {};
  const twice = <T>(list: readonly T[]): T[] =>
    list.flatMap((entry, i) => (i === item ? [entry, entry] : [entry]));
  const deleted = options.deleted.flatMap((i) =>
    i < item ? [i] : i > item ? [i + 1] : [i, i + 1],
  );
  return {
    scene: "custom",
    values: twice(values),
    keys: keys === null ? null : twice(keys),
    labels: twice(itemNames(state)),
    features: keptFeatures(state),
    mask: mask === null ? null : twice(mask),
    options: { ...options, deleted },
  };
}

/** Which of the two properties each normaliser has. */
interface Sets {
  readonly shiftOnly: readonly NormalizerKind[];
  readonly ratioOnly: readonly NormalizerKind[];
  readonly both: readonly NormalizerKind[];
  readonly neither: readonly NormalizerKind[];
}

export function setsOf(checks: Checks): Sets {
  const has = (kind: NormalizerKind, property: PropertyCheck["property"]): boolean => {
    const check = checks.get(kind)?.find((c) => c.property === property);
    return check?.holds === "yes" || check?.holds === "limit";
  };
  const known = normalizers.filter((kind) => checks.has(kind));
  const where = (shift: boolean, ratio: boolean): NormalizerKind[] =>
    known.filter(
      (kind) => has(kind, "shift-invariant") === shift && has(kind, "ratio-independent") === ratio,
    );
  return {
    shiftOnly: where(true, false),
    ratioOnly: where(false, true),
    both: where(true, true),
    neither: where(false, false),
  };
}

/** What the best item has of all the weight, alone and as two. */
export interface PairShare {
  readonly name: string;
  readonly alone: number;
  readonly pair: number;
  readonly each: number;
  /** Its weight over that of another item. */
  readonly against: { readonly name: string; readonly alone: number; readonly pair: number } | null;
}

/**
 * Before and after a duplication by softmax: of the one that the reader has made, or else of the one
 * that can be made.
 */
export function pairShare(core: Core, { state, derivation, names }: Shown): PairShare | null {
  const { temperature } = state;
  const { scores, argmax } = derivation;
  if (temperature === 0 || temperature === Number.POSITIVE_INFINITY) return null;
  const name = names[argmax] ?? "";
  const twin = Array.from(scores.keys()).find(
    (i) => i !== argmax && names[i] === name && scores[i] === scores[argmax],
  );
  const best = scores[argmax] ?? 0;
  const all = twin === undefined ? Float64Array.of(...scores, best) : scores;
  const copy = twin ?? scores.length;
  const marks = Array.from(all, (_, i) => [i === argmax || i === copy ? 1 : 0]);
  const asked = { kind: "softmax", temperature } as const;
  const two = answer(() => core.perturb(all, { ...asked, X: marks }));
  const one = answer(() => core.perturb(all, { ...asked, removed: [copy] }));
  const merged = answer(() => core.smoothMax([best, best], { temperature }));
  if (two === null || one === null || merged === null) return null;
  const other = Array.from(all.keys()).find(
    (i) => i !== argmax && i !== copy && (all[i] ?? 0) > Number.NEGATIVE_INFINITY,
  );
  const ratio = (score: number): number | undefined => {
    const rival = all[other ?? 0] ?? 0;
    const pair = { ...asked, removed: [2], pair: [0, 1] } as const;
    return answer(() => core.perturb([score, rival, rival], pair))?.ratio?.before;
  };
  const [alone, pair] = [ratio(best), ratio(merged.logSumExp.value)];
  return {
    name,
    alone: one.weights[argmax] ?? 0,
    pair: two.output[0] ?? 0,
    each: two.weights[argmax] ?? 0,
    against:
      other === undefined || alone === undefined || pair === undefined
        ? null
        : { name: names[other] ?? "", alone, pair },
  };
}
