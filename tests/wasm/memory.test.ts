/** What the module holds: nothing between calls, and no more than there is during one. */
import { readFile } from "node:fs/promises";
import { afterEach, expect, test, vi } from "vitest";
import type { Core, DeriveInput } from "../../web/src/core/core.ts";
import { corpusInput } from "./fingerprint.ts";
import { errorOf, loadCore, wasmUrl } from "./product.ts";

const wasmBinary = await readFile(wasmUrl);

afterEach(() => vi.restoreAllMocks());

/** A module of its own, with its memory, which the module keeps to itself. */
async function freshCore(): Promise<{ core: Core; memory: WebAssembly.Memory }> {
  const instantiate = vi.spyOn(WebAssembly, "instantiate");
  const core = await loadCore({ wasmBinary });
  const result: unknown = await instantiate.mock.results[0]?.value;
  instantiate.mockRestore();
  const { instance } = result as WebAssembly.WebAssemblyInstantiatedSource;
  const memory = Object.values(instance.exports).find((it) => it instanceof WebAssembly.Memory);
  if (memory === undefined) throw new Error("the module exports no memory");
  return { core, memory };
}

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

const large: DeriveInput = { scores: new Float64Array(300_000).map((_, i) => i % 7) };

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

const column = (n: number, cols: number) => ({
  rows: n,
  cols,
  data: new Float64Array(n * cols).map((_, i) => (i % 11) / 8),
});
const demanding: Record<string, DeriveInput> = {
  "many scores": large,
  "all tied": { scores: new Float64Array(300_000) },
  "many items": { X: column(100_000, 2), q: [1, 2] },
  "the largest Jacobian": { scores: new Float64Array(2048).map((_, i) => i / 512) },
  "many features": { X: column(64, 1024), q: new Float64Array(1024).fill(0.01) },
  "wide additive": {
    X: column(8, 512),
    q: new Float64Array(512).fill(0.01),
    score: "additive",
    parameters: {
      Wq: column(1024, 512),
      U: column(1024, 512),
      v: new Float64Array(1024).fill(0.01),
    },
  },
  "bilinear with other keys": {
    X: column(8_000, 8),
    K: column(8_000, 32),
    q: new Float64Array(64).fill(0.01),
    score: "bilinear",
    parameters: { W: column(64, 32) },
  },
};

test.each(Object.entries(demanding))(
  "short of memory for %s: an error, then it works again",
  async (_, input) => {
    const { core, memory } = await freshCore();
    const small: DeriveInput = { scores: [1, 2] };
    const expected = core.derive(small);
    const grow = WebAssembly.Memory.prototype.grow;
    let limit = memory.buffer.byteLength;
    let refused = 0;
    vi.spyOn(WebAssembly.Memory.prototype, "grow").mockImplementation(function (
      this: WebAssembly.Memory,
      pages,
    ) {
      if (this.buffer.byteLength + pages * 65536 > limit) throw new RangeError("no more memory");
      return grow.call(this, pages);
    });
    for (;;) {
      try {
        core.derive(input);
        break;
      } catch (error) {
        expect(error).toMatchObject({ name: "SoftmaxBridgeError", code: "OutOfMemory" });
        expect((error as Error).message).toContain("not enough memory");
        expect(core.derive(small)).toEqual(expected);
        refused++;
        limit += 2 ** 20;
      }
    }
    expect(refused).toBeGreaterThan(0);
  },
);

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
