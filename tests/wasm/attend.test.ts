/** Batched attention across the border: its numbers are tested in C++, here what JavaScript sees. */
import { readFile } from "node:fs/promises";
import { Worker } from "node:worker_threads";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { Attention, AttentionOptions, Core, ErrorCode } from "../../web/src/core/core.ts";
import { coreUrl, errorOf, loadCore, wasmUrl } from "./product.ts";

const core = await loadCore();
const wasmBinary = await readFile(wasmUrl);

afterEach(() => vi.restoreAllMocks());

interface Arrays {
  readonly Q: Float32Array;
  readonly K: Float32Array;
  readonly V: Float32Array;
}

/** Numbers from −2 to 2, the same in every engine. */
function randomArrays(options: AttentionOptions, seed = 1): Arrays {
  const { n, d, nKeys = n, dValue = d, batch = 1 } = options;
  let state = seed;
  const random = (size: number) =>
    new Float32Array(size).map(() => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return state / 2 ** 30 - 2;
    });
  return {
    Q: random(batch * n * d),
    K: random(batch * nKeys * d),
    V: random(batch * nKeys * dValue),
  };
}

const attend = ({ Q, K, V }: Arrays, options: AttentionOptions, of: Pick<Core, "attend"> = core) =>
  of.attend(Q, K, V, options);

/** Whether all bits are the same; toEqual takes minutes over millions of them. */
const same = (a: Float32Array, b: Float32Array) =>
  Buffer.compare(
    Buffer.from(a.buffer, a.byteOffset, a.byteLength),
    Buffer.from(b.buffer, b.byteOffset, b.byteLength),
  ) === 0;
const sameResult = (a: Attention, b: Attention) =>
  same(a.output, b.output) && same(a.logSumExp, b.logSumExp);

const sizes: AttentionOptions = { n: 37, d: 5, nKeys: 150, dValue: 3, batch: 2 };

/** One matrix row of the input, as derive takes it. */
const rowOf = (values: Float32Array, row: number, cols: number) =>
  Array.from(values.subarray(row * cols, (row + 1) * cols));

test.each([
  ["soft", {}],
  ["hard", { hard: true }],
  ["causal", { causal: true }],
  ["scaled", { scale: -0.7 }],
  ["masked", { mask: Uint8Array.from({ length: 37 * 150 }, (_, i) => Number(i % 7 !== 3)) }],
])("%s: near to what derive says of each query", (_, more: Partial<AttentionOptions>) => {
  const options = { ...sizes, ...more };
  const arrays = randomArrays(options);
  const { output, logSumExp } = attend(arrays, options);
  expect(output).toHaveLength(2 * 37 * 3);
  expect(logSumExp).toHaveLength(2 * 37);
  const scale = options.scale ?? 1 / Math.sqrt(5);
  for (const row of [0, 5, 36, 37, 73]) {
    const [matrix, i] = [Math.floor(row / 37), row % 37];
    const rows = Array.from({ length: 150 }, (_, j) => matrix * 150 + j);
    const derivation = core.derive({
      X: rows.map((j) => rowOf(arrays.V, j, 3)),
      K: rows.map((j) => rowOf(arrays.K, j, 5)),
      q: rowOf(arrays.Q, row, 5).map((entry) => entry * scale),
      mask: rows.map((_, j) => !(options.causal && j > i) && options.mask?.[i * 150 + j] !== 0),
    });
    const expected = options.hard ? derivation.hardOutput : derivation.softOutput;
    expect(logSumExp[row]).toBeCloseTo(options.hard ? derivation.max : derivation.logSumExp, 5);
    expect([...output.subarray(row * 3, row * 3 + 3)]).toEqual(
      [...expected].map((value) => expect.closeTo(value, 5)),
    );
  }
});

test("the defaults are n keys, d features, one matrix and 1/√d", () => {
  const options = { n: 9, d: 4 };
  const arrays = randomArrays(options);
  const full = { nKeys: 9, dValue: 4, batch: 1, scale: 0.5, causal: false, hard: false };
  expect(attend(arrays, options)).toEqual(attend(arrays, { ...options, ...full }));
});

test("a mask for each matrix of the batch", () => {
  const options = { n: 2, d: 1, batch: 2, hard: true };
  const arrays = { ...randomArrays(options), V: Float32Array.of(1, 2, 3, 4) };
  const mask = Uint8Array.of(1, 0, 0, 1, 0, 1, 1, 0);
  expect([...attend(arrays, { ...options, mask }).output]).toEqual([1, 2, 4, 3]);
  expect([...attend(arrays, { ...options, mask: mask.subarray(0, 4) }).output]).toEqual([
    1, 2, 3, 4,
  ]);
});

test("what no query attends to may be anything", () => {
  const options = { n: 1, d: 2, nKeys: 3, mask: Uint8Array.of(1, 0, 1) };
  const { Q, K, V } = randomArrays(options);
  const expected = attend({ Q, K, V }, options);
  K.set([Number.NaN, Number.POSITIVE_INFINITY], 2);
  V.set([Number.NEGATIVE_INFINITY, Number.NaN], 2);
  expect(attend({ Q, K, V }, options)).toEqual(expected);
});

type Place = readonly [
  argument?: string | undefined,
  batch?: number | undefined,
  row?: number,
  column?: number,
];
type Refusal = readonly [string, () => unknown, ErrorCode, Place, RegExp];

const ones = (size: number) => new Float32Array(size).fill(1);
const withEntry = (size: number, index: number, value: number) => {
  const values = ones(size);
  values[index] = value;
  return values;
};
/** As a caller without types may pass it. */
const untyped = (value: unknown) => value as Float32Array & Uint8Array & number & AttentionOptions;
const options: AttentionOptions = { n: 2, d: 2, batch: 2 };
const eight = ones(8);

const refused: readonly Refusal[] = [
  [
    "NaN in a query",
    () => core.attend(withEntry(8, 7, Number.NaN), eight, eight, options),
    "NotANumber",
    ["Q", 1, 1, 1],
    /^Q\[1\]\[1\]\[1\] is NaN/,
  ],
  [
    "∞ in a key",
    () => core.attend(eight, withEntry(8, 1, Number.POSITIVE_INFINITY), eight, options),
    "NotFinite",
    ["K", 0, 0, 1],
    /^K\[0\]\[0\]\[1\] is infinite.*mask/,
  ],
  [
    "NaN in a value of the only matrix",
    () => core.attend(ones(2), ones(2), withEntry(2, 1, Number.NaN), { n: 2, d: 1 }),
    "NotANumber",
    ["V", undefined, 1, 0],
    /^V\[1\]\[0\] is NaN/,
  ],
  [
    "a query with nothing to attend to",
    () => core.attend(eight, eight, eight, { ...options, mask: Uint8Array.of(1, 1, 0, 0) }),
    "NothingToAttend",
    [undefined, 0, 1],
    /query 1 of matrix 0/,
  ],
  [
    "a score past float32",
    () => core.attend(ones(2), ones(2), ones(2), { n: 1, d: 2, scale: 3e38 }),
    "ScoreOverflow",
    [undefined, undefined, 0, 0],
    /query 0 and key 0 .*float32/,
  ],
  [
    "a scale past float32",
    () => core.attend(eight, eight, eight, { ...options, scale: 1e39 }),
    "NotFinite",
    ["scale"],
    /^scale is infinite/,
  ],
  [
    "no scale at all",
    () => core.attend(eight, eight, eight, { ...options, scale: Number.NaN }),
    "NotANumber",
    ["scale"],
    /^scale is NaN/,
  ],
  [
    "an array too short",
    () => core.attend(eight, ones(7), eight, options),
    "ShapeMismatch",
    ["K"],
    /^K has the wrong length.*batch × nKeys × d/,
  ],
  [
    "an empty mask",
    () => core.attend(eight, eight, eight, { ...options, mask: new Uint8Array() }),
    "ShapeMismatch",
    ["mask"],
    /^mask has the wrong length/,
  ],
  ["no queries", () => core.attend(ones(0), eight, eight, { n: 0, d: 2 }), "Empty", ["Q"], /empty/],
  [
    "no keys",
    () => core.attend(eight, ones(0), ones(0), { n: 4, d: 2, nKeys: 0 }),
    "Empty",
    ["K"],
    /empty/,
  ],
  [
    "no matrices",
    () => core.attend(eight, eight, eight, { ...options, batch: 0 }),
    "BadArgument",
    ["batch"],
    /^batch/,
  ],
  [
    "an impossible size",
    () => core.attend(eight, eight, eight, { n: 2 ** 40, d: 2 }),
    "TooLarge",
    ["Q"],
    /bounds/,
  ],
  [
    "half a query",
    () => core.attend(eight, eight, eight, { n: 1.5, d: 2 }),
    "BadArgument",
    ["n"],
    /whole number/,
  ],
  [
    "no d",
    () => core.attend(eight, eight, eight, untyped({ n: 2 })),
    "BadArgument",
    ["d"],
    /whole number.*undefined/,
  ],
  [
    "float64",
    () => core.attend(untyped(Float64Array.of(1)), ones(1), ones(1), { n: 1, d: 1 }),
    "BadArgument",
    ["Q"],
    /Float32Array/,
  ],
  [
    "a list",
    () => core.attend(ones(1), untyped([1]), ones(1), { n: 1, d: 1 }),
    "BadArgument",
    ["K"],
    /Float32Array, not an array/,
  ],
  [
    "booleans for a mask",
    () => core.attend(ones(1), ones(1), ones(1), { n: 1, d: 1, mask: untyped([true]) }),
    "BadArgument",
    ["mask"],
    /Uint8Array/,
  ],
  [
    "1 for true",
    () => core.attend(ones(1), ones(1), ones(1), untyped({ n: 1, d: 1, causal: 1 })),
    "BadArgument",
    ["causal"],
    /true or false/,
  ],
  [
    "no options",
    () => core.attend(ones(1), ones(1), ones(1), untyped(undefined)),
    "BadArgument",
    ["options"],
    /object/,
  ],
];

describe("refused", () => {
  test.each(refused)("%s", (_, call, code, place, message) => {
    const error = errorOf(call);
    expect(error.code).toBe(code);
    expect([error.argument, error.batch, error.row, error.column]).toEqual(
      Array.from({ length: 4 }, (_, i) => place[i]),
    );
    expect(error.message).toMatch(message);
    expect(error.message).not.toMatch(/undefined \w|-1|^undefined/);
    expect(core.derive({ scores: [1, 2] }).argmax).toBe(1);
  });
});

/** A module of its own, with its memory. */
async function freshCore(): Promise<{ core: Core; memory: WebAssembly.Memory }> {
  const instantiate = vi.spyOn(WebAssembly, "instantiate");
  const fresh = await loadCore({ wasmBinary });
  const result: unknown = await instantiate.mock.results[0]?.value;
  instantiate.mockRestore();
  const { instance } = result as WebAssembly.WebAssemblyInstantiatedSource;
  const memory = Object.values(instance.exports).find((it) => it instanceof WebAssembly.Memory);
  if (memory === undefined) throw new Error("the module exports no memory");
  return { core: fresh, memory };
}

describe("memory", () => {
  const large: AttentionOptions = { n: 100_000, d: 32, nKeys: 64 };
  const arrays = randomArrays(large);

  test("grows under the inputs, which stay as they were, and under earlier results", async () => {
    const { core: fresh, memory } = await freshCore();
    const options = { n: 3, d: 2 };
    const small = randomArrays(options);
    const first = attend(small, options, fresh);
    const kept = structuredClone(first);
    const before = structuredClone(arrays);
    const bytes = memory.buffer.byteLength;
    const result = attend(arrays, large, fresh);
    expect(memory.buffer.byteLength).toBeGreaterThan(bytes);
    expect(sameResult(result, attend(arrays, large))).toBe(true);
    for (const name of ["Q", "K", "V"] as const) {
      expect(same(arrays[name], before[name])).toBe(true);
    }
    expect(first).toEqual(kept);
  });

  test("is given back: a thousand calls need no more than one", async () => {
    const { core: fresh, memory } = await freshCore();
    const failing = { ...sizes, mask: new Uint8Array(37 * 150) };
    const small = randomArrays(sizes);
    const round = () => {
      attend(small, sizes, fresh);
      attend(small, { ...sizes, hard: true }, fresh);
      errorOf(() => attend(small, failing, fresh));
      errorOf(() => attend({ ...small, V: small.K }, sizes, fresh));
    };
    attend(arrays, large, fresh);
    const bytes = memory.buffer.byteLength;
    for (let i = 0; i < 1000; i++) round();
    attend(arrays, large, fresh);
    expect(memory.buffer.byteLength).toBe(bytes);
  });

  test("too little of it is an error, then it works again", async () => {
    const { core: fresh, memory } = await freshCore();
    const options = { n: 3, d: 2 };
    const small = randomArrays(options);
    const expected = attend(small, options, fresh);
    const grow = WebAssembly.Memory.prototype.grow;
    let limit = memory.buffer.byteLength;
    vi.spyOn(WebAssembly.Memory.prototype, "grow").mockImplementation(function (
      this: WebAssembly.Memory,
      pages,
    ) {
      if (this.buffer.byteLength + pages * 65536 > limit) throw new RangeError("no more memory");
      return grow.call(this, pages);
    });
    let refusals = 0;
    let result: Attention | undefined;
    while (result === undefined) {
      try {
        result = attend(arrays, large, fresh);
      } catch (error) {
        expect(error).toMatchObject({ name: "SoftmaxBridgeError", code: "OutOfMemory" });
        expect(attend(small, options, fresh)).toEqual(expected);
        refusals++;
        limit += 2 ** 20;
      }
    }
    expect(refusals).toBeGreaterThan(0);
    vi.restoreAllMocks();
    expect(sameResult(result, attend(arrays, large))).toBe(true);
  });

  test("no room for the result in JavaScript is the same error", async () => {
    const { core: fresh } = await freshCore();
    const options = { n: 3, d: 2 };
    vi.spyOn(Float32Array.prototype, "slice").mockImplementation(() => {
      throw new RangeError("Array buffer allocation failed");
    });
    for (let i = 0; i < 1000; i++) {
      expect(errorOf(() => attend(randomArrays(options), options, fresh)).code).toBe("OutOfMemory");
    }
  });

  // The time of 32,768² scores is left out by looking at a strip of them on each side.
  test.each([
    ["queries", { n: 32_768, d: 64, nKeys: 128 }],
    ["keys", { n: 32, d: 64, nKeys: 32_768 }],
  ])("grows with the %s and not with the scores", async (_, options) => {
    const { core: fresh, memory } = await freshCore();
    attend(randomArrays(options), options, fresh);
    const entries = 64 * (2 * options.n + 2 * options.nKeys);
    expect(memory.buffer.byteLength).toBeLessThan(16 * 2 ** 20 + 4 * (2 * entries));
  });
});

test("in a worker: the same bits", async () => {
  const source = `
    const { parentPort, workerData } = require("node:worker_threads");
    import(workerData.url).then(async ({ loadCore }) => {
      const { Q, K, V, options } = workerData;
      parentPort.postMessage((await loadCore()).attend(Q, K, V, options));
    });`;
  const arrays = randomArrays(sizes);
  const workerData = { url: coreUrl.href, ...arrays, options: sizes };
  const worker = new Worker(source, { eval: true, workerData });
  const result = await new Promise((resolve, reject) => {
    worker.once("message", resolve);
    worker.once("error", reject);
  });
  await worker.terminate();
  expect(result).toEqual(attend(arrays, sizes));
});
