/** How the queries of batched attention are shared out among workers. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { blocksOf } from "../../web/src/core/pool-blocks.ts";

const sizes = { batch: 1, n: 8192, nKeys: 8192, d: 64, dValue: 64 };
const rowsOf = (workers: number, operations: number, more = {}) =>
  blocksOf({ ...sizes, ...more }, workers, operations).map(
    ({ matrices, from, to }) => matrices * (to - from),
  );

test("every query is in one block, in order", () => {
  const count = (max: number) => fc.integer({ min: 1, max });
  fc.assert(
    fc.property(
      fc.record({ batch: count(9), n: count(3000), nKeys: count(5000), d: count(99) }),
      count(70),
      count(1e9),
      (some, workers, operations) => {
        let next = 0;
        for (const { matrix, matrices, from, to } of blocksOf(
          { ...some, dValue: 7 },
          workers,
          operations,
        )) {
          expect(matrix * some.n + from).toBe(next);
          expect(to).toBeGreaterThan(from);
          expect(to).toBeLessThanOrEqual(some.n);
          if (matrices > 1) expect([from, to]).toEqual([0, some.n]);
          // A tile that is cut has to be read twice.
          if (to < some.n) expect((to - from) % 32).toBe(0);
          next = (matrix + matrices - 1) * some.n + to;
        }
        expect(next).toBe(some.batch * some.n);
      },
    ),
  );
});

test("they grow smaller, but not small", () => {
  expect(rowsOf(2, 2 ** 40)).toEqual([2752, 1824, 1216, 800, 544, 352, 256, 256, 192]);
});

test("a worker alone has blocks too, so that there is progress", () => {
  expect(rowsOf(1, 2 ** 40).slice(0, 3)).toEqual([5472, 1824, 608]);
});

test("everyone has a share of little", () => {
  expect(rowsOf(7, 2 ** 40, { n: 200 })).toEqual([32, 32, 32, 32, 32, 32, 8]);
});

test("none takes long", () => {
  // 2 · 8192 · 128 operations for a query.
  expect(Math.max(...rowsOf(2, 2 ** 31))).toBe(1024);
  expect(Math.max(...rowsOf(2, 1))).toBe(32);
});

test("whole matrices stay together", () => {
  const blocks = blocksOf({ ...sizes, batch: 64, n: 128 }, 2, 2 ** 40);
  expect(blocks[0]).toEqual({ matrix: 0, matrices: 21, from: 0, to: 128 });
  expect(blocks.every(({ from, to }) => to - from === 128)).toBe(true);
});
