/**
 * Nothing is dropped without a word: whatever is read, every number of the text is in the table, in a
 * name, or in a notice; and whatever stands beside a value that is none of its notation is refused.
 */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readTable, type TableReading } from "../../web/src/model/paste.ts";

interface Case {
  readonly text: string;
  readonly options?: Record<string, boolean>;
  readonly problem?: unknown;
}
const golden = new URL("../golden/paste.json", import.meta.url);
const groups: Record<string, Case[]> = JSON.parse(readFileSync(golden, "utf8"));

/** What a print says of its numbers, and not one of them. */
const metadata = [
  /<[^<>]*numpy=/g,
  /\b(?:u?int|float|complex|bfloat)\d+(?:_t)?\b/gi,
  /\b(?:Float\d+)?Array\(\d+\)|\bFloat\d+/g,
  /\bdevice=\s*(?:'[^']*'|"[^"]*")|@cpu\(0\)/g,
  /\b(?:shape|size)\s*[=:]\s*[([][\d, ]*[)\]]/gi,
  /\[torch\..* of size [\dx]+\]|\[\d+ rows x \d+ columns\]|^\(\d+ rows?\)$|<NDArray [\dx]+ @cpu\(0\)>/gm,
  /^\s*Columns?\s+\d+.*$/gm,
  /\b(?:In ?\[\d+\]:|Out ?\[\d+\][:=])/g,
  /^\s*\[,\d+\].*$|^\s*\[\d*,?\d*,?\]/gm,
  /^\s*\d+(?:[×x]\d+)*(?:-element)? .*:\s*$/gm,
  /grad_fn=<[^>]*>|<xarray[^\n]*|requires_grad=[^,)]*|fill_value=[^\s)]*|mask=[[\](), 01]*|(?<=\\\\)\[[^\]]*\]|begin\{(?:array|tabular)\}\s*\{[^}]*\}?|\bx\[\d+\][^{]*=|-std:.*?>|^Series: .*$|^(?:Name: .*)?dtype: .*$|\.cpu\(\d*\)|^\p{L}[^=\n"]*(?<![<>=!])=[ \t]*(?=[[({]|new|np|torch)|"softmax-bridge": 1/gmu,
  /\bdtype=[\w.'"<]+/g,
];

const literal = /(?<![\p{L}\d_.])[-+−–－ー]?(?:\d+\.?\d*|\.\d+)(?:(?:e|d|f|\*\^)[-+−–]?\d+)?/giu;
const sizeOf = (written: string): number =>
  Math.abs(
    Number(
      written
        .replace(/^[-+−–－ー]/, "")
        .replace(/\*\^|[df]/i, "e")
        .replace(/−|–/g, "-"),
    ),
  );

const numbersIn = (text: string): number[] => (text.match(literal) ?? []).map(sizeOf);

/** The ways in which the digits of a text can be numbers. */
const readings: ReadonlyArray<(text: string) => string> = [
  (text) => text,
  (text) => text.replace(/(?<=\d),(?=e)|,(?=\d)/gi, "."),
  (text) => text.replace(/"([\d,e\s+.-]*)"/gi, (_, quoted: string) => quoted.replace(",", ".")),
  (text) => text.replace(/(?<=\d)['’_](?=\d)/g, ""),
  (text) => text.replace(/(?<=\d)['’_](?=\d)/g, "").replace(/,(?=\d)/g, "."),
  (text) => text.replace(/(?<=\d)[\u00a0\u2009\u202f](?=\d)/g, ""),
  (text) => text.replace(/(?<=\.\d{3})[\u2009\u202f](?=\d)/g, ""),
  (text) => text.replace(/(?<=\d)[ \u00a0\u2009\u202f](?=\d{3}(?!\d))/g, ""),
  (text) =>
    text.replace(/(?<=\d)[ \u00a0\u2009\u202f](?=\d{3}(?!\d))/g, "").replace(/,(?=\d|e)/gi, "."),
];

/** The numbers of a text that stand neither in its table, nor in its names, nor in its notices. */
function dropped(text: string, reading: TableReading & { readonly ok: true }): readonly number[] {
  const said = reading.notices.map((it) =>
    "text" in it ? it.text : "factor" in it ? it.factor : "",
  );
  if (reading.notices.some((it) => it.kind === "comments" || it.kind === "unread")) return [];
  // What stands above a column of names is no number.
  if (reading.labels !== undefined && reading.features !== undefined) return [];
  const words = [...(reading.labels ?? []), ...(reading.features ?? []), ...said].join("\n");
  const names = `${words}\n${JSON.stringify(reading.inputs ?? {})}`;
  const bare = (it: string): string =>
    metadata.reduce((rest, pattern) => rest.replace(pattern, " "), ascii(it));
  const left = readings.map((as) => {
    const rest = [...reading.rows.flat().map(Math.abs), ...numbersIn(as(bare(names)))];
    return numbersIn(as(bare(text))).filter((x) => {
      const at = rest.findIndex((y) => Object.is(x, y) || x === y);
      if (at >= 0) rest.splice(at, 1);
      return at < 0;
    });
  });
  return left.sort((a, b) => a.length - b.length)[0] ?? [];
}
const ascii = (text: string): string =>
  text
    .replace(/[\u200b\u200e\\]/g, "")
    .replaceAll("。", ".")
    .replace(/[\uff01-\uff5e]/g, (c) => String.fromCharCode(c.charCodeAt(0) - 0xfee0));

/** A generator of its own: the same texts in every run. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const bases = Object.values(groups)
  .flat()
  .filter(({ text, options }) => {
    if (options !== undefined || text.length > 400) return false;
    // What a session says before its answer is no number.
    if (/^(?:>>|In |Out|julia|sep=)/.test(text)) return false;
    const reading = readTable(text);
    return !reading.ok || dropped(text, reading).length === 0;
  })
  .map(({ text }) => text);

const pieces = [
  ..."[](){}<>,;:'\"\\&%#=-+*/^_.|~!?$@ \n\t0123456789eEijTxπλ…×⋅⊗−，；。（）［］",
  " * 2",
  " ** 2",
  " // 2",
  " % 3",
  "2 * ",
  "-",
  ".T",
  ".half()",
  ".astype(int)",
  "dtype=int",
  " if x else ",
  " and ",
  "\\lambda ",
  "\\begin{pmatrix}",
  "\\end{pmatrix}",
  "\\\\",
  "# ",
  "% ",
  "// ",
  "[7, 8]",
  "(9)",
  "e+02",
  "size=(3,)",
  "'",
  "ᵀ",
  "#N/A",
  "...",
];

test("100,000 mutated texts are read whole or refused", () => {
  expect(bases.length).toBeGreaterThan(200);
  const next = random(20261130);
  let read = 0;
  const silent: string[] = [];
  for (let i = 0; i < 100_000; i++) {
    let text = bases[i % bases.length] ?? "";
    for (let edits = 1 + next(3); edits > 0; edits--) {
      const at = next(text.length + 1);
      const to = at + 1 + next(4);
      const piece = pieces[next(pieces.length)] ?? "";
      const kept = [
        text.slice(0, at) + text.slice(to),
        text.slice(0, at) + piece + text.slice(at),
        text.slice(0, at) + piece + text.slice(at + 1),
        text.slice(0, to) + text.slice(at),
      ];
      text = kept[next(kept.length)] ?? text;
    }
    const reading = readTable(text);
    if (!reading.ok) continue;
    read++;
    const lost = dropped(text, reading);
    if (lost.length > 0)
      silent.push(`${JSON.stringify(text)} drops ${lost.join(", ")}: ${JSON.stringify(reading)}`);
  }
  expect(silent).toEqual([]);
  expect(read).toBeGreaterThan(5_000);
});

describe("what stands beside a value is refused", () => {
  const values = [
    "[1, 2]",
    "[[1, 2], [3, 4]]",
    "[1 2; 3 4]",
    "np.array([[1, 2], [3, 4]])",
    "tensor([[1., 2.]])",
    "{{1, 2}, {3, 4}}",
    "((1, 2), (3, 4))",
    "x = [1, 2]",
    '{"X": [[1, 2]]}',
    "\\begin{pmatrix} 1 & 2 \\\\ 3 & 4 \\end{pmatrix}",
    "\\left[\\begin{array}{cc} 1 & 2 \\end{array}\\right]",
    "$\\begin{bmatrix} 1 & 2 \\end{bmatrix}",
  ];
  const behind = [
    ..."+-*/^%&|!~@×·⋅∘⊗⊙÷±²³⁻",
    ..."* ** / // .* ./ .^ << >> == != <= >= -> => && || if and or vs in is not for x kg e+02 5 -5 .5 °C".split(
      " ",
    ),
    "* 2",
    "for x in y",
    "(×10⁻³)",
    "× 10^3",
    "\\mathbf{x}",
    "\\odot B",
    "[0] + 1",
    "]",
    ")",
    "}",
  ];
  test.each(values)("behind: %s", (value) => {
    const read: string[] = [];
    const latex = value.includes("\\begin");
    for (const rest of behind) {
      for (const text of [`${value} ${rest}`, `${value}${rest}`, `${value}\n${rest}`]) {
        const reading = readTable(text);
        // A comment on a line of its own, and what LaTeX takes for one, or for a blank.
        const harmless =
          /^(?:%|\/\/)$/.test(rest) &&
          (text.includes("\n") || (rest === "%" && (latex || value.includes(";"))));
        if (reading.ok && !harmless && !(latex && /^(?:~|&&?)$/.test(rest))) read.push(text);
      }
    }
    expect(read).toEqual([]);
  });

  test.each(values)("before: %s", (value) => {
    const read: string[] = [];
    for (const factor of [
      "2",
      "-",
      "0.5 *",
      "2 *",
      "λ",
      "\\lambda",
      "1e-3 ×",
      "-2",
      "~",
      "not",
      "10^{-3}",
    ]) {
      for (const text of [`${factor} ${value}`, `${factor}${value}`]) {
        const reading = readTable(text);
        // `λ x =` declares an x, as `auto x =` does; words before a formula are said.
        const isName = /^(?:λ|not)/.test(text) && /^(?:x =|np)/.test(value);
        const isSaid = reading.ok && reading.notices.some(({ kind }) => kind === "passed-over");
        if (reading.ok && !isName && !isSaid && factor !== "~") read.push(text);
      }
    }
    expect(read).toEqual([]);
  });
});
