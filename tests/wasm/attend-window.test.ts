/** Windows of the weights of batched attention, against what derive says of each query. */
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { errorOf, loadCore, wasmUrl } from "./product.ts";

const core = await loadCore();

const [n, d] = [37, 5];
const numbers = (seed: number) => {
  let state = seed;
  return new Float32Array(n * d).map(() => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 30 - 2;
  });
};
const [Q, K] = [numbers(1), numbers(2)];
const rowOf = (values: Float32Array, row: number) =>
  Array.from(values.subarray(row * d, (row + 1) * d));
const places = Float32Array.from({ length: n }, (_, j) => j);

const derivationOf = (row: number, causal: boolean) =>
  core.derive({
    X: Array.from({ length: n }, (_, j) => rowOf(K, j)),
    q: rowOf(Q, row),
    score: "scaled",
    mask: Array.from({ length: n }, (_, j) => !causal || j <= row),
  });

const rowsOf = (causal: boolean) => ({
  logSumExp: core.attend(Q, K, places, { n, d, dValue: 1, causal }).logSumExp,
  picks: core.attend(Q, K, places, { n, d, dValue: 1, causal, hard: true }).output,
});

test.each([false, true])("the whole matrix, causal: %s", (causal) => {
  const { logSumExp, picks } = rowsOf(causal);
  const all = core.attendWindow(Q, K, logSumExp, picks, { rows: n, columns: n, d, causal });
  for (let i = 0; i < n; i++) {
    const expected = derivationOf(i, causal);
    expect(picks[i]).toBe(expected.argmax);
    expect(all.totalVariation[i]).toBeCloseTo(expected.totalVariation, 6);
    expect(all.entropy[i]).toBeCloseTo(expected.entropy, 5);
    for (let j = 0; j < n; j++) {
      const [p, e] = [expected.weights[j] as number, expected.oneHot[j] as number];
      expect(all.soft[i * n + j]).toBeCloseTo(p, 6);
      expect(all.hard[i * n + j]).toBe(e);
      expect(all.difference[i * n + j]).toBeCloseTo(p - e, 6);
    }
  }
});

test.each([false, true])("a window is the part of the whole that it says, causal: %s", (causal) => {
  const { logSumExp, picks } = rowsOf(causal);
  const all = core.attendWindow(Q, K, logSumExp, picks, { rows: n, columns: n, d, causal });
  const [firstQuery, firstKey, rows, columns] = [9, 6, 13, 11];
  const part = core.attendWindow(
    Q.slice(firstQuery * d, (firstQuery + rows) * d),
    K.slice(firstKey * d, (firstKey + columns) * d),
    logSumExp.slice(firstQuery, firstQuery + rows),
    picks.slice(firstQuery, firstQuery + rows),
    { rows, columns, d, firstQuery, firstKey, causal },
  );
  for (let i = 0; i < rows; i++) {
    const from = (firstQuery + i) * n + firstKey;
    for (const name of ["soft", "hard", "difference"] as const) {
      expect(part[name].slice(i * columns, (i + 1) * columns)).toEqual(
        all[name].slice(from, from + columns),
      );
    }
  }
});

test("a dot shows the entry of the largest magnitude of its cells", () => {
  const { logSumExp, picks } = rowsOf(false);
  const options = { rows: n, columns: n, d };
  const all = core.attendWindow(Q, K, logSumExp, picks, options);
  const [height, width] = [7, 5];
  const small = core.attendWindow(Q, K, logSumExp, picks, { ...options, height, width });
  for (const name of ["soft", "hard", "difference"] as const) {
    const expected = new Float32Array(height * width);
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) {
        const at = Math.floor((i * height) / n) * width + Math.floor((j * width) / n);
        const entry = all[name][i * n + j] as number;
        if (Math.abs(entry) > Math.abs(expected[at] as number)) expected[at] = entry;
      }
    }
    expect(small[name]).toEqual(expected);
  }
  expect(small.totalVariation).toEqual(all.totalVariation);
});

test("an entropy and a total variation that are nearly 0 keep their digits", () => {
  const keys = Float32Array.of(0, -9, -18);
  const query = Float32Array.of(1);
  const options = { n: 1, d: 1, nKeys: 3, dValue: 1 };
  const { logSumExp } = core.attend(query, keys, keys, options);
  const sizes = { rows: 1, columns: 3, d: 1 };
  const window = core.attendWindow(query, keys, logSumExp, Float32Array.of(0), sizes);
  const expected = core.derive({ scores: [0, -9, -18] });
  expect(window.totalVariation[0]).toBeCloseTo(expected.totalVariation, 9);
  expect(window.entropy[0]).toBeCloseTo(expected.entropy, 9);
});

test("queries from the middle of a matrix attend as they do in it", () => {
  const whole = core.attend(Q, K, K, { n, d, causal: true });
  const firstQuery = 11;
  const rest = core.attend(Q.slice(firstQuery * d), K, K, {
    n: n - firstQuery,
    nKeys: n,
    d,
    causal: true,
    firstQuery,
  });
  expect(rest.output).toEqual(whole.output.slice(firstQuery * d));
  expect(rest.logSumExp).toEqual(whole.logSumExp.slice(firstQuery));
});

const one = Float32Array.of(1);
const single = { rows: 1, columns: 1, d: 1 };
test.each([
  ["NaN in a query", Float32Array.of(Number.NaN), one, one, single, "NotANumber", "Q"],
  [
    "an infinite key",
    one,
    Float32Array.of(Number.POSITIVE_INFINITY),
    one,
    single,
    "NotFinite",
    "K",
  ],
  ["no L", one, one, Float32Array.of(Number.NaN), single, "NotANumber", "logSumExp"],
  ["too few L", one, one, new Float32Array(0), single, "ShapeMismatch", "logSumExp"],
  ["no rows", one, one, one, { ...single, rows: 0 }, "Empty", "Q"],
  [
    "a picture larger than the window",
    one,
    one,
    one,
    { ...single, width: 2 },
    "BadArgument",
    "width",
  ],
  ["a picture of nothing", one, one, one, { ...single, height: 0 }, "BadArgument", "height"],
  [
    "a window too far down",
    one,
    one,
    one,
    { ...single, firstQuery: 2 ** 30 },
    "TooLarge",
    "firstQuery",
  ],
  ["an infinite scale", one, one, one, { ...single, scale: 1e39 }, "NotFinite", "scale"],
] as const)("%s is refused", (_, queries, keys, logSumExp, options, code, argument) => {
  const error = errorOf(() => core.attendWindow(queries, keys, logSumExp, one, options));
  expect(error).toMatchObject({ code, argument });
});

test("the core's memory only grows, and is far below what the scores would need", async () => {
  const fresh = await loadCore({ wasmBinary: await readFile(wasmUrl) });
  const before = fresh.memorySize();
  const size = 8192;
  const many = new Float32Array(size * 8).fill(0.5);
  fresh.attend(many, many, many, { n: size, d: 8 });
  expect(fresh.memorySize()).toBeGreaterThanOrEqual(before);
  expect(fresh.memorySize()).toBeLessThan((4 * size * size) / 16);
});
