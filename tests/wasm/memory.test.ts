/** What the module holds: nothing between calls, and no more than there is during one. */
import { afterEach, expect, test, vi } from "vitest";
import type { DeriveInput } from "../../web/src/core/core.ts";
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
  const { core } = await freshCore();
  const input: DeriveInput = { scores: [1, 2] };
  const expected = core.derive(input);
  vi.spyOn(Float64Array.prototype, "slice").mockImplementation(() => {
    throw new RangeError("Array buffer allocation failed");
  });
  for (let i = 0; i < 10_000; i++)
    expect(errorOf(() => core.derive(input)).code).toBe("OutOfMemory");
  vi.restoreAllMocks();
  expect(core.derive(input)).toEqual(expected);
});
