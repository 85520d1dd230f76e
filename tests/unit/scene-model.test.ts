import { describe, expect, it } from "vitest";
import type { Derivation } from "../../web/src/core/core.ts";
import { scenes } from "../../web/src/model/scenes.ts";
import { en } from "../../web/src/model/text/en.ts";
import { sceneNames } from "../../web/src/model/text/names.ts";
import { keyAxes, largest, valueAxes } from "../../web/src/view/plot/axes.ts";
import type { Point } from "../../web/src/view/plot/hull.ts";
import { overlap } from "../../web/src/view/plot/labels.ts";
import { layOut, planeFrame, stringWidth } from "../../web/src/view/scene/layout.ts";
import type { PlaneModel, PlaneOutputs } from "../../web/src/view/scene/model.ts";
import { queryRange, snap } from "../../web/src/view/scene/query-range.ts";
import { domains } from "../../web/src/view/scene/strips.ts";

const derivation = (numbers: Partial<Derivation>): Derivation => numbers as Derivation;

describe("axes", () => {
  it("are the two features that hold most of the distance, in their order", () => {
    const d = derivation({
      outputDistance: 0.191,
      outputDifferenceShare: Float64Array.of(0.25, 0.0003, 0.71, 0.04),
    });
    expect(valueAxes(d, scenes.apple.values)).toEqual([0, 2]);
  });

  it("are those in which the items lie furthest apart where nothing has moved", () => {
    const d = derivation({ outputDistance: 0, outputDifferenceShare: new Float64Array(3) });
    expect(
      valueAxes(d, [
        [5, 0, 1],
        [5, 9, 4],
      ]),
    ).toEqual([1, 2]);
  });

  it("are one where there is one feature", () => {
    const d = derivation({ outputDistance: 1, outputDifferenceShare: Float64Array.of(1) });
    expect(valueAxes(d, [[1], [2]])).toEqual([0, null]);
  });

  it("of keys are the components that tell the scores apart", () => {
    const terms = { rows: 3, cols: 3, data: Float64Array.of(0, 0, 2, 4, 0, 0, 2, 0, 2) };
    const keys = scenes["self-attention"].keys ?? [];
    expect(keyAxes(derivation({ scoreTerms: terms }), keys)).toEqual([0, 2]);
    const other = { rows: 3, cols: 2, data: Float64Array.of(0, 0, 4, 0, 2, 0) };
    expect(keyAxes(derivation({ scoreTerms: other }), keys)).toEqual([0, 1]);
  });

  it("take the earlier of equals", () => {
    expect(largest([1, 3, 3, 2], 2)).toEqual([1, 2]);
  });
});

describe("queryRange", () => {
  it("is ±4 by 1/8 in the apple scene, at either of its queries", () => {
    expect(queryRange(scenes.apple.query, scenes.apple.query)).toEqual({ limit: 4, step: 0.125 });
    expect(queryRange(scenes.apple.query, [1, -0.5, -1, 1]).limit).toBe(4);
  });

  it("widens to what is typed", () => {
    expect(queryRange(scenes.apple.query, [9, 0, 0, 0])).toEqual({ limit: 16, step: 0.5 });
    expect(queryRange([1000, 0], [1000, 0]).limit).toBe(2048);
    expect(queryRange([0], [1.7e308]).limit).toBeLessThan(Number.POSITIVE_INFINITY);
  });
});

describe("snap", () => {
  it("moves by multiples of a power of two, about 2 px and never more than the step", () => {
    expect(snap(2.03, 0.125, 1 / 70)).toBe(2.03125);
    expect(snap(2.03, 0.125, 1)).toBe(2);
    expect(snap(-0.9, 64, 30)).toBe(-0);
  });
});

describe("domains of the strips", () => {
  it("are one for all features that compare", () => {
    const { common, of } = domains(scenes.apple.values);
    expect(common).toBe(true);
    expect(of(1)).toEqual([0, 1]);
  });

  it("are one for each where a feature would shrink to a point", () => {
    const { common, of } = domains([
      [1000, 2],
      [1001, 1],
    ]);
    expect(common).toBe(false);
    expect([of(0), of(1)]).toEqual([
      [1000, 1001],
      [0, 2],
    ]);
  });

  it("have an extent even for one value or none", () => {
    expect(domains([[3], [3]]).of(0)).toEqual([3, 6]);
    expect(domains([[Number.NaN]]).of(0)).toEqual([0, 1]);
  });
});

describe("stringWidth", () => {
  it("is 16 px for weight 1, none for 0, and never too thin to see", () => {
    expect([1, 0.4378, 0].map(stringWidth)).toEqual([16, 7.0048, 0]);
    expect(stringWidth(1e-9)).toBe(0.5);
  });
});

const names = sceneNames.en.apple.items;
const apple: PlaneModel = {
  key: "apple",
  step: "S7",
  axes: [0, 2],
  components: sceneNames.en.apple.features,
  items: scenes.apple.values.map(([red = 0, , sweet = 0], index) => ({
    index,
    name: names[index] ?? "",
    point: [red, sweet] as Point,
    picture: null,
    masked: false,
  })),
  keys: false,
  movable: false,
  query: { vector: [2, 2], isPlace: false, limit: 4, step: 0.125 },
  outputs: {
    is: "soft",
    pick: 0,
    tied: [0],
    hard: [0.875, 0.75],
    soft: [0.7786835871162001, 0.5893788704585489],
    tieMean: null,
    goal: {
      point: [0.7786835871162001, 0.5893788704585489],
      weights: Float64Array.of(0.4378, 0.1611, 0.0977, 0.2655, 0.0247, 0.0132),
      distance: 0.1910146802192807,
    },
  },
};
const at = (is: PlaneOutputs["is"]): PlaneModel => ({
  ...apple,
  outputs: apple.outputs === null ? null : { ...apple.outputs, is },
});

describe("layOut", () => {
  it.each([280, 320, 360, 456, 640])(
    "names everything once in %i px, nothing on anything",
    (width) => {
      const layout = layOut(apple, planeFrame(apple, width), en);
      for (const key of ["soft", "hard", "query", "item 1", "item 2", "item 3", "item 4", "item 5"])
        expect(layout.labels.has(key), key).toBe(true);
      const boxes = [...layout.labels.values()].map(({ box }) => box);
      boxes.forEach((box, i) => {
        for (const other of boxes.slice(i + 1)) expect(overlap(box, other)).toBeLessThanOrEqual(4);
      });
    },
  );

  it("prints the distance beside the arrow of the travel", () => {
    const layout = layOut(apple, planeFrame(apple, 456), en);
    expect(layout.travel).not.toBeNull();
    expect(layout.labels.get("distance")?.lines[0]?.[0]?.text).toBe("0.1910");
  });

  it("says at which scale the query is drawn", () => {
    const lines = layOut(apple, planeFrame(apple, 456), en).labels.get("query")?.lines;
    expect(lines?.[1]?.[0]?.text).toBe("drawn at 1/5");
  });

  it("gives the next layout of a drag the same places", () => {
    const frame = planeFrame(apple, 456);
    const before = layOut(apple, frame, en);
    const query = { vector: [2.03125, 2] as Point, isPlace: false, limit: 4, step: 0.125 };
    const after = layOut({ ...apple, query }, frame, en, before);
    expect([...after.places]).toEqual([...before.places]);
    expect(after.hullLabel).toEqual(before.hullLabel);
    expect(after.travel?.side).toBe(before.travel?.side);
  });

  it("names only items and query before there is an output", () => {
    const layout = layOut(at("none"), planeFrame(apple, 456), en);
    expect(layout.hullLabel).toBeNull();
    const items = apple.items.map(({ index }) => `item ${index}`);
    expect([...layout.labels.keys()].sort()).toEqual([...items, "query"].sort());
  });

  it("keeps the names of the items where they are when the output leaves", () => {
    const frame = planeFrame(apple, 456);
    const [before, after] = [layOut(at("hard"), frame, en), layOut(at("soft"), frame, en)];
    expect(before.labels.has("distance")).toBe(false);
    expect(after.labels.has("distance")).toBe(true);
    for (const key of ["query", "item 1", "item 2", "item 3", "item 4", "item 5"])
      expect(after.labels.get(key)?.box, key).toEqual(before.labels.get(key)?.box);
  });

  it("writes names into the discs only where all are short", () => {
    const short = {
      ...apple,
      items: apple.items.map((item, i) => ({ ...item, name: "ABCDEF"[i] ?? "" })),
    };
    expect(layOut(short, planeFrame(short, 640), en).scenery.namesInside).toBe(true);
    expect(layOut(apple, planeFrame(apple, 640), en).scenery.namesInside).toBe(false);
  });
});
