import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readLink, writeLink } from "../../web/src/model/link.ts";
import { states } from "./link-arbitraries.ts";

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
  (text, at) => many(text, 1 + Math.floor((12 * at) / (text.length + 1))),
  (text, at) => text.slice(0, at) + fullWidth(text.slice(at)),
  (text) => text.replaceAll("=", "＝").replaceAll("&", "＆"),
  (text) => text.replaceAll("=", "&#61;").replaceAll("_", "&#x5F;"),
  (text) => text.replaceAll("=", "\\u003d").replaceAll("&", "\\u0026"),
  (text, at) => `${text.slice(0, at)}\u200b\u2060${text.slice(at)}\ufeff`,
  (text) => `<“${text}”>`,
];

/** Encoded so many times over, `%252525…`. */
const many = (text: string, times: number): string =>
  encoded(text).replaceAll("%", `%${"25".repeat(times)}`);

/** As an input method leaves ASCII that was typed in the wrong width. */
const fullWidth = (text: string): string =>
  text.replace(/[!-~]/g, (character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0));

/** The marks between keys and values become something else, from the start or from a place on. */
const marks: readonly Damage[] = [
  ":",
  "：",
  "",
  "-",
  "_",
  ".",
  " ",
  "/",
  "→",
  "==",
  "%",
  "\u00a0",
].flatMap((mark): Damage[] => [
  (text) => text.replaceAll("=", mark),
  (text) => text.replaceAll("&", mark),
  (text) => text.replaceAll(/[=&]/g, mark),
  (text) => text.replaceAll("=", mark).replaceAll("&", ";"),
  (text, at) => text.slice(0, at) + text.slice(at).replaceAll("=", mark),
  (text, at) => text.slice(0, at) + text.slice(at).replaceAll("&", mark),
]);

/** Of less than this nobody could say what it was: `v=1&c=`. */
const least = 6;

/** What goes wrong once. */
const accidents: readonly Damage[] = [
  (text, at) => text.slice(0, Math.max(least, at)),
  (text, at) => `${text.slice(0, Math.max(least, at))}…`,
  (text, at) => `${text.slice(0, Math.max(least, at))}...`,
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

test("a damaged link is repaired, or says so: no exception, no other state in silence", () => {
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
    fc.tuple(damage(marks)),
    fc.tuple(damage(marks), damage(habits)),
    fc.tuple(damage(accidents), damage(marks)),
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
      const { state: read, notices } = readLink(`#${damaged}`, "");
      const equal = isDeepStrictEqual(read, state);
      if (equal && damaged !== link) repaired++;
      return equal || notices.length > 0;
    }),
    { numRuns: 100_000, endOnFailure: true, seed: 5 },
  );
  // Both outcomes were met often, or the property would say little.
  expect(repaired).toBeGreaterThan(20_000);
  expect(repaired).toBeLessThan(80_000);
});
