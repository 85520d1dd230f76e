/** What happens to every hard input: an answer with a flag, or an error that says where. */
import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import type { DeriveInput, ErrorCode, ErrorPlace, Flag } from "../../web/src/core/core.ts";
import { errorOf, loadCore, SoftmaxBridgeError } from "./product.ts";
import { expectUlps } from "./ulp.ts";

const core = await loadCore();
const statusUrl = new URL("../../cpp/include/softmax_bridge/status.h", import.meta.url);
const statusHeader = await readFile(statusUrl, "utf8");
const inf = Number.POSITIVE_INFINITY;
const nan = Number.NaN;
const X = [
  [1, 0],
  [0, 1],
  [2, 2],
];
const q = [2, 1];

/** As a caller without types may pass it. */
const untyped = (input: unknown) => input as DeriveInput;
const rows = (n: number, cols: number) => ({ rows: n, cols, data: new Float64Array(n * cols) });

function withHole(values: unknown[]): unknown[] {
  delete values[1];
  return values;
}

type Refusal = readonly [name: string, input: DeriveInput, code: ErrorCode, place: ErrorPlace];

const refused: readonly Refusal[] = [
  // NaN and ±∞ where they count
  [
    "NaN in a value",
    {
      X: [
        [1, 0],
        [0, nan],
      ],
      scores: [1, 2],
    },
    "NotANumber",
    { argument: "X", row: 1, column: 1 },
  ],
  [
    "NaN in a key that is the value",
    {
      X: [
        [1, 0],
        [nan, 1],
      ],
      q,
    },
    "NotANumber",
    { argument: "X", row: 1, column: 0 },
  ],
  [
    "NaN in a key",
    {
      X,
      K: [
        [1, 0],
        [0, 1],
        [nan, 2],
      ],
      q,
    },
    "NotANumber",
    { argument: "K", row: 2, column: 0 },
  ],
  ["NaN in the query", { X, q: [2, nan] }, "NotANumber", { argument: "q", row: 0, column: 1 }],
  [
    "NaN among the scores",
    { scores: [1, nan] },
    "NotANumber",
    { argument: "scores", row: 1, column: 0 },
  ],
  [
    "NaN in W",
    {
      X,
      q,
      score: "bilinear",
      parameters: {
        W: [
          [1, 0],
          [nan, 1],
        ],
      },
    },
    "NotANumber",
    { argument: "W", row: 1, column: 0 },
  ],
  [
    "NaN in Wq",
    {
      X,
      q,
      score: "additive",
      parameters: {
        Wq: [
          [1, 0],
          [0, nan],
        ],
      },
    },
    "NotANumber",
    { argument: "Wq", row: 1, column: 1 },
  ],
  [
    "∞ in U",
    {
      X,
      q,
      score: "additive",
      parameters: {
        U: [
          [1, inf],
          [0, 1],
        ],
      },
    },
    "NotFinite",
    { argument: "U", row: 0, column: 1 },
  ],
  [
    "NaN in v",
    { X, q, score: "additive", parameters: { v: [1, nan] } },
    "NotANumber",
    { argument: "v", row: 0, column: 1 },
  ],
  [
    "NaN as sigma",
    { X, q, score: "gaussian", parameters: { sigma: nan } },
    "NotANumber",
    { argument: "sigma" },
  ],
  [
    "∞ in a value",
    {
      X: [
        [1, 0],
        [-inf, 1],
      ],
      scores: [1, 2],
    },
    "NotFinite",
    { argument: "X", row: 1, column: 0 },
  ],
  [
    "∞ in a key",
    {
      X,
      K: [
        [1, inf],
        [0, 1],
        [2, 2],
      ],
      q,
    },
    "NotFinite",
    { argument: "K", row: 0, column: 1 },
  ],
  ["∞ in the query", { X, q: [inf, 1] }, "NotFinite", { argument: "q", row: 0, column: 0 }],
  // infinite scores
  [
    "two scores of ∞",
    { scores: [inf, 0, inf] },
    "NotDetermined",
    { argument: "scores", row: 2, column: 0 },
  ],
  [
    "a score of ∞ in the hot limit",
    { scores: [inf, 0], temperature: inf },
    "NotDetermined",
    { argument: "scores", row: 0, column: 0 },
  ],
  [
    "a score that overflows",
    {
      X: [
        [1, 0],
        [1e308, 0],
      ],
      q: [10, 0],
    },
    "ScoreOverflow",
    { row: 1 },
  ],
  [
    "a distance that overflows",
    { X: [[1e200, 0]], q: [-1e200, 0], score: "gaussian" },
    "ScoreOverflow",
    { row: 0 },
  ],
  // nothing there
  ["all masked", { X, q, mask: [false, false, false] }, "NothingToAttend", {}],
  ["all scores −∞", { scores: [-inf, -inf] }, "NothingToAttend", {}],
  ["one masked, one −∞", { scores: [1, -inf], mask: [false, true] }, "NothingToAttend", {}],
  ["no scores", { scores: [] }, "Empty", { argument: "scores" }],
  ["no items", { X: [], q }, "Empty", { argument: "X" }],
  ["no features", { X: [[], []], scores: [1, 2] }, "Empty", { argument: "X" }],
  ["no query", { X, q: [] }, "Empty", { argument: "q" }],
  [
    "no keys",
    { X, K: rows(3, 0), q, score: "bilinear", parameters: { W: rows(2, 0) } },
    "Empty",
    { argument: "K" },
  ],
  // temperature and other numbers
  [
    "temperature below 0",
    { scores: [1], temperature: -1 },
    "BadTemperature",
    { argument: "temperature" },
  ],
  [
    "temperature −∞",
    { scores: [1], temperature: -inf },
    "BadTemperature",
    { argument: "temperature" },
  ],
  [
    "temperature NaN",
    { scores: [1], temperature: nan },
    "BadTemperature",
    { argument: "temperature" },
  ],
  [
    "sigma 0",
    { X, q, score: "gaussian", parameters: { sigma: 0 } },
    "BadArgument",
    { argument: "sigma" },
  ],
  // shapes
  ["a ragged row", { X: [[1, 0], [0]], q }, "ShapeMismatch", { argument: "X", row: 1 }],
  ["a row too long", { X: [[1], [0, 1]], q: [1] }, "ShapeMismatch", { argument: "X", row: 1 }],
  [
    "data too short",
    { X: { rows: 2, cols: 2, data: Float64Array.of(1, 2, 3) }, q },
    "ShapeMismatch",
    { argument: "X" },
  ],
  ["a long query", { X, q: [1, 2, 3] }, "ShapeMismatch", { argument: "q" }],
  ["too few keys", { X, K: [[1, 2]], q }, "ShapeMismatch", { argument: "K" }],
  ["too few values", { X, scores: [1, 2] }, "ShapeMismatch", { argument: "X" }],
  ["a short mask", { X, q, mask: [true] }, "ShapeMismatch", { argument: "mask" }],
  [
    "W transposed",
    { X, q: [1, 2, 3], score: "bilinear", parameters: { W: rows(2, 3) } },
    "ShapeMismatch",
    { argument: "W" },
  ],
  [
    "U unlike Wq",
    { X, q, score: "additive", parameters: { Wq: rows(3, 2), U: rows(4, 2) } },
    "ShapeMismatch",
    { argument: "U" },
  ],
  [
    "v unlike Wq",
    { X, q, score: "additive", parameters: { Wq: rows(3, 2), U: rows(3, 2), v: [1] } },
    "ShapeMismatch",
    { argument: "v" },
  ],
  // sizes
  [
    "too many scores",
    { scores: new Float64Array(2 ** 21 + 1) },
    "TooLarge",
    { argument: "scores" },
  ],
  ["too many features", { X: rows(1, 1025), scores: [1] }, "TooLarge", { argument: "X" }],
  ["too many entries", { X: rows(2 ** 20, 3), scores: [1] }, "TooLarge", { argument: "X" }],
  ["a query too long", { X, q: new Float64Array(1025) }, "TooLarge", { argument: "q" }],
  [
    "an impossible size",
    { X: { rows: 2 ** 40, cols: 2 ** 10, data: new Float64Array(1) }, q },
    "TooLarge",
    { argument: "X" },
  ],
  [
    "a mask too long",
    { scores: [1], mask: new Array(2 ** 21 + 1).fill(true) },
    "TooLarge",
    { argument: "mask" },
  ],
  // types
  ["no input", untyped(undefined), "BadArgument", {}],
  ["neither query nor scores", untyped({ X }), "BadArgument", { argument: "q" }],
  [
    "both query and scores",
    untyped({ X, q, scores: [1, 2, 3] }),
    "BadArgument",
    { argument: "scores" },
  ],
  ["a query without values", untyped({ q, K: X }), "BadArgument", { argument: "X" }],
  ["null for values", untyped({ X: null, q }), "BadArgument", { argument: "X" }],
  ["a text for values", untyped({ X: "1,2", q }), "BadArgument", { argument: "X" }],
  ["a list for values", untyped({ X: [1, 2], q }), "BadArgument", { argument: "X", row: 0 }],
  [
    "a missing row",
    untyped({ X: [[1, 2], undefined], q }),
    "BadArgument",
    { argument: "X", row: 1 },
  ],
  [
    "a hole in a row",
    untyped({ X: [[1, 2], withHole([1, 2])], q }),
    "BadArgument",
    { argument: "X", row: 1, column: 1 },
  ],
  [
    "a number as text",
    untyped({
      X: [
        [1, 2],
        ["3", 4],
      ],
      q,
    }),
    "BadArgument",
    { argument: "X", row: 1, column: 0 },
  ],
  ["a bigint", untyped({ X: [[1n, 2]], q }), "BadArgument", { argument: "X", row: 0, column: 0 }],
  [
    "bigints in a flat matrix",
    untyped({ X: { rows: 1, cols: 2, data: BigInt64Array.of(1n, 2n) }, q }),
    "BadArgument",
    { argument: "X", row: 0, column: 0 },
  ],
  [
    "a matrix without rows",
    untyped({ X: { cols: 2, data: Float64Array.of(1, 2) }, q }),
    "BadArgument",
    { argument: "X.rows" },
  ],
  [
    "0.5 a column",
    untyped({ X: { rows: 1, cols: 1.5, data: Float64Array.of(1) }, q }),
    "BadArgument",
    { argument: "X.cols" },
  ],
  [
    "a matrix without data",
    untyped({ X: { rows: 1, cols: 1, data: null }, q }),
    "BadArgument",
    { argument: "X.data" },
  ],
  [
    "a hole in the scores",
    untyped({ scores: withHole([1, 2, 3]) }),
    "BadArgument",
    { argument: "scores", row: 1, column: 0 },
  ],
  [
    "undefined in the query",
    untyped({ X, q: [1, undefined] }),
    "BadArgument",
    { argument: "q", row: 0, column: 1 },
  ],
  ["an object for a query", untyped({ X, q: { length: 2 } }), "BadArgument", { argument: "q" }],
  [
    "a text for a temperature",
    untyped({ scores: [1], temperature: "1" }),
    "BadArgument",
    { argument: "temperature" },
  ],
  [
    "null for a temperature",
    untyped({ scores: [1], temperature: null }),
    "BadArgument",
    { argument: "temperature" },
  ],
  ["a score of no kind", untyped({ X, q, score: "cos" }), "BadArgument", { argument: "score" }],
  [
    "a number for a kind of score",
    untyped({ X, q, score: 0 }),
    "BadArgument",
    { argument: "score" },
  ],
  [
    "null for parameters",
    untyped({ X, q, parameters: null }),
    "BadArgument",
    { argument: "parameters" },
  ],
  [
    "a text for sigma",
    untyped({ X, q, parameters: { sigma: "1" } }),
    "BadArgument",
    { argument: "sigma" },
  ],
  [
    "numbers for a mask",
    untyped({ scores: [1, 2], mask: [1, 0] }),
    "BadArgument",
    { argument: "mask", row: 0, column: 0 },
  ],
  [
    "a hole in a mask",
    untyped({ scores: [1, 2], mask: withHole([true, true]) }),
    "BadArgument",
    { argument: "mask", row: 1, column: 0 },
  ],
  [
    "bytes for a mask",
    untyped({ scores: [1, 2], mask: Uint8Array.of(1, 0) }),
    "BadArgument",
    { argument: "mask" },
  ],
];

describe("refused", () => {
  test.each(refused)("%s", (_, input, code, { argument, row, column }) => {
    const error = errorOf(() => core.derive(input));
    expect(error.code).toBe(code);
    expect([error.argument, error.row, error.column]).toEqual([argument, row, column]);
    expect(error.message).not.toMatch(/undefined \w|\[object|NaN is NaN|^undefined/);
    const cell = [row, column].filter((i) => i !== undefined);
    for (const index of cell.slice(0, 1)) {
      if (argument === "X" || argument === "K")
        expect(error.message).toContain(`${argument}[${index}]`);
    }
    // The next call works.
    expect(core.derive({ scores: [0, 0] }).weights).toEqual(Float64Array.of(0.5, 0.5));
  });

  test("every status of the core has a message, and all but that of memory are met above", () => {
    const [, body = ""] = statusHeader.match(/enum class Status \{(.*?)\};/s) ?? [];
    const codes = [...body.matchAll(/^\s*k(\w+),/gm)].map(([, name]) => name as ErrorCode);
    expect(codes.shift()).toBe("Ok");
    expect(codes.length).toBeGreaterThan(10);
    for (const code of codes) {
      for (const place of [
        {},
        { argument: "X", row: 1, column: 2 },
        { argument: "q", column: 2 },
      ]) {
        const { message } = new SoftmaxBridgeError(code, place);
        expect(message).toMatch(/^[A-Za-z].{20,}\.$/s);
        expect(message).not.toContain("undefined");
      }
    }
    const met = new Set(refused.map(([, , code]) => code)).add("OutOfMemory");
    expect([...met].sort()).toEqual(codes.sort());
  });
});

type Answer = readonly [
  name: string,
  input: DeriveInput,
  weights: readonly number[],
  flags: readonly Flag[],
];
const sigmoid = 0.7310585786300049; // of 1

const answered: readonly Answer[] = [
  [
    "NaN and ∞ behind the mask",
    {
      X: [
        [1, 0],
        [nan, inf],
        [0, 1],
      ],
      q,
      mask: [true, false, true],
    },
    [sigmoid, 0, 1 - sigmoid],
    ["masked"],
  ],
  [
    "NaN in a masked key",
    {
      X,
      K: [
        [1, 0],
        [nan, -inf],
        [0, 1],
      ],
      q,
      mask: [true, false, true],
    },
    [sigmoid, 0, 1 - sigmoid],
    ["masked"],
  ],
  [
    "NaN as a masked score",
    { X, scores: [2, nan, 1], mask: [true, false, true] },
    [sigmoid, 0, 1 - sigmoid],
    ["masked"],
  ],
  [
    "∞ as a masked score",
    { X, scores: [2, inf, 1], mask: [true, false, true] },
    [sigmoid, 0, 1 - sigmoid],
    ["masked"],
  ],
  [
    "a score of −∞ is a mask",
    {
      X: [
        [1, 0],
        [nan, nan],
        [0, 1],
      ],
      scores: [2, -inf, 1],
    },
    [sigmoid, 0, 1 - sigmoid],
    ["masked"],
  ],
  ["one score of ∞", { X, scores: [1, inf, 2] }, [0, 1, 0], ["infinite-score"]],
  [
    "one score of ∞ in the cold limit",
    { X, scores: [1, inf, 2], temperature: 0 },
    [0, 1, 0],
    ["cold-limit", "infinite-score"],
  ],
  ["ties", { X, scores: [1, 1, -1e4] }, [0.5, 0.5, 0], ["tie"]],
  [
    "ties in the cold limit",
    { X, scores: [1, 1, 0], temperature: 0 },
    [0.5, 0.5, 0],
    ["tie", "cold-limit"],
  ],
  ["the hot limit", { scores: [1, 1e300], temperature: inf }, [0.5, 0.5], ["hot-limit"]],
  [
    "the hot limit behind a mask",
    { scores: [1, 7, 1e300], temperature: inf, mask: [true, true, false] },
    [0.5, 0.5, 0],
    ["hot-limit", "masked"],
  ],
  [
    "the coldest temperature",
    { scores: [0, 5e-324], temperature: 5e-324 },
    [1 - sigmoid, sigmoid],
    [],
  ],
  ["a difference that overflows when divided", { scores: [1, 2], temperature: 5e-324 }, [0, 1], []],
  ["a difference that overflows", { scores: [-1.7e308, 1.7e308] }, [0, 1], []],
  [
    "the hottest temperature",
    { scores: [-1.7e308, 1.7e308], temperature: Number.MAX_VALUE },
    [0.13109485958233005, 0.86890514041767],
    [],
  ],
  [
    "a zero key under cosine",
    {
      X: [
        [0, 0],
        [0, 0],
      ],
      q,
      score: "cosine",
    },
    [0.5, 0.5],
    ["tie", "zero-vector"],
  ],
  ["one item", { X: [[3]], q: [1] }, [1], []],
];

describe("answered", () => {
  test.each(answered)("%s", (_, input, weights, flags) => {
    const d = core.derive(input);
    expectUlps(d.weights, weights, 4, "weights");
    weights.forEach((weight, i) => {
      if (weight === 0) expect(d.weights[i]).toBe(0);
    });
    expect(d.flags).toEqual(flags);
    for (const output of [d.softOutput, d.hardOutput, d.tieMean, d.shares.data]) {
      expect(Array.from(output).every(Number.isFinite)).toBe(true);
    }
  });

  test("values without a query have outputs, scores without values have none", () => {
    const d = core.derive({ scores: [1, 2] });
    expect([d.softOutput.length, d.hardOutput.length, d.outputDistance]).toEqual([0, 0, nan]);
    expect([d.gradientQuery.rows, d.gradientQuery.cols]).toEqual([0, 0]);
    expect(core.derive({ scores: [1, 2, 3], X }).softOutput).toHaveLength(2);
  });

  test("the largest sizes", () => {
    const scores = new Float64Array(2 ** 21);
    scores[7] = 1e4;
    expect(core.derive({ scores }).argmax).toBe(7);
    const wide = core.derive({ X: rows(2, 1024), q: new Float64Array(1024) });
    expect([wide.gradientQuery.rows, wide.gradientQuery.cols]).toEqual([1024, 1024]);
  });

  test("any list of numbers will do", () => {
    const expected = core.derive({ X, q });
    const lists = untyped({ X: X.map((row) => Float32Array.from(row)), q: Int8Array.from(q) });
    expect(core.derive(lists)).toEqual(expected);
    const flat = untyped({ X: { rows: 3, cols: 2, data: X.flat() }, q });
    expect(core.derive(flat)).toEqual(expected);
    expect(core.derive({ X, q, mask: [true, true, true], parameters: {}, temperature: 1 })).toEqual(
      expected,
    );
  });
});

test("the steps come in their order, with the arrays of the derivation", () => {
  const d = core.derive({ X, q });
  expect(d.steps.map(({ id, relation }) => `${id} ${relation}`)).toEqual([
    "S1 definition",
    "S2 definition",
    "S3 equal",
    "S4 equal",
    "S5 equal",
    "S6 equal",
    "S7 approx",
    "S8 equal",
    "S9 equal",
    "S7a approx",
    "S7b approx",
  ]);
  const { scores: α, oneHot: e, shifted, expShifted: u, weights: p } = d;
  const candidates = [α, α, e, shifted, u, p, p, p, p, u, p];
  const weights = [new Float64Array(), e, e, e, e, e, p, p, p, u, p];
  expect(d.steps.map((step) => step.candidate)).toEqual(candidates);
  expect(d.steps.map((step) => step.weights)).toEqual(weights);
});
