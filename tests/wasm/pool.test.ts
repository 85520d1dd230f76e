/** Attention on several cores: the answers of one, whatever happens to the workers. */
import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { promisify } from "node:util";
import type { Worker } from "node:worker_threads";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type {
  Attention,
  AttentionOptions,
  Pool,
  PoolAttentionOptions,
} from "../../web/src/core/core.ts";
import { loadCore, loadPool, SoftmaxBridgeError } from "./product.ts";

const core = await loadCore();

/** Node's own module, whose workers are counted. */
const threads = createRequire(import.meta.url)("node:worker_threads") as {
  Worker: typeof Worker;
};
const NodeWorker = threads.Worker;
let started: Worker[] = [];
const alive = () => started.filter(({ threadId }) => threadId >= 0).length;

const pools: Pool[] = [];
async function poolOf(options?: Parameters<typeof loadPool>[0]): Promise<Pool> {
  const pool = await loadPool(options);
  pools.push(pool);
  return pool;
}

beforeEach(() => {
  started = [];
  threads.Worker = class extends NodeWorker {
    constructor(...inputs: ConstructorParameters<typeof Worker>) {
      super(...inputs);
      started.push(this);
    }
  };
});

afterEach(() => {
  threads.Worker = NodeWorker;
  for (const pool of pools.splice(0)) pool.close();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

type Input = readonly [Q: Float32Array, K: Float32Array, V: Float32Array, AttentionOptions];

/** Numbers from −2 to 2. */
function randomInput(options: AttentionOptions, seed = 1): Input {
  const { n, d, nKeys = n, dValue = d, batch = 1 } = options;
  let state = seed;
  const random = (size: number) =>
    new Float32Array(size).map(() => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return state / 2 ** 30 - 2;
    });
  return [
    random(batch * n * d),
    random(batch * nKeys * d),
    random(batch * nKeys * dValue),
    options,
  ];
}

const bitsOf = ({ output, logSumExp }: Attention) =>
  [output, logSumExp].map((values) =>
    Buffer.from(values.buffer, values.byteOffset, values.byteLength).toString("base64"),
  );

async function expectSame(pool: Pool, [Q, K, V, options]: Input): Promise<void> {
  const expected = bitsOf(core.attend(Q, K, V, options));
  // Not by toEqual, which would print megabytes.
  expect(String(bitsOf(await pool.attend(Q, K, V, options))) === String(expected)).toBe(true);
}

const size = { n: 700, d: 9, nKeys: 450, dValue: 6 };
const maskOf = (rows: number, columns: number, attends: (i: number, j: number) => boolean) =>
  Uint8Array.from({ length: rows * columns }, (_, at) =>
    Number(attends(Math.floor(at / columns), at % columns)),
  );
/** More queries than keys, keys that nobody attends to, and a key for everybody. */
const sparse = (i: number, j: number) => j % 5 === 0 || (j < 400 && (i * 7 + j * 3) % 11 === 0);

const kinds: ReadonlyArray<readonly [string, AttentionOptions]> = [
  ["soft", size],
  ["hard", { ...size, hard: true }],
  ["causal", { ...size, causal: true }],
  ["causal, from a later query on", { ...size, nKeys: 1000, causal: true, firstQuery: 300 }],
  ["of another scale", { ...size, scale: -0.3 }],
  ["masked", { ...size, mask: maskOf(700, 450, sparse) }],
  [
    "masked, causal and hard",
    { ...size, causal: true, hard: true, mask: maskOf(700, 450, sparse) },
  ],
  ["of three matrices", { ...size, batch: 3 }],
  ["of three matrices with one mask", { ...size, batch: 3, mask: maskOf(700, 450, sparse) }],
  [
    "of three matrices, each with its mask",
    { ...size, batch: 3, mask: maskOf(2100, 450, (i, j) => j === 0 || sparse(i, j)) },
  ],
  ["of many small matrices", { n: 5, d: 3, batch: 100, causal: true }],
  [
    "of many small matrices, each with its mask",
    { n: 50, d: 3, batch: 20, mask: maskOf(1000, 50, sparse) },
  ],
  ["one query", { n: 1, d: 1 }],
  ["among other queries", { ...size, causal: true, attended: new Uint8Array(450).fill(1) }],
];

describe.each([1, 2, 3, 7])("%i workers: the bits of one thread", (workers) => {
  test.each(kinds)("%s", async (_, options) => {
    const pool = await poolOf({ workers });
    expect(pool).toMatchObject({ workers, threaded: true });
    await expectSame(pool, randomInput(options));
  });
});

describe("what a block does not see", () => {
  // Rounding brings the mean of values of 0.1 above 0.1, which no mean can be, unless there are larger
  // values, which later queries attend to.
  const values = () => new Float32Array(450 * 2).map((_, at) => (at < 2 * 440 ? 0.1 : 1));

  test.each([
    ["causal", { causal: true }],
    ["masked", { mask: maskOf(700, 450, (i, j) => j < 440 || i > 690) }],
  ])("%s: the largest value of all queries bounds every mean", async (_, more) => {
    const pool = await poolOf({ workers: 3 });
    const [Q, K, , options] = randomInput({ ...size, dValue: 2, ...more });
    const { output } = core.attend(Q, K, values(), options);
    expect(output.slice(0, 800).some((mean) => mean > Math.fround(0.1))).toBe(true);
    await expectSame(pool, [Q, K, values(), options]);
  });

  test("values so large that their sums would overflow are made smaller for all", async () => {
    const pool = await poolOf({ workers: 3 });
    const [Q, K, V, options] = randomInput({ ...size, causal: true });
    V[V.length - 1] = 3e38;
    V.fill(1e-44, 0, 600);
    await expectSame(pool, [Q, K, V, options]);
  });
});

describe("errors are the core's", () => {
  const put = (values: Float32Array, at: number, value: number) => {
    const copy = values.slice();
    copy[at] = value;
    return copy;
  };
  const [Q, K, V] = randomInput({ ...size, batch: 2 });
  const options: AttentionOptions = { ...size, batch: 2 };
  const { NaN: nan, POSITIVE_INFINITY: infinity } = Number;
  const mask = maskOf(1400, 450, (i) => i !== 700 + 650);
  const untyped = (value: unknown) => value as AttentionOptions & Float32Array;
  const wrong: ReadonlyArray<readonly [string, Input]> = [
    ["a query", [put(Q, (700 + 699) * 9 + 4, nan), K, V, options]],
    ["a key", [Q, put(K, 3, infinity), V, options]],
    ["a value of the second matrix", [Q, K, put(V, (450 + 449) * 6 + 5, nan), options]],
    ["nothing to attend to", [Q, K, V, { ...options, mask }]],
    ["an overflow", [put(Q, 600 * 9, 3e38), put(K, 44 * 9, 3e38), V, options]],
    [
      "an overflow at first, and no number at last",
      [put(put(Q, 0, 3e38), 1399 * 9, nan), put(K, 0, 3e38), V, options],
    ],
    [
      "the last query wrong, and the one before it in another way",
      [put(put(Q, 699 * 9, infinity), 400 * 9, nan), K, V, options],
    ],
    [
      "a value that is picked",
      [Q, K, V.map((value, at) => (at % 6 === 2 ? nan : value)), { ...options, hard: true }],
    ],
    ["a scale", [Q, K, V, { ...options, scale: nan }]],
    ["a length", [Q, K.subarray(1), V, options]],
    ["a mask's length", [Q, K, V, { ...options, mask: mask.subarray(1) }]],
    ["whom others attend to", [Q, K, V, { ...options, attended: mask.subarray(0, 3) }]],
    ["no queries", [Q, K, V, { ...options, n: 0 }]],
    ["no matrices", [Q, K, V, { ...options, batch: 0 }]],
    ["more than there may be", [Q, K, V, { ...options, n: 2 ** 40 }]],
    ["wide values", [Q, K, V, { ...options, dValue: 1025 }]],
    ["no options", [Q, K, V, untyped(undefined)]],
    ["another array", [untyped([1, 2]), K, V, options]],
    ["a text for a number", [Q, K, V, { ...options, d: untyped("9") as never }]],
  ];
  const placeOf = (error: unknown) => {
    if (!(error instanceof SoftmaxBridgeError)) throw error;
    const { code, argument, batch, row, column, message } = error;
    return { code, argument, batch, row, column, message };
  };

  test.each(wrong)("%s", async (_, [Q, K, V, options]) => {
    const pool = await poolOf({ workers: 3 });
    let expected: unknown;
    try {
      core.attend(Q, K, V, options);
    } catch (error) {
      expected = placeOf(error);
    }
    expect(expected).toBeDefined();
    expect(placeOf(await pool.attend(Q, K, V, options).catch((error) => error))).toEqual(expected);
    await expectSame(pool, randomInput(size));
  });

  test("what nobody attends to may be anything", async () => {
    const pool = await poolOf({ workers: 3 });
    const seen = maskOf(700, 450, (_, j) => j !== 7);
    await expectSame(pool, [
      Q.subarray(0, 700 * 9),
      put(K, 7 * 9, nan).subarray(0, 450 * 9),
      put(V, 7 * 6, infinity).subarray(0, 450 * 6),
      { ...size, mask: seen },
    ]);
  });

  test.each([
    ["workers", { workers: 0 }],
    ["workers", { workers: 1.5 }],
    ["workers", { workers: 257 }],
    ["workers", { workers: "2" as never }],
    ["options", null as never],
  ])("no %s", async (argument, options) => {
    await expect(loadPool(options)).rejects.toMatchObject({ code: "BadArgument", argument });
  });

  test.each([
    ["signal", { signal: {} as never }],
    ["onProgress", { onProgress: 1 as never }],
  ])("no %s of a call", async (argument, more) => {
    const pool = await poolOf({ workers: 1 });
    const call = pool.attend(...randomInput({ n: 1, d: 1, ...more }));
    await expect(call).rejects.toMatchObject({ code: "BadArgument", argument });
  });
});

/** Takes a while. */
const long = { n: 3000, d: 64 };
const withMore = ([Q, K, V, options]: Input, more: Partial<PoolAttentionOptions>) =>
  [Q, K, V, { ...options, ...more }] as const;

describe("progress", () => {
  test.each([{}, { causal: true }, { batch: 3, n: 400 }])("goes from 0 to 1: %j", async (more) => {
    const pool = await poolOf({ workers: 2 });
    const seen: number[] = [];
    const input = randomInput({ ...long, d: 4, ...more });
    await pool.attend(...withMore(input, { onProgress: (done) => seen.push(done) }));
    expect(seen[0]).toBe(0);
    expect(seen.at(-1)).toBe(1);
    expect(seen.length).toBeGreaterThan(4);
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
  });

  test("whoever fails to hear it gets the own error back", async () => {
    const pool = await poolOf({ workers: 2 });
    const mine = new Error("mine");
    const onProgress = (done: number) => {
      if (done > 0) throw mine;
    };
    await expect(pool.attend(...withMore(randomInput(long), { onProgress }))).rejects.toBe(mine);
    await expectSame(pool, randomInput(size));
  });
});

describe("giving up", () => {
  test("before it begins", async () => {
    const pool = await poolOf({ workers: 2 });
    const reason = new Error("no more");
    const signal = AbortSignal.abort(reason);
    await expect(pool.attend(...withMore(randomInput(size), { signal }))).rejects.toBe(reason);
  });

  test("in the middle: the next call has workers", async () => {
    const pool = await poolOf({ workers: 2 });
    const controller = new AbortController();
    let calls = 0;
    const onProgress = () => {
      calls += 1;
      if (calls === 2) controller.abort();
    };
    const { signal } = controller;
    const given = pool.attend(...withMore(randomInput(long), { signal, onProgress }));
    await expect(given).rejects.toMatchObject({ name: "AbortError" });
    await expectSame(pool, randomInput(size));
    expect(calls).toBe(2);
  });

  test("one call of several", async () => {
    const pool = await poolOf({ workers: 2 });
    const controller = new AbortController();
    const { signal } = controller;
    const given = pool.attend(...withMore(randomInput(long), { signal }));
    const kept = expectSame(pool, randomInput(size, 7));
    controller.abort();
    await expect(given).rejects.toMatchObject({ name: "AbortError" });
    await kept;
  });

  test("the whole pool", async () => {
    const pool = await poolOf({ workers: 2 });
    const given = pool.attend(...randomInput(long));
    pool.close();
    await expect(given).rejects.toThrow("The pool is closed.");
    await expect(pool.attend(...randomInput(size))).rejects.toThrow("The pool is closed.");
    await expect(pool.call("derive", [{ scores: [1] }])).rejects.toThrow("The pool is closed.");
    await vi.waitFor(() => expect(alive()).toBe(0));
  });
});

describe("workers", () => {
  test("one that dies is an error of the call, and is replaced for the next", async () => {
    const pool = await poolOf({ workers: 2 });
    const given = pool.attend(...randomInput(long));
    await started[0]?.terminate();
    const error = await given.catch((reason) => reason);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(SoftmaxBridgeError);
    expect(error.message).toMatch(/worker of the pool has ended/);
    await expectSame(pool, randomInput(size));
    expect(started.length).toBeGreaterThan(2);
  });

  test("one that dies while it rests is nobody's error", async () => {
    const pool = await poolOf({ workers: 2 });
    await Promise.all(started.map((worker) => worker.terminate()));
    await expectSame(pool, randomInput(size));
    expect(started.length).toBeGreaterThan(2);
  });

  test("who has nothing to do goes after a while, and comes back", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const pool = await poolOf({ workers: 2 });
    await expectSame(pool, randomInput(size));
    expect(alive()).toBe(2);
    vi.advanceTimersByTime(29_000);
    await expectSame(pool, randomInput(size));
    vi.advanceTimersByTime(29_000);
    expect(alive()).toBe(2);
    vi.advanceTimersByTime(1_000);
    vi.useRealTimers();
    await vi.waitFor(() => expect(alive()).toBe(0));
    await expectSame(pool, randomInput(size));
    expect(alive()).toBeGreaterThan(0);
  });

  test("several calls at once are all answered", async () => {
    const pool = await poolOf({ workers: 3 });
    await Promise.all(
      kinds.map(([, options], seed) => expectSame(pool, randomInput(options, seed + 1))),
    );
    expect(started).toHaveLength(3);
  });

  test("have memory that can be told", async () => {
    const pool = await poolOf({ workers: 2 });
    await expectSame(pool, randomInput({ n: 1000, nKeys: 4000, d: 64 }));
    // K and V twice each, as they are and packed.
    expect(pool.memorySize()).toBeGreaterThan(2 * 4 * 4000 * 64 * 4);
  });
});

describe("arrays", () => {
  test("are read at once", async () => {
    const pool = await poolOf({ workers: 2 });
    const [Q, K, V, options] = randomInput({ ...size, mask: maskOf(700, 450, sparse) });
    const expected = bitsOf(core.attend(Q, K, V, options));
    const given = pool.attend(Q, K, V, options);
    for (const array of [Q, K, V, options.mask]) array?.fill(0);
    expect(String(bitsOf(await given)) === String(expected)).toBe(true);
  });

  test("may be parts of others, and in shared memory", async () => {
    const pool = await poolOf({ workers: 2 });
    const [Q, K, V, options] = randomInput(size);
    const expected = String(bitsOf(core.attend(Q, K, V, options)));
    const part = (values: Float32Array) => {
      const larger = new Float32Array(values.length + 9);
      larger.set(values, 4);
      return larger.subarray(4, 4 + values.length);
    };
    const shared = (values: Float32Array) => {
      const copy = new Float32Array(new SharedArrayBuffer(values.byteLength));
      copy.set(values);
      return copy;
    };
    for (const made of [part, shared]) {
      const result = await pool.attend(made(Q), made(K), made(V), options);
      expect(String(bitsOf(result)) === expected).toBe(true);
      expect(result.output.buffer).toBeInstanceOf(ArrayBuffer);
    }
  });
});

describe("any call", () => {
  test("has the answer of the core", async () => {
    const pool = await poolOf({ workers: 2 });
    const input = { scores: [1, 3, 2], X: [[1], [2], [3]] };
    expect(await pool.call("derive", [input])).toEqual(core.derive(input));
    expect(await pool.call("memorySize", [])).toBeGreaterThan(0);
  });

  test("and its errors", async () => {
    const pool = await poolOf({ workers: 1 });
    const none = pool.call("derive", [{ scores: [Number.NaN] }]);
    await expect(none).rejects.toMatchObject({ code: "NotANumber", argument: "scores", row: 0 });
    await expect(none).rejects.toBeInstanceOf(SoftmaxBridgeError);
    const unsendable = pool.call("derive", [{ scores: (() => {}) as never }]);
    await expect(unsendable).rejects.toMatchObject({ code: "BadArgument", argument: "scores" });
    const unknown = pool.call("nothing" as never, [] as never);
    await expect(unknown).rejects.toMatchObject({ code: "BadArgument", argument: "name" });
    const signal = AbortSignal.abort();
    const given = pool.call("derive", [{ scores: [1] }], { signal });
    await expect(given).rejects.toMatchObject({ name: "AbortError" });
  });
});

describe("without workers", () => {
  test("this thread does the work, and breathes", async () => {
    const pool = await poolOf({ workers: 4, workerUrl: new URL("nowhere.js", import.meta.url) });
    expect(pool).toMatchObject({ workers: 1, threaded: false });
    let ticks = 0;
    const timer = setInterval(() => ticks++, 1);
    await expectSame(pool, randomInput({ n: 4000, d: 64 }));
    clearInterval(timer);
    expect(ticks).toBeGreaterThan(2);
    await expect(
      pool.attend(...randomInput({ n: 9, d: 1, scale: Number.NaN })),
    ).rejects.toMatchObject({ code: "NotANumber", argument: "scale" });
    const signal = AbortSignal.abort();
    await expect(pool.attend(...withMore(randomInput(size), { signal }))).rejects.toThrow();
  });

  test("in a Node that has none for us", async () => {
    const builtin = process.getBuiltinModule as (name: string) => unknown;
    vi.spyOn(process, "getBuiltinModule").mockImplementation(
      (name: string) => (name === "node:worker_threads" ? undefined : builtin(name)) as never,
    );
    expect(await poolOf()).toMatchObject({ workers: 1, threaded: false });
  });
});

test("a program that has the answer ends, though nobody has closed the pool", async () => {
  const source = `
    import { loadPool } from "softmax-bridge/core";
    const pool = await loadPool({ workers: 2 });
    const ones = new Float32Array(800).fill(1);
    const { output } = await pool.attend(ones, ones, ones, { n: 200, d: 4 });
    console.log(pool.threaded, output.every((entry) => entry === 1));`;
  const args = ["--input-type=module", "--eval", source];
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    cwd: new URL("../../", import.meta.url),
  });
  expect(stdout.trim()).toBe("true true");
});
