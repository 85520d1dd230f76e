/** The experiments of the view `gradient`, worked out slice by slice. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Core } from "../../web/src/core/core.ts";
import { Lab } from "../../web/src/model/lab.ts";
import { initialState } from "../../web/src/model/scenes.ts";
import { Store } from "../../web/src/model/store.ts";
import { words } from "../texts.ts";
import { core } from "./core.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function started() {
  const train = vi.fn(core.train);
  const store = new Store({ ...core, train } satisfies Core, initialState, words.en);
  return { store, lab: new Lab(store), trained: () => train.mock.calls.length };
}

test("counts the updates out of saturation, and the remedy gives those of the start", () => {
  const { lab } = started();
  vi.runAllTimers();
  const { escapes, runs } = lab.results.peek() ?? {};
  // The fire engine has 1.9375, the best of the others 0.875.
  expect(escapes?.points.map(({ scaling, gap }) => [scaling, gap])).toEqual([
    [1, 1.0625],
    [2, 2.125],
    [4, 4.25],
    [6, 6.375],
    [8, 8.5],
    [10, 10.625],
  ]);
  // Half the weight is on the apple after as many updates; eight times as far takes for ever.
  expect(escapes?.points[0]?.squaredError).toBe(237);
  expect(escapes?.points[0]?.crossEntropy).toBe(8);
  expect(escapes?.remedy).toBe(237);
  expect(Array.from(runs ?? [], ([estimator, all]) => [estimator, all.length])).toEqual([
    ["hard", 1],
    ["soft-mse", 1],
    ["soft-ce", 1],
    ["straight-through", 1],
    ["expected-hard", 1],
    ["reinforce", 8],
    ["gumbel-softmax", 8],
  ]);
  lab.dispose();
});

test("remembers the setups that were looked at last, and works none of them out again", () => {
  const { store, lab, trained } = started();
  vi.runAllTimers();
  const first = lab.results.peek();
  for (const seed of [2, 3]) {
    store.setOptions({ seed });
    vi.runAllTimers();
  }
  const before = trained();
  expect(lab.results.peek()).not.toBe(first);
  store.setOptions({ seed: 1 });
  expect(lab.results.peek()).toBe(first);
  vi.runAllTimers();
  expect(trained()).toBe(before);
  // Seven others push it out.
  for (const seed of [4, 5, 6, 7, 8, 9]) {
    store.setOptions({ seed });
    vi.runAllTimers();
  }
  store.setOptions({ seed: 1 });
  expect(lab.results.peek()?.runs.size).toBe(0);
  lab.dispose();
});

test("a change of what is merely looked at works nothing out", () => {
  const { store, lab, trained } = started();
  vi.runAllTimers();
  const before = trained();
  const line = lab.line.peek();
  store.setOptions({ at: 7 });
  store.update({ step: "S5", language: "en" });
  vi.runAllTimers();
  expect(trained()).toBe(before);
  expect(lab.line.peek()).toBe(line);
  // One estimator less is no work; another temperature is.
  store.setOptions({ estimators: ["hard"] });
  vi.runAllTimers();
  expect(trained()).toBe(before);
  store.update({ temperature: 2 });
  vi.runAllTimers();
  expect(trained()).toBeGreaterThan(before);
  lab.dispose();
});

test("stops where it is disposed of", () => {
  const { store, lab, trained } = started();
  lab.dispose();
  store.update({ temperature: 2 });
  vi.runAllTimers();
  expect(trained()).toBe(0);
});

test("what was trained is there when the reader comes back", () => {
  const { store, lab, trained } = started();
  vi.runAllTimers();
  const results = lab.results.peek();
  lab.dispose();
  const before = trained();
  const again = new Lab(store);
  expect(again.results.peek()).toBe(results);
  vi.runAllTimers();
  expect(trained()).toBe(before);
  again.dispose();
});
