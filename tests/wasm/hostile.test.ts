/** What a caller may pass, whatever it does while it is read: an error that names the argument. */
import { expect, test } from "vitest";
import type { Core, DeriveInput } from "../../web/src/core/core.ts";
import { freshCore } from "./fresh.ts";
import { errorOf, loadCore } from "./product.ts";

const core = await loadCore();
const X = [
  [1, 0],
  [0, 1],
];
const any = (value: unknown) => value as never;
const untyped = (input: unknown) => input as DeriveInput;
const refusal = (call: () => unknown) => {
  const { code, argument } = errorOf(call);
  return [code, argument];
};

function revoked(target: object): never {
  const { proxy, revoke } = Proxy.revocable(target, {});
  revoke();
  return proxy as never;
}

function transferred<T extends ArrayBufferView>(array: T): T {
  structuredClone(array.buffer, { transfer: [array.buffer as ArrayBuffer] });
  return array;
}

test("a revoked Proxy, wherever it stands", () => {
  expect(refusal(() => core.derive(revoked({})))).toEqual(["BadArgument", undefined]);
  for (const scores of [revoked([]), revoked(new Float64Array(1))]) {
    expect(refusal(() => core.derive({ scores }))).toEqual(["BadArgument", "scores"]);
  }
  expect(refusal(() => core.derive({ X: revoked([]), q: [1] }))).toEqual(["BadArgument", "X"]);
  expect(refusal(() => core.derive({ X: [[1], revoked([])], q: [1] }))).toEqual([
    "BadArgument",
    "X",
  ]);
  expect(refusal(() => core.derive({ X, q: [1, 2], parameters: revoked({}) }))).toEqual([
    "BadArgument",
    "parameters",
  ]);
  expect(refusal(() => core.derive({ scores: [1], mask: revoked([]) }))).toEqual([
    "BadArgument",
    "mask",
  ]);
  expect(refusal(() => core.normalize([1], revoked({})))).toEqual(["BadArgument", "options"]);
  expect(refusal(() => core.perturb([1, 2], { kind: "l1", removed: revoked([]) }))).toEqual([
    "BadArgument",
    "removed",
  ]);
  expect(refusal(() => core.derive({ scores: [1], temperature: revoked({}) }))).toEqual([
    "BadArgument",
    "temperature",
  ]);
  const f = Float32Array.of(1);
  expect(refusal(() => core.attend(revoked(f), f, f, { n: 1, d: 1 }))).toEqual([
    "BadArgument",
    "Q",
  ]);
});

test("a Proxy that is revoked while it is read", () => {
  const half = (length: number, target: object) => {
    let reads = 0;
    const { proxy, revoke } = Proxy.revocable(target, {
      get: (it, name, receiver) => {
        if (++reads === length) revoke();
        return Reflect.get(it, name, receiver);
      },
    });
    return any(proxy);
  };
  for (let reads = 1; reads < 4; reads++) {
    expect(errorOf(() => core.derive({ scores: half(reads, [1, 2, 3]) })).argument).toBe("scores");
    expect(errorOf(() => core.derive(half(reads, { scores: [1, 2] }))).code).toBe("BadArgument");
  }
});

test("arrays whose buffer is elsewhere by now", () => {
  const gone = transferred(Float64Array.of(1, 2));
  expect(refusal(() => core.derive({ scores: gone }))).toEqual(["BadArgument", "scores"]);
  expect(refusal(() => core.derive({ X, q: gone }))).toEqual(["BadArgument", "q"]);
  const grid = { rows: 0, cols: 0, data: gone };
  expect(refusal(() => core.derive({ X: grid, q: [1] }))[1]).toBe("X");
  const floats = Float32Array.of(1, 2);
  const lost = transferred(Float32Array.of(1, 2));
  const options = { n: 1, d: 2 };
  expect(refusal(() => core.attend(lost, floats, floats, options))).toEqual(["BadArgument", "Q"]);
  expect(refusal(() => core.attend(floats, floats, lost, options))).toEqual(["BadArgument", "V"]);
  const mask = transferred(Uint8Array.of(1));
  expect(refusal(() => core.attend(floats, floats, floats, { ...options, mask }))).toEqual([
    "BadArgument",
    "mask",
  ]);
  // Lost while the options are read.
  const late = Float32Array.of(1, 2);
  const losing = {
    n: 1,
    get d() {
      transferred(late);
      return 2;
    },
  };
  expect(refusal(() => core.attend(late, floats, floats, losing))).toEqual(["BadArgument", "Q"]);
});

test("typed arrays of another kind", () => {
  for (const size of [0, 1]) {
    const bigints = any(new BigInt64Array(size));
    expect(refusal(() => core.derive({ scores: bigints }))).toEqual(["BadArgument", "scores"]);
    expect(refusal(() => core.derive({ X, q: bigints }))).toEqual(["BadArgument", "q"]);
    expect(refusal(() => core.smoothMax(bigints))).toEqual(["BadArgument", "scores"]);
  }
  const pretending = { length: 2, [Symbol.toStringTag]: "Float32Array" };
  const floats = Float32Array.of(1, 2);
  expect(refusal(() => core.attend(any(pretending), floats, floats, { n: 1, d: 2 }))).toEqual([
    "BadArgument",
    "Q",
  ]);
});

test("a list is read once, and its entries are what was read", () => {
  const changing = (target: readonly unknown[], other: unknown) => {
    const seen = new Set<string | symbol>();
    return any(
      new Proxy([...target], {
        get: (it, name, receiver) => {
          if (seen.has(name)) return other;
          seen.add(name);
          return Reflect.get(it, name, receiver);
        },
      }),
    );
  };
  const expected = core.derive({ scores: [1, 2, 3] });
  for (const other of ["x", 1e9, {}, -1, undefined]) {
    expect(core.derive({ scores: changing([1, 2, 3], other) })).toEqual(expected);
    const rows = changing([changing([1, 0], other), changing([0, 1], other)], other);
    expect(core.derive({ X: rows, q: changing([1, 2], other) })).toEqual(
      core.derive({ X, q: [1, 2] }),
    );
    const data = { rows: 2, cols: 2, data: changing([1, 0, 0, 1], other) };
    expect(core.derive({ X: any(data), q: [1, 2] })).toEqual(core.derive({ X, q: [1, 2] }));
    const mask = changing([true, true, true], other);
    expect(core.derive({ scores: [1, 2, 3], mask })).toEqual(expected);
    const removed = changing([0], other);
    expect(core.perturb([1, 2, 3], { kind: "softmax", removed }).weights[0]).toBe(0);
  }
});

test("each field of an object is read once", () => {
  const counting = (target: object) => {
    const reads: Record<string, number> = {};
    const proxy = new Proxy(target, {
      get: (it, name, receiver) => {
        reads[String(name)] = (reads[String(name)] ?? 0) + 1;
        return Reflect.get(it, name, receiver);
      },
    });
    return [any(proxy), reads] as const;
  };
  const calls: readonly ((it: never) => unknown)[] = [
    (it) => core.derive(it),
    (it) => core.sweep(it, [1]),
    (it) => core.sampleHard(it),
    (it) => core.normalize([1, 2], it),
    (it) => core.perturb([1, 2], it),
    (it) => core.properties("l1", it),
    (it) => core.smoothMax([1, 2], it),
    (it) => core.naiveSoftmax([1, 2], it),
    (it) => core.attend(Float32Array.of(1), Float32Array.of(1), Float32Array.of(1), it),
  ];
  for (const call of calls) {
    const [it, reads] = counting({ scores: [1, 2], draws: 1, kind: "l1", n: 1, d: 1 });
    call(it);
    expect(Object.values(reads).every((count) => count === 1)).toBe(true);
  }
});

test("lengths that are made up", () => {
  for (const length of [-1, 1.5, Number.NaN, "2", 2 ** 40, {}]) {
    const target = [1, 2];
    const list = any(
      new Proxy(target, {
        get: (it, name) => (name === "length" ? length : Reflect.get(it, name)),
      }),
    );
    expect(errorOf(() => core.derive({ scores: list })).argument).toBe("scores");
    expect(errorOf(() => core.derive({ X: list, q: [1] })).argument).toBe("X");
    expect(errorOf(() => core.derive({ scores: [1], mask: list })).argument).toBe("mask");
    const options = { kind: "softmax", removed: list } as const;
    expect(errorOf(() => core.perturb([1, 2], options)).argument).toBe("removed");
  }
  const floats = Float32Array.of(1, 2);
  const output = core.attend(floats, floats, floats, { n: 1, d: 2 });
  for (const length of [0, 1, 1e9]) {
    const array = Object.defineProperty(Float32Array.of(1, 2), "length", { value: length });
    expect(core.attend(array, array, array, { n: 1, d: 2 })).toEqual(output);
    const scores = Object.defineProperty(Float64Array.of(1, 2), "length", { value: length });
    expect(core.derive({ scores })).toEqual(core.derive({ scores: [1, 2] }));
  }
});

test("lists are bounded before they are read", () => {
  const endless = (size: number) => {
    const list = new Array(size);
    return any(
      new Proxy(list, {
        get: (it, name) => {
          if (name !== "length") throw new Error(`${String(name)} is read`);
          return it.length;
        },
      }),
    );
  };
  for (const size of [2 ** 21 + 1, 7e7, 2 ** 32 - 1]) {
    const options = { kind: "softmax", removed: endless(size) } as const;
    expect(refusal(() => core.perturb([1, 2], options))).toEqual(["TooLarge", "removed"]);
    expect(refusal(() => core.derive({ scores: endless(size) }))).toEqual(["TooLarge", "scores"]);
    expect(refusal(() => core.derive({ scores: [1], mask: endless(size) }))).toEqual([
      "TooLarge",
      "mask",
    ]);
    expect(refusal(() => core.sweep({ scores: [1] }, endless(size)))).toEqual([
      "TooLarge",
      "temperatures",
    ]);
  }
  const pairs = [[], [0], [0, 1, 2], endless(7e7)];
  for (const pair of pairs) {
    expect(refusal(() => core.perturb([1, 2, 3], { kind: "softmax", pair: any(pair) }))).toEqual([
      "BadArgument",
      "pair",
    ]);
  }
});

test("an index beyond an int is no other item", () => {
  for (const place of [2 ** 31, 2 ** 32, 2 ** 32 + 1, 2 ** 53 - 1]) {
    const removed = [place];
    expect(refusal(() => core.perturb([1, 2, 3], { kind: "softmax", removed }))).toEqual([
      "BadArgument",
      "removed",
    ]);
    const pair = [place, 0] as const;
    expect(refusal(() => core.perturb([1, 2, 3], { kind: "softmax", pair }))).toEqual([
      "BadArgument",
      "pair",
    ]);
  }
});

test("a caller's own error stays its own", () => {
  for (const error of [new RangeError("mine"), new TypeError("mine"), "mine", undefined]) {
    const throwing = (): never => {
      throw error;
    };
    const list = any(new Proxy([1, 2], { get: throwing }));
    const inputs: readonly unknown[] = [
      Object.defineProperty({}, "scores", { get: throwing }),
      { scores: list },
      { scores: [1, 2], mask: list },
      { X: [[1], list], q: [1] },
      { X: Object.defineProperty({}, "data", { get: throwing }), q: [1] },
      { X, q: [1, 2], parameters: Object.defineProperty({}, "sigma", { get: throwing }) },
    ];
    for (const input of inputs) {
      let thrown: unknown = "nothing";
      try {
        core.derive(untyped(input));
      } catch (it) {
        thrown = it;
      }
      expect(thrown).toBe(error);
    }
  }
});

test("shared memory will do, and memory that shrinks", () => {
  const shared = new Float64Array(new SharedArrayBuffer(16));
  shared.set([1, 2]);
  expect(core.derive({ scores: shared })).toEqual(core.derive({ scores: [1, 2] }));
  const floats = new Float32Array(new SharedArrayBuffer(8));
  floats.set([1, 2]);
  const copy = Float32Array.from(floats);
  const options = { n: 1, d: 2 };
  expect(core.attend(floats, floats, floats, options)).toEqual(
    core.attend(copy, copy, copy, options),
  );

  type Resizable = ArrayBuffer & { resize(size: number): void };
  const Buffer = ArrayBuffer as unknown as new (
    size: number,
    options: { maxByteLength: number },
  ) => Resizable;
  const buffer = new Buffer(16, { maxByteLength: 32 });
  const tracking = new Float64Array(buffer);
  const shrinking = untyped({
    scores: tracking,
    get temperature() {
      buffer.resize(8);
      return 1;
    },
  });
  expect(core.derive(shrinking).weights).toEqual(Float64Array.of(1));
  buffer.resize(16);
  const fixed = new Float64Array(buffer, 0, 2);
  buffer.resize(8);
  expect(errorOf(() => core.derive({ scores: fixed })).argument).toBe("scores");
});

test("messages of any value are short and do not fail", () => {
  const values = ["x".repeat(1e6), 10n ** 1000n, Symbol("s"), () => 1, revoked([]), null];
  for (const value of values) {
    const { message } = errorOf(() => core.derive({ scores: [1], temperature: any(value) }));
    expect(message.length).toBeLessThan(200);
  }
});

const most = 2 ** 21;
const many = new Float64Array(most).map((_, i) => (i % 1000) / 100);
const column = { rows: most, cols: 1, data: many };
const largest: Record<string, (it: Core) => unknown> = {
  derive: (it) => it.derive({ scores: many }),
  "derive with values": (it) => it.derive({ X: column, q: [1] }),
  sampleHard: (it) => it.sampleHard({ scores: many, draws: 1 }),
  naiveSoftmax: (it) => it.naiveSoftmax(many),
  normalize: (it) => it.normalize(many, { kind: "softmax" }),
  perturb: (it) => it.perturb(many, { kind: "l1", removed: [0], X: column }),
  smoothMax: (it) => it.smoothMax(many),
  sweep: (it) => it.sweep({ scores: many }, [1]),
  train: (it) => it.train({ X: column, q: [1], target: 0, estimator: "soft-ce", steps: 1 }),
  lossGradients: (it) => it.lossGradients({ X: column, q: [1] }, { target: 0 }),
  outputDifferences: (it) => it.outputDifferences({ X: column, q: [1] }),
  queryLosses: (it) => it.queryLosses({ X: column, queries: [[1]], target: 0 }),
};

test.each(Object.entries(largest))("2,097,152 items: %s", async (_, call) => {
  const { core: fresh } = await freshCore();
  expect(() => call(fresh)).not.toThrow();
});

test("properties are of 256 items at most", () => {
  expect(refusal(() => core.properties("l1", { scores: many }))).toEqual(["TooLarge", "scores"]);
});
