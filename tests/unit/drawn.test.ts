/** Sheets for neighbours, drawn by a seed. */
import { expect, test } from "vitest";
import { drawnSheets } from "../../web/src/model/drawn.ts";
import { initialState, sceneState } from "../../web/src/model/scenes.ts";
import type { State } from "../../web/src/model/state.ts";
import { Store } from "../../web/src/model/store.ts";
import { words } from "../texts.ts";
import { core } from "./core.ts";

function drawn(sets: number, seed: number, patch: Partial<State> = {}) {
  const options = { ...initialState.options, sets, seed };
  const store = new Store(core, { ...initialState, ...patch, options }, words.en);
  const shown = store.shown.peek();
  if (shown === null) throw new Error("nothing is shown");
  return drawnSheets(shown, store);
}
const queries = (...given: Parameters<typeof drawn>): string[] =>
  drawn(...given).map(({ state }) => state.query.join());

test("a seed draws the same sheets for ever, however many are asked for", () => {
  // As they were first drawn: printed sheets and links say no more than the seed.
  expect(queries(3, 1)).toEqual(["-0.5,0.5,-2,-1", "0.5,-1,1.5,0.5", "1.5,1,-1,-0.5"]);
  expect(queries(40, 1).slice(0, 3)).toEqual(queries(3, 1));
  expect(queries(3, 2)).not.toEqual(queries(3, 1));
});

test("forty neighbours have forty queries, in numbers that can be worked with by hand", () => {
  for (const seed of [0, 1, 7, 2 ** 32 - 1]) {
    const sheets = drawn(40, seed);
    expect(new Set(sheets.map(({ state }) => state.query.join())).size).toBe(40);
    for (const { state, derivation: d, summary, names } of sheets) {
      // Halves from −2 to 2, as the scene's own query is of size 2; no −0.
      for (const x of state.query) {
        expect(Math.abs(x)).toBeLessThanOrEqual(2);
        expect(Number.isInteger(2 * x) && !Object.is(x, -0)).toBe(true);
      }
      // What is computed is the core's for that query; one wins, and not all goes to it.
      expect(d.scores).toEqual(core.derive({ X: state.values, q: state.query }).scores);
      expect(d.ties.length).toBe(1);
      expect(summary.winner).toBe(names[d.argmax]);
      expect(d.weights[d.argmax]).toBeGreaterThan(0.3);
      expect(d.weights[d.argmax]).toBeLessThan(0.9);
    }
    // They are not all about the same object.
    expect(new Set(sheets.map(({ summary }) => summary.winner)).size).toBeGreaterThan(2);
  }
});

test("every scene has its sheets, limits and a query of zeros too", () => {
  for (const scene of [
    "plane",
    "tie",
    "overflow",
    "false-tie",
    "journey",
    "self-attention",
  ] as const)
    expect(new Set(queries(20, 3, sceneState(scene))).size, scene).toBe(20);
  expect(queries(5, 1, { temperature: 0 }).length).toBe(5);
  const one = { scene: "custom", values: [[1], [2]], query: [0] } as const;
  // Nine queries there are; more sheets are drawn all the same.
  expect(queries(12, 1, one).length).toBe(12);
  expect(new Set(queries(9, 1, one)).size).toBe(9);
});
