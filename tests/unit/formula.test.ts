/** The symbols of the chain, and the numbers that are put into them. */

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type {
  Core,
  Derivation,
  DeriveInput,
  Matrix,
  Score,
  StepId,
} from "../../web/src/core/core.ts";
import { format, formatExact } from "../../web/src/model/format.ts";
import { initialState } from "../../web/src/model/scenes.ts";
import { chain, type Rows, type State } from "../../web/src/model/state.ts";
import { type Shown, Store } from "../../web/src/model/store.ts";
import { articleLines } from "../../web/src/view/formula/article.ts";
import { lineOf, linesAt, wholeLine } from "../../web/src/view/formula/lines.ts";
import {
  choose,
  chooseFeatures,
  definitions,
  instance,
  type Part,
} from "../../web/src/view/formula/live.ts";
import { type Form, formOf } from "../../web/src/view/formula/maths.ts";
import { words } from "../texts.ts";
import { numbersOf, textOf } from "./formula-text.ts";

interface Golden {
  readonly name: string;
  readonly input: DeriveInput & { readonly X?: Rows; readonly q?: readonly number[] };
  readonly expected?: Readonly<Record<string, unknown>>;
}

const special = new Map<unknown, number>([
  ["Infinity", Number.POSITIVE_INFINITY],
  ["-Infinity", Number.NEGATIVE_INFINITY],
  ["NaN", Number.NaN],
]);
const goldens: readonly Golden[] = JSON.parse(
  readFileSync(new URL("../golden/derivation.json", import.meta.url), "utf8"),
  (_, value) => special.get(value) ?? value,
);

const matrix = (rows: Rows): Matrix => ({
  rows: rows.length,
  cols: rows[0]?.length ?? 0,
  data: Float64Array.from(rows.flat()),
});

/** A golden derivation as the core gives it: its matrices are rows there, its step vectors names. */
function derivationOf({ expected = {} }: Golden): Derivation {
  const matrices = ["scoreTerms", "jacobian", "shares", "gradientQuery"];
  const fields = Object.fromEntries(
    Object.entries(expected).map(([name, value]) => [
      name,
      matrices.includes(name)
        ? matrix(value as Rows)
        : Array.isArray(value) && typeof value[0] === "number"
          ? Float64Array.from(value)
          : value,
    ]),
  );
  const none = matrix([]);
  return {
    scoreTerms: none,
    shares: none,
    outputDifferenceShare: new Float64Array(),
    ...fields,
  } as unknown as Derivation;
}

const drawn = goldens.filter(({ input, expected }) => input.X && input.q && expected);

/** What is shown of a golden derivation, at a step. */
function shownOf(name: string, patch: Partial<State> = {}): Shown {
  const golden = drawn.find((g) => g.name === name);
  if (golden === undefined) throw new Error(`no golden ${name}`);
  const { X, q, K, score, parameters, temperature, mask } = golden.input as {
    readonly X: Rows;
    readonly q: readonly number[];
    readonly K?: Rows;
    readonly score?: Score;
    readonly parameters?: State["parameters"];
    readonly temperature?: number;
    readonly mask?: readonly boolean[];
  };
  const derivation = derivationOf(golden);
  const { shown } = new Store(
    { derive: () => derivation } as unknown as Core,
    {
      ...initialState,
      scene: X.length === 6 && X[0]?.length === 4 ? "apple" : "custom",
      values: X,
      query: q,
      keys: K ?? null,
      score: score ?? "dot",
      parameters: parameters ?? {},
      temperature: temperature ?? 1,
      mask: mask ?? null,
      ...patch,
    },
    words.en,
  );
  if (shown.value === null) throw new Error("nothing shown");
  return shown.value;
}

const plain: Form = { temperature: "one", keys: false, score: "dot" };
const lineText = (id: StepId, form: Form = plain): string => {
  const { derivation } = shownOf("apple at 1");
  const relation = derivation.steps.find((step) => step.id === id)?.relation ?? "equal";
  return textOf(wholeLine(id, form, relation));
};
const written = (parts: readonly Part[]): string => textOf(parts.map(({ maths }) => maths));

describe("lines", () => {
  test.each([
    ["S1", "α_i≔s(𝒒,𝒙_i)"],
    ["S2", "𝒉≔𝒙_{argmax_i α_i}"],
    ["S3", "𝒉=∑_ionehot(argmax_j α_j)_{[i]}𝒙_i"],
    ["S4", "𝒉=∑_ionehot(argmax_j(α_j−max α))_{[i]}𝒙_i"],
    ["S5", "𝒉=∑_ionehot(argmax_je^{α_j−max α})_{[i]}𝒙_i"],
    ["S6", "𝒉=∑_ionehot(argmax_je^{α_j−L})_{[i]}𝒙_i"],
    ["S7", "𝒉≈∑_ie^{α_i−L}𝒙_i=𝒐"],
    ["S7a", "𝒉≈∑_ie^{α_i−max α}𝒙_i"],
    ["S7b", "𝒉≈∑_ie^{α_i−max α}/S𝒙_i"],
    ["S8", "𝒐=∑_isoftmax(α)_{[i]}𝒙_i"],
    ["S9", "𝒐=∑_ip_i𝒙_i=𝔼_{z∼p} [𝒙_z]"],
  ] as const)("%s reads %s", (id, text) => {
    expect(lineText(id)).toBe(text);
  });

  test("a temperature divides what is exponentiated, and nothing before", () => {
    const form: Form = { ...plain, temperature: "finite" };
    expect(lineText("S4", form)).toBe(lineText("S4"));
    expect(lineText("S5", form)).toContain("e^{(α_j−max α)/τ}");
    expect(lineText("S7", form)).toContain("e^{(α_i−L)/τ}");
    expect(lineText("S8", form)).toContain("softmax(α/τ)_{[i]}");
  });

  test.each([
    ["zero", "lim_{τ→0}"],
    ["infinite", "lim_{τ→∞}"],
  ] as const)("the end %s of the temperature is a labelled limit", (temperature, limit) => {
    for (const id of ["S5", "S6", "S7", "S7a", "S7b", "S8"] as const) {
      expect(lineText(id, { ...plain, temperature })).toContain(limit);
    }
    for (const id of ["S1", "S2", "S3", "S4", "S9"] as const) {
      expect(lineText(id, { ...plain, temperature })).not.toContain("lim");
    }
  });

  test.each([
    ["dot", "𝒒·𝒙_i"],
    ["scaled", "𝒒·𝒙_i/√d"],
    ["bilinear", "𝒒^T𝑾𝒙_i"],
    ["additive", "𝒗^T tanh(𝑾_q𝒒+𝑼𝒙_i)"],
    ["cosine", "𝒒·𝒙_i/(‖𝒒‖ ‖𝒙_i‖)"],
    ["gaussian", "−‖𝒒−𝒙_i‖^2/2σ^2"],
  ] as const)("the score %s is %s", (score, text) => {
    expect(textOf(lineOf("score", { ...plain, score }).x)).toBe(text);
  });

  test("keys that are not the values have their own letter in the score only", () => {
    const form: Form = { ...plain, keys: true };
    expect(lineText("S1", form)).toBe("α_i≔s(𝒒,𝒌_i)");
    expect(lineText("S7", form)).toBe(lineText("S7"));
  });

  test("each line follows the one before it; S7a takes up S5, whose max it keeps", () => {
    for (const split of [false, true]) {
      const steps = chain(split);
      for (const [k, step] of steps.entries()) {
        const before = step === "S1" ? "S1" : step === "S7a" ? "S5" : steps[k - 1];
        expect(linesAt(step, split)).toEqual([before, step === "S1" ? "score" : step]);
      }
    }
  });

  test("the selector stands in the same pieces from S3 to S6 and is gone at S7", () => {
    const pieces = (["S3", "S4", "S5", "S6"] as const).map((id) => lineOf(id, plain));
    for (const line of pieces) {
      expect(textOf(line.open)).toBe("onehot(argmax_j");
      expect(textOf(line.close)).toBe(")_{[i]}");
    }
    for (const id of ["S7", "S7a", "S7b", "S8", "S9"] as const) {
      expect(lineOf(id, plain)).not.toHaveProperty("open");
      expect(lineOf(id, plain)).not.toHaveProperty("close");
    }
  });
});

describe("numbers put in", () => {
  const tomato = 1;
  test.each([
    ["S1", "2·1+2·0.75+2·0.25−1·0.25=3.75"],
    ["S2", "3.75<max α=4.75"],
    ["S3", "onehot(apple)_{[tomato]}=0"],
    ["S4", "3.75−4.75=−1"],
    ["S5", "e^{−1}=0.3679"],
    ["S6", "e^{3.75−5.576}=0.3679/2.284=0.1611"],
    ["S7", "e^{3.75−5.576}=0.3679/2.284=0.1611"],
    ["S7a", "e^{−1}=0.3679"],
    ["S7b", "e^{−1}/2.284=0.3679/2.284=0.1611"],
    ["S8", "softmax(α)_{[tomato]}=0.1611"],
    ["S9", "0.1611·(1,0.75,0.25,0.25)=(0.1611,0.1208,0.0403,0.0403)"],
  ] as const)("%s of the tomato: %s", (step, text) => {
    expect(written(instance(shownOf("apple at 1", { step }), tomato))).toBe(text);
  });

  test("the winner: its score is the maximum, its difference 0, its exponential 1", () => {
    const at = (step: StepId): string => written(instance(shownOf("apple at 1", { step }), 0));
    expect(at("S2")).toBe("4.75=max α");
    expect(at("S3")).toBe("onehot(apple)_{[apple]}=1");
    expect(at("S4")).toBe("4.75−4.75=0");
    expect(at("S5")).toBe("e^0=1");
  });

  test("numbers whose difference would be lost have digits enough to show it", () => {
    const at = (step: StepId, item: number): string =>
      written(instance(shownOf("overflow at 1", { step }), item));
    expect(at("S4", 1)).toBe("999.0234375−1000=−0.9766");
    expect(at("S7", 0)).toBe("e^{−0.4177}=1/1.518=0.6586");
  });

  test("what the symbols of a step stand for", () => {
    const at = (step: StepId, patch: Partial<State> = {}): string[] =>
      definitions(shownOf("apple at 1", { step, ...patch }), 0).map(({ parts }) => written(parts));
    expect(at("S1")).toEqual(["𝒒=(2,2,2,−1)", "𝒙_{apple}=(0.875,0.875,0.75,0.25)"]);
    expect(at("S2")).toEqual(["argmax_i α_i=apple"]);
    expect(at("S6")).toEqual(["max α=4.75", "L=log ∑_je^{α_j}=5.576"]);
    expect(at("S7")).toEqual(["L=log ∑_je^{α_j}=5.576"]);
    expect(at("S7b")).toEqual(["max α=4.75", "S=∑_je^{α_j−max α}=2.284"]);
    expect(at("S8", { split: true })).toEqual(at("S7b"));
    expect(at("S9")).toEqual(["p_i=softmax(α)_{[i]}"]);
  });

  test("every number is one of the core's or of the reader's, at every step of every golden", () => {
    const steps = [...chain(false), "S7a", "S7b"] as const;
    for (const { name } of drawn) {
      const now = shownOf(name);
      const { state, derivation } = now;
      const known = new Set(
        [derivation, state]
          .flatMap((data) => leaves(data))
          .flatMap((x) => [format(Math.abs(x)), formatExact(Math.abs(x))]),
      );
      const isKnown = (text: string): boolean => known.has(text.replace(/^−/, ""));
      // The length under the root of the scaled dot product, the exponents and the 2 of 2σ².
      const structural = [String(state.query.length), "2", "0", "∞"];
      for (const step of steps) {
        const shown: Shown = { ...now, state: { ...state, step } };
        for (let item = 0; item < derivation.scores.length; item++) {
          const parts = [
            ...instance(shown, item),
            ...definitions(shown, item).flatMap((definition) => definition.parts),
          ];
          const printed = parts.flatMap(({ maths }) => numbersOf(maths));
          expect(printed.filter((text) => !isKnown(text) && !structural.includes(text))).toEqual(
            [],
          );
          expect(printed).not.toContain("NaN");
          expect(written(parts)).not.toContain("/0=");
        }
      }
    }
  });

  test("at the limits no number is divided by τ, and L is not put in", () => {
    for (const name of drawn.map((g) => g.name)) {
      const { state } = shownOf(name);
      const { temperature } = formOf(state);
      if (temperature !== "zero" && temperature !== "infinite") continue;
      const text = written(instance(shownOf(name, { step: "S7" }), 0));
      expect(text).toMatch(/lim_\{τ→[0∞]\} ?e\^\{\(α_.+−L\)\/τ\}=/);
    }
  });

  test("a masked item has no score and no weight", () => {
    const name = drawn.find(({ input }) => input.mask?.includes(false))?.name ?? "";
    const { state } = shownOf(name);
    const item = state.mask?.indexOf(false) ?? 0;
    expect(written(instance(shownOf(name, { step: "S1" }), item))).toBe("−∞");
    expect(written(instance(shownOf(name, { step: "S7" }), item))).toMatch(/=0\/[\d.]+=0$/);
    expect(written(instance(shownOf(name, { step: "S9" }), item))).toMatch(/^0·𝒙_.+=\(0(,0)*\)$/);
  });
});

function leaves(data: unknown): number[] {
  if (typeof data === "number") return [data];
  if (typeof data !== "object" || data === null) return [];
  const values: unknown[] = ArrayBuffer.isView(data)
    ? Array.from(data as Float64Array)
    : Object.values(data);
  return values.flatMap(leaves);
}

describe("long vectors", () => {
  test("all components where there is room, else the heaviest in their own order", () => {
    expect(choose(4, 4, () => 0)).toEqual({ indices: [0, 1, 2, 3], all: true });
    const weights = [0, 5, 1, 7, 2, 6];
    expect(choose(6, 4, (k) => weights[k] ?? 0)).toEqual({ indices: [1, 3, 5], all: false });
    expect(choose(6, 4, () => 0)).toEqual({ indices: [0, 1, 2], all: false });
  });

  test("dots stand for what is left out, wherever it is", () => {
    const { state, derivation } = shownOf("apple at 1", { step: "S1" });
    const values: Rows = [[1, 2, 3, 4, 5, 6], ...state.values.slice(1)];
    const scoreTerms = matrix([[0, 9, 0, 0, 8, 7]]);
    const shown: Shown = {
      ...shownOf("apple at 1"),
      state: { ...state, values, query: [1, 2, 3, 4, 5, 6] },
      derivation: { ...derivation, scoreTerms },
    };
    const [query] = definitions(shown, 0);
    expect(written(query?.parts ?? [])).toBe("𝒒=(…,2,…,5,6)");
    expect(written(instance(shown, 0))).toBe("2·2+5·5+6·6+…=4.75");
  });

  test("L above max α that prints as the same number is max α and the rest", () => {
    const near = shownOf("apple at 1", { step: "S7" });
    const derivation = { ...near.derivation, max: 1000, logSumExp: 1000.4177, lseMinusMax: 0.4177 };
    const read = (d: Derivation): string[] =>
      definitions({ ...near, derivation: d }, 0).map(({ parts }) => written(parts));
    expect(read(derivation)).toEqual(["max α=1000", "L=log ∑_je^{α_j}=max α+0.4177"]);
    expect(read({ ...derivation, max: 5, logSumExp: 5.00004, lseMinusMax: 0.00004 })).toEqual([
      "max α=5",
      "L=log ∑_je^{α_j}=max α+4×10⁻⁵",
    ]);
    expect(read({ ...derivation, logSumExp: 1000, lseMinusMax: 0 })).toEqual([
      "L=log ∑_je^{α_j}=1000",
    ]);
  });

  test("where a small τ would show that L has few digits, the exponent is written as a number", () => {
    const read = (temperature: number): string =>
      written(instance(shownOf("apple at 1", { step: "S6", temperature }), 0));
    expect(read(1)).toBe("e^{4.75−5.576}=1/2.284=0.4378");
    expect(read(0.05)).toBe("e^{−0.8260}=1/2.284=0.4378");
  });

  test("the numbers inside a score stand beside it: its own, or the identity", () => {
    const read = (patch: Partial<State>): string[] =>
      definitions(shownOf("apple at 1", { step: "S1", ...patch }), 0)
        .slice(2)
        .map(({ parts }) => written(parts));
    const W = [
      [1, 2],
      [3, 4],
      [5, 6],
    ];
    expect(read({ score: "bilinear", parameters: { W } })).toEqual(["𝑾=((1,2),(3,4),(5,6))"]);
    expect(read({ score: "additive" })[2]).toBe("𝒗=(1,1,1,1)");
    expect(read({ score: "gaussian" })).toEqual(["σ=1"]);
    expect(read({ score: "dot" })).toEqual([]);
  });

  test("the features that are shown hold most of the squared distance", () => {
    const shown = shownOf("apple at 1");
    const share = Float64Array.of(0.1, 0.4, 0, 0.3, 0.2);
    const wide: Shown = {
      ...shown,
      features: ["1", "2", "3", "4", "5"],
      derivation: { ...shown.derivation, outputDifferenceShare: share },
    };
    expect(chooseFeatures(wide)).toEqual({ indices: [1, 3, 4], all: false });
  });
});

describe("the article’s lines", () => {
  test("each step has the line it belongs to, nine in all", () => {
    const numbers = (step: StepId): number[] => articleLines(step).map(({ line }) => line);
    expect(chain(false).flatMap(numbers)).toEqual([1, 2, 3, 4, 5, 6, 6, 7, 8, 9]);
    expect(numbers("S7a")).toEqual([]);
    expect(numbers("S7b")).toEqual([7]);
  });

  test("they stand as they are written, slips and all", () => {
    const text = (step: StepId): string[] => articleLines(step).map(({ maths }) => textOf(maths));
    const sum = "∑_{i=1}^n";
    const argmax = "argmax_{i=1,⋯,n} ";
    expect(text("S2")).toEqual(["𝒙_i=A^ttention(𝑿,𝒒)", `=𝒙_{${argmax}s(𝒒,𝒙_i)}`]);
    expect(text("S4")).toEqual([`=${sum}one-hot(${argmax}𝜶−max(𝜶))_{[i]}×𝒙_i`]);
    expect(text("S6")).toEqual([`≈${sum}one-hot(${argmax}e^{𝜶−log${sum}e^{α_i}})_{[i]}×𝒙_i`]);
    expect(text("S7")).toEqual([`≈${sum}{e^{α_i}}/{${sum}e^{α_i}}𝒙_i`]);
    expect(text("S8")).toEqual([`=${sum}softmax(𝜶)_{[i]}×𝒙_i`]);
    expect(text("S9")).toEqual(["=Attention(𝑿,𝒒)"]);
  });
});
