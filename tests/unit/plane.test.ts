/** What a plane is given of the state and the derivation. */
import { describe, expect, test } from "vitest";
import { initialState, sceneState } from "../../web/src/model/scenes.ts";
import type { State } from "../../web/src/model/state.ts";
import { Store } from "../../web/src/model/store.ts";
import { keyPlane, type PlaneModel, valuePlane } from "../../web/src/view/scene/model.ts";
import { words } from "../texts.ts";
import { core } from "./core.ts";

const range = { limit: 4, step: 0.125 };
function shownOf(patch: Partial<State>) {
  const shown = new Store(core, { ...initialState, ...patch }, words.en).shown.peek();
  if (shown === null) throw new Error("nothing is shown");
  return shown;
}
const planeOf = (patch: Partial<State>, before: PlaneModel | null = null): PlaneModel =>
  valuePlane(shownOf(patch), [0, 1], range, before);
const plane = sceneState("plane");

describe("outputs", () => {
  test("are none at S1, the hard one up to S6, the soft one from S7, and neither at S7a", () => {
    const is = (step: State["step"], split = false) =>
      planeOf({ ...plane, step, split }).outputs?.is;
    expect(is("S1")).toBe("none");
    expect([is("S2"), is("S6")]).toEqual(["hard", "hard"]);
    expect([is("S7"), is("S9"), is("S7b", true)]).toEqual(["soft", "soft", "soft"]);
    expect(is("S7a", true)).toBe("neither");
  });

  test("at S7a lie at the sum of the weights times the mean", () => {
    const { goal, hard } =
      planeOf({ ...sceneState("tie"), step: "S7a", split: true }).outputs ?? {};
    expect(hard).toEqual([1, 1]);
    // u = (1, 1, e⁻¹, e⁻²) on (1, 1), (1, −1), (0, ½), (−1, 0).
    expect(goal?.point[0]).toBeCloseTo(2 - 0.1353352832366127, 14);
    expect(goal?.point[1]).toBeCloseTo(0.18393972058572117, 14);
  });

  test("of a tie have the mean of those that tie, and else none", () => {
    expect(planeOf(sceneState("tie")).outputs?.tieMean).toEqual([1, 0]);
    expect(planeOf(plane).outputs?.tieMean).toBeNull();
  });
});

describe("items", () => {
  test("are drawn as masked where they are", () => {
    const { items } = planeOf({ ...plane, mask: [true, false, true, true, true] });
    expect(items.map(({ masked }) => masked)).toEqual([false, true, false, false, false]);
  });

  test("can be moved, but for the apples, and where a teacher took the table away", () => {
    expect(planeOf(plane).movable).toBe(true);
    expect(planeOf({}).movable).toBe(false);
    expect(planeOf({ ...plane, hide: ["x"] }).movable).toBe(false);
    expect(planeOf({ ...plane, hide: ["controls"] }).movable).toBe(false);
    expect(planeOf({ ...plane, hide: ["q"] }).movable).toBe(true);
  });

  test("that stay the same are the same objects", () => {
    const before = planeOf(plane);
    const after = planeOf({ ...plane, query: [0, 1] }, before);
    expect(after.items).toBe(before.items);
    const moved = { ...plane, values: plane.values.with(2, [-1, 1]) };
    expect(planeOf(moved, before).items[2]?.point).toEqual([-1, 1]);
  });
});

describe("the query", () => {
  test("stands among the values where they are the keys, and among the keys where those are apart", () => {
    expect(planeOf(plane).query?.vector).toEqual([1, 0.5]);
    const apart = sceneState("self-attention");
    expect(planeOf(apart).query).toBeNull();
    expect(keyPlane(shownOf(apart), [0, 2], range, null)?.query?.vector).toEqual([1, 2]);
    expect(keyPlane(shownOf(plane), [0, 1], range, null)).toBeNull();
  });

  test("is a place for a score that measures distance, else a direction", () => {
    expect(planeOf({ ...plane, score: "gaussian" }).query?.isPlace).toBe(true);
    expect(planeOf(plane).query?.isPlace).toBe(false);
  });
});
