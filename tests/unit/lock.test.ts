import { signal } from "@preact/signals-core";
import { describe, expect, test } from "vitest";
import { readLink } from "../../web/src/model/link.ts";
import { noticeText } from "../../web/src/model/link-notice-text.ts";
import type { Mode } from "../../web/src/model/link-schema.ts";
import { initialState } from "../../web/src/model/scenes.ts";
import { type Control, controls, type State } from "../../web/src/model/state.ts";
import { Store } from "../../web/src/model/store.ts";
import { words } from "../texts.ts";
import { core } from "./core.ts";

const started = (hide: readonly Control[], mode: Mode = "page"): Store =>
  new Store(core, { ...initialState, hide }, words.en, signal(mode));

/** What a reader can do, by each way that leads there. */
const ways: Readonly<Record<Exclude<Control, "controls" | "share">, (store: Store) => void>> = {
  view: (store) => store.update({ view: "temperature" }),
  scene: (store) => store.openScene("tie"),
  x: (store) => store.update({ scene: "custom", values: [[1], [2]], query: [1] }),
  q: (store) => {
    store.setQuery(0, 1);
    store.setOptions({ start: [1, 1, 1, 1] });
  },
  score: (store) => store.update({ score: "scaled" }),
  t: (store) => store.update({ temperature: 2, options: { ...initialState.options, eta: 9 } }),
  step: (store) => {
    store.walk(1);
    store.goTo("S7");
    store.setSplit(true);
    store.setOptions({ at: 7 });
  },
  article: (store) => store.update({ article: true }),
  lang: (store) => store.update({ language: "zh-CN" }),
  theme: (store) => store.update({ theme: "dark" }),
};
const names = Object.keys(ways) as (keyof typeof ways)[];

describe("what is hidden is locked", () => {
  test.each(names)("%s: no way moves it; without the lock each does", (control) => {
    const locked = started([control]);
    ways[control](locked);
    expect(locked.state.peek()).toEqual({ ...initialState, hide: [control] });
    const free = started([]);
    ways[control](free);
    expect(free.state.peek()).not.toEqual(initialState);
  });

  test("`controls` locks all but the article, and what only one view looks at", () => {
    const store = started(["controls"]);
    for (const name of names) if (name !== "article") ways[name](store);
    store.setOptions({ shift: 1, alpha: 2, seed: 3, deleted: [1], causal: true });
    expect(store.state.peek()).toEqual({ ...initialState, hide: ["controls"] });
  });

  test("in a presentation and in questions, too", () => {
    for (const mode of ["present", "predict"] as const) {
      const store = started(["step"], mode);
      expect(store.walk(1)).toBe(false);
      expect(store.state.peek().step).toBe("S1");
      expect(store.prediction.asked.peek()).toBeNull();
    }
  });

  test("one lock is no other: a scene brings its query, a table its query, undo what was free", () => {
    const store = started(["q"]);
    store.openScene("tie");
    expect(store.state.peek().scene).toBe("tie");
    const undoing = started(["x"]);
    undoing.setQuery(0, 1);
    undoing.undo();
    expect(undoing.state.peek().query).toEqual(initialState.query);
  });

  test("undo does not take back what was locked meanwhile", () => {
    const store = started([]);
    store.setQuery(0, 1);
    store.set({ hide: ["q"] });
    store.undo();
    expect(store.state.peek().query[0]).toBe(1);
  });

  test("the host page, whose lock it is, may", () => {
    const store = started([...controls]);
    const patch: Partial<State> = { temperature: 2, language: "zh-CN" };
    store.set(patch);
    expect(store.state.peek()).toMatchObject(patch);
    expect(store.walk(1, "host")).toBe(true);
  });
});

test("an unknown name is answered by a sentence that ends", () => {
  const { notices, state } = readLink("#v=1&hide=buttons");
  expect(state.hide).toEqual([]);
  expect(notices.map((notice) => noticeText(notice, words.en))).toEqual([
    "“hide”: “buttons” is not one of its values. The default is used instead.",
  ]);
});
