/** Where memory runs out: an error, and nothing is lost. */
import { afterEach, expect, test, vi } from "vitest";
import type { Core, DeriveInput } from "../../web/src/core/core.ts";
import { freshCore, large } from "./fresh.ts";

afterEach(() => vi.restoreAllMocks());

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

const n = 20_000;
const α = large.scores.slice(0, n) as Float64Array;
const Q = new Float32Array(200_000).map((_, i) => (i % 7) / 8);
const others: Record<string, (core: Core) => unknown> = {
  sweep: (core) => core.sweep({ scores: α }, [0.5, 1, 2]),
  sampleHard: (core) => core.sampleHard({ scores: α, X: column(n, 2), draws: 2 }),
  naiveSoftmax: (core) => core.naiveSoftmax(α),
  normalize: (core) => core.normalize(α, { kind: "sparsemax" }),
  perturb: (core) => core.perturb(α, { kind: "softmax", removed: [1], X: column(n, 2) }),
  properties: (core) => core.properties("l1", { scores: α.slice(0, 256) }),
  smoothMax: (core) => core.smoothMax(α),
  train: (core) =>
    core.train({ X: column(n, 2), q: [1, 2], target: 0, estimator: "soft-mse", steps: 2 }),
  lossGradients: (core) => core.lossGradients({ X: column(n, 2), q: [1, 2] }, { target: 1 }),
  outputDifferences: (core) => core.outputDifferences({ X: column(n, 2), q: [1, 2] }),
  queryLosses: (core) =>
    core.queryLosses({ X: column(n, 2), queries: [[1, 2]], target: 1, direction: [1, 0] }),
  jacobianIdentities: (core) => core.jacobianIdentities(column(1024, 1024)),
  attend: (core) => core.attend(Q, Q, Q, { n: 200, d: 1000 }),
  attendWindow: (core) =>
    core.attendWindow(Q, Q, Q.slice(0, 200), new Float32Array(200), {
      rows: 200,
      columns: 200,
      d: 1000,
    }),
};

test.each([
  ...Object.entries(demanding).map(
    ([name, input]) => [name, (core: Core) => core.derive(input)] as const,
  ),
  ...Object.entries(others),
])("short of memory for %s: an error, then it works again", async (_, call) => {
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
      call(core);
      break;
    } catch (error) {
      expect(error).toMatchObject({ name: "SoftmaxBridgeError", code: "OutOfMemory" });
      expect((error as Error).message).toContain("not enough memory");
      expect(core.derive(small)).toEqual(expected);
      refused++;
      limit *= 1.1;
    }
  }
  expect(refused).toBeGreaterThan(0);
});
