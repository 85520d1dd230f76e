/** Codes of results: written, typed wrongly, and read from whatever they came in. */
import { describe, expect, test } from "vitest";
import { writeLink } from "../../web/src/model/link-state.ts";
import type { Try } from "../../web/src/model/prediction.ts";
import {
  codeOf,
  fingerprint,
  questionsIn,
  type Result,
  readCode,
  setOf,
  sets,
} from "../../web/src/model/result.ts";
import {
  entryOf,
  lineOf,
  merged,
  readResults,
  resultsCsv,
  sharedCodes,
} from "../../web/src/model/results.ts";
import { initialState, sceneState } from "../../web/src/model/scenes.ts";
import { words } from "../texts.ts";

/** Answers in the order of the chain, `-` where there is none. */
const result = (answers: string, reader = 0, numbers = "2345"): Result => ({
  set: "chain",
  tries: new Map(
    [...answers].flatMap((sign, i) =>
      sign === "-" ? [] : [[questionsIn("chain")[i] ?? "", Number(sign) as Try] as const],
    ),
  ),
  numbers,
  reader,
});
const signs = [..."23456789ABCDEFGHJKLMNPQRSTUVWXYZ"];
const ada = codeOf(result("11111111", 1));
const bob = codeOf(result("11210-11", 99));

describe("a code", () => {
  test("has sixteen signs that nobody takes for another", () => {
    expect(ada).toMatch(/^[2-9A-HJ-NP-Z]{4}(?:-[2-9A-HJ-NP-Z]{4}){3}$/);
    // As it was first written: 00 000 and eight times 10, then reader 1.
    expect(ada).toBe("2PCP-2345-2222-5XL5");
  });

  test("gives back what it was made of, for each set of questions", () => {
    expect(readCode(bob)).toEqual(result("11210-11", 99));
    for (const set of sets) {
      const ids = questionsIn(set);
      const whole: Result = {
        set,
        tries: new Map(ids.map((id, i) => [id, (i % 3) as Try])),
        numbers: "ZZZZ",
        reader: 2 ** 21 - 1,
      };
      expect(ids.length).toBeLessThanOrEqual(9);
      expect(readCode(codeOf(whole))).toEqual(whole);
    }
  });

  test("is read as it is typed", () => {
    for (const typed of [bob.toLowerCase(), bob.replaceAll("-", ""), bob.replaceAll("-", " ")])
      expect(readCode(typed)).toEqual(result("11210-11", 99));
  });

  test("tells every wrong sign, and every two neighbours that changed places", () => {
    const plain = bob.replaceAll("-", "");
    let tried = 0;
    for (let at = 0; at < plain.length; at++) {
      for (const sign of [...signs, "0", "O", "1", "I"]) {
        if (sign === plain[at]) continue;
        expect(readCode(plain.slice(0, at) + sign + plain.slice(at + 1))).toBeNull();
        tried++;
      }
      const [one = "", other = ""] = plain.slice(at, at + 2);
      if (one === other || other === "") continue;
      expect(readCode(plain.slice(0, at) + other + one + plain.slice(at + 2))).toBeNull();
      expect(readCode(plain.slice(0, at) + plain.slice(at + 1))).toBeNull();
    }
    expect(tried).toBe(16 * 35);
    expect(readCode("")).toBeNull();
  });
});

test("the same numbers have the same fingerprint, whatever they are called", () => {
  const apples = fingerprint(initialState);
  expect(apples).toMatch(/^[2-9A-HJ-NP-Z]{4}$/);
  expect(
    fingerprint({ ...initialState, scene: "custom", language: "zh-CN", labels: ["a"], step: "S9" }),
  ).toBe(apples);
  const others = [
    sceneState("tie"),
    { query: [2, 2, 2, 1] },
    { temperature: 0 },
    { temperature: Number.POSITIVE_INFINITY },
    { score: "cosine" as const },
    { mask: [true, true, true, true, true, false] },
  ].map((patch) => fingerprint({ ...initialState, ...patch }));
  expect(new Set([apples, ...others]).size).toBe(7);
});

test("the views beside the chain have sets of their own, scale has none", () => {
  const of = (view: typeof initialState.view, split = false) => setOf({ view, split });
  expect([of("derive"), of("derive", true), of("gradient"), of("scale")]).toEqual([
    "chain",
    "halves",
    "gradient",
    null,
  ]);
});

describe("what a class hands in", () => {
  const both = [`Ada ${ada}`, `Bob ${bob}`];

  test.each([
    ["lines", `${lineOf("Ada", 8, 8, ada)}\n${lineOf("Bob", 5, 8, bob)}`],
    ["lines that a chat joined", `${lineOf("Ada", 8, 8, ada)} ${lineOf("Bob", 5, 8, bob)}`],
    ["names and codes", `Ada: ${ada}; Bob: ${bob}`],
    ["in full width, in Chinese", `Ada：${ada}，Bob　${bob.replaceAll("-", "－")}。`],
    ["typed small, without dashes", `Ada, ${ada.toLowerCase()}\r\nBob ${bob.replaceAll("-", "")}`],
    ["typed with spaces", `Ada\t${ada.replaceAll("-", " ")}\n\nBob | ${bob.replaceAll("-", " ")}`],
  ])("%s", (_, text) => {
    expect(readResults(text)).toEqual({ found: both, damaged: [], without: [] });
  });

  test.each([
    ["by spaces", " "],
    ["by commas", ","],
    ["by lines", "\n"],
    ["by nothing", ""],
  ])("codes alone, parted %s", (_, mark) => {
    const text = [ada, bob, ada].join(mark);
    expect(readResults(text)).toEqual({ found: [ada, bob, ada], damaged: [], without: [] });
  });

  test("links, with a name and without", () => {
    const link = (kept: string): string =>
      `https://your.site/index.html#${writeLink(
        { ...initialState, options: { ...initialState.options, results: [kept] } },
        { mode: "results" },
      )}`;
    const text = `${link(`王小明 ${ada}`)}\nBob: ${link(bob)}`;
    expect(readResults(text)).toEqual({
      found: [`王小明 ${ada}`, `Bob ${bob}`],
      damaged: [],
      without: [],
    });
  });

  test("damage is told, and is nobody's name", () => {
    const wrong = `${bob.slice(0, -1)}${bob.endsWith("2") ? "3" : "2"}`;
    const [zero, short] = [bob.replace(/.$/, "0"), bob.slice(0, -1)];
    expect(readResults(`${ada} ${wrong} ${ada}`)).toEqual({
      found: [ada, ada],
      damaged: [wrong],
      without: [],
    });
    expect(readResults(`Ada ${ada}, ${zero}, Bob ${bob}\nEve · 3/8 · ${short}`)).toEqual({
      found: both,
      damaged: [zero, `Eve ${short}`],
      without: [],
    });
    expect(readResults(`good morning\nAda ${ada}\n  \n`)).toEqual({
      found: [both[0]],
      damaged: [],
      without: ["good morning"],
    });
  });

  test("what comes again is there once; a name that comes later is taken on", () => {
    expect(merged([ada], [bob, `Ada ${ada}`, ada])).toEqual([`Ada ${ada}`, bob]);
    expect(merged([`Ada ${ada}`], [`Ada ${ada}`, ada, `Eve ${ada}`])).toEqual([
      `Ada ${ada}`,
      `Eve ${ada}`,
    ]);
    const entries = [`Ada ${ada}`, `Eve ${ada}`, bob, "nothing"].flatMap(
      (kept) => entryOf(kept) ?? [],
    );
    expect(entries.map(({ name }) => name)).toEqual(["Ada", "Eve", ""]);
    expect([...sharedCodes(entries)]).toEqual([ada]);
  });

  test("as CSV: a mark for UTF-8, quotes, Chinese, nothing that would be computed", () => {
    const cold: Result = { ...result(""), set: "temperature", tries: new Map([["cold", 2]]) };
    const kept = [`王小明 ${ada}`, `Smith, "Bo" ${bob}`, `=1+1 ${codeOf(cold)}`];
    const entries = kept.flatMap((one) => entryOf(one) ?? []);
    expect(resultsCsv(entries, words.en.classroom.results)).toBe(
      [
        "\ufeffname,code,questions,numbers,first try,second,told,S2,S3,S4,S5,S6,S7,S8,S9,cold,hot,warmer",
        `王小明,${ada},The chain,"#2345",8,0,0,1,1,1,1,1,1,1,1,,,`,
        `"Smith, ""Bo""",${bob},The chain,"#2345",5,1,1,1,1,2,1,0,,1,1,,,`,
        `"'=1+1",${codeOf(cold)},Temperature,"#2345",0,1,0,,,,,,,,,2,,`,
        "",
      ].join("\r\n"),
    );
  });
});
