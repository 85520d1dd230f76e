import { describe, expect, test } from "vitest";
import { format } from "../../web/src/model/format.ts";
import { deriveInput } from "../../web/src/model/input.ts";
import { initialState, sceneState } from "../../web/src/model/scenes.ts";
import type { State } from "../../web/src/model/state.ts";
import { Store } from "../../web/src/model/store.ts";
import { type Curves, curvesIn, instantIn } from "../../web/src/model/sweep.ts";
import {
  nearestStop,
  nextOctave,
  placeOf,
  stopsAway,
  temperatureAt,
  temperatureStops,
} from "../../web/src/model/temperature.ts";
import { fromX, toX } from "../../web/src/view/temperature/axis.ts";
import { deepestFall, returning } from "../../web/src/view/temperature/example.ts";
import {
  type Flow,
  flowOf,
  lanes,
  lanesAt,
  outlines,
} from "../../web/src/view/temperature/flow.ts";
import { chartLayout, gapOf, unit } from "../../web/src/view/temperature/layout.ts";
import { curve, lseFloor, scalesOf } from "../../web/src/view/temperature/plots.ts";
import { words } from "../texts.ts";
import { core } from "./core.ts";

const { POSITIVE_INFINITY } = Number;
const widths = [240, 320, 599, 600, 776, 1200];

function drawn(patch: Partial<State> = {}): { store: Store; curves: Curves; flow: Flow } {
  const store = new Store(core, { ...initialState, ...patch }, words.en);
  const shown = store.shown.peek();
  const curves = shown && curvesIn(store, shown);
  if (!shown || !curves) throw new Error("no curves");
  const { scores, ties } = shown.derivation;
  return { store, curves, flow: flowOf(scores, ties, curves) };
}

describe("the temperature", () => {
  test("of a place on the axis is exact in few digits, and powers of two are reached", () => {
    for (let place = 0; place <= 1; place += 1 / 512) {
      const temperature = temperatureAt(place);
      expect(Number.isInteger(temperature * 512)).toBe(true);
      expect(Math.abs(placeOf(temperature) - place)).toBeLessThan(0.003);
    }
    expect([-1, 0, 0.4, 1, 2].map(temperatureAt)).toEqual([1 / 16, 1 / 16, 1, 64, 64]);
  });

  test("moves by stops from where it is, and ends at the limits", () => {
    expect(stopsAway(1, 1)).toBe(1.125);
    expect(stopsAway(1, -1)).toBe(0.9375);
    expect(stopsAway(1, 8)).toBe(2);
    expect(stopsAway(1.06, 1)).toBe(1.125);
    expect(stopsAway(1.06, -1)).toBe(1);
    expect(stopsAway(0.001, -1)).toBe(0);
    expect(stopsAway(0.001, 1)).toBe(1 / 16);
    expect(stopsAway(1000, 1)).toBe(POSITIVE_INFINITY);
    expect(stopsAway(1000, -1)).toBe(64);
    expect(stopsAway(0, -8)).toBe(0);
    expect(stopsAway(POSITIVE_INFINITY, 8)).toBe(POSITIVE_INFINITY);
    // Every stop is reached one by one, in both directions.
    const walked = [0];
    for (let t = 0; t < POSITIVE_INFINITY; walked.push(t)) t = stopsAway(t, 1);
    expect(walked).toEqual(temperatureStops);
    const back = [POSITIVE_INFINITY];
    for (let t = POSITIVE_INFINITY; t > 0; back.push(t)) t = stopsAway(t, -1);
    expect(back.reverse()).toEqual(temperatureStops);
  });

  test("stands on the slider at its stop, or at the next below, and never at a limit by mistake", () => {
    const places: ReadonlyArray<[temperature: number, stop: number]> = [
      [0, 0],
      [5e-324, 1],
      [1 / 16, 1],
      [0.068, 1],
      [9 / 128, 2],
      [1, 33],
      [64, 81],
      [1e300, 81],
      [POSITIVE_INFINITY, 82],
    ];
    for (const [temperature, stop] of places)
      expect(nearestStop(temperature), String(temperature)).toBe(stop);
    expect([0, 1, 2, 33, 81, 82].map((stop) => temperatureStops[stop])).toEqual([
      0,
      0.0625,
      0.0703125,
      1,
      64,
      POSITIVE_INFINITY,
    ]);
  });

  test("steps from octave to octave", () => {
    expect(nextOctave(0, 1)).toBe(1 / 16);
    expect(nextOctave(0, -1)).toBe(null);
    expect(nextOctave(1, 1)).toBe(2);
    expect(nextOctave(1.5, -1)).toBe(1);
    expect(nextOctave(64, 1)).toBe(POSITIVE_INFINITY);
    expect(nextOctave(POSITIVE_INFINITY, 1)).toBe(null);
  });
});

describe("the axis", () => {
  test.each(widths)("%d px wide goes from left to right with the limits cut off", (width) => {
    const layout = chartLayout(width);
    const temperatures = [0, 1e-9, 1 / 16, 0.3, 1, 64, 1e9, POSITIVE_INFINITY];
    const places = temperatures.map((temperature) => toX(layout, temperature));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(new Set(places).size).toBe(places.length);
    // What lies off the axis stands in the gap, neither on the axis nor on the limit.
    expect(toX(layout, 0.05)).toBe(toX(layout, 1e-300));
    expect(toX(layout, 0.05)).toBeGreaterThan(layout.zeroBlock.to);
    expect(toX(layout, 65)).toBeLessThan(layout.infinityBlock.from);
    expect(layout.words).toBeLessThan(width);
  });

  test.each(widths)("%d px wide gives back the octaves and the limits", (width) => {
    const layout = chartLayout(width);
    for (const temperature of [0, 1 / 16, 0.25, 1, 8, 64, POSITIVE_INFINITY])
      expect(fromX(layout, toX(layout, temperature))).toBe(temperature);
    expect(fromX(layout, -100)).toBe(0);
    expect(fromX(layout, width + 100)).toBe(POSITIVE_INFINITY);
  });
});

describe("the river", () => {
  test("is as wide as the weights, the highest score on top", () => {
    const { curves, flow } = drawn();
    expect(flow.order).toEqual([0, 3, 1, 2, 4, 5]);
    for (const row of [0, curves.axis[0], curves.axis[1], curves.temperatures.length - 1]) {
      const spans = lanesAt(flow, curves, row);
      const total = spans.reduce((sum, { from, to }) => sum + to - from, 0);
      expect(total).toBeCloseTo(unit, 9);
      spans.forEach(({ from, to }, place) => {
        expect(to - from).toBeCloseTo(
          unit * (curves.weights.data[row * 6 + (flow.order[place] ?? 0)] ?? 0),
          9,
        );
        expect(from).toBeGreaterThanOrEqual(spans[place - 1]?.to ?? 0);
      });
    }
    // Cold, it is one; hot, its arms stand apart.
    const gaps = (row: number): number[] =>
      lanesAt(flow, curves, row)
        .slice(1)
        .map(({ from }, place) => from - (lanesAt(flow, curves, row)[place]?.to ?? 0));
    expect(gaps(0)).toEqual([0, 0, 0, 0, 0]);
    for (const gap of gaps(curves.temperatures.length - 1)) expect(gap).toBeCloseTo(7, 9);
  });

  test("begins as equal bands where several tie", () => {
    const { curves, flow } = drawn(sceneState("tie"));
    expect(flow.tied).toBe(2);
    const [a, b, c] = lanesAt(flow, curves, 0);
    expect([a, b, c]).toEqual([
      { from: 0, to: unit / 2 },
      { from: unit / 2 + 7, to: unit + 7 },
      { from: unit + 7, to: unit + 7 },
    ]);
  });

  test("has no lane for what is masked, and one for a single item", () => {
    const mask = [false, true, true, true, true, true];
    expect(drawn({ mask }).flow.order).toEqual([3, 1, 2, 4, 5]);
    const { curves, flow } = drawn({ scene: "custom", values: [[2, 1]], query: [1, 0] });
    expect(lanesAt(flow, curves, 0)).toEqual([{ from: 0, to: unit }]);
  });

  test("keeps within its bed with 256 arms", () => {
    const values = Array.from({ length: 256 }, (_, i) => [((i * 37) % 256) / 64]);
    const { curves, flow } = drawn({ scene: "custom", values, query: [1] });
    const layout = chartLayout(776);
    const hot = lanesAt(flow, curves, curves.temperatures.length - 1);
    expect(hot.at(-1)?.to).toBeLessThanOrEqual(layout.river.to - layout.river.from + 1e-9);
    expect(gapOf(256) * 255).toBeLessThanOrEqual(35);
    const paths = outlines(flow, curves, layout);
    expect(paths).toHaveLength(256);
    for (const path of paths) expect(path).toMatch(/^M[\d. L]+Z$/);
  });

  test("at the present temperature is the river of the curves there", () => {
    const { store, curves, flow } = drawn({ temperature: 2 });
    const d = store.shown.peek()?.derivation;
    const row = curves.temperatures.indexOf(2);
    expect(row).toBeGreaterThan(0);
    expect(lanes(flow, (item) => d?.weights[item] ?? 0, d?.totalVariationToTies ?? 0)).toEqual(
      lanesAt(flow, curves, row),
    );
  });
});

describe("the curves", () => {
  test("are worked out when the data change, not with the temperature", () => {
    const { store, curves } = drawn();
    const again = () => {
      const shown = store.shown.peek();
      return shown && curvesIn(store, shown);
    };
    store.update({ temperature: 3 });
    expect(again()).toBe(curves);
    const patches: Array<Partial<State>> = [
      { query: [1, 0, 0, 0] },
      { values: initialState.values.with(0, [0, 0, 0, 0]) },
      { mask: [true, true, false, true, true, true] },
      { score: "gaussian" },
      { parameters: { sigma: 2 } },
      { keys: initialState.values },
    ];
    let before = curves;
    for (const patch of patches) {
      store.update(patch);
      const now = again();
      expect(now, Object.keys(patch).join()).not.toBe(before);
      if (now) before = now;
    }
  });

  test("are sampled less finely where there are many numbers, and still from end to end", () => {
    const values = Array.from({ length: 64 }, (_, i) =>
      Array.from({ length: 16 }, (_, j) => ((i * 7 + j * 5) % 17) / 16),
    );
    const { curves } = drawn({ scene: "custom", values, query: values[0] ?? [] });
    expect(curves.perOctave).toBeLessThan(drawn().curves.perOctave);
    const { temperatures, axis } = curves;
    expect([0, axis[0], axis[1]].map((row) => temperatures[row])).toEqual([0, 1 / 16, 64]);
    expect(temperatures.at(-1)).toBe(POSITIVE_INFINITY);
    for (const station of [0.25, 1, 2, 4]) expect(temperatures).toContain(station);
    expect([...temperatures].sort((a, b) => a - b)).toEqual(temperatures);
  });

  test("have the bound τ log n, and the slope at the present temperature", () => {
    const { store, curves } = drawn({ temperature: 0.5 });
    const shown = store.shown.peek();
    if (!shown) throw new Error("nothing shown");
    const { bound, slope } = instantIn(store, shown);
    expect(bound).toBeCloseTo(0.5 * Math.log(6), 14);
    store.update({ temperature: 1 });
    const later = store.shown.peek();
    if (!later) throw new Error("nothing shown");
    expect(instantIn(store, later).bound).toBeCloseTo(Math.log(6), 14);
    expect(instantIn(store, later).slope).not.toEqual(slope);
    expect(curves.bound[curves.temperatures.indexOf(64)]).toBeCloseTo(64 * Math.log(6), 12);
    expect(Array.from(slope, format)).toEqual(["−0.0677", "−0.0058", "−0.2503", "0.0480"]);
  });

  test("of LSE − max come up through the bottom of their plot, and none is drawn for one item", () => {
    const layout = chartLayout(776);
    const { curves } = drawn();
    const { lse } = scalesOf(curves, layout);
    const points = curve(curves.lseMinusMax, lse, curves, layout, lseFloor);
    expect(points[0]?.[1]).toBeCloseTo(layout.plots.lse.to, 9);
    for (const [, y] of points) expect(y).toBeLessThanOrEqual(layout.plots.lse.to + 1e-9);
    expect(points.at(-1)?.[0]).toBe(layout.end);
    const alone = drawn({ scene: "custom", values: [[1]], query: [1] }).curves;
    const none = curve(alone.lseMinusMax, scalesOf(alone, layout).lse, alone, layout, lseFloor);
    expect(none).toEqual([]);
  });

  test("are none where a temperature has no answer", () => {
    const store = new Store(
      core,
      {
        ...initialState,
        scene: "custom",
        values: [[1], [Number.NaN]],
        keys: [[1], [0]],
        query: [1],
        temperature: 0,
      },
      words.en,
    );
    const shown = store.shown.peek();
    expect(shown?.derivation.weights).toEqual(Float64Array.of(1, 0));
    expect(shown && curvesIn(store, shown)).toBe(null);
  });
});

describe("hotter is not always farther", () => {
  test("in the example, by the numbers of the core", () => {
    const state: State = { ...initialState, ...returning };
    const d = core.derive(deriveInput(state));
    expect(d.scores).toEqual(Float64Array.of(2, 1, 0));
    const { outputDistance } = core.sweep(deriveInput(state), [0, 0.5, 1, 4, POSITIVE_INFINITY]);
    expect(outputDistance[0]).toBe(0);
    expect(outputDistance[1]).toBeLessThan(outputDistance[2] ?? 0);
    expect(outputDistance[3]).toBeLessThan(outputDistance[2] ?? 0);
    expect(outputDistance[4]).toBe(0);
    const { curves } = drawn(returning);
    const fall = deepestFall(curves.outputDistance);
    expect(format(curves.outputDistance[fall?.from ?? 0] ?? 0)).toBe("0.1547");
    expect(fall?.to).toBe(curves.temperatures.length - 1);
  });

  test("and is farther among the apples", () => {
    expect(deepestFall(drawn().curves.outputDistance)).toBe(null);
  });

  test.each([
    [[], null],
    [[0, 1, 2], null],
    [[2, 2, 2], null],
    [[0, 3, 1, 2], { from: 1, to: 2 }],
    [[1, 1, 0.5, 4, 3.8], { from: 0, to: 2 }],
    // A fall that is not printed is none.
    [[0, 1.00001, 1.00002, 1.00001], null],
  ])("of %j the deepest fall is %j", (distances, fall) => {
    expect(deepestFall(distances)).toEqual(fall);
  });
});
