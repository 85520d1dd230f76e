/** Links as they are written, and read where nothing was done to them; see link.ts. */
import type { ErrorCode } from "../core/core.ts";

import { firstScene, fitted } from "./link-fit.ts";
import type { Notice } from "./link-notice.ts";
import { type Link, type Mode, schema } from "./link-schema.ts";
import { openSealed, type Part, seal } from "./link-seal.ts";
import type { Fault } from "./link-values.ts";
import { initialState } from "./scenes.ts";
import type { State } from "./state.ts";

export { firstScene } from "./link-fit.ts";
export type { Notice } from "./link-notice.ts";
export { keysOfLinks, type Mode } from "./link-schema.ts";

/** What is written now. */
export const linkVersion = 1;

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
export type Preferences = Partial<Pick<State, "language" | "theme">>;

/**
 * As readLink (link.ts) for an address that nothing was done to, as nearly all are; null for every other,
 * which takes more to understand.
 */
export function readWholeLink(
  fragment: string,
  query: string,
  preferences: Preferences,
): Reading | null {
  const halves = [query, fragment].map((half) => half.slice(1)).filter((half) => half !== "");
  const parts: Part[] = [];
  for (const half of halves) {
    // What browsers look for in the page follows.
    if (half.includes(":~:")) return null;
    const part = openSealed(half, linkVersion);
    if (part === null || part.version !== linkVersion) return null;
    parts.push(part);
  }
  return readParts(parts, preferences);
}

/** @param parts what counts more comes later */
export function readParts(parts: readonly Part[], preferences: Preferences = {}): Reading {
  const reading = readPairs(new Map(parts.flatMap((part) => [...part.pairs])), preferences);
  return {
    ...reading,
    notices: [...parts.flatMap((part) => part.notices), ...reading.notices],
    empty: parts.every((part) => !part.ours),
  };
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

/** What a link would say for a key, if that is something and can stand in a sentence. */
function shortText(key: string, link: Link): string | null {
  const text = schema.find((entry) => entry.key === key)?.write(link);
  return text === undefined || text === "" || text.length > 40 ? null : text;
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
