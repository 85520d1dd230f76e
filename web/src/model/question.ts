import type { Derivation, StepId } from "../core/core.ts";
import type { Asking } from "./asking.ts";
import { format, parseNumber } from "./format.ts";
import { deriveInput } from "./input.ts";
import type { ViewId } from "./state.ts";
import type { Shown, Store } from "./store.ts";
import { stepOf } from "./summary.ts";

/** Questions of the views beside the chain, which has one before each step. */
const labQuestions = {
  temperature: ["cold", "hot", "warmer"],
  gradient: ["hair", "rival", "slope"],
  normalizers: ["shift", "zeros", "removed"],
} as const;
type LabQuestion = (typeof labQuestions)[keyof typeof labQuestions][number];
export type QuestionId = Exclude<StepId, "S1"> | LabQuestion;

/** The questions of a view, in their order; of the chain, they come with its steps. */
export const questionsOf = (view: ViewId): readonly LabQuestion[] =>
  view in labQuestions ? labQuestions[view as keyof typeof labQuestions] : [];

/** Numbers that stand beside a question, one for each item. */
export type Given = "scores" | "shifted" | "exp" | "normalized" | "weights" | "feature";

/** What is asked. What is right are numbers and places of the core. */
export type Question = {
  readonly id: QuestionId;
  readonly given: readonly Given[];
  readonly facts: Asking;
  /** The feature whose values are given. */
  readonly feature: number;
} & (
  | { readonly kind: "item"; readonly right: readonly number[] }
  | {
      readonly kind: "choice";
      readonly choices: readonly Choice[];
      readonly right: Choice;
    }
  | {
      readonly kind: "number";
      readonly right: number;
      /** How far off an answer may be. */
      readonly tolerance: number;
    }
);

export type Choice = "moves" | "stays" | "some" | "none" | "grows" | "shrinks" | "same";
const moving = ["moves", "stays"] as const;
const changing = ["some", "none"] as const;
const growing = ["grows", "shrinks", "same"] as const;

/** A guess by eye is right within the first, a number that can be worked out within the second. */
const [guess, close] = [0.1, 0.02];

type Answer =
  | { readonly kind: "item"; readonly right: readonly number[] }
  | { readonly kind: "choice"; readonly choices: readonly Choice[]; readonly right: Choice }
  | { readonly kind: "number"; readonly right: number; readonly tolerance: number };

const number = (right: number, tolerance = 0): Answer => ({ kind: "number", right, tolerance });
const choice = (choices: readonly Choice[], right: Choice): Answer => ({
  kind: "choice",
  choices,
  right,
});

type Asked = Pick<Store, "core" | "wholeDerivation">;

export function questionOn(id: QuestionId, shown: Shown, store: Asked): Question {
  const { derivation: d, names, features, state, summary } = shown;
  const other = runnerUp(d.scores, d.argmax);
  const feature = largest(d.outputDifferenceShare);
  const named = id === "S4" || id === "S5" || id === "rival" ? other : d.argmax;
  const from = { S4: d.scores, S5: d.shifted, S6: d.expShifted }[id as string] ?? d.weights;
  const facts: Asking = {
    item: names[named] ?? "",
    winner: summary.winner,
    count: d.scores.length,
    attended: summary.attended,
    from: format(from[named] ?? 0),
    max: summary.max,
    sum: summary.sum,
    tau: summary.tau,
    feature: features[feature] ?? "",
    value: format(state.values[d.argmax]?.[feature] ?? 0),
    answered: "",
  };
  return { id, given: givenTo[id], facts, feature, ...answerTo(id, shown, store, other, feature) };
}

const givenTo: Readonly<Record<QuestionId, readonly Given[]>> = {
  S2: ["scores"],
  S3: ["scores"],
  S4: ["scores"],
  S5: ["shifted"],
  S6: ["exp"],
  S7: ["normalized"],
  S7a: ["exp"],
  S7b: ["exp"],
  S8: ["weights"],
  S9: ["weights", "feature"],
  cold: ["scores"],
  hot: ["scores"],
  warmer: ["scores"],
  hair: ["scores"],
  rival: ["scores"],
  slope: ["weights"],
  shift: ["scores"],
  zeros: ["scores"],
  removed: ["scores"],
};

function answerTo(
  id: QuestionId,
  shown: Shown,
  store: Asked,
  other: number,
  feature: number,
): Answer {
  const { core } = store;
  const { derivation: d, state } = shown;
  const { cols, data } = d.shares;
  const at = (temperature: number): number =>
    core.derive({ ...deriveInput(state), temperature }).weights[d.argmax] ?? 0;
  switch (id) {
    case "S2":
      return { kind: "item", right: Array.from(d.ties) };
    case "S3":
      return number(d.oneHot.filter((weight) => weight === 0).length);
    case "S4":
      return number(d.shifted[other] ?? 0);
    case "S5":
      return number(d.expShifted[other] ?? 0, guess);
    case "S6":
      return number(d.weights[d.argmax] ?? 0, close);
    case "S7":
    case "S7b":
      return number(d.totalVariation, close);
    case "S7a":
      return choice(moving, stepOf(d, "S7a").outputDistance === 0 ? "stays" : "moves");
    case "S8":
      return choice(changing, "none");
    case "S9": {
      const share = data[d.argmax * cols + feature] ?? 0;
      return number(share, close * Math.max(1, Math.abs(share)));
    }
    case "cold":
      return number(at(0), close);
    case "hot":
      return number(at(Number.POSITIVE_INFINITY), close);
    case "warmer":
      return choice(growing, compared(at(twice(state.temperature)), d.weights[d.argmax] ?? 0));
    case "hair":
      return choice(moving, d.ties.length > 1 ? "moves" : "stays");
    case "rival":
      return choice(growing, compared(slopeOf(store.wholeDerivation(shown), other), 0));
    case "slope":
      return number(slopeOf(store.wholeDerivation(shown), d.argmax), close);
    default:
      return normalizerAnswer(id, d, state.temperature, core);
  }
}

/** How the weight of the winner follows a score. */
const slopeOf = ({ argmax, jacobian: { cols, data } }: Derivation, score: number): number =>
  data[argmax * cols + score] ?? 0;

function normalizerAnswer(
  id: "shift" | "zeros" | "removed",
  { scores }: Shown["derivation"],
  temperature: number,
  core: Store["core"],
): Answer {
  if (id === "zeros") {
    const { support } = core.normalize(scores, { kind: "sparsemax", temperature });
    return number(support.filter((has) => !has).length);
  }
  const property = id === "shift" ? "shift-invariant" : "ratio-independent";
  const check = core.properties("softmax").find((one) => one.property === property);
  return choice(changing, check?.holds === "no" ? "some" : "none");
}

/** The state's, or 1 where doubling it says nothing. */
const twice = (temperature: number): number =>
  temperature === 0 || temperature === Number.POSITIVE_INFINITY ? temperature : 2 * temperature;

const compared = (after: number, before: number): Choice =>
  after > before ? "grows" : after < before ? "shrinks" : "same";

/** The best of the others. */
function runnerUp(scores: Float64Array, winner: number): number {
  let best = -1;
  scores.forEach((score, item) => {
    if (item !== winner && (best < 0 || score > (scores[best] ?? 0))) best = item;
  });
  return best < 0 ? winner : best;
}

const largest = (numbers: Float64Array): number =>
  numbers.reduce((best, x, i) => (x > (numbers[best] ?? 0) ? i : best), 0);

/** The numbers that stand beside a question. */
export function givenNumbers(
  given: Given,
  { feature }: Question,
  { derivation: d, state }: Shown,
): ArrayLike<number> {
  switch (given) {
    case "scores":
      return d.scores;
    case "shifted":
      return d.shifted;
    case "exp":
      return d.expShifted;
    case "normalized":
    case "weights":
      return d.weights;
    case "feature":
      return state.values.map((row) => row[feature] ?? 0);
  }
}

/** Whether an answer is right; null where it is none. */
export function judge(question: Question, answer: string): boolean | null {
  switch (question.kind) {
    case "item":
      return answer === "" ? null : question.right.includes(Number(answer));
    case "choice":
      return answer === "" ? null : answer === question.right;
    case "number": {
      const value = readAnswer(answer);
      if (value === null) return null;
      return value === question.right || Math.abs(value - question.right) <= question.tolerance;
    }
  }
}

/** A number as people write it on paper: 0.44, 0,44, 44 %, 7/16, ０．４４, about 0.44. */
export function readAnswer(text: string): number | null {
  const plain = text
    .normalize("NFKC")
    .replace(/^\s*(?:[≈=~]|约|about)\s*/i, "")
    .trim();
  const percent = plain.match(/^(.*?)\s*%$/)?.[1];
  const [, top, bottom] = (percent ?? plain).match(/^([^/⁄∕]+)[/⁄∕]([^/⁄∕]+)$/) ?? [];
  const whole =
    top === undefined
      ? readPlain(percent ?? plain)
      : ratio(readPlain(top), readPlain(bottom ?? ""));
  return whole === null || percent === undefined ? whole : whole / 100;
}

/** A comma before three digits is a thousand or a decimal: here nothing is as large as a thousand. */
function readPlain(text: string): number | null {
  const value =
    parseNumber(text.trim()) ?? parseNumber(text.trim().replace(/^([+−-]?\d+),(\d+)$/, "$1.$2"));
  return value === null || Number.isNaN(value) ? null : value;
}

const ratio = (top: number | null, bottom: number | null): number | null =>
  top === null || bottom === null || bottom === 0 ? null : top / bottom;
