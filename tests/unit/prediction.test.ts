/** What is asked before a step is shown, what is right, and what is kept of the answers. */
import { signal } from "@preact/signals-core";
import { describe, expect, test } from "vitest";
import { format } from "../../web/src/model/format.ts";
import type { Mode } from "../../web/src/model/link-schema.ts";
import { Prediction } from "../../web/src/model/prediction.ts";
import {
  judge,
  type Question,
  type QuestionId,
  questionOn,
  questionsOf,
} from "../../web/src/model/question.ts";
import { initialState, sceneState } from "../../web/src/model/scenes.ts";
import { chain, type State } from "../../web/src/model/state.ts";
import { Store } from "../../web/src/model/store.ts";
import { words } from "../texts.ts";
import { core } from "./core.ts";

const steps = chain(false);

const started = (patch: Partial<State> = {}, mode: Mode = "embed"): Store =>
  new Store(core, { ...initialState, ...patch }, words.en, signal(mode));

describe("questions", () => {
  const asked = (id: QuestionId, patch: Partial<State> = {}): Question => {
    const store = started(patch);
    const shown = store.shown.peek();
    if (shown === null) throw new Error("nothing is shown");
    return questionOn(id, shown, store);
  };
  /** Judgements of answers, in order. */
  const judged = (question: Question, ...answers: string[]): Array<boolean | null> =>
    answers.map((answer) => judge(question, answer));

  test("of the apples have the answers of the lesson", () => {
    const ids = ["S2", "S3", "S4", "S5", "S6", "S7", "S7a", "S7b", "S8", "S9"] as const;
    const answers = ids.map((id) => {
      const { right } = asked(id);
      return typeof right === "number" ? format(right) : right;
    });
    expect(answers).toEqual([
      [0],
      "5",
      "−0.5",
      "0.6065",
      "0.4378",
      "0.5622",
      "moves",
      "0.5622",
      "none",
      // Of sweet, 0.75 by 0.43775.
      "0.3283",
    ]);
  });

  test("of the other views, by the core", () => {
    const ids = (["temperature", "gradient", "normalizers"] as const).flatMap(questionsOf);
    const answers = ids.map((id) => {
      const { right } = asked(id);
      return [id, typeof right === "number" ? format(right) : right];
    });
    expect(Object.fromEntries(answers)).toEqual({
      cold: "1",
      hot: "0.1667",
      warmer: "shrinks",
      hair: "stays",
      rival: "shrinks",
      // 0.4378 × 0.5622
      slope: "0.2461",
      shift: "none",
      // Of 4.75, 4.25 and the rest sparsemax keeps two.
      zeros: "4",
      removed: "none",
    });
  });

  test("follow the reader's numbers", () => {
    const tie = sceneState("tie");
    expect(judged(asked("S2", tie), "0", "1", "2", "")).toEqual([true, true, false, null]);
    expect(asked("hair", tie).right).toBe("moves");
    expect(asked("S7a", { temperature: 0 }).right).toBe("stays");
    expect(asked("S7", { temperature: Number.POSITIVE_INFINITY }).right).toBeCloseTo(5 / 6, 12);
    const two = { scene: "custom", values: [[1], [0]], query: [0] } as const;
    expect(asked("hot", two).right).toBe(0.5);
  });

  test("take answers as people write them", () => {
    // 0.4378, within 0.02.
    const taken = [
      "0.44",
      ".44",
      "44 %",
      "44%",
      "0,44",
      "7/16",
      "4 4/9",
      "０．４４",
      "４４％",
      "≈ 0.44",
    ];
    expect(judged(asked("S6"), ...taken)).toEqual(
      taken.map((text) => (text === "4 4/9" ? null : true)),
    );
    expect(judged(asked("S4"), "-0.5", "−1/2", "−50 %", "－0,5", "0.5")).toEqual([
      true,
      true,
      true,
      true,
      false,
    ]);
    expect(judged(asked("S6"), "0,438", "0,500")).toEqual([true, false]);
    expect(judged(asked("S5"), "", "x", "nan", "1/0", "1/2/3", "%")).toEqual(Array(6).fill(null));
    expect(judged(asked("S8"), "", "some", "none")).toEqual([null, false, true]);
  });
});

describe("a prediction", () => {
  test("asks about the first unseen step on the way, and not about what was seen", () => {
    const prediction = new Prediction();
    expect(prediction.asks("S9", steps, "S3")).toBe(true);
    expect(prediction.asked.peek()).toBe("S4");
    expect(prediction.asks("S2", steps, "S3")).toBe(false);
    expect(prediction.asked.peek()).toBeNull();
    // The present step is seen: one that goes back and forth is not asked about it.
    expect(prediction.asks("S3", steps, "S2")).toBe(false);
  });

  test("gives the step only when it was answered, and then never asks about it again", () => {
    const prediction = new Prediction();
    prediction.asks("S2", steps, "S1");
    expect(prediction.take()).toBeNull();
    expect(prediction.asked.peek()).toBe("S2");
    prediction.outcome.value = 0;
    expect(prediction.take()).toBe("S2");
    expect(prediction.asked.peek()).toBeNull();
    expect(prediction.outcome.peek()).toBeNull();
    expect(prediction.asks("S2", steps, "S1")).toBe(false);
  });

  test("counts the first answer of each step: a second is not taken", () => {
    const prediction = new Prediction();
    for (const [step, outcome] of [
      ["S2", 2],
      ["S3", 1],
    ] as const) {
      prediction.asks(step, steps, "S1");
      prediction.outcome.value = outcome;
      prediction.take();
    }
    // Back at the start, and on again, with better answers.
    prediction.asks("S3", steps, "S1");
    prediction.outcome.value = 1;
    expect(prediction.take()).toBeNull();
    expect([...prediction.results.peek()]).toEqual([
      ["S2", 2],
      ["S3", 1],
    ]);
  });

  test("forgets an answer when another step is asked about", () => {
    const prediction = new Prediction();
    prediction.asks("S2", steps, "S1");
    prediction.outcome.value = 1;
    prediction.asks("S3", steps, "S2");
    expect(prediction.outcome.peek()).toBeNull();
    prediction.outcome.value = 0;
    // The same step once more: the answer stands.
    prediction.asks("S4", steps, "S2");
    expect(prediction.outcome.peek()).toBe(0);
  });
});

describe("a figure that asks", () => {
  test("stays where it is until the answer, wherever one goes", () => {
    const store = started({}, "predict");
    expect(store.walk(1)).toBe(false);
    expect(store.state.peek().step).toBe("S1");
    store.goTo("S9");
    expect(store.prediction.asked.peek()).toBe("S2");
    store.prediction.outcome.value = 1;
    store.reveal();
    expect(store.state.peek().step).toBe("S2");
    // Back without a question.
    store.goTo("S1");
    expect(store.state.peek().step).toBe("S1");
  });

  test("withdraws its question where S7 is opened into its halves", () => {
    const store = started({ step: "S6" }, "predict");
    store.walk(1);
    expect(store.prediction.asked.peek()).toBe("S7");
    store.setSplit(true);
    expect(store.prediction.asked.peek()).toBeNull();
  });
});
