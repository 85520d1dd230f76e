import { type Marked, marked } from "../../marked.ts";
import { count, list } from "./names.ts";

const joined = (terms: readonly Marked[]): Marked =>
  terms.reduce((all, term, i) =>
    i === terms.length - 1 ? marked`${all} and ${term}` : marked`${all}, ${term}`,
  );

export const opening = {
  question: "Which of these is what I am looking for?",
  /** What the query asks for and what it does not want, by names that say how something is. */
  wanted: (wants: readonly string[], shuns: readonly string[]): Marked =>
    wants.length + shuns.length === 0
      ? marked`Anything at all.`
      : marked`Something ${joined([
          ...wants.map((name) => marked`*${name}*`),
          ...shuns.map((name) => marked`not *${name}*`),
        ])}.`,
  /** The same of features with any name. */
  wantedMore: (wants: readonly string[], shuns: readonly string[]): Marked => {
    const all = (names: readonly string[]) => joined(names.map((name) => marked`*${name}*`));
    if (wants.length + shuns.length === 0) return marked`Anything at all.`;
    if (shuns.length === 0) return marked`The more ${all(wants)}, the better.`;
    if (wants.length === 0) return marked`The less ${all(shuns)}, the better.`;
    return marked`The more ${all(wants)} and the less ${all(shuns)}, the better.`;
  },
  heightIs: marked`The height is the **score**: how well an object matches the query.`,
  highestIs: marked`Taking the highest is an **argmax**.`,
  both: marked`The height is the score; taking the highest is an **argmax**.`,
  pick: "the pick",
  scores: (names: readonly string[], scores: readonly string[], pick: string): string =>
    `Scores: ${list(names.map((name, i) => `${name} ${scores[i]}`))}. The pick is ${pick}.`,
  turn: marked`**Turn the query.** The pick stays, then jumps. While it stays, nothing tells which way is better.`,
  turnShort: "Turn the query: the pick stays, then jumps.",
  knob: (feature: string) => `query, ${feature}`,
  at: (value: string, pick: string) => `${value}; the pick is ${pick}`,
  treads: (_names: readonly string[], _qualities: boolean) =>
    "how much of it the pick has: treads and jumps",
  treadsShort: "how much the pick has",
  slope: "the same with softmax: a slope everywhere",
  slopeShort: "with softmax: a slope",
  map: (n: number) => `The same ${count(n)} on a map. Drag the arrow: the frame jumps too.`,
  drag: "drag it",
  toLearn:
    "To learn, the jump must become a slope. That is what softmax does, in nine steps, and exactly one of them costs something.",
  walk: "Walk the nine steps",
  orPress: "or press →",
  bridge: "The bridge, in nine steps",
  whole: ["one object,", "whole"],
  blend: (n: number) => ["a blend", n === 2 ? "of both" : `of all ${count(n)}`],
  nothingLost: "nothing is lost on these steps",
  costs: "the one step that costs",
  pace: (times: string) => `Speed of playing: ${times}×`,
  onward: {
    heading: "Where to go from here",
    temperature: "How soft should it be? Turn the temperature.",
    gradient: "Why can the soft answer learn, and the hard one not? Watch both.",
    normalizers: "Why softmax, and not another? Compare twelve.",
  },
};
