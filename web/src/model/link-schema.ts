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
  vector,
} from "./link-values.ts";
import { sceneState } from "./scenes.ts";
import {
  inChain,
  type Language,
  languages,
  maxFeatures,
  maxItems,
  type Parameters,
  type State,
  sceneIds,
  scores,
  themes,
  views,
} from "./state.ts";

/** What a link says: a state, and the form in which the page is to show it (null: its own). */
export interface Link extends State {
  readonly mode: Mode | null;
}

export const modes = ["page", "embed", "present", "worksheet", "predict"] as const;
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
}

const entry = <T>(
  key: string,
  grammar: Grammar<T>,
  get: (link: Link) => T | undefined,
  set: (link: Link, value: T) => Link,
  always = false,
): Entry => ({
  key,
  always,
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

/** Keys of their own, or `x`: the values are the keys. */
const keys: Grammar<State["keys"]> = {
  read: (text) => (text === "x" ? { value: null } : matrix.read(text)),
  write: (rows) => (rows === null ? "x" : matrix.write(rows)),
};

/** `zh`, `zh-TW` or `en_GB` are written by hand: they name a language that we have. */
const language: Grammar<Language> = {
  read: (text) => {
    const tag = /^(en|zh)(?![a-z])/i.exec(text)?.[1]?.toLowerCase();
    const value = languages.find((known) => known.slice(0, 2) === tag);
    return value === undefined ? fault("choice", text) : { value };
  },
  write: (value) => value,
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
 * A view that needs more adds its keys here.
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
  parameter(
    "sigma",
    "sigma",
    number((sigma) => sigma > 0 && sigma < Number.POSITIVE_INFINITY),
  ),
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
  property("lang", "language", language, true),
  property("theme", "theme", choice(themes)),
  property("mode", "mode", choice(modes)),
];

export const keysOfLinks: ReadonlySet<string> = new Set(schema.map(({ key }) => key));
