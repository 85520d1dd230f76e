import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readLink, writeLink } from "../../web/src/model/link.ts";
import { modes } from "../../web/src/model/link-schema.ts";
import { states } from "./link-arbitraries.ts";

const runs = { numRuns: 100_000, endOnFailure: true };
const timeout = 300_000;

/** Deep equality that tells −0 from 0. */
const same = (a: unknown, b: unknown): boolean => isDeepStrictEqual(a, b);

test("every state comes back exactly, without a notice, from fragment and query", {
  timeout,
}, () => {
  const form = fc.constantFrom(undefined, ...modes);
  fc.assert(
    fc.property(states, form, fc.boolean(), (state, mode, asQuery) => {
      const link = writeLink(state, mode === undefined ? {} : { mode });
      const reading = asQuery ? readLink("", `?${link}`) : readLink(`#${link}`, "");
      return (
        /^v=1&c=\d+\.[0-9a-f]{8}&[A-Za-z0-9.,_~=&-]+$/.test(link) &&
        same(reading.state, state) &&
        reading.mode === (mode ?? null) &&
        reading.notices.length === 0 &&
        !reading.empty
      );
    }),
    runs,
  );
});

/** encodeURIComponent, which does not take half a character. */
const encoded = (text: string): string => encodeURIComponent(text.replace(/\p{Cs}/gu, "?"));

type Damage = (text: string, at: number, character: string) => string;

/** What hosts do to every link, at a place and with a character of their own. */
const habits: readonly Damage[] = [
  (text, at) => encoded(text.slice(0, at)) + text.slice(at),
  (text, at) => text.slice(0, at) + encoded(encoded(text.slice(at))),
  (text, at) => text.slice(0, at) + text.slice(at).replaceAll("&", "&amp;"),
  (text, at) => `${text.slice(0, at)}\n${text.slice(at)}`,
  (text, at) => `${text.slice(0, at)}\u00ad${text.slice(at)}`,
  (text, _, character) => text + character.repeat(3),
  (text) => `${text}&appinstall=0`,
];

/** What goes wrong once. */
const accidents: readonly Damage[] = [
  (text, at) => text.slice(0, at),
  (text, at) => `${text.slice(0, at)}…`,
  (text, at) => `${text.slice(0, at)}...`,
  (text, at) => text.slice(0, at) + text.slice(at + 1),
  (text, at) => text.slice(0, at) + text.slice(at + 7),
  (text, at, character) => text.slice(0, at) + character + text.slice(at),
  (text, at, character) => text.slice(0, at) + character + text.slice(at + 1),
  (text, at, character) => text.slice(0, at) + character.repeat(9) + text.slice(at),
  (text, at) =>
    text.slice(0, at) + text.slice(at + 1, at + 2) + text.charAt(at) + text.slice(at + 2),
  (text, at) => text.slice(0, at) + text.slice(at).toUpperCase(),
  (text, at) => text.slice(0, at) + text.slice(at).toLowerCase(),
  (text, at) => text.slice(0, at) + text,
  (text, at) => text + text.slice(at),
  (text, at) => text.slice(0, at) + text.slice(at).replaceAll("_", " "),
  (text, at) => text.slice(0, at) + text.slice(at).replaceAll("&", ";"),
  (text, at) => text.slice(0, at) + text.slice(at).replaceAll("-", ""),
];

test("a damaged link is repaired, or says so: no exception, no other state in silence", {
  timeout,
}, () => {
  const character = fc.oneof(
    fc.constantFrom(..."019azAZ.,_~-=&%+# #;)…。\u200b"),
    fc.string({ unit: "binary", minLength: 1, maxLength: 1 }),
  );
  const damage = (kinds: readonly Damage[]) =>
    fc.record({
      kind: fc.constantFrom(...kinds),
      at: fc.nat(9999).map((part) => part / 10_000),
      character,
    });
  const happened = fc.oneof(
    fc.array(damage(habits), { minLength: 1, maxLength: 3 }),
    fc.tuple(damage(accidents)),
    fc.tuple(damage(accidents), damage(habits)),
  );
  let repaired = 0;
  fc.assert(
    fc.property(states, happened, (state, all) => {
      const link = writeLink(state);
      const damaged = all.reduce(
        (text, { kind, at, character }) =>
          kind(text, Math.floor(at * (text.length + 1)), character),
        link,
      );
      // Cut down to nothing, there is no link left that could be known as one.
      if (!/[vc]=/i.test(damaged)) return true;
      const { state: read, notices } = readLink(`#${damaged}`, "");
      const equal = same(read, state);
      if (equal && damaged !== link) repaired++;
      return equal || notices.length > 0;
    }),
    runs,
  );
  // Both outcomes were met often, or the property would say little.
  expect(repaired).toBeGreaterThan(20_000);
  expect(repaired).toBeLessThan(80_000);
});

test("any text is read without an exception", { timeout }, () => {
  const pieces = fc.constantFrom(
    ..."v= c= view= scene= x= k= q= labels= t= mask= step= w= sigma= & & & = _ , 1 - . ~".split(
      " ",
    ),
    ..."1 39.2f344407 derive custom tie apple 1,0_0,1 2,1 inf nan ~57qi 01 1e999 S7a %25".split(
      " ",
    ),
    "%F0%9F",
    "%E2%80%A6",
    "&amp;",
    "_".repeat(300),
    ",".repeat(100),
    "9".repeat(500),
  );
  const text = fc.oneof(
    fc.string({ unit: "binary", maxLength: 60 }),
    fc.array(pieces, { maxLength: 16 }).map((all) => all.join("")),
  );
  fc.assert(
    fc.property(text, text, (fragment, query) => {
      const { state } = readLink(fragment, query);
      // Whatever was read can be written, and means the same again.
      const again = readLink(writeLink(state));
      return same(again.state, state) && again.notices.length === 0;
    }),
    { numRuns: 30_000, endOnFailure: true },
  );
});
