import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Derivation } from "../../web/src/core/core.ts";
import { barsPath, scoreAxis, spansOf } from "../../web/src/view/ledger/bars.ts";
import { discLetters, tightness } from "../../web/src/view/ledger/fit.ts";
import { columnsInView, drawn, ledgerLayout } from "../../web/src/view/ledger/layout.ts";
import { featureOf, mainFeatures, numbersOf, totalOf } from "../../web/src/view/ledger/rows.ts";
import { placeAt, timetable, Walk } from "../../web/src/view/ledger/walk.ts";
import { numeral } from "../../web/src/view/numeral.ts";

const layoutOf = (
  width: number,
  n: number,
  split = false,
  features: readonly number[] = [],
  reach = split ? 9 : 8,
) => ledgerLayout({ width, n, split, reach, features });

describe("layout", () => {
  test("the desktop's columns: 158 label, six of 90 with bars of 76, 78 total", () => {
    const layout = layoutOf(776, 6);
    expect(layout).toMatchObject({ narrow: false, scrolls: false, label: 158, pitch: 90 });
    expect(layout).toMatchObject({ bar: 76, sum: 78, width: 776 });
  });

  test("the phone's: six columns fit 320 px without totals beside them", () => {
    const layout = layoutOf(320, 6);
    expect(layout).toMatchObject({ narrow: true, scrolls: false, sum: 0, pitch: 43, bar: 36 });
    expect(layout.width).toBe(320);
    expect(layoutOf(350, 6)).toMatchObject({ pitch: 48, bar: 41 });
  });

  test("no width or count makes columns wider than the window without scrolling", () => {
    for (const width of [240, 320, 480, 559, 560, 640, 776, 1200, 2400])
      for (const n of [1, 2, 6, 7, 12, 64, 256]) {
        const layout = layoutOf(width, n);
        expect(layout.scrolls).toBe(layout.width > width);
        expect(layout.pitch).toBeGreaterThanOrEqual(layout.narrow ? 43 : layout.scrolls ? 64 : 52);
        expect(layout.pitch).toBeLessThanOrEqual(90);
        expect(layout.bar).toBeLessThan(layout.pitch);
        expect(Number.isInteger(layout.pitch) && Number.isInteger(layout.label)).toBe(true);
      }
  });

  test("rows stand under each other without gaps, and end where the sheet does", () => {
    for (const split of [false, true]) {
      const { head, rows, height } = layoutOf(776, 6, split, [2, 0]);
      let top = head;
      for (const row of rows) {
        expect(row.top).toBe(top);
        top += row.height;
      }
      expect(height).toBe(top);
    }
  });

  test("the split chain adds u and the way from u to p, each at its step", () => {
    const rows = (split: boolean) =>
      layoutOf(776, 6, split).rows.map(({ id, step, at }) => [id, step, at]);
    expect(rows(false)).toContainEqual(["weights", "S7", 6]);
    expect(rows(true).slice(5)).toEqual([
      ["river", "S7a", 6],
      ["unnormalized", "S7a", 6],
      ["narrowing", "S7b", 7],
      ["weights", "S7b", 7],
      ["softmax", "S8", 8],
      ["shares", "S9", 9],
    ]);
  });

  test("a row is drawn while the walk comes from the place before it", () => {
    expect([3, 4, 4.25, 5, 8].map((reach) => drawn({ at: 5 }, reach))).toEqual([0, 0, 0.25, 1, 1]);
  });

  test("of many columns those in the window are written, and some beside it", () => {
    const layout = layoutOf(776, 64);
    expect(columnsInView(layout, 0, 776)).toEqual({ first: 0, end: 12 });
    const { first, end } = columnsInView(layout, 20 * layout.pitch + 5, 776);
    expect(first).toBeLessThan(20);
    expect(end).toBeGreaterThan(20 + (776 - 158 - 78) / layout.pitch);
    expect(columnsInView(layout, 1e6, 776).end).toBe(64);
    expect(columnsInView(layout, 1e6, 776).first).toBeLessThan(55);
    expect(columnsInView(layoutOf(776, 6), 0, 776)).toEqual({ first: 0, end: 6 });
  });
});

describe("bars", () => {
  test("scores share an axis that has zero on it", () => {
    const above = scoreAxis([4.75, 1.25], 76);
    expect([above.zero, above.x(4.75), above.x(2.375)]).toEqual([0, 76, 38]);
    const below = scoreAxis([-1, -3], 76);
    expect([below.zero, below.x(-3), below.x(-1.5)]).toEqual([76, 0, 38]);
    const both = scoreAxis([-1, 3], 76);
    expect([both.zero, both.x(-1), both.x(3)]).toEqual([19, 0, 76]);
    expect(scoreAxis([0, 0], 76).x(0)).toBe(0);
  });

  test("infinite and huge scores stay on it", () => {
    const axis = scoreAxis([Number.NEGATIVE_INFINITY, 1, Number.POSITIVE_INFINITY], 76);
    expect([axis.x(Number.NEGATIVE_INFINITY), axis.x(Number.POSITIVE_INFINITY)]).toEqual([0, 76]);
    const huge = scoreAxis([-1.7e308, 1.7e308], 76);
    expect([huge.x(-1.7e308), huge.zero, huge.x(1.7e308)]).toEqual([0, 38, 76]);
  });

  test("a shifted score's bar is what its score's bar lacks to the winner's", () => {
    for (const scores of [
      [4.75, 3.75, 1.25],
      [1, -1, -3],
      [-0.5, -2, -1],
    ]) {
      const max = Math.max(...scores);
      const d = {
        scores: Float64Array.from(scores),
        shifted: Float64Array.from(scores, (score) => score - max),
        max,
      } as unknown as Derivation;
      const axis = scoreAxis(scores, 76);
      const bars = spansOf("scores", d, 76, axis);
      const shifted = spansOf("shifted", d, 76, axis);
      const winner = bars[scores.indexOf(max)]?.to;
      for (const [item, { from, to }] of shifted.entries()) {
        expect(from).toBe(winner);
        expect(to).toBe(bars[item]?.to);
      }
    }
  });

  test("begin at the axis' zero for scores and shares, and at the edge for weights", () => {
    const d = {
      scores: Float64Array.of(3, -1),
      weights: Float64Array.of(0.75, 0.25),
      shares: { rows: 2, cols: 1, data: Float64Array.of(-3, 1) },
    } as unknown as Derivation;
    const axis = scoreAxis(d.scores, 76);
    expect(spansOf("scores", d, 76, axis)).toEqual([
      { from: 19, to: 76 },
      { from: 19, to: 0 },
    ]);
    expect(spansOf("weights", d, 76, axis)).toEqual([
      { from: 0, to: 57 },
      { from: 0, to: 19 },
    ]);
    // Shares have an axis of their own.
    expect(spansOf("share-0", d, 76, axis)).toEqual([
      { from: 57, to: 0 },
      { from: 57, to: 76 },
    ]);
  });

  test("a path holds the bars of a range of columns, grown from their zero", () => {
    const spans = [
      { from: 0, to: 76 },
      { from: 38, to: 19 },
      { from: 5, to: 5 },
      { from: 0, to: 10 },
    ];
    const frame = { pitch: 90, base: 32, thickness: 5 };
    expect(barsPath(spans, { first: 0, end: 3 }, frame, 1)).toBe("M0 27h76v5H0zM128 27h-19v5H128z");
    expect(barsPath(spans, { first: 1, end: 4 }, frame, 0.5)).toBe(
      "M128 27h-9.5v5H128zM270 27h5v5H270z",
    );
  });
});

describe("rows", () => {
  const d = {
    scores: Float64Array.of(2, 1),
    max: 2,
    argmax: 0,
    shifted: Float64Array.of(0, -1),
    oneHot: Float64Array.of(1, 0),
    expShifted: Float64Array.of(1, 0.375),
    sumExp: 1.375,
    weights: Float64Array.of(0.75, 0.25),
    softOutput: Float64Array.of(10, 20, 30),
    shares: { rows: 2, cols: 3, data: Float64Array.of(1, 2, 3, 4, 5, 6) },
    outputDifferenceShare: Float64Array.of(0.1, 0.5, 0.4),
    steps: [
      { id: "S3", weightSum: 1 },
      { id: "S7", weightSum: 0.5 },
    ],
  } as unknown as Derivation;

  test("each shows an array of the core", () => {
    expect(numbersOf("scores", d)).toBe(d.scores);
    expect(numbersOf("oneHot", d)).toBe(d.oneHot);
    expect(numbersOf("shifted", d)).toBe(d.shifted);
    expect(numbersOf("expShifted", d)).toBe(d.expShifted);
    expect(numbersOf("unnormalized", d)).toBe(d.expShifted);
    for (const id of ["normalized", "weights", "softmax"] as const)
      expect(numbersOf(id, d)).toBe(d.weights);
    expect(numbersOf("share-1", d)).toEqual([2, 5]);
    expect([featureOf("share-12"), featureOf("shares"), featureOf("scores")]).toEqual([
      12,
      null,
      null,
    ]);
  });

  test("and comes to a number of the core", () => {
    expect(totalOf("scores", d)).toEqual({ kind: "max", value: 2 });
    expect(totalOf("shifted", d)).toEqual({ kind: "max", value: 0 });
    expect(totalOf("oneHot", d)).toEqual({ kind: "sum", value: 1 });
    expect(totalOf("expShifted", d)).toEqual({ kind: "sum", value: 1.375 });
    expect(totalOf("weights", d)).toEqual({ kind: "sum", value: 0.5 });
    expect(totalOf("share-2", d)).toEqual({ kind: "sum", value: 30 });
  });

  test("the features that hold most of the distance are opened first", () => {
    expect(mainFeatures(d, 2)).toEqual([1, 2]);
    expect(mainFeatures(d, 3)).toEqual([0, 1, 2]);
    const still = {
      ...d,
      outputDifferenceShare: Float64Array.of(Number.NaN, Number.NaN, Number.NaN),
    };
    expect(mainFeatures(still, 2)).toEqual([0, 1]);
  });
});

describe("fit", () => {
  test("numbers that are too wide for their cell are set smaller", () => {
    expect(tightness("0.4378", 18, 82)).toBe("");
    expect(tightness("−0.4378", 18, 82)).toBe("");
    expect(tightness("1.146×10⁻¹²", 18, 82)).toBe("tight");
    expect(tightness("3.8×10⁻¹¹", 13, 40)).toBe("tight");
    expect(tightness("12345.125×10⁻³⁰⁰", 13, 40)).toBe("tighter");
    // Eight figures of half an em at 10 px are 40 px wide.
    expect(tightness("12345678", 10, 40)).toBe("");
    expect(tightness("12345678", 10, 32)).toBe("tight");
    expect(tightness("12345678", 10, 31)).toBe("tighter");
  });

  test("discs bear first letters where those tell the items apart, else numbers", () => {
    expect(discLetters(["A", "B"])).toEqual(["A", "B"]);
    expect(discLetters(["Your", "journey", "starts", "step"])).toEqual(["1", "2", "3", "4"]);
    expect(discLetters(["Input 1", "Input 2"])).toEqual(["1", "2"]);
    expect(discLetters(["𝒙 one", "两"])).toEqual(["𝒙", "两"]);
    expect(discLetters(["a", " "])).toEqual(["1", "2"]);
    expect(discLetters(["1", "10", "11"])).toEqual(["1", "10", "11"]);
    expect(discLetters(["ab", "ab"])).toEqual(["1", "2"]);
    expect(discLetters(["甲一", "甲二"])).toEqual(["甲一", "甲二"]);
  });
});

describe("walk", () => {
  test("the river takes its own time", () => {
    expect(timetable(9, [6])).toEqual([0, 200, 400, 600, 800, 1000, 1500, 1700, 1900]);
  });

  test("every time is a place, and every stride is even", () => {
    const times = timetable(9, [6]);
    expect([0, 100, 200, 1000, 1250, 1500, 1900, 5000].map((t) => placeAt(times, t))).toEqual([
      0, 0.5, 1, 5, 5.5, 6, 8, 8,
    ]);
  });
});

describe("a walk", () => {
  let frames: FrameRequestCallback[] = [];
  let still = false;
  const times = timetable(9, [6]);
  const walker = (): Walk =>
    new Walk({
      addController: () => {},
      removeController: () => {},
      requestUpdate: () => {},
      updateComplete: Promise.resolve(true),
    });
  const at = (time: number): void => {
    const due = frames;
    frames = [];
    for (const frame of due) frame(time);
  };

  beforeEach(() => {
    frames = [];
    still = false;
    vi.stubGlobal("requestAnimationFrame", (frame: FrameRequestCallback) => frames.push(frame));
    vi.stubGlobal("cancelAnimationFrame", () => {
      frames = [];
    });
    vi.stubGlobal("matchMedia", () => ({ matches: still }));
  });
  afterEach(() => vi.unstubAllGlobals());

  test("begins where the reader stands, and goes from there in its time", () => {
    const walk = walker();
    walk.to(5, times);
    expect(walk.place).toBe(5);
    walk.to(6, times);
    for (const [time, least, most] of [
      [0, 5, 5],
      [250, 5.5, 5.5],
      [499, 5.9, 5.9999999],
      [500, 6, 6],
    ] as const) {
      at(1000 + time);
      expect(walk.place).toBeGreaterThanOrEqual(least);
      expect(walk.place).toBeLessThanOrEqual(most);
    }
    expect(frames).toHaveLength(0);
  });

  test("back is the exact reverse", () => {
    const go = (from: number, to: number): number[] => {
      const walk = walker();
      walk.to(from, times);
      walk.to(to, times);
      return [0, 125, 250, 375, 500].map((time) => {
        at(time);
        return walk.place;
      });
    };
    const forth = go(5, 6);
    for (const [k, place] of go(6, 5).reverse().entries()) expect(place).toBeCloseTo(forth[k] ?? 0);
  });

  test("turns round on the way", () => {
    const walk = walker();
    walk.to(5, times);
    walk.to(6, times);
    at(0);
    at(250);
    walk.to(5, times);
    at(300);
    expect(walk.place).toBeCloseTo(5.5);
    at(550);
    expect(walk.place).toBe(5);
    walk.to(6, times);
    walk.to(5, times);
    expect(walk.place).toBe(5);
    expect(frames).toHaveLength(0);
  });

  test("many steps at once take less than a second", () => {
    const walk = walker();
    walk.to(0, times);
    walk.to(8, times);
    at(0);
    at(899);
    expect(walk.place).toBeLessThan(8);
    at(900);
    expect(walk.place).toBe(8);
  });

  test("is a jump where motion is not wanted, and to another chain", () => {
    still = true;
    const walk = walker();
    walk.to(5, times);
    walk.to(6, times);
    expect(walk.place).toBe(6);
    still = false;
    walk.to(7, timetable(10, [6, 7]));
    expect(walk.place).toBe(7);
  });
});

test("the exponent of a scientific number is a superscript with a figure's minus", () => {
  expect(numeral("0.4378")).toBe("0.4378");
  const set = numeral("−1.2×10⁻³⁰");
  expect(typeof set === "string" ? null : [set.strings, set.values]).toEqual([
    ["", "<sup>", "</sup>"],
    ["−1.2×10", "−30"],
  ]);
});
