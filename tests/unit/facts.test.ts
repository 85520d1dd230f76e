/** What sentences may say of the numbers. Every expectation is worked out by hand or by the golden numbers. */
import { describe, expect, test } from "vitest";
import { kinkOf } from "../../web/src/model/kink.ts";
import { type Summary, summaryOf } from "../../web/src/model/summary.ts";
import { complaintOf } from "../../web/src/view/complaint.ts";
import { texts } from "../texts.ts";
import { core } from "./core.ts";

const apple = [
  [0.875, 0.875, 0.75, 0.25],
  [1, 0.75, 0.25, 0.25],
  [0.875, 1, 0, 0.5],
  [0.5, 1, 0.75, 0.25],
  [0.125, 0.125, 0.875, 0.375],
  [1, 0.125, 0, 1],
];
const fruit = ["apple", "peach", "orange", "grape", "lemon", "engine"];
const apples = (temperature: number): Summary =>
  summaryOf(core.derive({ X: apple, q: [2, 2, 2, -1], temperature }), fruit, temperature);
/** Scores alone, under the names A, B, … */
const scored = (scores: readonly number[], temperature = 1): Summary =>
  summaryOf(core.derive({ scores, temperature }), ["A", "B", "C", "D"], temperature);

describe("p and u beside the one-hot", () => {
  // S = 2.284 > 2: half of S − 1 is more than 1 − 1/S.
  test("p is nearer where the sum is above 2", () => {
    const summary = apples(1);
    expect(summary.sum).toBe("2.284");
    expect(summary.halfStep.weightDistance).toBe("0.6421");
    expect(summary.weightDistance).toBe("0.5622");
    expect(summary.nearer).toBe(true);
    expect(texts.en.explain.S7b(summary)).toContain(
      "The weights are now nearer to the one-hot than u was",
    );
    expect(texts["zh-CN"].explain.S7b(summary)).toContain("此时权重比 u 更接近 one-hot");
  });

  test("and farther where it is below", () => {
    const summary = apples(0.5);
    expect(summary.sum).toBe("1.557");
    expect(summary.halfStep.weightDistance).toBe("0.2785");
    expect(summary.weightDistance).toBe("0.3578");
    expect(summary.nearer).toBe(false);
    expect(texts.en.explain.S7b(summary)).toContain(
      "The weights are now farther from the one-hot than u was",
    );
    expect(texts["zh-CN"].explain.S7b(summary)).toContain("此时权重比 u 更远离 one-hot");
  });

  test("each output has its own distance from the hard one", () => {
    const { halfStep, distance } = apples(1);
    expect(halfStep.outputDistance).toBe("1.607");
    expect(distance).toBe("0.1910");
  });
});

test("limits are told apart", () => {
  expect(apples(0).limit).toBe("cold");
  expect(apples(1).limit).toBeNull();
  expect(apples(Number.POSITIVE_INFINITY).limit).toBe("hot");
  expect(apples(Number.POSITIVE_INFINITY).tau).toBe("∞");
});

test("weight may move while the output does not", () => {
  const alike = core.derive({ X: [[1], [1]], q: [1] });
  const summary = summaryOf(alike, ["A", "B"], 1);
  expect([summary.unmoved, summary.weightMoved]).toEqual([true, true]);
  expect([apples(1).unmoved, apples(1).weightMoved]).toEqual([false, true]);
  expect([apples(0).unmoved, apples(0).weightMoved]).toEqual([true, false]);
});

test("all that tie are named, and the first of them wins", () => {
  const summary = scored([1, 3, 3, 0]);
  expect(summary.winner).toBe("B");
  expect(summary.tied).toEqual(["B", "C"]);
  expect(summary.max).toBe("3");
  expect(summary.gap).toBe("2");
});

test("what is masked counts, but is not attended to", () => {
  const summary = scored([1, Number.NEGATIVE_INFINITY, 0]);
  expect([summary.count, summary.attended]).toEqual([3, 2]);
});

test("shares are whole per cent, the largest first", () => {
  expect(apples(1).shares).toEqual([
    { name: "apple", percent: 44 },
    { name: "grape", percent: 27 },
    { name: "peach", percent: 16 },
    { name: "orange", percent: 10 },
    { name: "lemon", percent: 2 },
    { name: "engine", percent: 1 },
  ]);
});

test("equal shares are those of several that have all the weight", () => {
  expect(scored([2, 2, 0], 0).equalShares).toBe(2);
  expect(scored([1, 0, 0, 0], Number.POSITIVE_INFINITY).equalShares).toBe(4);
  expect(scored([2, 2, 0]).equalShares).toBeNull();
  expect(scored([2, 1], 0).equalShares).toBeNull();
});

test("an item without a name has its number, from 1", () => {
  expect(summaryOf(core.derive({ scores: [0, 1] }), [], 1).winner).toBe("2");
});

describe("the winner's weight while its score passes the best of the others", () => {
  const scores = [4.75, 3.75, 3.25, 4.25, 1.875, 1.25];

  test("is e^gap below the tie and 1 above it with max, and half of two at a tie without", () => {
    const kink = kinkOf(core, core.derive({ scores: [1, 0] }), 1);
    expect(kink?.gap.length).toBe(97);
    expect([kink?.gap[0], kink?.gap[48], kink?.gap[96]]).toEqual([-4, 0, 4]);
    expect(kink?.withMax[0]).toBeCloseTo(0.01831563888873418, 15);
    expect([kink?.withMax[48], kink?.withMax[96]]).toEqual([1, 1]);
    expect(kink?.withLse[48]).toBe(0.5);
    expect(kink?.withLse[96]).toBeCloseTo(0.9820137900379085, 15);
  });

  test("stands now where the gap is, at the tie where there is one, else outside", () => {
    expect(kinkOf(core, core.derive({ scores }), 1)?.now).toBe(0.5);
    // The gap of a tie is to the best that does not tie: 2.
    expect(kinkOf(core, core.derive({ scores: [3, 3, 1] }), 1)?.now).toBe(0);
    expect(kinkOf(core, core.derive({ scores: [9, 1] }), 1)?.now).toBeNull();
  });

  test("is none alone, or in a limit", () => {
    expect(kinkOf(core, core.derive({ scores: [1] }), 1)).toBeNull();
    expect(kinkOf(core, core.derive({ scores, temperature: 0 }), 0)).toBeNull();
  });
});

describe("why numbers have no answer", () => {
  test("names rows and columns of the table from 1, in both languages", () => {
    const problem = { code: "NotANumber", argument: "X", row: 0, column: 2 } as const;
    expect(complaintOf(problem, texts.en)).toBe(
      "A cell is not a number. Row 1, column 3. The picture shows the last numbers that worked.",
    );
    expect(complaintOf(problem, texts["zh-CN"])).toBe(
      "有一格不是数。第 1 行第 3 列。图上保留上一组有效的数。",
    );
  });

  test("names the row alone where there is no column, and nothing where there is no place", () => {
    const place = { argument: undefined, column: undefined };
    expect(complaintOf({ code: "ScoreOverflow", row: 4, ...place }, texts.en)).toBe(
      "A score is too large for a floating-point number. Row 5. The picture shows the last numbers that worked.",
    );
    expect(complaintOf({ code: "Empty", row: undefined, ...place }, texts.en)).toBe(
      "There are no objects: add one. The picture shows the last numbers that worked.",
    );
  });
});
