import type { Summary } from "../../summary.ts";
import { the } from "./names.ts";

export const classroom = {
  leave: "Open the full page",

  predict: {
    before: (step: string) => `Before ${step}: what do you expect?`,
    ask: {
      S1: () => "Which object fits the query best?",
      S2: () => "Hard attention returns one object. Which?",
      S3: (_: Summary, item: string) => `Written as a one-hot: which weight does ${the(item)} get?`,
      S4: (_: Summary, item: string) =>
        `The largest score is taken from every score. What is left of the score of ${the(item)}?`,
      S5: (_: Summary, item: string) =>
        `Every number goes through exp. What does 0, the number of ${the(item)}, become?`,
      S6: (f: Summary) =>
        `All numbers are divided by their sum, ${f.sum}. What do they sum to now?`,
      S7: (_: Summary, item: string) =>
        `The selector goes, and all numbers become weights. How much weight stays with ${the(item)}? A guess within 0.1 will do.`,
      S7a: () => "The selector goes, but nothing is normalised yet. Does the output move?",
      S7b: (f: Summary, item: string) =>
        `Now all is divided by ${f.sum}. How much weight stays with ${the(item)}? A guess within 0.1 will do.`,
      S8: () => "We give these numbers a name: softmax. Does any of them change?",
      S9: () => "The weighted mean is taken. Is it one of the objects?",
    },
    yes: "yes",
    no: "no",
    choose: "choose …",
    answer: "Your answer",
    check: "Check",
    show: "Show me",
    go: "See the step",
    noAnswer: "Answer first: a number, or one of the choices.",
    right: "Right.",
    named: (item: string) => the(item),
    wrong: (answer: string) => `Not quite. The answer: ${answer}.`,
    shown: (answer: string) => `The answer: ${answer}.`,
    score: (right: number, all: number) => `${right} of ${all} right at the first try`,
  },

  present: {
    label: "Presentation",
    keys: "← → step · Home End · Q code · F full screen · Esc leave",
    code: "This very picture, on your own device",
    noCode: "The link is too long for a code.",
  },

  worksheet: {
    title: "From argmax to softmax, by hand",
    name: "Name",
    date: "Date",
    print: "Print",
    about:
      "Two parts: the worksheet, and the answer key on pages of its own. Fits A4 and US Letter.",
    given: "Given",
    givenText: (scene: string) =>
      `Objects with their features, and the query q (${scene}). Fill in the empty boxes from top to bottom; four decimals are enough.`,
    values: "values",
    keys: "keys",
    query: "query",
    temperature: "temperature",
    masked: "not attended to",
    score: (name: string) => `Score: ${name},`,
    parameters: "Parameters",
    table: "Step by step",
    total: "max or Σ",
    winner: "S2. Ring the largest score. Hard attention returns",
    output: "S9. The soft answer, feature by feature",
    hard: "hard",
    soft: "soft",
    distance: "Distance between the two answers:",
    questions: "In words",
    ask: [
      "Which of the steps S2 to S9 change the output, and which only write it in another way?",
      "What do the weights of S6 sum to, and what for?",
      "Is the soft answer one of the objects? When would it be?",
      "What becomes of the weights when the temperature goes to 0, and what when it grows without bound?",
    ],
    key: "Answer key",
    answers: (f: Summary) => [
      f.weightMoved
        ? `Only S7, which drops the selector: the output moves by ${f.distance}. All others are equalities or definitions.`
        : "S7 is the only step that could; here no weight moves, so none does.",
      "To 1. So they can be read as shares, and the weighted mean stays among the objects.",
      f.unmoved
        ? "Here it is: it meets the hard answer."
        : "In general not: it lies between them. It is one where one weight is 1, or where the mean happens to fall on one.",
      "Towards 0 the winner takes all (several that tie share equally); without bound, all weights become equal.",
    ],
  },
};
