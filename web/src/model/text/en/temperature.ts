import { marked } from "../../marked.ts";
import type { Summary } from "../../summary.ts";
import { count, list, the } from "./names.ts";

/** Features without a name have a number. */
const feature = (name: string): string => (/^\d+$/.test(name) ? `feature ${name}` : name);
const ofFeature = (name: string): string => (/^\d+$/.test(name) ? `of feature ${name}` : name);

/** What becomes of a feature of the output when it gets hotter. */
export type Change = "less" | "more" | "still";

export const temperature = {
  sweep: "Sweep from 0 to ∞",
  colder: "Colder",
  hotter: "Hotter",

  weights: {
    heading: "How much the winner keeps",
    sentence: (f: Summary) =>
      f.attended === 1
        ? `There is only ${the(f.winner)} to attend to: at every temperature it keeps everything.`
        : f.tied.length === f.attended
          ? "All scores are equal: no temperature can tell the items apart, not even a cold one."
          : f.tied.length > 1
            ? `Cold, ${list(f.tied.map(the))} share everything equally: a tie stays a tie. Hot, the scores stop mattering and ${count(f.attended)} equal arms remain.`
            : `Cold, ${the(f.winner)} takes everything: the hard answer. Hot, the scores stop mattering and ${count(f.attended)} equal arms remain.`,
    title: "The weights",
    caption: ["width of a lane", "is its p"],
    stays: (f: Summary) =>
      f.tied.length > 1
        ? `stays with each of ${count(f.tied.length)}`
        : `stays with ${the(f.winner)}`,
    staysShort: "stays",
    left: (f: Summary): string => (f.tied.length > 1 ? "has left them" : "has left it"),
    label: "The weights at every temperature",
  },

  slider: {
    caption: "log scale",
    uniform: "uniform",
    each: (n: string) => `1/${n} each`,
    value: (tau: string, name: string, weight: string) =>
      `τ = ${tau}: ${the(name)} keeps ${weight}`,
    cold: (name: string, weight: string) => `τ → 0, the hard limit: ${the(name)} keeps ${weight}`,
    hot: (weight: string) => `τ → ∞, the uniform limit: everyone has ${weight}`,
    beyond: "off the axis",
  },

  plots: {
    entropy: "Entropy",
    lse: "LSE − max",
    lseCaption: "log scale",
    variation: "Total variation",
    variationCaption: (f: Summary): string =>
      f.tied.length > 1 ? "from the tied one-hots" : "from the one-hot",
    bound: "bound",
    bothGrow: "both → ∞",
    upper: "upper",
    lower: "lower",
    gap: "gap",
    alone: "no other to lose to",
    unanswered:
      "At some temperatures these numbers have no answer, so there are no curves. The numbers shown are those of the present temperature.",
  },

  described: {
    weights: (shares: string) => `Weights: ${shares}.`,
    entropy: (now: string, low: string, high: string) =>
      `Entropy ${now}, between log k = ${low} and log n = ${high}.`,
    lse: (now: string, bound: string) => `LSE − max ${now}, at most τ log n = ${bound}.`,
    variation: (now: string, low: string, high: string) =>
      `Total variation ${now}, between its bounds ${low} and ${high}.`,
    slope: (slopes: string) => `do/dτ: ${slopes}.`,
  },

  path: {
    heading: (f: Summary) =>
      f.attended === 1
        ? "One point, at every temperature"
        : f.tied.length === f.attended
          ? "The mean of all, at every temperature"
          : f.tied.length > 1
            ? "From the mean of the tied to the mean of all"
            : `From ${the(f.winner)} to the mean of all`,
    /** `name`: that of the feature that changes fastest. */
    where: (f: Summary, change: Change, name: string) =>
      f.limit === "cold"
        ? f.tied.length > 1
          ? `As τ → 0 the output tends to the mean of ${list(f.tied.map(the))}.`
          : `As τ → 0 the output tends to ${the(f.winner)} itself.`
        : f.limit === "hot"
          ? `As τ → ∞ the output tends to the mean of all, ${f.distance} from ${the(f.winner)}.`
          : change === "still"
            ? `At τ = ${f.tau} the output is ${f.distance} from ${the(f.winner)}, and there it stands still.`
            : `One path, walked by the slider. At τ = ${f.tau} the output is ${f.distance} from ${the(f.winner)}; hotter means ${change} ${ofFeature(name)}.`,
    hardLimit: "τ → 0",
    meanOfAll: "mean of all",
    unshown: "These items have no values, so there is no output to show.",
    covariance: {
      less: (name: string) =>
        `Hotter moves the answer away from whatever goes with a high score: here, ${feature(name)}.`,
      more: (name: string) =>
        `Hotter moves the answer towards whatever goes with a low score: here, ${feature(name)}.`,
      still: "No feature goes with the score here: hotter or colder, the answer stays.",
      limit: "At a limit there is no next temperature: the slope is 0.",
    },
    arrowScale: "arrows: τ · do/dτ",
    now: "now",
  },

  distance: {
    heading: "Hotter is not always farther",
    grows: (end: string) =>
      `Weight only ever leaves the winner as τ rises, and here the output moves away with it, to ${end} as τ → ∞. That need not be so.`,
    falls: (from: string, to: string, high: string, low: string) =>
      `Weight only ever leaves the winner as τ rises, and yet from τ = ${from} to τ = ${to} the distance here falls, from ${high} to ${low}: what has gone one way is met by what goes the other.`,
    flat: "Here the output is the same at every temperature.",
    open: "Open an example where it comes back",
    back: "Back to the numbers before",
    label: (now: string) =>
      `Distance between soft and hard output at every temperature, now ${now}`,
  },

  about: {
    heading: "What the temperature does",
    sentences: [
      marked`Softmax looks at *α*/*τ*, so the temperature says how large a difference between scores has to be to count. Halving *τ* is the same as doubling every score.`,
      marked`As *τ* → 0 only the best score counts, and softmax becomes the argmax; where several tie, it shares the weight equally among them instead of picking the first. As *τ* → ∞ no difference counts, and everyone gets 1/*n*. Both ends are limits: the slider reaches them, but they lie off its axis.`,
      marked`Between them the entropy rises from log *k* (*k* items tie for the best) to log *n*. LSE stays within *τ* log *n* of the maximum it stands in for, and the total variation, the weight that has left the winner, within bounds that follow from *n*, *k* and the gap *Δ* between the best score and the next.`,
    ],
  },
};
