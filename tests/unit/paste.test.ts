/** Every notation of tests/golden/paste.json, and what no list of examples can hold. */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  maxTextLength,
  type PasteProblem,
  type ReadOptions,
  readTable,
  type TableReading,
} from "../../web/src/model/paste.ts";
import { texts } from "../texts.ts";

interface Case {
  readonly text: string;
  readonly options?: ReadOptions;
  readonly problem?: PasteProblem;
  readonly notices?: readonly unknown[];
}

const url = new URL("../golden/paste.json", import.meta.url);
const groups: Record<string, Case[]> = JSON.parse(readFileSync(url, "utf8"));

/** JSON has no name for these: the golden file writes them as strings. */
const written = (x: unknown): unknown => {
  if (typeof x === "number") return Number.isFinite(x) && !Object.is(x, -0) ? x : nameOf(x);
  if (Array.isArray(x)) return x.map(written);
  if (typeof x !== "object" || x === null) return x;
  return Object.fromEntries(Object.entries(x).map(([key, value]) => [key, written(value)]));
};
const nameOf = (x: number): string => (Object.is(x, -0) ? "-0" : String(x));

describe.each(Object.entries(groups))("%s", (_, cases) => {
  test.each(cases)("$text", ({ text, options, notices = [], ...expected }) => {
    const { ok, ...reading } = readTable(text, options);
    const table = ok ? { ...expected, notices } : expected;
    expect(written(reading)).toEqual(table);
    expect(ok).toBe(expected.problem === undefined);
  });
});

const rowsOf = (reading: TableReading): number[][] => {
  if (!reading.ok) throw new Error(`refused: ${JSON.stringify(reading.problem)}`);
  return reading.rows;
};
const problemOf = (reading: TableReading): PasteProblem => {
  if (reading.ok) throw new Error(`read: ${JSON.stringify(reading.rows)}`);
  return reading.problem;
};

const anyNumber = fc.double();
const table = (number: fc.Arbitrary<number>) =>
  fc.tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 5 })).chain(([n, d]) => {
    const row = fc.array(number, { minLength: d, maxLength: d });
    return fc.array(row, { minLength: n, maxLength: n });
  });

/** Notations that any table can be written in; each reads back to the same bits. */
const notations: Record<string, (rows: number[][], write: (x: number) => string) => string> = {
  JSON: (rows, write) => `[${rows.map((row) => `[${row.map(write).join(", ")}]`).join(",\n ")}]`,
  NumPy: (rows, write) =>
    `array([${rows.map((row) => `[${row.map(write).join(", ")}]`).join(",\n       ")}])`,
  "str(array)": (rows, write) =>
    `[${rows.map((row) => `[${row.map(write).join(" ")}]`).join("\n ")}]`,
  Mathematica: (rows, write) =>
    `{${rows.map((row) => `{${row.map(write).join(", ")}}`).join(", ")}}`,
  MATLAB: (rows, write) => `A = [${rows.map((row) => row.map(write).join(" ")).join("; ")}];`,
  TSV: (rows, write) => rows.map((row) => row.map(write).join("\t")).join("\r\n"),
  "CSV with points": (rows, write) => rows.map((row) => row.map(write).join(", ")).join("\n"),
  LaTeX: (rows, write) =>
    `\\begin{pmatrix}${rows
      .map((row) => row.map((x) => write(x).replace("%", "\\%")).join(" & "))
      .join(" \\\\ ")}\\end{pmatrix}`,
};

describe.each(Object.entries(notations))("%s", (_, notation) => {
  test("gives back every double, bit by bit", () => {
    fc.assert(
      fc.property(table(anyNumber), (rows) => {
        const text = notation(rows, nameOf);
        expect(rowsOf(readTable(text, { decimalComma: false }))).toEqual(rows);
      }),
    );
  });

  test("reads typographic minus and full-width digits alike", () => {
    const write = (x: number): string =>
      String(x)
        .replaceAll("-", "−")
        .replace(/[\d.]/g, (c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0));
    const finite = fc.double({ noDefaultInfinity: true, noNaN: true }).map((x) => x + 0);
    fc.assert(
      fc.property(table(finite), (rows) => {
        const text = notation(rows, write);
        expect(rowsOf(readTable(text, { decimalComma: false }))).toEqual(
          rows.map((row) => row.map((x) => (x === 0 ? 0 : x))),
        );
      }),
    );
  });

  test("refuses an empty or a wrong cell by its row and column", () => {
    const wrong = fc.constantFrom("1+2i", "1/2", "2*3", "50%", "1.2.3", "0x10", "1e999", "NA");
    const numbers = table(fc.integer({ min: -99, max: 99 }));
    fc.assert(
      fc.property(numbers, wrong, fc.nat(), fc.nat(), (rows, fault, i, j) => {
        const row = i % rows.length;
        const column = j % (rows[0]?.length ?? 1);
        let at = 0;
        const place = row * (rows[0]?.length ?? 1) + column;
        const text = notation(rows, (x) => (at++ === place ? fault : String(x)));
        const problem = problemOf(readTable(text, { decimalComma: false }));
        expect(problem).toMatchObject({ row: row + 1, column: column + 1, cell: fault });
      }),
    );
  });
});

test("any text is read or refused, and a refusal has its sentence in both languages", () => {
  const piece = fc.oneof(
    fc.constantFrom(
      ..."[](){}<>,;:'\"`\\&%#=-+*/^._…×⋯ \n\t\r0123456789eEnafi𝟘，；。−",
      "tensor(",
      "np.array(",
      "...",
      "\\begin{pmatrix}",
      "\\end{pmatrix}",
      "\\\\",
      "NaN",
      "inf",
      '"x": ',
      "1.5",
      "[1,] ",
      ">>> ",
      "A = ",
      "1,5",
    ),
    fc.string({ maxLength: 3 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const reading = readTable(pieces.join(""));
      if (reading.ok) {
        const width = reading.rows[0]?.length ?? 0;
        expect(width).toBeGreaterThan(0);
        expect(reading.rows.every((row) => row.length === width)).toBe(true);
        expect(reading.labels?.length ?? reading.rows.length).toBe(reading.rows.length);
        expect(reading.features?.length ?? width).toBe(width);
        return;
      }
      for (const { paste } of Object.values(texts)) {
        expect(paste.problem(reading.problem)).toMatch(/[.。]$/);
      }
    }),
    { numRuns: 3000 },
  );
});

describe("sizes", () => {
  const text = (rows: number, columns: number): string =>
    Array(rows).fill(Array(columns).fill("1.5").join("\t")).join("\n");

  test("reads 256 × 64, with names around them", () => {
    expect(rowsOf(readTable(text(256, 64)))).toHaveLength(256);
    const header = Array.from({ length: 64 }, (_, j) => `f${j}`).join("\t");
    const labelled = text(256, 64).replace(/^/gm, "item\t");
    const reading = readTable(`name\t${header}\n${labelled}`);
    expect(rowsOf(reading)).toHaveLength(256);
  });

  test.each([
    [257, 2],
    [2, 65],
    [30_000, 3],
  ])("refuses %d × %d and says how many there are", (rows, columns) => {
    for (const table of [
      text(rows, columns),
      `[[${text(rows, columns).replaceAll("\n", "],[")}]]`,
    ]) {
      expect(problemOf(readTable(table))).toEqual({ kind: "too-large", rows, columns });
    }
  });

  test("does not look into a text past the limit", () => {
    const long = "1 ".repeat(maxTextLength);
    const expected = { kind: "too-long", length: long.length, limit: maxTextLength };
    expect(problemOf(readTable(long))).toEqual(expected);
  });
});

describe("time grows no faster than the text", () => {
  const seeds = [
    "[",
    "[]",
    '{"',
    "{“",
    '"',
    '"a',
    "'",
    "[1,2],",
    "1\n",
    "\n",
    "1",
    ",",
    ", ",
    "-",
    "ab ",
    "1\u00a0",
    "123\u00a0",
    "1 & 2 \\\\ ",
    "&",
    "\\",
    "\\begin{",
    "\\\\[",
    "$1",
    "{",
    "% ",
    "/*",
    "...",
    "tensor(",
    "np.float64(1), ",
    "a=(",
    "[1,] ",
    ">>> a\n",
    "a = ",
    "a:",
    "/",
    "#",
    "1e",
    "1.5,2 ",
    "1,5 2,5\n",
    "0,5;1\n",
    ";",
    '{"a":1},',
    '{"a":',
    "×10",
    ".to()",
    "x=[",
    "\\frac",
    "\\hline ",
    "'a",
    "10^",
    "1 234,",
    "%{\n",
    "[%{\n",
    "\\caption{",
    "\\label{a} = ",
    "|1",
    "|--|\n",
    "|a|\n",
    "===\n",
    "[,1]\n",
    "[1] 2\n",
    "Columns 1\n",
    "```\n1\n",
    "import a\n",
    "# 1\n",
    "a: ",
    "a <",
    "<numpy=",
    "shape: (1, 2)\n",
    "1 \\\n",
    "(1, 2) 3\n",
    "int a[1] = ",
    "\u00ad1 ",
    "\u200b",
    "1'000",
    ".double()",
    "[1].double()",
    "..",
    "<xarray.a",
    ">>> size(",
    "\\label[",
    "\\cellcolor[",
    "a|b\n ",
    "1.0e+03 *\n1",
  ];
  /** Of the processor, so that other programs do not count. */
  const time = (text: string, times: number): number => {
    const start = process.cpuUsage();
    for (let i = 0; i < times; i++) readTable(text);
    return process.cpuUsage(start).user;
  };
  test.each(seeds)("%j", (seed) => {
    const text = (length: number) => seed.repeat(Math.ceil(length / seed.length));
    for (const around of ["", "[", "\\begin{pmatrix}"]) {
      // The same number of characters, in 64 texts and in one: quadratic time would take 64 times as
      // long for the one. A few milliseconds are noise, and the one has more garbage to collect.
      const growth = (): number =>
        time(around + text(256_000), 1) / Math.max(time(around + text(4_000), 64), 3_000);
      // A processor that others use, too, may have been slower for one of the two: then once more.
      let least = growth();
      for (let again = 0; again < 4 && least >= 20; again++) least = Math.min(least, growth());
      expect(least).toBeLessThan(20);
    }
  });
});
