/**
 * Links, version 1: `v=1&c=39.4b5529ce&view=derive&scene=apple&step=S6&lang=en`.
 * The contract is docs/link-format.md. Its keys are in link-schema.ts, how their values are spelled in
 * link-values.ts, what must fit together in link-fit.ts, length and check in link-envelope.ts.
 */
import type { ErrorCode } from "../core/core.ts";
import { openPart, type Part, seal } from "./link-envelope.ts";
import { firstScene, fitted } from "./link-fit.ts";
import type { Notice } from "./link-notice.ts";
import { type Link, type Mode, schema } from "./link-schema.ts";
import type { Fault } from "./link-values.ts";
import { initialState } from "./scenes.ts";
import type { State } from "./state.ts";

export { firstScene } from "./link-fit.ts";
export type { Notice } from "./link-notice.ts";
export { noticeText } from "./link-notice.ts";
export { keysOfLinks, type Mode } from "./link-schema.ts";

/** What is written now. */
const linkVersion = 1;

/** The pairs of a link of one version, as the next version spells them. */
type Migration = (pairs: ReadonlyMap<string, string>) => ReadonlyMap<string, string>;

/** `migrations[n]` leads from version n to n + 1. */
const migrations: Readonly<Record<number, Migration>> = {};

/** What an address says. */
export interface Reading {
  readonly state: State;
  /** The form that it asks for, or null. */
  readonly mode: Mode | null;
  /** Empty exactly where everything that was said is used. */
  readonly notices: readonly Notice[];
  /** Whether a step is named: without one, the full page begins at its opening. */
  readonly begun?: true;
  /** Nothing was said: the state is the initial one. */
  readonly empty: boolean;
}

interface WriteOptions {
  readonly mode?: Mode;
  /** The step is left out: the page is at its opening. */
  readonly opening?: boolean;
}

/** The fragment (or query) that says all of a state, without its `#`. */
export function writeLink(state: State, { mode, opening }: WriteOptions = {}): string {
  const link: Link = { ...state, mode: mode ?? null };
  let base: Link = { ...initialState, mode: null };
  const pairs: string[] = [];
  for (const { key, always, read, write } of schema) {
    const text = write(link);
    if (text === undefined || (opening && key === "step")) continue;
    if (always || text !== write(base)) pairs.push(`${key}=${text}`);
    // What the next keys need not repeat.
    const next = read(text, base);
    if (!("fault" in next)) base = next;
  }
  return seal(linkVersion, pairs.join("&"));
}

/** What the reader prefers, where the link does not say. */
type Preferences = Partial<Pick<State, "language" | "theme">>;

export interface ReadOptions {
  readonly preferences?: Preferences;
  readonly version?: number;
  readonly migrations?: Readonly<Record<number, Migration>>;
}

/** Reads the two halves of an address; key by key the fragment wins. Takes any text, never throws. */
export function readLink(fragment: string, query = "", options: ReadOptions = {}): Reading {
  const version = options.version ?? linkVersion;
  const parts = [query, fragment].map((half) => openPart(half, version));
  const pairs = new Map(
    parts.flatMap((part) => [...migrated(part, version, options.migrations ?? migrations)]),
  );
  const reading = readPairs(pairs, options.preferences);
  return {
    ...reading,
    notices: [...parts.flatMap((part) => part.notices), ...reading.notices],
    empty: parts.every((part) => !part.ours),
  };
}

function migrated(
  part: Part,
  version: number,
  migrations: Readonly<Record<number, Migration>>,
): ReadonlyMap<string, string> {
  let pairs = part.pairs;
  if (pairs.size === 0) return pairs;
  for (let v = part.version; v < version; v++) pairs = migrations[v]?.(pairs) ?? pairs;
  return pairs;
}

/** The keys of the numbers and of what they are called: they say one thing together. */
const dataKeys = "scene x k q labels features mask w wq u vv sigma".split(" ");

/**
 * A state with what another one says of some keys, and the keys that this came to: those of the data
 * all go where one of them goes.
 */
export function taken(
  state: State,
  from: State,
  keys: ReadonlySet<string>,
): [state: State, keys: ReadonlySet<string>] {
  const all = new Set(dataKeys.some((key) => keys.has(key)) ? [...keys, ...dataKeys] : keys);
  let link: Link = { ...state, mode: null };
  for (const { key, take } of schema) if (all.has(key)) link = take(link, { ...from, mode: null });
  const { mode, ...next } = link;
  return [next, all];
}

/** Reads keys and values as they stand in a link, or in the attributes of the element. */
export function readPairs(
  pairs: ReadonlyMap<string, string>,
  preferences: Preferences = {},
): Reading {
  const unread = new Map<string, Fault>();
  let read: Link = { ...initialState, ...preferences, mode: null };
  // Numbers without a scene are the reader's own.
  const said =
    pairs.has("x") && !pairs.has("scene") ? new Map([...pairs, ["scene", "custom"]]) : pairs;
  for (const entry of schema) {
    const text = said.get(entry.key);
    if (text === undefined) continue;
    const next = entry.read(text, read);
    if ("fault" in next) unread.set(entry.key, next);
    else read = next;
  }
  const { link, faults } = fitted(read, unread);
  const { mode, ...state } = link;
  return {
    state,
    mode,
    notices: Array.from(faults, ([key, { fault, found, ...place }]) => ({
      key,
      kind: fault,
      value: found,
      ...place,
      // Without values the whole scene had to go.
      instead:
        key === "x" && link.scene !== read.scene ? `scene=${link.scene}` : shortText(key, link),
    })),
    ...(pairs.has("step") && { begun: true }),
    empty: pairs.size === 0,
  };
}

/** What a link would say for a key, if that can stand in a sentence. */
function shortText(key: string, link: Link): string | null {
  const text = schema.find((entry) => entry.key === key)?.write(link);
  return text === undefined || text.length > 40 ? null : text;
}

/** What to say where numbers that the core refuses have given way to the first scene. */
export const refusal = (code: ErrorCode, argument = "X"): Notice => ({
  key: keyOfArgument[argument] ?? argument,
  kind: "underivable",
  code,
  instead: `scene=${firstScene.scene}`,
});

/** The key of what the core calls by its name in formulas. */
const keyOfArgument: Readonly<Record<string, string>> = {
  X: "x",
  K: "k",
  temperature: "t",
  W: "w",
  Wq: "wq",
  U: "u",
  v: "vv",
};
