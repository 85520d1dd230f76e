import { describe, expect, test } from "vitest";
import { marked, plainText } from "../../web/src/model/marked.ts";

const text = (template: ReturnType<typeof marked>): unknown => template.parts;
const at = (mark: string, ...parts: readonly unknown[]) => ({ mark, parts, address: "" });

describe("marks", () => {
  test("are read in what the program says", () => {
    expect(text(marked`plain`)).toEqual(["plain"]);
    expect(text(marked`a *b* c`)).toEqual(["a ", at("i", "b"), " c"]);
    expect(text(marked`**a b**`)).toEqual([at("b", "a b")]);
    expect(text(marked`*q*_{0}`)).toEqual([at("i", "q"), at("sub", "0")]);
    expect(text(marked`*p*^{*}`)).toEqual([at("i", "p"), at("sup", "*")]);
    expect(text(marked`*e*^{(*α* − *c*)/*τ*}`)).toEqual([
      at("i", "e"),
      at("sup", "(", at("i", "α"), " − ", at("i", "c"), ")/", at("i", "τ")),
    ]);
    expect(text(marked`[z − θ]_{+}`)).toEqual(["[z − θ]", at("sub", "+")]);
    expect(text(marked`see [the *page*](https://example.org/a).`)).toEqual([
      "see ",
      { mark: "a", address: "https://example.org/a", parts: ["the ", at("i", "page")] },
      ".",
    ]);
  });

  test.each([
    "**b**",
    "*i*",
    "*",
    "_{x}",
    "^{x}",
    "[the apple](javascript:alert%281%29)",
    "[the apple](https://example.org)",
    "](https://example.org)",
    "}",
    "\0",
    "$&",
    "{{name}}",
    "<b>",
    "",
  ])("are not read in %j", (name) => {
    expect(text(marked`a ${name}b`)).toEqual(["a ", ...(name === "" ? [] : [name]), "b"]);
    expect(text(marked`*p*(${name})`)).toEqual([
      at("i", "p"),
      "(",
      ...(name === "" ? [] : [name]),
      ")",
    ]);
    expect(text(marked`[${name}](https://example.org/)`)).toEqual([
      { mark: "a", address: "https://example.org/", parts: name === "" ? [] : [name] },
    ]);
    expect(text(marked`**${name}${name}** *${"c"}*`)).toEqual([
      at("b", ...(name === "" ? [] : [name, name])),
      " ",
      at("i", "c"),
    ]);
  });

  test("do not form across what is put in", () => {
    expect(plainText(marked`${"*"}a${"*"} ${"["}b${"]"}(c)`)).toBe("*a* [b](c)");
    expect(text(marked`${"*"}a${"*"}`)).toEqual(["*", "a", "*"]);
  });

  test("of a sentence that is put in are kept", () => {
    expect(text(marked`a ${marked`*b* ${"*c*"}`} d`)).toEqual([
      "a ",
      at("i", "b"),
      " ",
      "*c*",
      " d",
    ]);
    expect(plainText(marked`a ${marked`*b*_{${"*c*"}}`} d`)).toBe("a b*c* d");
  });

  test("are not taken from what only looks like a sentence", () => {
    const forged = { parts: [{ mark: "a", address: "javascript:alert(1)", parts: ["x"] }] };
    for (const value of [forged, forged.parts, 7, null]) {
      const { parts } = marked`a ${value as never}`;
      expect(parts.every((part) => typeof part === "string")).toBe(true);
    }
  });
});

test.each([
  "javascript:alert(1",
  "JaVaScRiPt:alert(1",
  " javascript:alert(1",
  "java\tscript:alert(1",
  "data:text/html,x",
  "vbscript:x",
  "file:///etc/passwd",
  "//example.org/",
  "page.html",
])("no link leads to %j", (address) => {
  expect(text(marked`a [b](${address}) c`)).toEqual(["a ", "b", " c"]);
});

test("a link may lead to an address of ours that is put in", () => {
  expect(text(marked`[a](${"https://example.org/x"})`)).toEqual([
    { mark: "a", address: "https://example.org/x", parts: ["a"] },
  ]);
});
