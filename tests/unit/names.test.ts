import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  featureNames,
  inText,
  itemNames,
  lettersOf,
  shortened,
} from "../../web/src/model/names.ts";
import { initialState } from "../../web/src/model/scenes.ts";

/** What is left open at the end of a text, and what turns the text outside every isolate. */
function leaks(text: string): string[] {
  const found: string[] = [];
  let depth = 0;
  for (const c of text) {
    if (/[\u2066-\u2068]/.test(c)) depth++;
    else if (c === "\u2069") {
      if (depth === 0) found.push("closed too often");
      depth = Math.max(0, depth - 1);
    } else if (depth === 0 && /[\u0590-\u08ff\u202a-\u202e]/.test(c)) found.push("turned");
    else if (depth > 0 && /[\p{Cc}\u2028\u2029]/u.test(c)) found.push("ended inside");
  }
  if (depth > 0) found.push("left open");
  return found;
}

describe("a name that stands in a text", () => {
  test.each(["apple", "苹果 🍎", "**b**", "a\0b", "a\nb", "(1.5)", ""])(
    "%j is as it is",
    (name) => {
      expect(inText(name)).toBe(name);
    },
  );

  test.each([
    ["תפוח", "\u2068תפוח\u2069"],
    ["\u202eabc", "\u2068\u202eabc\u2069"],
    ["a\u2067b", "\u2068a\u2067b\u2069\u2069"],
    ["a\u2069b", "\u2068\u2068a\u2069b\u2069"],
    ["\u2069\u2069\u2066", "\u2068\u2068\u2068\u2069\u2069\u2066\u2069\u2069"],
    ["א\u2029ב\nג\0", "\u2068א ב ג \u2069"],
  ])("%j is shut in", (name, shown) => {
    expect(inText(name)).toBe(shown);
  });

  const characters = fc.constantFrom(
    ..."aא1 \n\0\u2029\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069🍎",
  );
  const any = fc.array(characters, { maxLength: 24 }).map((all) => all.join(""));

  test("turns nothing around it, whole or cut, once or twice", () => {
    fc.assert(
      fc.property(any, fc.integer({ min: 1, max: 20 }), (name, most) => {
        expect(leaks(inText(name))).toEqual([]);
        expect(leaks(inText(inText(name)))).toEqual([]);
        expect(leaks(shortened(inText(name), most))).toEqual([]);
      }),
    );
  });

  test("is cut to so many letters, with three dots", () => {
    expect(shortened("fire engine", 6)).toBe("fire …");
    expect(shortened("apple", 5)).toBe("apple");
    expect(shortened("🍎🍎🍎", 2)).toBe("🍎…");
    // In a drawing, unless it says how many: 18.
    expect(shortened("the fire engine of town")).toBe("the fire engine o…");
    expect(shortened("the fire engine 18")).toBe("the fire engine 18");
    // What a cut leaves open is closed again.
    expect(shortened("\u2068אבגד\u2069", 3)).toBe("\u2068\u2068א…\u2069\u2069");
  });

  test("is cut in a text only where nobody would read on", () => {
    expect(inText("x".repeat(256))).toBe("x".repeat(256));
    expect(inText("x".repeat(257))).toBe(`${"x".repeat(255)}…`);
    // Of a pile of marks on one letter, eight.
    expect(inText(`e${"\u0301".repeat(20)}`)).toBe(`e${"\u0301".repeat(8)}`);
  });

  test("has letters that are seen", () => {
    expect(lettersOf("\u2068אב\u2069\u200b")).toEqual(["א", "ב"]);
  });
});

test("without names of their own, items have letters and features numbers from 1, in each language", () => {
  const values = [
    [1, 2],
    [3, 4],
    [5, 6],
  ];
  const state = { ...initialState, scene: "custom", values } as const;
  expect(itemNames(state)).toEqual(["A", "B", "C"]);
  expect(featureNames(state)).toEqual(["feature 1", "feature 2"]);
  expect(featureNames({ ...state, language: "zh-CN" })).toEqual(["特征 1", "特征 2"]);
  // Those that were given come first.
  expect(itemNames({ ...state, labels: ["x"] })).toEqual(["x", "B", "C"]);
});
