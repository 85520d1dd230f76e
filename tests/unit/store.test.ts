import { effect, signal } from "@preact/signals-core";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Core } from "../../web/src/core/core.ts";
import * as edits from "../../web/src/model/edits.ts";
import type { Mode } from "../../web/src/model/link-schema.ts";
import { featureNames, itemNames, queryNames } from "../../web/src/model/names.ts";
import { readTable } from "../../web/src/model/paste.ts";
import { initialState, isOwn, lostQuery, sceneState, scenes } from "../../web/src/model/scenes.ts";
import {
  type Control,
  maxFeatures,
  maxItems,
  type State,
  sceneIds,
  scores,
} from "../../web/src/model/state.ts";
import { Store } from "../../web/src/model/store.ts";
import { words } from "../texts.ts";
import { core } from "./core.ts";

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
});
afterEach(() => {
  vi.useRealTimers();
});

const pause = (): void => {
  vi.advanceTimersByTime(10_000);
};
const started = (patch: Partial<State> = {}, mode: Mode = "embed"): Store =>
  new Store(
    core,
    { ...initialState, ...patch },
    words[patch.language ?? initialState.language],
    signal(mode),
  );
const shown = (store: Store) => {
  const found = store.shown.peek();
  if (found === null) throw new Error("nothing is shown");
  return found;
};

describe("deriving", () => {
  const counting = (): { store: Store; count: () => number } => {
    const derive = vi.fn(core.derive);
    const store = new Store({ ...core, derive } satisfies Core, initialState, words.en);
    // A reader, as a view is: without one every peek would derive anew.
    effect(() => void store.shown.value);
    return { store, count: () => derive.mock.calls.length };
  };

  test("derivatives are computed for those who ask, and once", () => {
    const { store, count } = counting();
    expect(shown(store).derivation.jacobian.rows).toBe(0);
    const whole = store.wholeDerivation(shown(store));
    expect([whole.jacobian.rows, whole.gradientQuery.cols]).toEqual([6, 4]);
    expect(store.wholeDerivation(shown(store))).toBe(whole);
    expect(count()).toBe(2);
  });

  test("asks the core once for a change of data, and not at all for one of step or language", () => {
    const { store, count } = counting();
    expect(count()).toBe(1);
    store.goTo("S7");
    store.update({ language: "zh-CN", theme: "dark", article: true });
    expect(count()).toBe(1);
    store.setQuery(0, 3);
    expect(count()).toBe(2);
    store.setQuery(0, 3);
    expect(count()).toBe(2);
  });

  test("rests when the numbers have, and follows any other change at once", () => {
    const store = started();
    const first = store.rested.peek();
    expect(first).toBe(shown(store));
    for (const value of [1, 2, 3]) {
      store.setQuery(0, value);
      vi.advanceTimersByTime(100);
      expect(store.rested.peek()).toBe(first);
    }
    pause();
    expect(store.rested.peek()).toBe(shown(store));
    expect(store.rested.peek()?.state.query[0]).toBe(3);
    store.setQuery(0, 1);
    store.goTo("S4");
    expect(store.rested.peek()).toBe(shown(store));
    store.update({ labels: initialState.values.map((_, i) => `item ${i}`) });
    expect(store.rested.peek()).toBe(shown(store));
  });

  test("keeps the last good picture with its own numbers, and says what is wrong", () => {
    const store = started();
    effect(() => void store.shown.value);
    const before = shown(store).derivation;
    store.update(edits.setValue(store.state.peek(), 2, 1, Number.NaN));
    expect(store.state.peek().values[2]?.[1]).toBeNaN();
    expect(store.problem.peek()).toMatchObject({ code: "NotANumber", row: 2, column: 1 });
    expect(shown(store).derivation).toBe(before);
    expect(shown(store).state.values).toEqual(initialState.values);
    store.goTo("S9");
    expect(shown(store).state.step).toBe("S9");
    store.update(edits.setValue(store.state.peek(), 2, 1, 1));
    expect(store.problem.peek()).toBeNull();
    expect(shown(store).derivation.weights).toEqual(before.weights);
  });

  test("shows nothing where the first state has no answer", () => {
    const store = started({ temperature: -1 });
    expect(store.shown.peek()).toBeNull();
    expect(store.problem.peek()?.code).toBe("BadTemperature");
  });

  test.each(sceneIds.filter((id) => id !== "custom"))("derives the scene %s", (id) => {
    const store = started(sceneState(id));
    expect(store.problem.peek()).toBeNull();
    expect(shown(store).names).toHaveLength(scenes[id].values.length);
    expect(shown(store).features).toHaveLength(scenes[id].values[0]?.length ?? 0);
    for (const score of scores) {
      store.update(edits.setScore(store.state.peek(), score));
      expect(store.problem.peek()).toBeNull();
    }
  });
});

describe("steps", () => {
  test("walks the chain and stops at its ends", () => {
    const store = started();
    expect(store.walk(-1)).toBe(false);
    const seen = [store.state.peek().step];
    while (store.walk(1)) seen.push(store.state.peek().step);
    expect(seen).toEqual(["S1", "S2", "S3", "S4", "S5", "S6", "S7", "S8", "S9"]);
  });

  test("an item that is gone is not pointed at", () => {
    const store = started();
    store.lit.value = 1;
    store.update({
      scene: "custom",
      values: [
        [1, 2, 3, 4],
        [0, 0, 0, 1],
      ],
      labels: null,
    });
    expect(store.lit.peek()).toBe(1);
    store.update({ values: [[1, 2, 3, 4]] });
    expect(store.lit.peek()).toBe(null);
  });

  test("splits S7 and joins it again", () => {
    const store = started({ step: "S7" });
    store.setSplit(true);
    expect(store.state.peek().step).toBe("S7a");
    store.walk(1);
    expect(store.state.peek().step).toBe("S7b");
    store.setSplit(false);
    expect(store.state.peek().step).toBe("S7");
  });

  test("loses the apple, and resets to all that the scene opened with", () => {
    const store = started({ score: "scaled", temperature: 0.5 });
    store.update({ query: lostQuery });
    expect(store.state.peek().query).toEqual(lostQuery);
    expect(shown(store).summary.winner).toBe("fire engine");
    store.update({ temperature: 3, score: "dot", labels: ["a", "b", "c", "d", "e", "f"] });
    store.open(store.opened.peek());
    expect(store.state.peek()).toMatchObject({
      query: [2, 2, 2, -1],
      temperature: 0.5,
      score: "scaled",
      labels: null,
    });
    expect(shown(store).summary.winner).toBe("apple");
    store.undo();
    expect(store.state.peek().temperature).toBe(3);
  });

  test("resets to the scene that is open, also after undo", () => {
    const store = started();
    store.openScene("tie");
    store.setQuery(0, 7);
    store.open(store.opened.peek());
    expect(store.state.peek().query).toEqual([1, 0]);
    store.undo();
    store.undo();
    store.undo();
    expect(store.state.peek().scene).toBe("apple");
    store.setQuery(0, 7);
    store.open(store.opened.peek());
    expect(store.state.peek()).toMatchObject({ scene: "apple", query: [2, 2, 2, -1] });
  });

  test("keeps one's own numbers while scenes are looked at", () => {
    const store = started();
    expect(store.own.peek()).toBeNull();
    store.update(edits.setValue(store.state.peek(), 0, 0, -3));
    store.update({ temperature: 2 });
    store.openScene("tie");
    store.openScene("overflow");
    store.openScene("custom");
    expect(store.state.peek()).toMatchObject({ scene: "custom", temperature: 2 });
    expect(store.state.peek().values[0]).toEqual([-3, 0.875, 0.75, 0.25]);
    expect(store.state.peek().labels?.[5]).toBe("fire engine");
    // A reset of one's own numbers, too, leaves them in the list.
    store.open(edits.blank(2, 3));
    store.update(edits.setValue(store.state.peek(), 1, 2, 9));
    store.open(store.opened.peek());
    expect(store.state.peek()).toMatchObject({
      scene: "custom",
      values: [
        [0, 0, 0],
        [0, 0, 0],
      ],
      query: [1, 1, 1],
    });
    store.undo();
    expect(store.state.peek().values).toEqual([
      [0, 0, 0],
      [0, 0, 9],
    ]);
  });
});

describe("what a teacher takes away", () => {
  const hidden = (patch: Partial<State>, mode?: "present"): Control[] => {
    const store = started(patch, mode);
    return (["scene", "q", "share", "article", "step"] as const).filter((c) => store.hides(c));
  };

  test("is what is named; controls are all of them, and the article is none", () => {
    expect(hidden({})).toEqual([]);
    expect(hidden({ hide: ["share", "q"] })).toEqual(["q", "share"]);
    expect(hidden({ hide: ["article"] })).toEqual(["article"]);
    expect(hidden({ hide: ["controls"] })).toEqual(["scene", "q", "share", "step"]);
    expect(hidden({ hide: ["controls", "article"] })).toHaveLength(5);
  });

  test("a projector has no controls, but the article's line where it is wanted", () => {
    expect(hidden({}, "present")).toEqual(["scene", "q", "share", "step"]);
    expect(hidden({ hide: ["article"] }, "present")).toHaveLength(5);
  });
});

describe("the language", () => {
  test("changes when its text is there", async () => {
    const store = started();
    store.update({ language: "zh-CN" });
    expect(store.language.peek()).toBe("en");
    await vi.dynamicImportSettled();
    expect(store.language.peek()).toBe("zh-CN");
    expect(store.text.peek().headings.S1).toBe(words["zh-CN"].figure.headings.S1);
  });

  test("is the one that was asked for last", async () => {
    const store = started();
    store.update({ language: "zh-CN" });
    store.update({ language: "en" });
    await vi.dynamicImportSettled();
    expect(store.language.peek()).toBe("en");
    expect(store.text.peek().headings.S1).toBe("Score every object");
  });
});

test("what a scene's note says holds of its own numbers and the dot score", () => {
  expect(isOwn(initialState)).toBe(true);
  expect(isOwn({ ...initialState, score: "scaled" })).toBe(false);
  expect(isOwn({ ...initialState, query: [2, 2, 2, 1] })).toBe(false);
  expect(isOwn({ ...initialState, values: initialState.values.with(5, [1, 0, 0, 1]) })).toBe(false);
  expect(isOwn({ ...initialState, keys: initialState.values })).toBe(false);
  // The plane's and the reader's own say nothing of numbers.
  expect(isOwn({ ...initialState, ...sceneState("plane"), query: [9, 9] })).toBe(true);
  expect(isOwn({ ...initialState, scene: "custom" })).toBe(true);
});

describe("undo and redo", () => {
  test("cover the data and leave step and language where they are", () => {
    const store = started();
    store.setQuery(0, 5);
    store.goTo("S7");
    store.update({ language: "zh-CN" });
    store.undo();
    const { query, step, language } = store.state.peek();
    expect({ query, step, language }).toEqual({
      query: initialState.query,
      step: "S7",
      language: "zh-CN",
    });
    expect([store.canUndo.peek(), store.canRedo.peek()]).toEqual([false, true]);
    store.redo();
    expect(store.state.peek().query).toEqual([5, 2, 2, -1]);
    expect([store.canUndo.peek(), store.canRedo.peek()]).toEqual([true, false]);
  });

  test("do nothing where there is nothing to take back", () => {
    const store = started();
    store.undo();
    store.redo();
    store.goTo("S3");
    expect(store.canUndo.peek()).toBe(false);
    expect(store.state.peek()).toEqual({ ...initialState, step: "S3" });
  });

  test("take a drag for one edit", () => {
    const store = started();
    for (let i = 0; i < 40; i++) {
      store.setQuery(0, i);
      vi.advanceTimersByTime(16);
    }
    store.undo();
    expect(store.state.peek().query).toEqual(initialState.query);
    expect(store.canUndo.peek()).toBe(false);
  });

  test("take the drag of a scene's value for one edit, though it makes the scene custom", () => {
    const store = started();
    for (let i = 0; i < 40; i++) store.update(edits.setValue(store.state.peek(), 0, 0, i));
    store.undo();
    expect(store.state.peek()).toEqual(initialState);
  });

  test("take the opening of a scene, and a change of more than numbers, for an edit of its own", () => {
    const store = started();
    for (const id of ["tie", "overflow", "tie", "overflow"] as const) store.openScene(id);
    for (const score of ["cosine", "dot", "cosine"] as const) {
      store.update({ score, query: [store.state.peek().query[0] ?? 0, score.length] });
    }
    let edits = 0;
    for (; store.canUndo.peek(); edits++) store.undo();
    expect(edits).toBe(7);
    expect(store.state.peek()).toEqual(initialState);
  });

  test("take a pause, and another part of the data, for another edit", () => {
    const store = started();
    store.setQuery(0, 1);
    pause();
    store.setQuery(0, 2);
    store.update({ temperature: 3 });
    store.undo();
    expect(store.state.peek().temperature).toBe(1);
    store.undo();
    expect(store.state.peek().query[0]).toBe(1);
    store.undo();
    expect(store.state.peek().query[0]).toBe(2);
    expect(store.canUndo.peek()).toBe(false);
  });

  test("take two presses of a button for two edits, however quick", () => {
    const store = started();
    const states = [store.state.peek()];
    for (const press of [edits.addItem, edits.addItem, edits.addFeature, edits.addFeature]) {
      store.update(press(store.state.peek()));
      states.push(store.state.peek());
    }
    for (const attend of [false, true, false]) {
      store.update(edits.setMask(store.state.peek(), 0, attend));
      states.push(store.state.peek());
    }
    for (const state of states.slice(0, -1).reverse()) {
      store.undo();
      expect(store.state.peek()).toEqual(state);
    }
  });

  test("go back two hundred edits and no further", () => {
    const store = started();
    for (let i = 1; i <= 250; i++) {
      pause();
      store.setQuery(0, i);
    }
    let back = 0;
    for (; store.canUndo.peek(); back++) store.undo();
    expect(back).toBe(200);
    expect(store.state.peek().query[0]).toBe(50);
    for (; store.canRedo.peek(); ) store.redo();
    expect(store.state.peek().query[0]).toBe(250);
  });

  test("forget what was taken back when something else is done", () => {
    const store = started();
    store.setQuery(0, 1);
    store.undo();
    store.update({ temperature: 2 });
    expect(store.canRedo.peek()).toBe(false);
  });

  test("give back every state of any sequence of edits", () => {
    const step = fc.tuple(fc.nat(), fc.nat(), fc.integer({ min: -9, max: 9 }), fc.nat());
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        const store = started();
        const states = [store.state.peek()];
        for (const [kind, i, x, j] of steps) {
          pause();
          store.update(anyEdit(store.state.peek(), kind, i, j, x));
          if (store.state.peek() !== states.at(-1)) states.push(store.state.peek());
        }
        for (const state of states.slice(0, -1).reverse()) {
          store.undo();
          expect(store.state.peek()).toEqual(state);
        }
        expect(store.canUndo.peek()).toBe(false);
        for (const state of states.slice(1)) {
          store.redo();
          expect(store.state.peek()).toEqual(state);
        }
        expect(store.canRedo.peek()).toBe(false);
      }),
    );
  });
});

/** Any edit of a state, chosen by numbers. */
function anyEdit(state: State, kind: number, i: number, j: number, x: number): Partial<State> {
  const { values, keys } = state;
  const item = i % values.length;
  const feature = j % (values[0]?.length ?? 1);
  const choices: ReadonlyArray<() => Partial<State>> = [
    () => edits.addItem(state),
    () => edits.removeItem(state, item),
    () => edits.addFeature(state),
    () => edits.removeFeature(state, feature),
    () => edits.setValue(state, item, feature, x),
    () => edits.setKey(state, item, j % (keys?.[0]?.length ?? 1), x),
    () => edits.setKeys(state, keys === null ? values.map((row) => [...row, x]) : null),
    () => edits.setLabel(state, item, `item ${x}`),
    () => edits.setFeature(state, feature, `feature ${x}`),
    () => edits.setMask(state, item, x > 0),
    () => edits.setScore(state, scores[Math.abs(x) % scores.length] ?? "dot"),
    () => edits.setParameters(state, { sigma: Math.abs(x) + 1 }),
    () => ({ query: state.query.map(() => x) }),
    () => ({ temperature: Math.abs(x) }),
  ];
  return choices[kind % choices.length]?.() ?? {};
}

describe("edits", () => {
  test("keep every state in shape, so that the core never finds a mismatch", () => {
    const step = fc.tuple(fc.nat(), fc.nat(), fc.integer({ min: -9, max: 9 }), fc.nat());
    const scene = fc.constantFrom(...sceneIds.filter((id) => id !== "custom"));
    fc.assert(
      fc.property(scene, fc.array(step, { maxLength: 30 }), (id, steps) => {
        let state: State = { ...initialState, ...sceneState(id) };
        for (const [kind, i, x, j] of steps) {
          state = { ...state, ...anyEdit(state, kind, i, j, x) };
          const { values, keys, labels, features, mask, query, score } = state;
          const d = values[0]?.length ?? 0;
          const keySize = keys?.[0]?.length ?? d;
          expect(values.every((row) => row.length === d)).toBe(true);
          expect(keys?.length ?? values.length).toBe(values.length);
          expect(mask?.length ?? values.length).toBe(values.length);
          expect(itemNames(state)).toHaveLength(values.length);
          expect(featureNames(state)).toHaveLength(d);
          if (state.scene === "custom" && labels) expect(labels).toHaveLength(values.length);
          if (state.scene === "custom" && features) expect(features).toHaveLength(d);
          const mixed = score === "bilinear" || score === "additive";
          if (!mixed) expect(query).toHaveLength(keySize);
          const store = new Store(core, state, words[state.language]);
          expect(store.problem.peek()?.code).not.toBe("ShapeMismatch");
        }
      }),
      { numRuns: 200 },
    );
  });

  test("make a scene the reader's own, under the names that were read", () => {
    const chinese: State = { ...initialState, language: "zh-CN" };
    const edit = edits.setValue(chinese, 0, 0, 0.5);
    expect(edit.scene).toBe("custom");
    expect(edit.labels).toEqual(["苹果", "番茄", "红球", "橙子", "香蕉", "消防车"]);
    expect(edit.features).toEqual(["红", "圆", "甜", "大"]);
    expect(edit.values?.[0]).toEqual([0.5, 0.875, 0.75, 0.25]);
    expect(initialState.values[0]?.[0]).toBe(0.875);
  });

  test.each([
    ["a query", { query: [1, 1, 1, 1] }],
    ["a mask", edits.setMask(initialState, 0, false)],
    ["a score", edits.setScore(initialState, "cosine")],
    ["a name", edits.setLabel(initialState, 0, "pomme")],
  ])("leave a scene what it is for %s", (_, edit) => {
    expect({ ...initialState, ...edit }.scene).toBe("apple");
  });

  test("change nothing where nothing changes", () => {
    expect(edits.setValue(initialState, 0, 0, 0.875)).toEqual({});
    expect(edits.setValue(initialState, 9, 0, 1)).toEqual({});
    expect(edits.setKey(initialState, 0, 0, 1)).toEqual({});
    expect(edits.removeItem(initialState, 9)).toEqual({});
    expect(edits.setKeys(initialState, [[1, 2]])).toEqual({});
    expect(edits.setKeys(initialState, null)).toEqual({});
  });

  test("tell −0 from 0", () => {
    const zero = { ...initialState, ...edits.setValue(initialState, 0, 0, 0) };
    expect(edits.setValue(zero, 0, 0, -0).values?.[0]?.[0]).toBe(-0);
  });

  test("add an item that scores 0 and a feature that moves nothing", () => {
    const added = { ...initialState, ...edits.addItem(initialState) };
    expect(itemNames(added).slice(-2)).toEqual(["fire engine", "G"]);
    const before = core.derive({ X: initialState.values, q: initialState.query });
    expect(core.derive({ X: added.values, q: added.query }).scores.at(-1)).toBe(0);
    const wider = { ...initialState, ...edits.addFeature(initialState) };
    expect(featureNames(wider)).toEqual(["red", "round", "sweet", "big", "feature 5"]);
    expect(core.derive({ X: wider.values, q: wider.query }).weights).toEqual(before.weights);
  });

  test("name items by letters, after Z by two", () => {
    const many: State = { ...initialState, scene: "custom", values: Array(256).fill([1]) };
    const names = itemNames(many);
    expect([0, 25, 26, 27, 52, 255].map((i) => names[i])).toEqual([
      "A",
      "Z",
      "AA",
      "AB",
      "BA",
      "IV",
    ]);
    expect(new Set(names).size).toBe(256);
  });

  test("leave features that only have numbers without names, in whatever language", () => {
    const journey: State = { ...initialState, ...sceneState("journey") };
    const own = { ...journey, ...edits.setValue(journey, 0, 0, 9) };
    expect(own.features).toBeNull();
    expect(featureNames(own)).toEqual(["feature 1", "feature 2", "feature 3"]);
    expect(featureNames({ ...own, language: "zh-CN" })[2]).toBe("特征 3");
    expect(queryNames(featureNames(own), own)).toEqual(featureNames(own));
    const keyed: State = { ...initialState, ...sceneState("self-attention") };
    expect(queryNames(featureNames(keyed), keyed)).toEqual(["entry 1", "entry 2", "entry 3"]);
  });

  test("stop at 1 and at 256 items, at 1 and at 64 features", () => {
    const one: State = { ...initialState, scene: "custom", values: [[1]], query: [1] };
    expect([edits.canRemoveItem(one), edits.canRemoveFeature(one)]).toEqual([false, false]);
    expect([edits.removeItem(one, 0), edits.removeFeature(one, 0)]).toEqual([{}, {}]);
    const row = Array(maxFeatures).fill(1);
    const full: State = { ...one, values: Array(maxItems).fill(row), query: row };
    expect([edits.canAddItem(full), edits.canAddFeature(full)]).toEqual([false, false]);
    expect([edits.addItem(full), edits.addFeature(full)]).toEqual([{}, {}]);
  });

  test("take the mask away when the last masked item goes, or is attended to again", () => {
    const masked = { ...initialState, ...edits.setMask(initialState, 1, false) };
    expect(masked.mask).toEqual([true, false, true, true, true, true]);
    expect(edits.setMask(masked, 1, true).mask).toBeNull();
    expect(edits.removeItem(masked, 1).mask).toBeNull();
    expect(edits.removeItem(masked, 0).mask).toEqual([false, true, true, true, true]);
  });

  test("continue parameters with the identity when the query grows", () => {
    const bilinear: State = {
      ...initialState,
      ...sceneState("plane"),
      score: "bilinear",
      parameters: {
        W: [
          [1, 2],
          [3, 4],
        ],
      },
    };
    expect(edits.addFeature(bilinear).parameters?.W).toEqual([
      [1, 2, 0],
      [3, 4, 0],
      [0, 0, 1],
    ]);
    expect(edits.removeFeature(bilinear, 0).parameters?.W).toEqual([[1]]);
  });

  test("load a table with what it says of the rest, and keep the query where it says nothing", () => {
    const reading = readTable("name,a,b\nx,1,2\ny,3,4");
    if (!reading.ok) throw new Error("refused");
    const masked = { ...initialState, ...edits.setMask(initialState, 0, false) };
    const state = { ...masked, ...edits.loadTable(masked, reading) };
    expect(state).toMatchObject({
      scene: "custom",
      values: [
        [1, 2],
        [3, 4],
      ],
      query: [2, 2],
      labels: ["x", "y"],
      features: ["a", "b"],
      keys: null,
      mask: null,
    });
    const full = readTable('{"X": [[1], [2]], "q": [5], "temperature": 0, "mask": [true, false]}');
    if (!full.ok) throw new Error("refused");
    const loaded = { ...state, ...edits.loadTable(state, full) };
    expect(loaded).toMatchObject({ query: [5], temperature: 0, mask: [true, false], labels: null });
  });
});

test("the chosen features stay with their scene, and with data of its width", () => {
  const store = started();
  store.setOptions({ axes: [2, 0], everyFeature: true });
  store.setQuery(0, 1);
  expect(store.state.peek().options).toMatchObject({ axes: [2, 0], everyFeature: true });
  store.openScene("journey");
  expect(store.state.peek().options).toMatchObject({ axes: null, everyFeature: false });
  const own = started({ ...sceneState("apple"), scene: "custom" });
  own.setOptions({ axes: [2, 0] });
  own.update(edits.removeFeature(own.state.peek(), 3));
  expect(own.state.peek().options.axes).toBeNull();
});
