import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { shortened } from "../../web/src/model/names.ts";
import {
  allSides,
  area,
  around,
  lengthInside,
  overlap,
  placeInside,
  placeLabels,
  type Rect,
  type Request,
  textWidth,
} from "../../web/src/view/plot/labels.ts";

const bounds: Rect = { left: 0, top: 0, right: 456, bottom: 378 };
const request = (key: string, x: number, y: number, width = 60): Request => ({
  key,
  x,
  y,
  clear: 17,
  width,
  height: 17,
  sides: allSides,
});

describe("placeLabels", () => {
  it("takes the first side where nothing is in the way", () => {
    const { placed } = placeLabels([request("a", 200, 200)], { rects: [], segments: [], bounds });
    expect(placed.get("a")).toMatchObject({ anchor: "start", far: false });
    expect(placed.get("a")?.box.left).toBe(221);
  });

  it("goes elsewhere before it covers an item, a thick line or the edge", () => {
    const alone = { rects: [], segments: [], bounds };
    const sideOf = (obstacles: Parameters<typeof placeLabels>[1], x = 200): string | undefined =>
      placeLabels([request("a", x, 200)], obstacles).placed.get("a")?.anchor;
    expect(sideOf(alone)).toBe("start");
    expect(sideOf({ ...alone, rects: [around(250, 200, 20)] })).not.toBe("start");
    const line = { x1: 210, y1: 200, x2: 300, y2: 200, cost: 3 };
    expect(sideOf({ ...alone, segments: [line] })).not.toBe("start");
    expect(sideOf(alone, 440)).not.toBe("start");
  });

  it("serves the name with one way out before the one with many", () => {
    // Both would stand below; the second is walled in on all other sides.
    const walls = [
      { left: 240, top: 100, right: 456, bottom: 217 },
      { left: 0, top: 100, right: 170, bottom: 217 },
      { left: 0, top: 100, right: 456, bottom: 182 },
    ];
    const below = { sides: ["below", "right", "above", "left"] as const };
    const { placed } = placeLabels(
      [
        { ...request("free", 160, 238), ...below },
        { ...request("walled", 205, 200), ...below },
      ],
      { rects: walls, segments: [], bounds },
    );
    expect(placed.get("walled")?.anchor).toBe("middle");
    const [free, walled] = [placed.get("free")?.box, placed.get("walled")?.box];
    expect(free && walled && overlap(free, walled)).toBe(0);
  });

  it("never lets names overlap or leave the drawing, wherever the points are", () => {
    const point = fc.tuple(fc.integer({ min: 0, max: 456 }), fc.integer({ min: 0, max: 378 }));
    fc.assert(
      fc.property(fc.array(point, { minLength: 1, maxLength: 12 }), (points) => {
        const rects = points.map(([x, y]) => around(x, y, 17));
        const { placed } = placeLabels(
          points.map(([x, y], i) => request(String(i), x, y, 40 + 8 * i)),
          { rects, segments: [], bounds },
        );
        const boxes = [...placed.values()].map(({ box }) => box);
        boxes.forEach((box, i) => {
          expect(overlap(box, bounds)).toBeGreaterThanOrEqual(0.75 * area(box));
          for (const other of boxes.slice(i + 1))
            expect(overlap(box, other)).toBeLessThanOrEqual(4);
        });
      }),
    );
  });

  it("places all of a few names, and none on an item", () => {
    const points = [
      [349, 85],
      [392, 259],
      [349, 346],
      [218, 85],
      [87, 41],
      [392, 346],
    ] as const;
    const rects = points.map(([x, y]) => around(x, y, 15));
    const requests = points.map(([x, y], i) => request(String(i), x, y, 44));
    const { placed } = placeLabels(requests, { rects, segments: [], bounds });
    expect(placed.size).toBe(6);
    for (const { box, far } of placed.values()) {
      expect(far).toBe(false);
      for (const rect of rects) expect(overlap(box, rect)).toBe(0);
    }
  });

  it("keeps a place while it is free, and leaves it when it is not", () => {
    const open = { rects: [], segments: [], bounds };
    const kept = new Map([["a", 2]]);
    expect(placeLabels([request("a", 200, 200)], open, kept).places.get("a")).toBe(2);
    const shut = { ...open, rects: [around(150, 200, 30)] };
    expect(placeLabels([request("a", 200, 200)], shut, kept).places.get("a")).toBe(0);
  });
});

describe("lengthInside", () => {
  const rect = { left: 0, top: 0, right: 10, bottom: 10 };
  const segment = (x1: number, y1: number, x2: number, y2: number) => ({ x1, y1, x2, y2, cost: 1 });
  it("measures what lies in the rectangle", () => {
    expect(lengthInside(segment(-5, 5, 15, 5), rect)).toBeCloseTo(10);
    expect(lengthInside(segment(5, 5, 5, 8), rect)).toBeCloseTo(3);
    expect(lengthInside(segment(-1, -1, 11, 11), rect)).toBeCloseTo(Math.hypot(10, 10));
    expect(lengthInside(segment(-5, 12, 15, 12), rect)).toBe(0);
    expect(lengthInside(segment(12, -5, 12, 15), rect)).toBe(0);
  });
});

describe("placeInside", () => {
  const polygon = [
    [0, 0],
    [200, 0],
    [200, 200],
    [0, 200],
  ] as const;
  it("finds a free place, keeps an old one, and gives up where there is none", () => {
    const open = { rects: [], segments: [], bounds };
    const place = placeInside(polygon, 80, 17, open);
    expect(place?.every((v) => v > 0 && v < 200)).toBe(true);
    expect(placeInside(polygon, 80, 17, open, [120, 130])).toEqual([120, 130]);
    expect(placeInside(polygon, 240, 17, open)).toBeNull();
    expect(placeInside(polygon, 80, 17, { ...open, rects: [around(100, 100, 100)] })).toBeNull();
    expect(placeInside(polygon.slice(0, 2), 80, 17, open)).toBeNull();
  });
});

describe("textWidth", () => {
  it("counts a Chinese character as a whole em and a narrow letter as less than a wide one", () => {
    expect(textWidth("苹果", 13)).toBe(26);
    expect(textWidth("illi", 13)).toBeLessThan(textWidth("wmwm", 13) / 2);
  });
});

describe("shortened", () => {
  it("cuts only long names, by letters and not by code units", () => {
    expect(shortened("fire engine")).toBe("fire engine");
    expect(shortened("a very long label indeed", 12)).toBe("a very long…");
    expect(shortened("🍎🍎🍎🍎", 3)).toBe("🍎🍎…");
  });
});
