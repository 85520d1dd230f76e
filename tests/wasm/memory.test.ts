/** What the module holds: nothing between calls, and no more than there is during one. */
import { afterEach, expect, test, vi } from "vitest";
import type { Core, DeriveInput } from "../../web/src/core/core.ts";
import { corpusInput } from "./fingerprint.ts";
import { freshCore, large } from "./fresh.ts";
import { errorOf } from "./product.ts";

afterEach(() => vi.restoreAllMocks());

/** Where in the memory the results lie that calls copy. */
function resultAddresses(memory: WebAssembly.Memory, calls: () => void): ReadonlySet<number> {
  const addresses = new Set<number>();
  const slice = Float64Array.prototype.slice;
  const spy = vi.spyOn(Float64Array.prototype, "slice").mockImplementation(function (
    this: Float64Array,
    start = 0,
    end,
  ) {
    if (this.buffer === memory.buffer) addresses.add(this.byteOffset + 8 * start);
    return slice.call(this, start, end);
  });
  calls();
  spy.mockRestore();
  return addresses;
}

test("100,000 calls leave the heap where it was", async () => {
  const { core, memory } = await freshCore();
  const inputs = Array.from({ length: 100 }, (_, index) => corpusInput(index));
  const failing: DeriveInput = { X: [[1, 2]], q: [Number.NaN, 1] };
  const round = () => {
    for (const input of inputs) core.derive(input);
    errorOf(() => core.derive(failing));
  };
  round();
  const before = resultAddresses(memory, round);
  const bytes = memory.buffer.byteLength;
  for (let i = 0; i < 1000; i++) round();
  expect(before.size).toBeGreaterThan(0);
  expect(resultAddresses(memory, round)).toEqual(before);
  expect(memory.buffer.byteLength).toBe(bytes);
});

const small = Float64Array.of(1, 2, 2);
const grid = { rows: 3, cols: 2, data: Float64Array.of(1, 0, 0, 1, 2, 1) };
const q = [1, 2];
const floats = Float32Array.of(1, 2, 3, 4, 5, 6);
const ofRows = Float32Array.of(1, 2, 0);
const bad = Number.NaN;
/** Of each function, calls with an answer and calls without. */
const calls: Record<string, readonly [(core: Core) => unknown, (core: Core) => unknown]> = {
  derive: [(it) => it.derive({ X: grid, q }), (it) => it.derive({ X: grid, q: [bad, 1] })],
  sweep: [(it) => it.sweep({ X: grid, q }, [1, 2]), (it) => it.sweep({ X: grid, q }, [bad])],
  sampleHard: [
    (it) => it.sampleHard({ scores: small, X: grid, draws: 3 }),
    (it) => it.sampleHard({ scores: small, X: grid, draws: 0 }),
  ],
  naiveSoftmax: [(it) => it.naiveSoftmax(small), (it) => it.naiveSoftmax([bad])],
  normalize: [
    (it) => it.normalize(small, { kind: "entmax" }),
    (it) => it.normalize(small, { kind: "entmax", alpha: 0 }),
  ],
  perturb: [
    (it) => it.perturb(small, { kind: "softmax", removed: [1], pair: [0, 2], X: grid }),
    (it) => it.perturb(small, { kind: "softmax", removed: [9], X: grid }),
  ],
  smoothMax: [(it) => it.smoothMax(small), (it) => it.smoothMax(small, { r: 0 })],
  train: [
    (it) => it.train({ X: grid, q, target: 1, estimator: "soft-ce", steps: 2 }),
    (it) => it.train({ X: grid, q, target: 9, estimator: "soft-ce", steps: 2 }),
  ],
  lossGradients: [
    (it) => it.lossGradients({ X: grid, q, score: "additive" }, { target: 1 }),
    (it) => it.lossGradients({ X: grid, q }, { target: 9 }),
  ],
  outputDifferences: [
    (it) => it.outputDifferences({ X: grid, q }),
    (it) => it.outputDifferences({ X: grid, q }, { step: 0 }),
  ],
  queryLosses: [
    (it) => it.queryLosses({ X: grid, queries: [q], target: 1, direction: q }),
    (it) => it.queryLosses({ X: grid, queries: [q], target: 9 }),
  ],
  jacobianIdentities: [(it) => it.jacobianIdentities([q, q]), (it) => it.jacobianIdentities(grid)],
  attend: [
    (it) => it.attend(floats, floats, floats, { n: 3, d: 2, mask: new Uint8Array(9).fill(1) }),
    (it) => it.attend(floats, floats, floats, { n: 3, d: 2, scale: bad }),
  ],
  attendWindow: [
    (it) => it.attendWindow(floats, floats, ofRows, ofRows, { rows: 3, columns: 3, d: 2 }),
    (it) => it.attendWindow(floats, floats, ofRows, ofRows, { rows: 3, columns: 2, d: 2 }),
  ],
};

test("they are calls of every function but the search for counterexamples", async () => {
  const { core } = await freshCore();
  const names = [...Object.keys(calls), "properties", "memorySize"];
  expect(names.sort()).toEqual(Object.keys(core).sort());
});

test.each(Object.entries(calls))("100,000 calls of %s leave nothing", async (_, [works, fails]) => {
  const { core, memory } = await freshCore();
  const round = () => {
    works(core);
    expect(errorOf(() => fails(core)).code).not.toBe("OutOfMemory");
  };
  round();
  const bytes = memory.buffer.byteLength;
  const before = structuredClone(core.derive({ scores: small }));
  for (let i = 0; i < 50_000; i++) {
    works(core);
    try {
      fails(core);
    } catch {}
  }
  expect(memory.buffer.byteLength).toBe(bytes);
  expect(core.derive({ scores: small })).toEqual(before);
});

test("a result survives calls that grow the memory", async () => {
  const { core, memory } = await freshCore();
  const first = core.derive({
    X: [
      [1, 0],
      [0, 1],
    ],
    q: [2, 1],
  });
  const kept = structuredClone(first);
  const bytes = memory.buffer.byteLength;
  core.derive(large);
  expect(memory.buffer.byteLength).toBeGreaterThan(bytes);
  expect(first).toEqual(kept);
  expect(first.weights).toHaveLength(2);
});

test("results and inputs are copies", async () => {
  const { core } = await freshCore();
  const scores = Float64Array.of(1, 2, 4);
  const first = core.derive({ scores });
  first.weights.fill(7);
  first.scores.fill(7);
  expect(scores).toEqual(Float64Array.of(1, 2, 4));
  expect(core.derive({ scores }).weights[0]).toBeLessThan(1);
});

test("no room for an array in JavaScript is the same error, however often", async () => {
  const { core, memory } = await freshCore();
  const input: DeriveInput = { scores: [1, 2] };
  const expected = core.derive(input);
  const bytes = memory.buffer.byteLength;
  vi.spyOn(Float64Array.prototype, "slice").mockImplementation(() => {
    throw new RangeError("Array buffer allocation failed");
  });
  for (let i = 0; i < 10_000; i++)
    expect(errorOf(() => core.derive(input)).code).toBe("OutOfMemory");
  vi.restoreAllMocks();
  expect(memory.buffer.byteLength).toBe(bytes);
  expect(core.derive(input)).toEqual(expected);
});
