/** What the views besides the derivation give away as tables. */
import { describe, expect, test } from "vitest";
import { tableInCsv, tableInJson } from "../../web/src/model/export-data.ts";
import {
  mapTable,
  normalizerTable,
  sweepTable,
  timesTable,
  trainingTable,
} from "../../web/src/model/export-tables.ts";
import { checked } from "../../web/src/model/normalizers.ts";
import { attend, look, totalsOf } from "../../web/src/model/scale/compute.ts";
import { initialState } from "../../web/src/model/scenes.ts";
import { normalizers } from "../../web/src/model/state.ts";
import { Store } from "../../web/src/model/store.ts";
import { curvesOf } from "../../web/src/model/sweep.ts";
import { tokensOf } from "../../web/src/model/tokens.ts";
import { runInput, setupOf } from "../../web/src/model/training.ts";
import { words } from "../texts.ts";
import { core } from "./core.ts";

const shown = new Store(core, initialState, words.en).shown.peek();
if (shown === null) throw new Error("no derivation");

test("cells are quoted where they must be, and numbers read back", () => {
  const table = {
    name: "test",
    of: { tau: Number.POSITIVE_INFINITY },
    columns: ["a,b", "x"],
    rows: [
      ["one", 0.1],
      ["two", Number.POSITIVE_INFINITY],
    ],
  };
  expect(tableInCsv(table)).toBe('"a,b",x\r\none,0.1\r\ntwo,inf\r\n');
  expect(JSON.parse(tableInJson(table))).toEqual({
    "softmax-bridge": 1,
    tau: "Infinity",
    columns: ["a,b", "x"],
    rows: [
      ["one", 0.1],
      ["two", "Infinity"],
    ],
  });
});

describe("tables hold what the core found", () => {
  test("training: a row for each update of each run", () => {
    const setup = setupOf(shown.state, shown.derivation.argmax);
    if (setup === null || typeof setup === "string") throw new Error("untrainable");
    const run = core.train(runInput(setup, "soft-mse", 0));
    const table = trainingTable(shown, {
      setup,
      runs: new Map([["soft-mse", [run]]]),
      escapes: { points: [], remedy: null, patience: 1 },
    });
    expect(table.rows).toHaveLength(401);
    expect(table.columns.slice(0, 7)).toEqual([
      "estimator",
      "seed",
      "update",
      "loss",
      "weightTarget",
      "outputDistance",
      "pick",
    ]);
    expect(table.rows[0]?.slice(0, 4)).toEqual(["soft-mse", 1, 0, run.loss[0]]);
    expect(table.rows[0]?.slice(7)).toEqual([...setup.start]);
    expect(table.rows[400]?.[6]).toBe("apple");
  });

  test("sweep: from τ = 0 to ∞, with all weights", () => {
    const curves = curvesOf(core, shown);
    if (curves === null) throw new Error("no curves");
    const { columns, rows } = sweepTable(shown, curves);
    expect(columns.slice(0, 3)).toEqual(["temperature", "weights.apple", "weights.tomato"]);
    expect(rows[0]?.slice(0, 3)).toEqual([0, 1, 0]);
    expect(rows.at(-1)?.[0]).toBe(Number.POSITIVE_INFINITY);
    expect(rows.at(-1)?.[1]).toBeCloseTo(1 / 6, 12);
  });

  test("normalisers: a row for each, and what holds of it", () => {
    const checks = new Map(normalizers.map((kind) => [kind, checked(core, shown, kind)]));
    const { columns, rows, of } = normalizerTable(core, shown, checks);
    expect(rows.map(([kind]) => kind)).toEqual([...normalizers]);
    expect(rows[0]?.[1]).toBe(shown.derivation.weights[0]);
    expect(rows[0]?.[columns.indexOf("shift-invariant")]).toBe("yes");
    expect(of.counterexamples).not.toHaveLength(0);
  });

  test("maps and times", () => {
    const tokens = tokensOf(initialState, words.en.scale.words);
    const whole = { firstQuery: 0, firstKey: 0, rows: 11, columns: 11 };
    const { totalVariation, entropy } = look(core, tokens, attend(core, tokens), whole, 64);
    const totals = totalsOf(core, totalVariation, entropy);
    const { columns, rows } = mapTable(core, { tokens, totals, ties: null, distances: null });
    expect(columns.slice(0, 6)).toEqual([
      "query",
      "pick",
      "ties",
      "totalVariation",
      "entropy",
      "weights.The",
    ]);
    expect(rows[8]?.slice(0, 3)).toEqual(["it", "animal", 1]);
    expect(rows[8]?.[6]).toBeCloseTo(0.8734, 4);
    expect(tableInCsv(timesTable([{ n: 256, workers: 2, milliseconds: 1.5, bytes: 9 }]))).toBe(
      "n,workers,milliseconds,bytes\r\n256,2,1.5,9\r\n",
    );
  });
});
