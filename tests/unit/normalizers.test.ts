/** What the view `normalizers` works out beside the numbers of the core. */
import { describe, expect, test } from "vitest";
import type { NormalizerKind, PropertyCheck } from "../../web/src/core/core.ts";
import { marked } from "../../web/src/model/marked.ts";
import {
  type Checks,
  duplicated,
  isShown,
  perturbed,
  removedItems,
  setsOf,
  undefinedShifts,
  witnessState,
} from "../../web/src/model/normalizers.ts";
import { initialState, sceneState } from "../../web/src/model/scenes.ts";
import { normalizers, type State } from "../../web/src/model/state.ts";
import type { Shown } from "../../web/src/model/store.ts";
import { Store } from "../../web/src/model/store.ts";
import { barOf, samples } from "../../web/src/view/normalizers/geometry.ts";
import { markOf } from "../../web/src/view/normalizers/rows.ts";
import { words } from "../texts.ts";
import { core } from "./core.ts";

const storeOf = (patch: Partial<State> = {}): Store =>
  new Store(core, { ...initialState, ...patch }, words.en);
function shownOf(patch: Partial<State> = {}): Shown {
  const shown = storeOf(patch).shown.value;
  if (shown === null) throw new Error("nothing shown");
  return shown;
}
const options = (patch: Partial<State["options"]>) => ({
  options: { ...initialState.options, ...patch },
});
const allChecks = (): Checks =>
  new Map(normalizers.map((kind) => [kind, core.properties(kind)] as const));

describe("items that are taken out", () => {
  test("are those there are, and never all that are attended to", () => {
    const of = (deleted: number[], patch: Partial<State> = {}) => {
      const shown = shownOf({ ...options({ deleted }), ...patch });
      return removedItems(shown.state.options, shown.derivation);
    };
    expect(of([])).toEqual([]);
    expect(of([1, 9])).toEqual([1]);
    expect(of([0, 1, 2, 3, 4, 5])).toEqual([]);
    const mask = [true, true, false, false, false, false];
    expect(of([0], { mask })).toEqual([0]);
    expect(of([0, 1], { mask })).toEqual([]);
  });
});

describe("the shifts at which L1 and ReLU-L1 are 0/0", () => {
  test("are minus the mean and minus the maximum", () => {
    expect(undefinedShifts(core, shownOf(), [])).toEqual({ mean: -3.1875, max: -4.75 });
    expect(undefinedShifts(core, shownOf(), [0])?.max).toBe(-4.25);
  });

  test("are where the core says so, for every set of items that is left", () => {
    // Numbers of items whose mean float64 holds exactly.
    for (const deleted of [[], [1, 2], [0, 5], [0, 1, 2, 3]]) {
      const at = undefinedShifts(core, shownOf(), deleted);
      if (at === null) throw new Error("no shifts");
      const defined = (kind: NormalizerKind, shift: number) =>
        perturbed(core, shownOf(options({ shift, deleted })), kind)?.defined;
      expect(defined("l1", at.mean)).toBe(false);
      expect(defined("l1", at.mean + 0.125)).toBe(true);
      expect(defined("relu-l1", at.max)).toBe(false);
      expect(defined("relu-l1", at.max - 3)).toBe(false);
      expect(defined("relu-l1", at.max + 2 ** -10)).toBe(true);
      expect(defined("softmax", at.max)).toBe(true);
    }
  });
});

describe("a witness", () => {
  const witnesses = normalizers.flatMap((kind) =>
    core
      .properties(kind)
      .flatMap(({ property, witness }) => (witness === null ? [] : [{ kind, property, witness }])),
  );

  test("is there for every cross", () => {
    expect(witnesses.length).toBeGreaterThan(40);
  });

  test.each(witnesses)(
    "of $kind against $property becomes the reader's own scores",
    ({ kind, witness }) => {
      const store = storeOf();
      store.update(witnessState(witness, shownOf(), kind));
      expect(store.problem.value).toBeNull();
      const shown = store.shown.value;
      expect(shown?.derivation.scores).toEqual(witness.scores);
      expect(shown?.state.temperature).toBe(witness.temperature);
      const again = core.properties(kind, {
        scores: witness.scores,
        temperature: witness.temperature,
      });
      expect(again.some((check) => check.witness?.given)).toBe(true);
      store.undo();
      expect(store.shown.value?.derivation.scores[0]).toBe(4.75);
    },
  );

  test("of the reader's own scores leaves them, and takes out the item that it means", () => {
    const mask = [false, true, true, true, true, true];
    const shown = shownOf({ mask });
    const { scores } = shown.derivation;
    const { witness } =
      core
        .properties("burg", { scores })
        .find(({ property }) => property === "ratio-independent") ?? {};
    if (!witness) throw new Error("no witness");
    expect(witness.given).toBe(true);
    expect(isShown(witness, shown)).toBe(false);
    const store = storeOf({ mask });
    store.update(witnessState(witness, shown, "burg"));
    const now = store.shown.value;
    if (now === null) throw new Error("nothing shown");
    expect(now.state.scene).toBe("apple");
    expect(isShown(witness, now)).toBe(true);
    // The masked item counts here, and not there.
    expect(now.state.options.deleted).toEqual([(witness.removed ?? 0) + 1]);
    const ratio = perturbed(core, now, "burg")?.ratio;
    expect(ratio?.before).toBeCloseTo(witness.before, 12);
    expect(ratio?.after).toBeCloseTo(witness.after, 12);
  });

  test("does to the scores in the table what it does to its own", () => {
    const ratio = witnesses.find(
      ({ kind, property }) => kind === "sparsemax" && property === "ratio-independent",
    );
    if (!ratio) throw new Error("no ratio");
    const store = storeOf();
    store.update(witnessState(ratio.witness, shownOf(), "sparsemax"));
    const row = store.shown.value && perturbed(core, store.shown.value, "sparsemax");
    expect(row?.ratio).toMatchObject({ item: 0, other: 2, changed: true });
    expect(row?.ratio?.before).toBeCloseTo(7, 12);
    expect(row?.ratio?.after).toBeCloseTo(3, 12);
  });
});

describe("a copy of the best item", () => {
  test.each(["apple", "journey", "self-attention"] as const)("of %s doubles its share", (scene) => {
    const store = storeOf({ ...sceneState(scene), mask: null });
    const before = store.shown.value?.derivation;
    if (!before) throw new Error("nothing shown");
    const best = before.argmax;
    store.update(duplicated(store.state.value, best));
    const shown = store.shown.value;
    const after = shown?.derivation.weights;
    const at = (weights: Float64Array | undefined, i: number) => weights?.[i] ?? Number.NaN;
    expect(after).toHaveLength(before.weights.length + 1);
    expect(shown?.names[best]).toBe(shown?.names[best + 1]);
    expect(at(after, best)).toBe(at(after, best + 1));
    const other = best === 0 ? 1 : 0;
    const there = other > best ? other + 1 : other;
    expect((2 * at(after, best)) / at(after, there)).toBeCloseTo(
      (2 * at(before.weights, best)) / at(before.weights, other),
      10,
    );
  });

  test("keeps masks and deleted items where they are", () => {
    const mask = [true, true, false, true, true, true];
    const state = { ...initialState, mask, ...options({ deleted: [1, 4] }) };
    expect(duplicated(state, 1)).toMatchObject({
      mask: [true, true, true, false, true, true, true],
      options: { deleted: [1, 2, 5] },
    });
    expect(duplicated(state, 6)).toEqual({});
  });
});

test("two properties leave only softmax and its cold limit", () => {
  expect(setsOf(allChecks())).toEqual({
    shiftOnly: ["sparsemax", "entmax", "burg", "inverse-gap", "min-max"],
    ratioOnly: ["l1", "relu-l1", "squared", "sigmoid", "softmax1"],
    both: ["softmax", "hard"],
    neither: [],
  });
  expect(setsOf(new Map())).toEqual({ shiftOnly: [], ratioOnly: [], both: [], neither: [] });
});

describe("marks", () => {
  const markFor = (kind: NormalizerKind, property: PropertyCheck["property"]) =>
    markOf(
      core.properties(kind).find((check) => check.property === property),
      "weak",
    );

  test("say what kind of failure it is where there is room for it", () => {
    expect(markFor("softmax", "smooth")).toBe("yes");
    expect(markFor("softmax", "one-hot")).toBe("cross");
    expect(markFor("sparsemax", "smooth")).toEqual({ word: marked`C^{0}` });
    expect(markFor("entmax", "smooth")).toEqual({ word: marked`C^{1}` });
    expect(markFor("l1", "smooth")).toEqual({ word: marked`0/0` });
    expect(markFor("softmax1", "simplex")).toEqual({ word: marked`< 1` });
    expect(markFor("hard", "order")).toEqual({ word: marked`weak` });
    expect(markFor("hard", "cold-limit")).toBe("dash");
    expect(markFor("hard", "ratio-independent")).toBe("yes");
    expect(markOf(undefined, "weak")).toBe("pending");
  });
});

describe("geometry", () => {
  const scale = { unit: 30, above: 30, below: 12 };

  test("of a bar: on the scale, hatched where it is no weight, torn where it is too long", () => {
    expect(barOf(0.5, scale)).toEqual({ from: 0, to: 15, odd: false, torn: false });
    expect(barOf(1, scale)).toEqual({ from: 0, to: 30, odd: false, torn: false });
    expect(barOf(1.5, scale)).toEqual({ from: 0, to: 30, odd: true, torn: true });
    expect(barOf(-0.1, scale)).toEqual({ from: -3, to: 0, odd: true, torn: false });
    expect(barOf(-2, scale)).toEqual({ from: -12, to: 0, odd: true, torn: true });
    expect(barOf(0, scale)).toBeNull();
    expect(barOf(Number.NaN, scale)).toBeNull();
  });

  test("of samples: both ends, and what is asked for in between, in order", () => {
    expect(samples(0, 4, 5, [2.5, 9])).toEqual([0, 1, 2, 2.5, 3, 4]);
  });
});
