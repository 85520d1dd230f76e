/** Where memory runs out: an error, and nothing is lost. */
import { afterEach, expect, test, vi } from "vitest";
import type { DeriveInput } from "../../web/src/core/core.ts";
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
