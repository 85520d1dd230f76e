/** The copies are run, compiled and read back: each must give the numbers of the page again. */

import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadTable } from "../../web/src/model/edits.ts";
import { type ExportKind, exportAs, exportKinds, exportNames } from "../../web/src/model/export.ts";
import { named } from "../../web/src/model/export-cells.ts";
import { format } from "../../web/src/model/format.ts";
import { featureNames, itemNames } from "../../web/src/model/names.ts";
import { readTable } from "../../web/src/model/paste.ts";
import { initialState, sceneState } from "../../web/src/model/scenes.ts";
import { type State, sceneIds, scores } from "../../web/src/model/state.ts";
import { type Shown, Store } from "../../web/src/model/store.ts";
import { words } from "../texts.ts";
import { core } from "./core.ts";

const shownOf = (patch: Partial<State>): Shown | null =>
  new Store(
    core,
    { ...initialState, ...patch },
    words[patch.language ?? initialState.language],
  ).shown.peek();

/** With the names as they are, as takeaway gives them, and not as they stand in a text. */
function shown(patch: Partial<State>): Shown {
  const found = shownOf(patch);
  if (found === null) throw new Error("no answer");
  const { state } = found;
  return { ...found, names: itemNames(state), features: featureNames(state) };
}

const presets = sceneIds.filter((id) => id !== "custom");
const temperatures = [0, 0.25, 1, 3, Number.POSITIVE_INFINITY];

/** Names that would leave a comment, a cell or a string if they could. */
const name = fc.oneof(
  fc.constantFrom(
    "a,b",
    'say "hi"',
    "two\nlines",
    "ends in \\",
    "*/ // # %",
    " edge ",
    "苹果",
    "−1",
  ),
  fc.string({ maxLength: 8 }),
);

/** Any state that the core can answer: every score, mask, keys of their own, parameters, limits. */
const state: fc.Arbitrary<Partial<State>> = fc
  .record({
    n: fc.integer({ min: 1, max: 7 }),
    d: fc.integer({ min: 1, max: 4 }),
    dk: fc.integer({ min: 1, max: 4 }),
    h: fc.integer({ min: 1, max: 3 }),
    score: fc.constantFrom(...scores),
    apart: fc.boolean(),
    given: fc.boolean(),
  })
  .chain(({ n, d, dk, h, score, apart, given }) => {
    const number = fc.oneof(
      fc.double({ min: -3, max: 3, noNaN: true }),
      fc.integer({ min: -16, max: 16 }).map((k) => k / 8),
    );
    const rows = (r: number, c: number) =>
      fc.array(fc.array(number, { minLength: c, maxLength: c }), { minLength: r, maxLength: r });
    const keySize = apart ? dk : d;
    return fc.record<Partial<State>>({
      scene: fc.constant("custom"),
      values: rows(n, d),
      keys: apart ? rows(n, dk) : fc.constant(null),
      query: fc.array(number, { minLength: keySize, maxLength: keySize }),
      labels: fc.array(name, { minLength: n, maxLength: n }),
      features: fc.array(name, { minLength: d, maxLength: d }),
      score: fc.constant(score),
      parameters: given
        ? fc.record({
            W: rows(keySize, keySize),
            Wq: rows(h, keySize),
            U: rows(h, keySize),
            v: fc.array(number, { minLength: h, maxLength: h }),
            sigma: fc.double({ min: 0.25, max: 4, noNaN: true }),
          })
        : fc.constant({}),
      temperature: fc.oneof(
        fc.constantFrom(...temperatures),
        fc.double({ min: 0.01, max: 50, noNaN: true }),
      ),
      mask: fc.option(fc.array(fc.boolean(), { minLength: n, maxLength: n })),
    });
  });

/** Every preset at every limit, hard inputs, and as many random ones, the same in every run. */
const samples: readonly Shown[] = [
  ...presets.flatMap((id) =>
    temperatures.map((temperature) => shown({ ...sceneState(id), temperature })),
  ),
  ...scores.map((score) => shown({ ...sceneState("plane"), score })),
  shown({
    ...sceneState("tie"),
    values: [
      [Number.NaN, -0],
      [1, 5e-324],
      [Number.POSITIVE_INFINITY, 1e300],
    ],
    mask: [false, true, false],
    query: [1, -0],
  }),
  // Equal scores by another order of the same terms, which a plain sum would tell apart.
  shown({
    values: [
      [0.1, 0.2, 0.3],
      [0.3, 0.2, 0.1],
    ],
    query: [1, 1, 1],
    temperature: 0,
  }),
  // Terms that cancel, and scores that stand far from 0.
  shown({
    values: [
      [1e8, 1],
      [1e8, 0.5],
    ],
    query: [1e8, -1e8],
    keys: [
      [1, 1 - 2 ** -40],
      [1, 1],
    ],
  }),
  shown({ values: [[1e6], [1e6 - 0.5]], query: [1] }),
  ...fc
    .sample(state, { seed: 1, numRuns: 150 })
    .map(shownOf)
    .filter((found) => found !== null),
];

const directory = mkdtempSync(join(tmpdir(), "softmax-bridge-export-"));
afterAll(() => rmSync(directory, { recursive: true }));

test("there are many samples, of every kind", () => {
  expect(samples.length).toBeGreaterThan(120);
  for (const score of scores) {
    expect(samples.some(({ state }) => state.score === score && state.mask && state.keys)).toBe(
      true,
    );
  }
});

test.each(exportKinds)("%s writes ASCII minuses only, and ends in a line end", (kind) => {
  expect(exportNames[kind]).not.toBe("");
  for (const { state, derivation, features } of samples) {
    const names = state.values.map(() => "item");
    const copy = exportAs(kind, { state, derivation, names, features: features.map(() => "f") });
    expect(copy).toMatch(/\n$/);
    expect(copy).not.toMatch(/[−–∞]/);
  }
});

/** A Python that has NumPy: Debian's is not always the first in the path. */
function pythonWithNumpy(): string {
  const found = ["python3", "/usr/bin/python3"].find((python) => {
    try {
      execFileSync(python, ["-c", "import numpy"], { stdio: "ignore" });
      return true;
    } catch {
      return false;
    }
  });
  if (found === undefined) throw new Error("Install NumPy for Python 3 (Debian: python3-numpy).");
  return found;
}

/** Runs every script in one process and gives back the weights and outputs that they computed. */
function runPython(
  scripts: readonly string[],
  prelude = "",
): Array<Record<"p" | "h" | "o", number[]>> {
  const runner = `
import json, sys, warnings
warnings.simplefilter("ignore")
${prelude}
results = []
for script in json.load(open(sys.argv[1])):
    scope = {}
    exec(compile(script, "copy", "exec"), scope)
    results.append({name: [repr(float(x)) for x in scope[name].tolist()] for name in "pho"})
json.dump(results, open(sys.argv[2], "w"))
`;
  const [code, input, output] = ["run.py", "scripts.json", "results.json"].map((file) =>
    join(directory, file),
  ) as [string, string, string];
  writeFileSync(code, runner);
  writeFileSync(input, JSON.stringify(scripts));
  execFileSync(pythonWithNumpy(), [code, input, output], { stdio: ["ignore", "ignore", "pipe"] });
  const results = JSON.parse(execFileSync("cat", [output], { encoding: "utf8" }));
  return results.map((result: Record<string, string[]>) =>
    Object.fromEntries(Object.entries(result).map(([key, xs]) => [key, xs.map(Number)])),
  );
}

function expectClose(
  found: readonly number[] | undefined,
  wanted: Float64Array,
  size: number,
): void {
  expect(found).toHaveLength(wanted.length);
  found?.forEach((x, i) => {
    const exact = wanted[i] ?? Number.NaN;
    expect(Math.abs(x - exact)).toBeLessThanOrEqual(1e-12 * Math.max(Math.abs(exact), size));
  });
}

function expectReproduced(results: ReturnType<typeof runPython>, scripts: readonly string[]): void {
  let decided = 0;
  samples.forEach(({ state, derivation: d }, i) => {
    const largest = Math.max(...state.values.flat().filter(Number.isFinite).map(Math.abs));
    const script = scripts[i] ?? "";
    if (script.includes("check(p.")) {
      expectClose(results[i]?.p, d.weights, 0);
      expectClose(results[i]?.o, d.softOutput, largest);
    }
    if (!script.includes("check(h.")) return;
    expectClose(results[i]?.h, d.hardOutput, 0);
    decided++;
  });
  expect(decided).toBeGreaterThan(0.9 * samples.length);
}

describe("NumPy", () => {
  const scripts = samples.map((sample) => exportAs("numpy", sample));

  test("computes the numbers of the page, to 1e-12, and its own checks pass", () => {
    expectReproduced(runPython(scripts), scripts);
  });

  test("finds a wrong number by its own checks", () => {
    const [script = ""] = scripts;
    const wrong = script.replace("X = np.array([\n    [0.875", "X = np.array([\n    [0.8750001");
    expect(wrong).not.toBe(script);
    expect(() => runPython([wrong])).toThrow();
  });
});

describe("PyTorch", () => {
  /** The few functions that the copy uses, as PyTorch defines them, on NumPy. */
  const standIn = `
import types
import numpy as np
class Tensor(np.ndarray):
    def double(self):
        return self.astype(np.float64)
def tensor(data, dtype=None):
    assert dtype is np.float64, "float32 would lose digits"
    return np.array(data, dtype=dtype).view(Tensor)
torch = types.ModuleType("torch")
torch.float64 = np.float64
torch.tensor = tensor
torch.exp = np.exp
torch.arange = np.arange
sys.modules["torch"] = torch
`;

  const scripts = samples.map((sample) => exportAs("pytorch", sample));

  test("computes the same, on a stand-in for the library", () => {
    expectReproduced(runPython(scripts, standIn), scripts);
  });

  test("uses nothing of the library but what the stand-in has", () => {
    for (const script of scripts) {
      const used = script.match(/\btorch\.\w+/g) ?? [];
      expect(["torch.tensor", "torch.float64", "torch.exp", "torch.arange"]).toEqual(
        expect.arrayContaining(used),
      );
    }
  });
});

describe("C++", () => {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const run = promisify(execFile);
  const compiler = process.env.CXX ?? "c++";
  const flags = ["-std=c++20", "-O0", "-ffp-contract=off", `-I${root}cpp/include`, ...eigen()];
  const objects: string[] = [];

  function eigen(): string[] {
    try {
      const text = execFileSync("pkg-config", ["--cflags", "eigen3"], { encoding: "utf8" });
      return text.trim().split(/\s+/);
    } catch {
      return ["-isystem", "/usr/include/eigen3"];
    }
  }

  beforeAll(async () => {
    const folder = join(root, "cpp/src");
    const sources = readdirSync(folder).filter((file) => file.endsWith(".cpp"));
    // Most of the time goes into Eigen's headers: as many at a time as there are processors.
    const units = Math.min(availableParallelism(), sources.length);
    const compile = async (_: unknown, unit: number): Promise<string> => {
      const path = join(directory, `unit-${unit}`);
      const own = sources.filter((_, i) => Math.floor((i * units) / sources.length) === unit);
      writeFileSync(
        `${path}.cpp`,
        own.map((file) => `#include "${join(folder, file)}"\n`).join(""),
      );
      await run(compiler, [...flags, "-c", `${path}.cpp`, "-o", `${path}.o`]);
      return `${path}.o`;
    };
    objects.push(...(await Promise.all(Array.from({ length: units }, compile))));
  });

  const compileAndRun = async (
    copy: string,
    file: string,
    more: readonly string[] = [],
  ): Promise<string> => {
    const source = join(directory, `${file}.cpp`);
    const program = join(directory, file);
    writeFileSync(source, copy);
    await run(compiler, [
      ...flags,
      "-Wall",
      "-Wextra",
      "-Werror",
      ...more,
      source,
      ...objects,
      "-o",
      program,
    ]);
    return (await run(program)).stdout;
  };

  // A compilation takes seconds: one for each thing that can be set.
  const chosen = [
    samples.find(({ state: s }) => s.score === "additive" && s.keys && s.mask && s.parameters.Wq),
    samples.find(({ state: s }) => s.score === "bilinear" && s.parameters.W),
    samples.find(
      ({ state: s }) => s.score === "gaussian" && s.temperature === Number.POSITIVE_INFINITY,
    ),
    samples.find(({ state: s }) => s.values.flat().some((x) => !Number.isFinite(x))),
    samples.find(({ state: s }) => s.labels?.some((label) => label.endsWith("\\"))),
  ].filter((sample) => sample !== undefined);

  test("every one of them was found", () => expect(chosen).toHaveLength(5));

  test.each(chosen.map((sample, i) => [sample.state.score, i, sample] as const))(
    "%s (%d) compiles, and agrees with the page",
    async (_, i, sample) => {
      const printed = await compileAndRun(exportAs("cpp", sample), `copy${i}`);
      const weights = Array.from(printed.matchAll(/^weights\[\d+\] = (.+)$/gm), ([, x]) =>
        Number(x),
      );
      expectClose(weights, sample.derivation.weights, 0);
    },
  );

  test("keeps names in their comments: every number arrives, bit by bit", async () => {
    const [sample] = hostile;
    if (sample === undefined) throw new Error("no sample");
    // With trigraphs, as C++ had them until 2017.
    const printed = await compileAndRun(exportAs("cpp", sample), "hostile", ["-trigraphs"]);
    const found = Array.from(printed.matchAll(/^scores\[\d+\] = (.+)$/gm), ([, x]) => Number(x));
    expect(found).toEqual([...sample.derivation.scores]);
  });

  test("fails where a number is not the page's", async () => {
    const copy = exportAs("cpp", shown({}));
    const wrong = copy.replace("0.875, 0.875, 0.75", "0.8750001, 0.875, 0.75");
    expect(wrong).not.toBe(copy);
    await expect(compileAndRun(wrong, "wrong")).rejects.toThrow(/not what the page shows/);
  });
});

/** What would end a comment or a line, take the next one along, or turn the text around. */
const nasty: readonly string[] = [
  ..."\\ \\\\ ??/ ??/\\ \\??/ */ /* // # % %} ^^M \\end{align*} \\input{x} ''' '\"' {{ }} $ & _ ~ \\N{DIGIT} \\u{41}".split(
    " ",
  ),
  "\\ ",
  "\\ \\ ",
  "??/ ",
  "a\\\t",
  "\\\u00a0",
  "\\\u200b",
  "\\\u3000",
  "\0",
  "a\0b",
  ...Array.from({ length: 32 }, (_, code) => `a${String.fromCharCode(code)}1.0],`),
  ...["\x7f", "\x85", "\x9b", "\u2028", "\u2029", "\ufeff", "\ufffe", "\u00ad"].map(
    (character) => `a${character}]; int x;`,
  ),
  ...["\x0b", "\f", "\r", "\x1c", "\x85", "\u2028", "\u2029"].map((mark) => `two${mark}lines`),
  "\u202e} ;evil\u2066",
  "\u2067a\u2069",
  "\ud800",
  "a\udfff",
  "\u{e0041}\u{1f468}\u200d\u{1f469}",
  "苹果\\",
  "",
];

/** Names of every length and make; as many as one table holds. */
const nastyNames: readonly string[] = [
  ...nasty,
  ...fc.sample(
    fc
      .array(fc.oneof(fc.constantFrom(...nasty), fc.string({ unit: "binary", maxLength: 3 })), {
        maxLength: 4,
      })
      .map((parts) => parts.join("")),
    { seed: 2, numRuns: 2000 },
  ),
];

/** Tables of them, each with numbers of all bits whose scores are the numbers themselves. */
const hostile: readonly Shown[] = Array.from(
  { length: Math.floor(nastyNames.length / 250) },
  (_, k) => {
    const labels = nastyNames.slice(250 * k, 250 * (k + 1));
    const numbers = fc.sample(fc.double({ noNaN: true, noDefaultInfinity: true }), {
      seed: k,
      numRuns: labels.length,
    });
    const features = nastyNames.slice(k, k + 1);
    return shown({
      scene: "custom",
      values: numbers.map((x) => [x]),
      query: [1],
      labels,
      features,
    });
  },
);

describe("names that would leave a comment", () => {
  test("do not, in Python: every number arrives, bit by bit", () => {
    expect(hostile.length).toBeGreaterThan(7);
    const reader = `
import ast, json, sys
found = []
for path in sys.argv[2:]:
    source = open(path, encoding="utf-8", newline="").read()
    lines = source.split("\\n")
    assert lines == (source + " ").splitlines()[:-1] + [""] or lines[:-1] == source.splitlines(), path
    for node in ast.parse(open(path, "rb").read()).body:
        if isinstance(node, ast.Assign) and node.targets[0].id == "X":
            found.append([repr(row[0]) for row in ast.literal_eval(node.value.args[0])])
json.dump(found, open(sys.argv[1], "w"))
`;
    const [code, output] = ["read.py", "read.json"].map((file) => join(directory, file)) as [
      string,
      string,
    ];
    writeFileSync(code, reader);
    const files = hostile.map((sample, k) => {
      const file = join(directory, `hostile${k}.py`);
      writeFileSync(file, exportAs("numpy", sample));
      return file;
    });
    execFileSync(pythonWithNumpy(), [code, output, ...files], { stdio: "pipe" });
    const found: string[][] = JSON.parse(execFileSync("cat", [output], { encoding: "utf8" }));
    expect(found.map((rows) => rows.map(Number))).toEqual(
      hostile.map(({ state }) => state.values.map(([x]) => x)),
    );
  });

  test("nor in LaTeX, nor anywhere by what is not seen", () => {
    for (const sample of hostile)
      for (const kind of ["numpy", "pytorch", "cpp", "latex"] as const) {
        const copy = exportAs(kind, sample);
        expect(copy).not.toMatch(/(?![\n\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
        expect(copy).not.toMatch(/(?:#|%|\/\/).*(?:\\|\?\?\/)\s*\n/);
        if (kind !== "latex") continue;
        const [head = ""] = copy.split("\\begin{align*}\n");
        expect(head.trimEnd().split("\n")).toHaveLength(sample.state.values.length + 3);
      }
  });
});

describe("LaTeX", () => {
  const texts = samples.map((sample) => exportAs("latex", sample));

  test("closes what it opens, and has the same columns on every line", () => {
    for (const text of texts) {
      const code = text.replace(/^%.*\n/gm, "");
      let depth = 0;
      for (const brace of code.match(/(?<!\\)[{}]/g) ?? []) {
        depth += brace === "{" ? 1 : -1;
        expect(depth).toBeGreaterThanOrEqual(0);
      }
      expect(depth).toBe(0);
      expect(code.match(/\\begin\{\w+\*?\}/g)?.length).toBe(code.match(/\\end\{\w+\*?\}/g)?.length);
      const lines = code
        .replace(/\\begin\{aligned\}[\s\S]*?\\end\{aligned\}/g, "")
        .split("\n")
        .filter((line) => line.includes("\\text{S"));
      expect(lines.length).toBeGreaterThanOrEqual(9);
      for (const line of lines) expect(line.match(/&/g)).toHaveLength(3);
    }
  });

  test("keeps names in comments, a line each", () => {
    for (const text of texts) {
      const [head = ""] = text.split("\\begin{align*}");
      expect(
        head
          .trimEnd()
          .split("\n")
          .every((line) => line.startsWith("%")),
      ).toBe(true);
    }
  });

  test("shows the numbers of the page, with its one approximation", () => {
    const text = exportAs("latex", shown({}));
    const { derivation: d } = shown({});
    for (const x of [
      ...d.scores,
      ...d.expShifted,
      ...d.weights,
      ...d.softOutput,
      d.totalVariation,
    ]) {
      expect(text).toContain(format(x));
    }
    expect(text.match(/\\approx/g)).toHaveLength(1);
    const split = exportAs("latex", shown({ split: true, step: "S7a" }));
    expect(split.match(/\\text\{S7[ab]\}/g)).toEqual(["\\text{S7a}", "\\text{S7b}"]);
  });
});

describe.each(["csv", "json"] as const satisfies readonly ExportKind[])("%s", (kind) => {
  test("is read back as the same values under the same names", () => {
    for (const sample of samples) {
      const reading = readTable(exportAs(kind, sample));
      if (!reading.ok) throw new Error(JSON.stringify(reading.problem));
      expect(reading.rows).toEqual(sample.state.values);
      if (kind === "json") {
        expect(reading.labels).toEqual(sample.names);
        expect(reading.features).toEqual(sample.features);
      }
    }
  });

  test("keeps names that a spreadsheet would cut", () => {
    const labels = ["a,b", 'say "hi"', "two\nlines", "apple"];
    const features = ["x, y", '"z"'];
    const values = [
      [1, 2],
      [3, 4],
      [5, 6],
      [7, 8],
    ];
    const reading = readTable(exportAs(kind, shown({ values, labels, features, query: [1, 2] })));
    expect(reading).toMatchObject({ ok: true, labels, features, rows: values });
  });
});

test.each(["csv", "json"] as const)("any name comes back from %s", (kind) => {
  for (let k = 0; k < 8; k++) {
    // Half a character and U+0000 are in no text.
    const labels = nastyNames
      .slice(200 * k, 200 * (k + 1))
      .map((name) => name.replace(/[\0\p{Cs}]/gu, "\ufffd"));
    const features = [labels[k] ?? "", "=1+1"];
    const values = labels.map((_, i) => [i, -i]);
    const text = exportAs(kind, shown({ values, labels, features, query: [1, 2] }));
    expect(readTable(text)).toMatchObject({ ok: true, labels, features, rows: values });
  }
});

describe("CSV", () => {
  test("has a row for each item and a column for each quantity", () => {
    const { derivation: d, ...rest } = shown({});
    const lines = exportAs("csv", { derivation: d, ...rest }).split("\r\n");
    expect(lines).toHaveLength(8);
    expect(lines[0]).toBe(
      "item,red,round,sweet,big,scores,oneHot,shifted,expShifted,weights," +
        "shares.red,shares.round,shares.sweet,shares.big",
    );
    const cells = lines[1]?.split(",") ?? [];
    expect(cells.slice(0, 8)).toEqual([
      "apple",
      "0.875",
      "0.875",
      "0.75",
      "0.25",
      "4.75",
      "1",
      "0",
    ]);
    expect(Number(cells[9])).toBe(d.weights[0]);
    expect(Number(cells[10])).toBe(d.shares.data[0]);
  });
});

describe("CSV and JSON of any names", () => {
  /** What a name is where it is written: half a character is none, and nothing reads a NUL. */
  const written = (name: string): string => name.replace(/[\0\p{Cs}]/gu, "\ufffd");

  const formulas = fc.sample(
    fc
      .tuple(
        fc.constantFrom("", " ", "\t", "\r", "\n", '"', "'", "''", "\u3000", "\u200b", ' "', "“"),
        fc.constantFrom(..."=+-@＝＋－＠'"),
        fc.constantFrom("1+1", 'HYPERLINK("http://x","y")', "cmd|' /C calc'!A0", "", "a\nb"),
      )
      .map((parts) => parts.join("")),
    { seed: 3, numRuns: 250 },
  );
  const all = [
    ...hostile,
    shown({
      scene: "custom",
      values: formulas.map((_, i) => [i]),
      query: [1],
      labels: formulas,
      features: ["=1+1"],
    }),
  ];

  test("are read back by Python's csv, the numbers bit by bit", () => {
    const reader = `
import csv, json, sys
tables = []
for path in sys.argv[2:]:
    with open(path, encoding="utf-8", newline="") as file:
        tables.append(list(csv.reader(file, strict=True)))
json.dump(tables, open(sys.argv[1], "w"))
`;
    const [code, output] = ["cells.py", "cells.json"].map((file) => join(directory, file)) as [
      string,
      string,
    ];
    writeFileSync(code, reader);
    const files = all.map((sample, k) => {
      const file = join(directory, `names${k}.csv`);
      writeFileSync(file, exportAs("csv", sample));
      return file;
    });
    execFileSync("python3", [code, output, ...files], { stdio: "pipe" });
    const tables: string[][][] = JSON.parse(execFileSync("cat", [output], { encoding: "utf8" }));
    all.forEach(({ state, names, features }, k) => {
      const [head = [], ...rows] = tables[k] ?? [];
      expect(rows.map(([name = ""]) => named(name))).toEqual(names.map(written));
      expect(named(head[1] ?? "")).toBe(written(features[0] ?? ""));
      expect(rows.map(([, x]) => Number(x))).toEqual(state.values.map(([x]) => x));
    });
  });

  test("no cell of a name is a formula to a spreadsheet, and no line ends within one unquoted", () => {
    for (const sample of all) {
      const copy = exportAs("csv", sample);
      const unquoted = copy.replace(/"(?:[^"]|"")*"/g, (cell) => {
        expect(cell).not.toMatch(/^"(?!')(?:[\s\p{Cc}\p{Cf}'“]|"")*[=+@＝＋－＠-]/u);
        return "";
      });
      expect(unquoted.replaceAll("\r\n", "")).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
      for (const line of unquoted.split("\r\n")) expect(line).not.toMatch(/^[=+@＝＋－＠-]/);
    }
  });

  test("are the same in JSON, which is one of ASCII's lines", () => {
    for (const sample of all) {
      const copy = exportAs("json", sample);
      expect(copy).not.toMatch(/(?![\n\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
      expect(JSON.parse(copy)).toMatchObject({
        labels: sample.names,
        X: sample.state.values,
      });
    }
  });
});

describe("JSON", () => {
  test("holds every quantity by its name, bit by bit", () => {
    for (const sample of samples) {
      const read = JSON.parse(exportAs("json", sample), (_, value) =>
        ["NaN", "Infinity", "-Infinity"].includes(value) ? Number(value) : value,
      );
      const plain = (value: unknown): unknown => {
        if (ArrayBuffer.isView(value)) return Array.from(value as Float64Array);
        if (Array.isArray(value)) return value.map(plain);
        if (typeof value !== "object" || value === null) return value;
        if ("data" in value && "rows" in value && "cols" in value) {
          const { rows, cols, data } = value as { rows: number; cols: number; data: Float64Array };
          return Array.from({ length: rows }, (_, i) => [...data.slice(i * cols, (i + 1) * cols)]);
        }
        return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, plain(part)]));
      };
      expect(read.derivation).toEqual(plain(sample.derivation));
      expect(read.X).toEqual(sample.state.values);
      expect(read.q).toEqual(sample.state.query);
    }
  });

  test("loads as the state that it was made from", () => {
    for (const sample of samples) {
      const reading = readTable(exportAs("json", sample));
      if (!reading.ok) throw new Error("refused");
      const { derivation } = shown(loadTable(initialState, reading));
      expect(derivation).toEqual(sample.derivation);
    }
  });

  test("of the largest table is short enough to be read", () => {
    const row = (i: number) =>
      Array.from({ length: 64 }, (_, j) => Math.fround((i * 64 + j) / 7e4) / 3);
    const values = Array.from({ length: 256 }, (_, i) => row(i));
    const reading = readTable(exportAs("json", shown({ scene: "custom", values, query: row(1) })));
    expect(reading.ok ? reading.rows : reading.problem).toEqual(values);
  });
});
