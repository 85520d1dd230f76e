import {
  choice,
  type Fault,
  fault,
  flag,
  flags,
  type Grammar,
  matrix,
  names,
  number,
  oneOf,
  pair,
  place,
  places,
  some,
  vector,
  whole,
} from "./link-values.ts";
import { sceneState } from "./scenes.ts";
import {
  controls,
  estimators,
  heads,
  inChain,
  type Language,
  languages,
  maxFeatures,
  maxItems,
  maxResults,
  maxSets,
  maxTokens,
  normalizers,
  type Opened,
  type Options,
  type Parameters,
  paces,
  properties,
  type State,
  sceneIds,
  scores,
  themes,
  updates,
  views,
} from "./state.ts";
import { languageOf } from "./text/index.ts";

/** What a link says: a state, and the form in which the page is to show it (null: its own). */
export interface Link extends State {
  readonly mode: Mode | null;
}

export const modes = ["page", "embed", "present", "worksheet", "predict", "results"] as const;
export type Mode = (typeof modes)[number];

/** One key of a link. */
export interface Entry {
  readonly key: string;
  /** Written even where it says the default: links that say so outlive a change of the default. */
  readonly always: boolean;
  /** `link` with what `text` says. */
  readonly read: (text: string, link: Link) => Link | Fault;
  /** Undefined where there is nothing to say. */
  readonly write: (link: Link) => string | undefined;
  /** `link` with what another one says of this key. */
  readonly take: (link: Link, from: Link) => Link;
  /** What its values look like, in a pattern. */
  readonly outline: string | null;
}

const entry = <T>(
  key: string,
  grammar: Grammar<T>,
  get: (link: Link) => T | undefined,
  set: (link: Link, value: T) => Link,
  always = false,
  take = (link: Link, from: Link): Link => {
    const value = get(from);
    return value === undefined ? link : set(link, value);
  },
): Entry => ({
  key,
  always,
  take,
  outline: grammar.outline,
  read: (text, link) => {
    const read = grammar.read(text);
    return "fault" in read ? read : set(link, read.value);
  },
  write: (link) => {
    const value = get(link);
    return value === undefined ? undefined : grammar.write(value);
  },
});

/** A key for a property of the state. */
const property = <K extends keyof Link>(
  key: string,
  name: K,
  grammar: Grammar<NonNullable<Link[K]>>,
  always = false,
): Entry =>
  entry(
    key,
    grammar,
    (link) => link[name] ?? undefined,
    (link, value) => ({ ...link, [name]: value }),
    always,
    (link, from) => ({ ...link, [name]: from[name] }),
  );

/** A key for a parameter of the score functions. */
const parameter = <K extends keyof Parameters>(
  key: string,
  name: K,
  grammar: Grammar<NonNullable<Parameters[K]>>,
): Entry =>
  entry<NonNullable<Parameters[K]>>(
    key,
    grammar,
    (link) => link.parameters[name] ?? undefined,
    (link, value) => ({ ...link, parameters: { ...link.parameters, [name]: value } }),
  );

/** A key for what only some views look at. */
const option = <K extends keyof Options>(
  key: string,
  name: K,
  grammar: Grammar<NonNullable<Options[K]>>,
): Entry =>
  entry<NonNullable<Options[K]>>(
    key,
    grammar,
    (link) => link.options[name] ?? undefined,
    (link, value) => ({ ...link, options: { ...link.options, [name]: value } }),
    false,
    (link, from) => ({ ...link, options: { ...link.options, [name]: from.options[name] } }),
  );

/** `sparsemax.ratio-independent`: the normaliser, and the property that it lacks. */
const opened: Grammar<Opened> = {
  read: (text) => {
    const [kind, property] = text.split(".", 2);
    const read = {
      kind: normalizers.find((k) => k === kind),
      property: properties.find((p) => p === property),
    };
    if (read.kind === undefined || read.property === undefined) return fault("choice", text);
    return { value: { kind: read.kind, property: read.property } };
  },
  write: ({ kind, property }) => `${kind}.${property}`,
  outline: `(?:${normalizers.join("|")})\\.(?:${properties.join("|")})`,
};

const positive = number((x) => x > 0 && x < Number.POSITIVE_INFINITY);

/** Keys of their own, or `x`: the values are the keys. */
const keys: Grammar<State["keys"]> = {
  read: (text) => (text === "x" ? { value: null } : matrix.read(text)),
  write: (rows) => (rows === null ? "x" : matrix.write(rows)),
  outline: matrix.outline,
};

/** `zh`, `zh-TW` or `en_GB` are written by hand: they name a language that we have. */
const language: Grammar<Language> = {
  read: (text) => {
    const value = languageOf(text);
    return value === undefined ? fault("choice", text) : { value };
  },
  write: (value) => value,
  outline: oneOf(languages.flatMap((value) => [value, ...value.split("-").slice(0, 1)])),
};

const steps = ["S1", "S2", "S3", "S4", "S5", "S6", "S7", "S8", "S9", "S7a", "S7b"] as const;

/** A scene brings its own numbers; `custom` brings none. */
const inScene = (link: Link, scene: State["scene"]): Link =>
  scene === "custom"
    ? { ...link, scene, values: [], keys: null, query: [] }
    : { ...link, ...sceneState(scene) };

/**
 * Every key of a link, in the order in which they are written. The order of reading is the same, and
 * the default of a key is what the ones before it leave: `x` stands in its scene, `split` in its step.
 */
export const schema: readonly Entry[] = [
  property("view", "view", choice(views), true),
  entry("scene", choice(sceneIds), (link) => link.scene, inScene, true),
  property("x", "values", matrix),
  entry(
    "k",
    keys,
    (link) => link.keys,
    (link, keys) => ({ ...link, keys }),
    false,
    (link, { keys }) => ({ ...link, keys }),
  ),
  property("q", "query", vector),
  property("labels", "labels", names(maxItems)),
  property("features", "features", names(maxFeatures)),
  property("mask", "mask", flags),
  property("score", "score", choice(scores)),
  parameter("w", "W", matrix),
  parameter("wq", "Wq", matrix),
  parameter("u", "U", matrix),
  parameter("vv", "v", vector),
  parameter("sigma", "sigma", positive),
  property(
    "t",
    "temperature",
    number((temperature) => temperature >= 0),
  ),
  entry(
    "step",
    choice(steps),
    (link) => inChain(link.step, link.split),
    (link, step) => ({ ...link, step, split: step === "S7a" || step === "S7b" }),
    true,
  ),
  entry(
    "split",
    flag,
    (link) => link.split,
    (link, split) => ({ ...link, split, step: inChain(link.step, split) }),
  ),
  property("article", "article", flag),
  option("axes", "axes", pair),
  option("kaxes", "keyAxes", pair),
  option("every", "everyFeature", flag),
  option("pace", "pace", choice(paces)),
  option("unshifted", "unshifted", flag),
  option(
    "place",
    "place",
    number((place) => place >= 0 && place <= 1),
  ),
  option("start", "start", vector),
  option("sat", "saturated", flag),
  option("est", "estimators", some(estimators)),
  option("at", "at", whole(0, updates)),
  option("eta", "eta", positive),
  option("lambda", "lambda", positive),
  option("seed", "seed", whole(0, 2 ** 32 - 1)),
  option("shift", "shift", number(Number.isFinite)),
  option(
    "alpha",
    "alpha",
    number((alpha) => alpha >= 1 && alpha < Number.POSITIVE_INFINITY),
  ),
  option("del", "deleted", places),
  option("norm", "normalizer", choice(normalizers)),
  option("open", "opened", opened),
  option("item", "followed", place),
  option("causal", "causal", flag),
  option("n", "tokens", whole(1, maxTokens)),
  option("own", "own", flag),
  option("head", "head", whole(0, heads - 1)),
  option("tq", "queries", matrix),
  option("tk", "tokenKeys", matrix),
  option("tv", "tokenValues", matrix),
  option("ta", "attention", matrix),
  option("tl", "tokenNames", names(maxItems)),
  option("seen", "seen", flag),
  option("sets", "sets", whole(0, maxSets)),
  option("answers", "answers", flag),
  option("results", "results", names(maxResults)),
  property("hide", "hide", some(controls)),
  property("lang", "language", language, true),
  property("theme", "theme", choice(themes)),
  property("mode", "mode", choice(modes)),
];

export const keysOfLinks: ReadonlySet<string> = new Set(schema.map(({ key }) => key));
