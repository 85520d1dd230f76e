/** What is asked before a step is shown, what is right, and what is kept of the answers. */
import { signal } from "@preact/signals-core";
import { describe, expect, test } from "vitest";
import type { Mode } from "../../web/src/model/link-schema.ts";
import { Prediction } from "../../web/src/model/prediction.ts";
import { judge, type Question, questionOn } from "../../web/src/model/question.ts";
import { initialState, sceneState } from "../../web/src/model/scenes.ts";
import { chain, type State } from "../../web/src/model/state.ts";
import { Store } from "../../web/src/model/store.ts";
import { words } from "../texts.ts";
import { core } from "./core.ts";

const steps = chain(false);

const started = (patch: Partial<State> = {}, mode: Mode = "embed"): Store =>
  new Store(core, { ...initialState, ...patch }, words.en, signal(mode));

describe("questions", () => {
  const asked = (step: State["step"], patch: Partial<State> = {}): Question => {
    const shown = started(patch).shown.peek();
    if (shown === null) throw new Error("nothing is shown");
    return questionOn(step, shown);
  };
  /** Judgements of answers, in order. */
  const judged = (question: Question, ...answers: string[]): Array<boolean | null> =>
    answers.map((answer) => judge(question, answer));

  test("of the apples have the answers of the lesson", () => {
    expect(asked("S1")).toEqual({ kind: "item", right: [0] });
    expect(asked("S2")).toEqual({ kind: "item", right: [0] });
    // The runner-up, with 4.25 of 4.75, has nothing in the one-hot.
    expect(asked("S3")).toEqual({ kind: "number", right: 0, tolerance: 0, item: 3 });
    expect(asked("S4")).toEqual({ kind: "number", right: 0, tolerance: 0, item: 0 });
    expect(asked("S5")).toEqual({ kind: "number", right: 1, tolerance: 0, item: 0 });
    expect(judged(asked("S6"), "1", "2.284")).toEqual([true, false]);
    expect(asked("S7a")).toEqual({ kind: "yes-no", right: true });
    expect(asked("S8")).toEqual({ kind: "yes-no", right: false });
    expect(asked("S9")).toEqual({ kind: "yes-no", right: false });
  });

  test("of the weight are right within a tenth: 0.4378", () => {
    for (const step of ["S7", "S7b"] as const)
      expect(judged(asked(step), "0.34", "0.53", "0.33", "0.54")).toEqual([
        true,
        true,
        false,
        false,
      ]);
  });

  test("of a tie take any of those that tie", () => {
    expect(judged(asked("S2", sceneState("tie")), "0", "1", "2", "")).toEqual([
      true,
      true,
      false,
      null,
    ]);
  });

  test("of what falls on an object, or stays there, are answered with yes", () => {
    // As τ → 0 the output is the apple itself: it has not moved.
    expect(asked("S7a", { temperature: 0 })).toEqual({ kind: "yes-no", right: false });
    expect(asked("S9", { temperature: 0 })).toEqual({ kind: "yes-no", right: true });
    // Of 1, 0, −1 with equal weights the mean is the second.
    const middle = { scene: "custom", values: [[1], [0], [-1]], query: [0] } as const;
    expect(asked("S9", middle)).toEqual({ kind: "yes-no", right: true });
  });

  test("have no answer in what is none", () => {
    expect(judged(asked("S5"), "", "x", "nan", "1,0")).toEqual([null, null, null, true]);
    expect(judged(asked("S8"), "", "yes", "no")).toEqual([null, false, true]);
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
    prediction.outcome.value = false;
    expect(prediction.take()).toBe("S2");
    expect(prediction.asked.peek()).toBeNull();
    expect(prediction.outcome.peek()).toBeNull();
    expect(prediction.asks("S2", steps, "S1")).toBe(false);
  });

  test("counts the first answer of each step: a second is not taken", () => {
    const prediction = new Prediction();
    for (const [step, right] of [
      ["S2", false],
      ["S3", true],
    ] as const) {
      prediction.asks(step, steps, "S1");
      prediction.outcome.value = right;
      prediction.take();
    }
    // Back at the start, and on again, with better answers.
    prediction.asks("S3", steps, "S1");
    prediction.outcome.value = true;
    expect(prediction.take()).toBeNull();
    expect([...prediction.results.peek()]).toEqual([
      ["S2", false],
      ["S3", true],
    ]);
  });

  test("forgets an answer when another step is asked about", () => {
    const prediction = new Prediction();
    prediction.asks("S2", steps, "S1");
    prediction.outcome.value = true;
    prediction.asks("S3", steps, "S2");
    expect(prediction.outcome.peek()).toBeNull();
    prediction.outcome.value = false;
    // The same step once more: the answer stands.
    prediction.asks("S4", steps, "S2");
    expect(prediction.outcome.peek()).toBe(false);
  });
});

describe("a figure that asks", () => {
  test("stays where it is until the answer, wherever one goes", () => {
    const store = started({}, "predict");
    expect(store.walk(1)).toBe(false);
    expect(store.state.peek().step).toBe("S1");
    store.goTo("S9");
    expect(store.prediction.asked.peek()).toBe("S2");
    store.prediction.outcome.value = true;
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
