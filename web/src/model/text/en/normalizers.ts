import { marked } from "../../marked.ts";
import { formulas } from "../formulas.ts";
import { opening } from "./names.ts";

/** What a counterexample is said with: all numbers as they are printed. */
export interface WitnessWords {
  readonly item: string;
  readonly other: string;
  readonly removed: string;
  readonly before: string;
  readonly after: string;
  readonly shift: string;
  /** Whether the shift goes down. */
  readonly down: boolean;
  readonly temperature: string;
  readonly derivatives: number;
  /** Whether the number before is 0. */
  readonly zero: boolean;
}

/** What a formula would not say shorter. */
const inWords = {
  "inverse-gap": marked`∝ 1 / (1 + gap)`,
  hard: marked`one-hot of argmax`,
};

export const normalizers = {
  colon: ": ",
  comma: ", ",
  semicolon: "; ",
  space: " ",
  heading: "Why softmax and not another?",
  introduction:
    "Twelve ways to turn scores into weights. Every boxed mark opens its counterexample; every name shows what that normaliser returns.",
  tableLabel: "Twelve normalisers, their weights and their properties",
  normalizer: "normaliser",
  weights: "weights",
  scores: "scores",
  shiftedBy: (shift: string) => `scores, shifted by ${shift}`,

  names: {
    softmax: "softmax",
    sparsemax: "sparsemax",
    entmax: "entmax",
    burg: "Burg",
    "inverse-gap": "inverse gap",
    l1: "L1",
    "relu-l1": "ReLU, L1",
    squared: "squared",
    sigmoid: "sigmoid",
    softmax1: "softmax₁",
    "min-max": "min–max",
    hard: "hard",
  },
  formulas: { ...formulas, ...inWords },
  formulasInWords: inWords,

  properties: {
    simplex: "≥ 0 and sum to 1",
    "shift-invariant": "shift-invariant",
    order: "keeps the order",
    "full-support": "full support",
    smooth: "smooth",
    "one-hot": "can be exactly one-hot",
    "cold-limit": "cold limit is argmax",
    "ratio-independent": "ratio independent of others",
    "symmetric-jacobian": "gradient of a smooth max",
  },
  /** Over the columns. */
  heads: {
    simplex: "≥ 0 and sum to 1",
    "shift-invariant": "shift-invariant",
    order: "keeps the order",
    "full-support": "full support",
    smooth: "smooth",
    "one-hot": "can be exactly one-hot",
    "cold-limit": "cold limit is argmax",
    "ratio-independent": "ratio independent of others",
    "symmetric-jacobian": "gradient of a smooth max",
  },
  holds: {
    yes: "yes",
    no: "no",
    weak: "weak",
    limit: "as a limit",
    pending: "being sought",
  },
  opens: (normalizer: string, property: string, holds: string) =>
    `${normalizer}, ${property}: open the counterexample (${holds})`,

  controls: {
    shift: "Shift every score by",
    alpha: "entmax",
    delete: "Delete an item",
    deleteItem: (name: string) => `Delete ${name}`,
    restoreItem: (name: string) => `Put ${name} back`,
    notAShift: (typed: string) =>
      `“${typed}” is no number to shift by; the picture keeps the last.`,
    notAnAlpha: (typed: string) =>
      `“${typed}” is no m of entmax: it is a number from 1 up. The picture keeps the last one.`,
    undo: "Undo the last change",
  },

  legend: {
    z: marked`*z* = score/*τ*`,
    dashes: "before the shift",
    hatched: "not a weight: negative or above 1",
    zero: "exactly zero",
    weak: "may tie what was apart",
    kinks: "has kinks",
    derivatives: marked`has *n* continuous derivatives, and no more`,
    parameter: "the parameter of entmax; its authors call it α, which is a score here",
    limit: "is that limit itself",
    l1At: marked`on the slider: L1 is 0/0 at *c* = `,
    reluFrom: marked`, and ReLU, L1 at *c* ≤ `,
    end: ".",
  },
  ratios: "Below each name: the ratio of two weights, with the deleted items and without them.",
  sameRatio: "unchanged",
  noRatio: "no pair to compare",
  noAnswer: "no answer",
  notSearched: (most: number) => `With more than ${most} items the search keeps to its own scores.`,
  searchedLimit:
    "In this limit a normaliser is no longer itself: the properties are those at τ = 1.",
  search:
    "A tick means that a search through 53 sets of scores and yours found no counterexample; it is no proof.",

  panel: {
    fails: ": no",
    weakly: ": only weakly",
    close: "Close the counterexample",
    given: "your scores",
    own: (count: number) =>
      `${count === 1 ? "one score" : `${count} scores`} of its own: yours do not show it`,
    at: (temperature: string) => marked`at *τ* = ${temperature}`,
    load: "Load these scores",
    try: "Do this to my scores",
    loaded: "These are your scores now: see the row on the left.",
    item: (place: number) => `item ${place}`,
    deleted: "deleted",
    plain: "as they are",
    shiftedBy: (shift: string) => `each score ${shift}`,
    softmaxSame: "the same before and after",
    below: "just below",
    above: "just above",
    score: (name: string) => `score of ${name}`,
    weight: (name: string) => `weight of ${name}`,
    slope: "slope",
    sum: "sum",
    noJacobian: "It has no Jacobian here.",
    none: "Nothing was found against this property: the mark is a tick now.",
  },

  witness: {
    undefined: () => ({
      title: "Zero divided by zero",
      sentence: marked`What the weights are divided by is 0 at these scores: there are no weights.`,
    }),
    negative: (w: WitnessWords) => ({
      title: `A weight of ${w.before}`,
      sentence: marked`${opening(w.item)} gets less than nothing.`,
    }),
    sum: (w: WitnessWords) => ({
      title: `Together ${w.before}, not 1`,
      sentence: marked`The rest goes to an item of score 0 that nobody sees.`,
    }),
    shifted: (w: WitnessWords) => ({
      title: `${w.down ? "Take" : "Add"} ${w.shift}, and ${w.before} becomes ${w.after}`,
      sentence: marked`Every score moves by the same amount, and still the weight of ${w.item} changes.`,
    }),
    reversed: (w: WitnessWords) => ({
      title: "More score, less weight",
      sentence: marked`${opening(w.item)} scores above ${w.other}, but gets ${w.before} against ${w.after}.`,
    }),
    tied: (w: WitnessWords) => ({
      title: "Apart in score, alike in weight",
      sentence: marked`${opening(w.item)} scores above ${w.other}, and both get exactly 0.`,
    }),
    "no-weight": (w: WitnessWords) => ({
      title: w.zero ? "A weight of exactly 0" : `A weight of ${w.before}`,
      sentence: marked`${opening(w.item)} is left out: it has no positive weight.`,
    }),
    jump: (w: WitnessWords) => ({
      title: `From ${w.before} to ${w.after} at once`,
      sentence: marked`Raise the score of ${w.other} through the value it has here: the weight of ${w.item} jumps.`,
    }),
    kink: (w: WitnessWords) =>
      w.derivatives === 0
        ? {
            title: `A slope of ${w.before}, then of ${w.after}`,
            sentence: marked`Raise the score of ${w.other} through the value it has here: the weight of ${w.item} bends.`,
          }
        : {
            title: `Smooth ${w.derivatives === 1 ? "once" : `${w.derivatives} times`}, and no more`,
            sentence: marked`Here the weight of ${w.item} leaves 0: the slope is continuous, a later derivative is not.`,
          },
    shared: (w: WitnessWords) => ({
      title: "The best never gets it all",
      sentence: marked`${opening(w.item)} is not the best and keeps ${w.before}. No scores were found that give one item everything.`,
    }),
    elsewhere: (w: WitnessWords) => ({
      title: "Ice-cold, and still shared",
      sentence: marked`*τ* → 0 is tried at *τ* = ${w.temperature}: there ${w.item} has ${w.before} without being the best.`,
    }),
    vanishing: (w: WitnessWords) => ({
      title: "Ice-cold, and nothing left",
      sentence: marked`*τ* → 0 is tried at *τ* = ${w.temperature}: there the best item has ${w.before}, not 1.`,
    }),
    ratio: (w: WitnessWords) => ({
      title: `Delete ${w.removed}, and ${w.before} becomes ${w.after}`,
      sentence: marked`The ratio of ${w.item} and ${w.other} changes, though neither was touched.`,
    }),
    asymmetric: (w: WitnessWords) => ({
      title: `${w.before} one way, ${w.after} the other`,
      sentence: marked`Raise ${w.other}, and ${w.item} moves by the first number; raise ${w.item}, and ${w.other} moves by the second. In a gradient they are equal.`,
    }),
  },
  jumpIsNoGradient: "What jumps has only subgradients: it is a subgradient of max.",

  output: {
    heading: (normalizer: string) => `What ${normalizer} returns`,
    sentence: "The weights of its row, times the values of the items.",
    undefined: "0/0: there are no weights here, and no output.",
    invalid: "These are no weights of a mean: the output may lie outside the items.",
    value: "output",
    picture: "The items and the output",
    jacobian: "Its Jacobian",
    jacobianCaption: "How the weight in each row follows the score in each column.",
    jacobianZero: "Every entry is exactly 0: a small change of the scores changes nothing.",
    noJacobianUndefined: "None: at 0/0 there is nothing to differentiate.",
    noJacobian: "None here: these scores stand on a kink or a jump. Shift or change them a little.",
    tooLarge: (most: number) => `Shown for up to ${most} items.`,
    positive: "positive",
    negative: "negative",
  },

  sets: {
    heading: "Two properties leave only softmax",
    sentence: marked`Weights are to be positive, sum to 1, rise with the score and treat items alike. Then (*n* ≥ 3) shift invariance and the independent ratio force *p*\u00a0∝\u00a0*f*(score) with`,
    after: marked`and *β* = 1/*τ* is all that is left to choose.`,
    shift: "shift-invariant",
    ratio: "ratio independent of others",
    cold: marked`and at *τ*\u00a0→\u00a00`,
    neither: "neither:",
    otherHeading: "Another pair, and one that is kept out",
    articleHeading: "Less than that does not single it out",
    other: (missing: string) =>
      `The ratio and “gradient of a smooth max” single it out as well, provided that weights sum to 1. softmax₁ has both, and is kept out by that alone: its weights sum to ${missing} here.`,
    otherUnknown:
      "The ratio and “gradient of a smooth max” single it out as well, provided that weights sum to 1. softmax₁ has both, and is kept out by that alone.",
    article:
      "The article asks for less: a rising function that is 1 at 0 and vanishes far below. 1/(1 + gap) is one too. Even with smoothness, shift invariance, full support, a cold limit and the gradient of a smooth max, Burg is left. That argument does not single out exp.",
    price:
      "The price of the fixed ratio: a copy counts like a newcomer. Duplicate the best item, and against any other the pair has twice its share.",
    duplicate: (name: string) => `Duplicate ${name}`,
    shareNow: (name: string, alone: string, pair: string, each: string) =>
      `Alone, ${name} has ${alone}; as two it has ${pair} (${each} each).`,
    shareRatio: (other: string, alone: string, pair: string) =>
      `Against ${other}: ${alone} to 1 alone, ${pair} to 1 as two.`,
    label: "Which of the two properties each normaliser has",
  },

  smooth: {
    heading: "Smooth maxima, and whose slope softmax is",
    introduction: marked`Move one score and keep the others. max has a kink where it takes the lead; log-sum-exp has none. The slope of log-sum-exp, item by item, *is* softmax: the bars of the two rows below are the same.`,
    follow: "Move the score of",
    followItem: (name: string) => `Move the score of ${name}`,
    at: "its score",
    notAScore: (typed: string) => `“${typed}” is no score; the picture keeps the last one.`,
    valueTitle: "The maximum",
    slopeTitle: (name: string) => `Its slope in the score of ${name}`,
    names: {
      max: marked`max`,
      logSumExp: marked`log-sum-exp`,
      mellowmax: marked`mellowmax`,
      boltzmann: marked`Boltzmann`,
      pNorm: marked`*p*-norm`,
    },
    value: "value",
    gradient: "gradient",
    softmax: "softmax",
    same: "the same bars",
    verdicts: {
      max: marked`mean of its subgradients`,
      logSumExp: marked`above max by at most *τ* log *n*; convex; a shift moves it along`,
      mellowmax: marked`log-sum-exp minus *τ* log *n*: the same slope, so softmax again`,
      boltzmann: marked`the mean score; its slope can be negative: raise a score and it may fall`,
      pNorm: marked`of scores from 0 (here *r* = 2); a shift bends it, and its slopes do not sum to 1`,
    },
    negative: (name: string, slope: string) =>
      `Boltzmann’s slope in ${name} is ${slope} now: raise that score, and this “maximum” falls.`,
    noNegative: "Far below the others, Boltzmann’s slope is negative: move the score down and see.",
    pNormUndefined: "undefined: a score is below 0",
    limit: marked`In this limit the smooth maxima are not curves of their own: choose a *τ* between 0 and ∞.`,
    plot: (name: string) => `The five maxima while the score of ${name} moves`,
  },
};
