import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readLink } from "../../web/src/model/link.ts";
import type { Mode } from "../../web/src/model/link-schema.ts";
import { initialState } from "../../web/src/model/scenes.ts";
import type { State } from "../../web/src/model/state.ts";

/**
 * Links of version 1 and what they mean, for good: entries are added, never changed. `1e999` is
 * infinity, for which JSON has no other word.
 */
interface Entry {
  readonly about: string;
  readonly fragment: string;
  readonly query?: string;
  /** As it was when the link was written: what views were given later is at rest in it. */
  readonly state: Partial<State>;
  readonly mode?: Mode;
  /** `key:kind` of each notice. */
  readonly notices?: readonly string[];
}

const file = new URL("../golden/links/v1.json", import.meta.url);
const corpus: readonly Entry[] = JSON.parse(readFileSync(file, "utf8"));

test.each(corpus.map((entry) => [entry.about, entry] as const))("%s", (_, entry) => {
  const reading = readLink(entry.fragment, entry.query ?? "");
  expect(reading.state).toStrictEqual({
    hide: [],
    ...entry.state,
    options: { ...initialState.options, ...entry.state.options },
  });
  expect(reading.mode).toBe(entry.mode ?? null);
  expect(reading.notices.map(({ key, kind }) => `${key}:${kind}`)).toEqual(entry.notices ?? []);
});
