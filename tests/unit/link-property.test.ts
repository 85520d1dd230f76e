import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { test } from "vitest";
import { readLink, writeLink } from "../../web/src/model/link.ts";
import { modes } from "../../web/src/model/link-schema.ts";
import { states } from "./link-arbitraries.ts";

const runs = { numRuns: 100_000, endOnFailure: true };

/** Deep equality that tells −0 from 0. */
const same = (a: unknown, b: unknown): boolean => isDeepStrictEqual(a, b);

test("every state comes back exactly, without a notice, from fragment and query", () => {
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

test("any text is read without an exception", () => {
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
