import type { Estimator, NormalizerKind, Property, Score, StepId } from "../core/core.ts";
import type { Language } from "./text/index.ts";

export { estimators, normalizers, properties, scores } from "../core/names.ts";
export { type Language, languages } from "./text/index.ts";

/** Everything a link carries: the data, and how they are looked at. Immutable; changes make a new one. */
export interface State {
  readonly view: ViewId;
  readonly step: StepId;
  /** Whether the chain shows S7 as its two half-steps S7a and S7b. */
  readonly split: boolean;
  readonly scene: SceneId;
  /** Values, n × d. */
  readonly values: Rows;
  /** Keys, n × d_k, where they are not the values. */
  readonly keys: Rows | null;
  readonly query: readonly number[];
  /** Names the reader gave; null where the scene's own names (in the reader's language) stand. */
  readonly labels: readonly string[] | null;
  readonly features: readonly string[] | null;
  readonly score: Score;
  readonly parameters: Parameters;
  /** τ, from 0 (labelled limit: hard) to Infinity (labelled limit: uniform). */
  readonly temperature: number;
  /** true = attend; null = attend to all. */
  readonly mask: readonly boolean[] | null;
  /** Whether the line of the source article stands beside ours. */
  readonly article: boolean;
  readonly options: Options;
  /** The controls that a teacher has taken away. */
  readonly hide: readonly Control[];
  readonly language: Language;
  readonly theme: Theme;
}

/** What only some of the views look at. */
export interface Options {
  // every view
  /** The features chosen for a plane of values, across and up; null: those that are best as it opens. */
  readonly axes: Pair | null;
  /** The same for a plane of keys. */
  readonly keyAxes: Pair | null;
  /** Whether every feature has its row, and not only the main ones. */
  readonly everyFeature: boolean;

  // derive
  /** How fast the steps play, against the time that it takes to read them. */
  readonly pace: Pace;
  /** Whether the weights are shown as they come out without subtracting the maximum. */
  readonly unshifted: boolean;

  // gradient
  /** Where on the line from the start to the query the point stands, from 0 to 1. */
  readonly place: number;
  /** Where training starts; null: the scene's own start. */
  readonly start: readonly number[] | null;
  /** Whether the start is `saturation` times as long. */
  readonly saturated: boolean;
  /** The estimators that are drawn. */
  readonly estimators: readonly Estimator[];
  /** The update that is looked at, from 0 to `updates`. */
  readonly at: number;
  /** Step size η > 0 of the training. */
  readonly eta: number;
  /** Temperature λ > 0 of Gumbel-softmax. */
  readonly lambda: number;
  /** Seed of everything that is drawn at random, a whole number below 2³². */
  readonly seed: number;

  // normalizers
  /** What is added to every score. */
  readonly shift: number;
  /** α ≥ 1 of entmax. */
  readonly alpha: number;
  /** Items taken out, by their place. */
  readonly deleted: readonly number[];
  /** The normaliser whose output and Jacobian are shown. */
  readonly normalizer: NormalizerKind;
  /** The counterexample that is open. */
  readonly opened: Opened | null;
  /** The item whose score the smooth maxima follow; null: the best one. */
  readonly followed: number | null;

  // scale
  readonly causal: boolean;
  /** How many random tokens; null: the preset sentence, or the reader's own. */
  readonly tokens: number | null;
  /** Whether the items of the data are the tokens, each a query of itself, and not the sentence. */
  readonly own: boolean;
  /** The head of the sentence that is looked at, from 0. */
  readonly head: number;
  /** What the reader has pasted of a model; null: nothing. Whether it fits together is scale/pasted.ts. */
  readonly queries: Rows | null;
  readonly tokenKeys: Rows | null;
  readonly tokenValues: Rows | null;
  readonly attention: Rows | null;
  readonly tokenNames: readonly string[] | null;

  // predict
  /** Whether the steps before the one of the link have been seen: then none of them is asked about. */
  readonly seen: boolean;

  // worksheet
  /** How many sheets, each with a query of its own drawn by the seed; 0: one, with the query that is set. */
  readonly sets: number;
  /** Whether the answers come along. */
  readonly answers: boolean;

  // results
  /** What a class has handed in: codes, each behind a name if one was given. */
  readonly results: readonly string[];
}

export const paces = ["0.5", "1", "2"] as const;
export type Pace = (typeof paces)[number];

/** Two that differ. */
export type Pair = readonly [across: number, up: number];

export interface Opened {
  readonly kind: NormalizerKind;
  readonly property: Property;
}

/** What can be taken away, by the keys of links that it would change; `controls` are all of them. */
export const controls = [
  "controls",
  "view",
  "scene",
  "x",
  "q",
  "score",
  "t",
  "step",
  "article",
  "share",
  "lang",
  "theme",
] as const;
export type Control = (typeof controls)[number];

/** Updates of the training. */
export const updates = 400;

/** How much longer the saturated start is. */
export const saturation = 8;

/** Heads of the preset sentence. */
export const heads = 3;

/** How many random tokens a reader may ask for. */
export const maxTokens = 32768;

/** How many sheets are drawn at once, and how many results stand in a table. */
export const maxSets = 40;
export const maxResults = 1000;

export type Rows = ReadonlyArray<readonly number[]>;

/** How much a reader may bring: n ≤ 256 items of d ≤ 64 features. */
export const maxItems = 256;
export const maxFeatures = 64;

/** Parameters of the score functions; what is absent is the core's default (identities, ones, 1). */
export interface Parameters {
  readonly W?: Rows;
  readonly Wq?: Rows;
  readonly U?: Rows;
  readonly v?: readonly number[];
  readonly sigma?: number;
}

export const views = ["derive", "temperature", "gradient", "normalizers", "scale"] as const;
export type ViewId = (typeof views)[number];

export const sceneIds = [
  "apple",
  "plane",
  "tie",
  "overflow",
  "false-tie",
  "journey",
  "self-attention",
  "custom",
] as const;
export type SceneId = (typeof sceneIds)[number];

export const themes = ["auto", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

const wholeChain = ["S1", "S2", "S3", "S4", "S5", "S6", "S7", "S8", "S9"] as const;
const splitChain = ["S1", "S2", "S3", "S4", "S5", "S6", "S7a", "S7b", "S8", "S9"] as const;

/** The steps in the order in which the reader walks them. */
export const chain = (split: boolean): readonly StepId[] => (split ? splitChain : wholeChain);

/** Position of a step along the chain of nine: S7a and S7b both stand where S7 does. */
export const stepNumber = (step: StepId): number => Number(step[1]);

/** The same step in the other form of the chain. */
export function inChain(step: StepId, split: boolean): StepId {
  if (split) return step === "S7" ? "S7b" : step;
  return step === "S7a" || step === "S7b" ? "S7" : step;
}
