/**
 * Links, version 1: `v=1&c=39.4b5529ce&view=derive&scene=apple&step=S6&lang=en`.
 * The contract is docs/link-format.md. Its keys are in link-schema.ts, how their values are spelled in
 * link-values.ts, what must fit together in link-fit.ts, length and check in link-seal.ts; what hosts and hands
 * do to links is undone in link-envelope.ts.
 */
import { openPart } from "./link-envelope.ts";
import type { Part } from "./link-seal.ts";
import { linkVersion, type Preferences, type Reading, readParts } from "./link-state.ts";

export * from "./link-state.ts";

/** The pairs of a link of one version, as the next version spells them. */
type Migration = (pairs: ReadonlyMap<string, string>) => ReadonlyMap<string, string>;

/** `migrations[n]` leads from version n to n + 1. */
const migrations: Readonly<Record<number, Migration>> = {};

export interface ReadOptions {
  readonly preferences?: Preferences;
  readonly version?: number;
  readonly migrations?: Readonly<Record<number, Migration>>;
}

/** Reads the two halves of an address; key by key the fragment wins. Takes any text, never throws. */
export function readLink(fragment: string, query = "", options: ReadOptions = {}): Reading {
  const version = options.version ?? linkVersion;
  const parts = [query, fragment].map((half) => openPart(half, version));
  return readParts(
    parts.map((part) => ({
      ...part,
      pairs: migrated(part, version, options.migrations ?? migrations),
    })),
    options.preferences,
  );
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
