/** What the view of many queries works out itself, and what it asks of the core. */
import { describe, expect, test } from "vitest";
import type { Pool } from "../../web/src/core/core.ts";
import { deriveInput } from "../../web/src/model/input.ts";
import { readLink, writeLink } from "../../web/src/model/link.ts";
import { randomNumbers } from "../../web/src/model/random-tokens.ts";
import {
  attend,
  attendHard,
  attendSoft,
  distancesOf,
  look,
  lookApart,
  partsOf,
  rowApart,
  rowOf,
  tiesOf,
  totalsOf,
} from "../../web/src/model/scale/compute.ts";
import { faultOf, noPasted } from "../../web/src/model/scale/pasted.ts";
import { initialState, sceneState } from "../../web/src/model/scenes.ts";
import { sentence } from "../../web/src/model/sentence.ts";
import { heads, languages, type Options, type State } from "../../web/src/model/state.ts";
import type { Language } from "../../web/src/model/text/index.ts";
import { pronounOf, type Word } from "../../web/src/model/text/word.ts";
import { rowState, sourceOf, tokensOf as tokensWith } from "../../web/src/model/tokens.ts";
import {
  bytesIn,
  cellAt,
  cellsOf,
  dotOf,
  including,
  moved,
  threeDigits,
  zoomed,
} from "../../web/src/view/scale/geometry.ts";
import { words } from "../texts.ts";
import { core } from "./core.ts";

const presetOf = (language: Language): readonly Word[] => words[language].scale.words;
const tokensOf = (state: State) => tokensWith(state, presetOf(state.language));

const stateWith = (options: Partial<Options>, patch: Partial<State> = {}): State => ({
  ...initialState,
  ...patch,
  options: { ...initialState.options, ...options },
});

const area = (firstQuery: number, firstKey: number, rows: number) => ({
  firstQuery,
  firstKey,
  rows,
  columns: rows,
});

describe("the sentence", () => {
  test.each(languages)("%s: a pronoun means the one who is alive", (language) => {
    const tokens = tokensOf(stateWith({}, { language }));
    const { ties, weights } = rowOf(core, tokens, pronounOf(presetOf(language)));
    const named = sentence(presetOf(language), 0).words;
    expect(ties.map((j) => named[j])).toEqual([language === "en" ? "animal" : "小猫"]);
    expect(weights[ties[0] ?? 0]).toBeGreaterThan(0.8);
  });

  test.each(languages)("%s: each word but the first finds the one before", (language) => {
    const tokens = tokensOf(stateWith({ head: 1 }, { language }));
    for (let row = 1; row < tokens.n; row++) {
      expect(rowOf(core, tokens, row).ties).toEqual([row - 1]);
    }
    expect(rowOf(core, tokens, 0).ties).toHaveLength(tokens.n);
  });

  test.each(languages)("%s: like finds like, and itself as much as any", (language) => {
    const tokens = tokensOf(stateWith({ head: 2 }, { language }));
    for (let row = 0; row < tokens.n; row++) {
      const { weights } = rowOf(core, tokens, row);
      const values = sentence(presetOf(language), 2).values;
      const twin = values.findIndex((value) => String(value) === String(values[row]));
      expect(weights[row]).toBe(weights[twin]);
    }
  });

  test("numbers are exact in float32", () => {
    for (const language of languages) {
      for (let head = 0; head < heads; head++) {
        const { queries, keys, values } = sentence(presetOf(language), head);
        for (const entry of [queries, keys, values].flat(2)) expect(Math.fround(entry)).toBe(entry);
      }
    }
  });
});

describe("what is pasted of a model", () => {
  const weights = [
    [1, 0, 0],
    [0.25, 0.75, 0],
    [0.4, 0.2, 0.4],
  ];

  test("weights are shown as they are, their picks and ties with them", () => {
    const tokens = tokensOf(stateWith({ attention: weights, tokenNames: ["the", "cat", "sat"] }));
    expect(tokens).toMatchObject({ n: 3, names: ["the", "cat", "sat"], causal: true });
    const attended = attend(core, tokens);
    expect([...attended.picks]).toEqual([0, 1, 0]);
    const { picture, entropy } = look(core, tokens, attended, area(0, 0, 3), 64);
    for (const [at, weight] of weights.flat().entries())
      expect(picture.soft[at]).toBeCloseTo(weight, 6);
    expect(entropy[1]).toBeCloseTo(0.5623351446188083, 6);
    // In float64, to the last digits that were pasted.
    expect([...rowOf(core, tokens, 2).weights]).toEqual(weights[2]);
    expect(tiesOf(core, tokens)).toEqual(new Map([[2, [0, 2]]]));
    expect(distancesOf(core, weights, tokens, null)).toEqual({ fromSum: 0, fromScores: null });
  });

  test("their distance from what Q and K come to is told", () => {
    const queries = [
      [0, 0],
      [0, 0],
      [0, 0],
    ];
    const options = { queries, tokenKeys: queries };
    const tokens = tokensOf(stateWith({ ...options, attention: weights }));
    const scored = { ...tokensOf(stateWith(options)), causal: true };
    // Scores that are all the same share a row equally: 1; 1/2, 1/2; 1/3, 1/3, 1/3.
    expect(distancesOf(core, weights, tokens, scored).fromScores).toBeCloseTo(0.25, 12);
  });

  test("Q, K and V ask as they are pasted, and open as a derivation", () => {
    const options = {
      queries: [
        [2, 0],
        [0, 2],
      ],
      tokenKeys: [
        [1, 0],
        [0, 1],
      ],
      tokenValues: [[5], [7]],
    };
    const state = stateWith(options);
    const opened = rowState(tokensOf(state), 1, state, null);
    expect(opened).toMatchObject({
      query: [0, 2],
      keys: options.tokenKeys,
      values: [[5], [7]],
      score: "scaled",
    });
  });

  test.each([
    [{ queries: [[1]] }, { kind: "pair", at: "tokenKeys" }],
    [{ tokenValues: [[1]] }, { kind: "pair", at: "queries" }],
    [{ queries: [[1, 2]], tokenKeys: [[1]] }, { kind: "width" }],
    [
      { queries: [[1]], tokenKeys: [[1], [2]] },
      { kind: "rows", at: "tokenKeys" },
    ],
    [{ attention: [[0.5, 0.5]] }, { kind: "square" }],
    [
      {
        attention: [
          [1.5, -0.5],
          [0, 1],
        ],
      },
      { kind: "negative", row: 1, column: 2 },
    ],
    [
      {
        attention: [
          [1, 0],
          [2, 1],
        ],
      },
      { kind: "sum", row: 2, sum: 3 },
    ],
    [
      {
        attention: [
          [0.33, 0.66],
          [0, 1],
        ],
      },
      null,
    ],
  ])("%j: %j", (pasted, fault) => {
    expect(faultOf({ ...noPasted, ...pasted })).toEqual(fault);
    expect(sourceOf(stateWith(pasted))).toBe(fault === null ? "pasted" : "sentence");
  });

  test("links carry it", () => {
    const state = stateWith({ attention: weights, tokenNames: ["the", "cat", "sat"] });
    const link = writeLink(state);
    expect(link).toContain("&ta=1,0,0_0.25,0.75,0_0.4,0.2,0.4&tl=the,cat,sat&");
    expect(readLink(link).state.options).toEqual(state.options);
  });
});

test("words of one kind tie, and all of them are known", () => {
  const ties = tiesOf(core, tokensOf(stateWith({ head: 2 })));
  // The, the and because have the same features; did and was score as high with others.
  expect(ties.get(0)).toEqual([0, 5, 7]);
  expect([...ties.keys()]).toEqual([0, 2, 5, 7, 9]);
});

test("under a causal mask no caption names what stands later", () => {
  const { heads: captions } = words.en.scale;
  const state = stateWith({ causal: true });
  const tokens = tokensOf(state);
  const named = sentence(presetOf("en"), 0).words;
  const pick = (word: string): string =>
    named[rowOf(core, tokens, named.indexOf(word)).ties[0] ?? 0] ?? "";
  expect(captions[0]?.about).toContain("“because” for a reason");
  expect(captions[0]?.causal).toContain("“it” still finds the animal");
  expect(pick("it")).toBe("animal");
  expect(pick("because")).not.toBe("tired");
});

describe("a row as a derivation", () => {
  const cases: Array<[string, State]> = [
    ...[0, 1, 2].flatMap((head) =>
      [false, true].map((causal): [string, State] => [
        `sentence, head ${head}${causal ? ", causal" : ""}`,
        stateWith({ head, causal }),
      ]),
    ),
    ["random", stateWith({ tokens: 20, seed: 7 })],
    ["apples", stateWith({ own: true })],
    ["separate keys", stateWith({ own: true }, sceneState("self-attention"))],
    [
      "masked",
      stateWith({ own: true, causal: true }, { mask: [true, false, true, true, false, true] }),
    ],
    [
      "keys of another length",
      stateWith(
        { own: true },
        {
          scene: "custom",
          values: [[1], [2], [3]],
          keys: [
            [1, 0],
            [0, 1],
            [1, 1],
          ],
          query: [1, 1],
        },
      ),
    ],
  ];
  test.each(cases)("%s: has the weights of the row", (_, state) => {
    const tokens = tokensOf(state);
    for (let row = 0; row < tokens.n; row++) {
      const opened = { ...state, ...rowState(tokens, row, state, null) };
      expect(opened).toMatchObject({ view: "derive", scene: "custom", score: "scaled" });
      const derivation = core.derive(deriveInput(opened));
      const { weights, ties, entropy } = rowOf(core, tokens, row);
      for (const [j, weight] of derivation.weights.entries())
        expect(weights[j]).toBeCloseTo(weight, 6);
      expect(ties[0]).toBe(derivation.argmax);
      expect(entropy).toBeCloseTo(derivation.entropy, 5);
    }
  });
});

describe("in parts", () => {
  const tokens = tokensOf(stateWith({ tokens: 100, causal: true, seed: 3 }));
  const whole = attend(core, tokens);
  const all = area(0, 0, 100);
  /** One that does what it is asked here, and later. */
  const pool: Pool = {
    workers: 2,
    threaded: false,
    attend: async (Q, K, V, { onProgress, ...options }) => {
      onProgress?.(1);
      return core.attend(Q, K, V, options);
    },
    call: async (name, inputs) => (core[name] as (...inputs: unknown[]) => never)(...inputs),
    memorySize: () => 1000,
    close() {},
  };
  const apart = { pool, signal: new AbortController().signal };

  test("a pool gives the bits of the core, and says what it cost", async () => {
    const seen: number[] = [];
    const soft = await attendSoft(apart, tokens, (done) => seen.push(done));
    expect(soft.logSumExp).toEqual(whole.logSumExp);
    expect(await attendHard(apart, tokens, () => {})).toEqual(whole.picks);
    expect(seen).toEqual([1]);
    // Q, K, V and the output of 100 × 8, L of 100, and the core's.
    expect(soft.bytes).toBe(4 * (4 * 800 + 100) + 1000);
  });

  test("the picture is that of all at once, and its bands make it up", async () => {
    const many = tokensOf(stateWith({ tokens: 4096, causal: true, seed: 3 }));
    const attended = attend(core, many);
    const area = { firstQuery: 512, firstKey: 0, rows: 2048, columns: 4096 };
    const expected = look(core, many, attended, area, 64);
    let seen = 0;
    const found = await lookApart(apart, many, attended, area, 64, (done, band) => {
      seen += band.height;
      expect(done).toBeCloseTo(seen / 64, 12);
    });
    expect(seen).toBe(64);
    expect(found).toEqual(expected);
  });

  test("a row is that of the core", async () => {
    expect(await rowApart(apart, tokens, 41)).toEqual(rowOf(core, tokens, 41));
  });

  test("totals are those of the rows", () => {
    const { totalVariation, entropy } = look(core, tokens, whole, all, 7);
    const totals = totalsOf(core, totalVariation, entropy);
    const mean = (values: Float32Array) => values.reduce((a, b) => a + b, 0) / values.length;
    expect(totals.meanVariation).toBeCloseTo(mean(totalVariation), 6);
    expect(totals.meanEntropy).toBeCloseTo(mean(entropy), 6);
    expect(totals.maxVariation).toBe(Math.max(...totalVariation));
  });

  test.each([
    [100, 100, 1000],
    [100, 100, 50],
    [7, 1, Number.POSITIVE_INFINITY],
    [33, 1000, 20_000],
  ])("%i rows of %i scores in calls of %d are each done once", (count, cost, scores) => {
    const parts = partsOf(count, cost, scores);
    expect(parts[0]?.from).toBe(0);
    expect(parts.at(-1)?.to).toBe(count);
    for (const [k, { from, to }] of parts.entries()) {
      expect(to).toBeGreaterThan(from);
      if (k > 0) expect(from).toBe(parts[k - 1]?.to);
      if (to - from > 1) expect((to - from) * cost).toBeLessThanOrEqual(scores);
    }
  });
});

describe("random tokens", () => {
  test("are the same again, others for another seed or matrix, and of a sixteenth", () => {
    const numbers = randomNumbers(4096, 1, 0);
    expect(randomNumbers(4096, 1, 0)).toEqual(numbers);
    expect(randomNumbers(8, 2, 0)).not.toEqual(numbers.slice(0, 8));
    expect(randomNumbers(8, 1, 1)).not.toEqual(numbers.slice(0, 8));
    for (const entry of numbers) expect(Number.isInteger(entry * 16)).toBe(true);
    const mean = numbers.reduce((sum, x) => sum + x, 0) / 4096;
    const square = numbers.reduce((sum, x) => sum + x * x, 0) / 4096;
    expect(Math.abs(mean)).toBeLessThan(0.1);
    expect(square).toBeGreaterThan(1.2);
    expect(square).toBeLessThan(1.5);
  });

  test("are what old links show", () => {
    expect([...randomNumbers(4, 1, 0)]).toMatchInlineSnapshot(`
      [
        0.75,
        0.1875,
        0.375,
        0.625,
      ]
    `);
  });
});

describe("where things are", () => {
  test("zooming keeps the cell in its place, and stays within the matrix", () => {
    const whole = area(0, 0, 100);
    const near = zoomed(whole, 100, 2, 50, 50);
    expect(near).toEqual(area(25, 25, 50));
    expect(zoomed(near, 100, 0.5, 50, 50)).toEqual(whole);
    expect(zoomed(whole, 100, 2, 0, 99)).toEqual(area(0, 50, 50));
    expect(zoomed(area(0, 0, 4), 100, 2, 0, 0)).toEqual(area(0, 0, 4));
    expect(zoomed(area(0, 0, 2), 2, 2, 0, 0)).toEqual(area(0, 0, 2));
  });

  test("a window moves up to the edges, and to a cell that left it", () => {
    expect(moved(area(10, 10, 20), 100, -50, 500)).toEqual(area(0, 80, 20));
    expect(including(area(10, 10, 20), 100, 15, 15)).toEqual(area(10, 10, 20));
    expect(including(area(10, 10, 20), 100, 30, 9)).toEqual(area(11, 9, 20));
  });

  test("a place is that of a cell", () => {
    expect(cellAt(area(10, 20, 4), 100, 0, 99)).toEqual({ row: 13, column: 20 });
    expect(cellAt(area(10, 20, 4), 100, 100, 0)).toBeNull();
    expect(cellAt(area(10, 20, 4), 100, 5, -1)).toBeNull();
  });

  test("cells and dots are each other's", () => {
    for (const [dots, cells] of [
      [7, 37],
      [64, 64],
      [100, 101],
    ] as const) {
      for (let cell = 0; cell < cells; cell++) {
        const [from, to] = cellsOf(dotOf(cell, dots, cells), dots, cells);
        expect(cell).toBeGreaterThanOrEqual(from);
        expect(cell).toBeLessThanOrEqual(to);
      }
    }
  });

  test.each([
    [4_294_967_296, "4.29", 3],
    [999, "999", 0],
    [999_600, "1.00", 2],
    [16_777_216, "16.8", 2],
    [4096, "4.10", 1],
  ])("%i bytes are %s of unit %i", (bytes, value, unit) => {
    expect(bytesIn(bytes)).toEqual({ value, unit });
  });

  test("three digits, whatever the size", () => {
    expect([0.0123, 0.9996, 9.996, 99.96, 1234].map(threeDigits)).toEqual([
      "0.012",
      "1.00",
      "10.0",
      "100",
      "1234",
    ]);
  });
});
