import type { Score } from "../../../core/core.ts";
import type { Summary } from "../../summary.ts";
import { count, list, the } from "./names.ts";

const Count = (n: number): string => count(n).replace(/^./, (c) => c.toUpperCase());
/** Those that share the weight, where there are few enough to be named. */
const sharers = (f: Summary, most: number): string | null => {
  const names = f.shares.filter(({ percent }) => percent > 0).map(({ name }) => name);
  return names.length > most ? null : list(names);
};
const shares = (f: Summary): string =>
  f.equalShares !== null
    ? `${sharers(f, 4) ?? `${count(f.equalShares)} objects`}, 1/${f.equalShares} each`
    : f.shares
        .filter(({ percent }) => percent > 0)
        .slice(0, 8)
        .map(({ name, percent }) => `${percent}\u202f% ${name}`)
        .join(", ");

export const figure = {
  title: "From argmax to softmax",
  viewsLabel: "Views",
  views: {
    derive: "Derive",
    temperature: "Temperature",
    gradient: "Gradient",
    normalizers: "Normalisers",
    scale: "Scale",
  },
  present: "Present",
  share: "Share",
  /** What is said, with the reason, where a part of the page could not be loaded. */
  missing: "This part could not be loaded:",
  tryAgain: "Try again",
  fullPage: "Open the full page",
  themeSwitch: { auto: "Colours: as your system", light: "Colours: light", dark: "Colours: dark" },
  hard: "hard",
  soft: "soft",
  hardOutput: "hard output",
  softOutput: "soft output",
  current: "current",
  isCurrent: "= current",
  query: "query",
  drawnAt: (scale: string) => `drawn at ${scale}`,
  convexHull: "convex hull",
  hullIs: "where every mean of the objects lies",
  theArticle: "The article",
  colon: ": ",
  comma: ", ",
  /** Between sentences. */
  space: " ",

  controls: {
    previous: "Previous step",
    next: "Next step",
    nextShort: "Next",
    play: "Play all steps",
    pause: "Pause",
    position: (step: string, of: number) => `Step ${step} of ${of}`,
    split: "as two half-steps, S7a and S7b",
    unsplit: "as one step, S7",
    splitShort: "S7a and S7b",
    unsplitShort: "S7",
    scene: "Scene",
    score: "Score",
    temperature: "Temperature",
    article: "the article’s line",
    lost: "Lose the apple",
    queryValue: (feature: string) => `query, ${feature}`,
    queryArrow: "Query arrow: drag it, or use the arrow keys, with Shift for larger steps",
    moveItem: (name: string) =>
      `${name}: drag it, or use the arrow keys, with Shift for larger steps`,
    notANumber: (typed: string) =>
      `“${typed}” is not a number yet; the picture keeps the last one.`,
    notATemperature: (typed: string) =>
      `“${typed}” is no temperature: τ is a number from 0 to ∞. The picture keeps the last one.`,
  },

  scenes: {
    apple: {
      note: "The query asks for something red, round, sweet and not big. Each score adds up how well an object agrees.",
      name: "find the apple",
      short: ["apple", "tomato", "ball", "orange", "banana", "engine"],
    },
    plane: {
      note: "Five points. Drag the arrow, or the points themselves.",
      name: "points in the plane",
    },
    tie: {
      note: "A and B share the highest score. argmax is then a set, and which of the two is returned is a convention. As τ → 0, softmax gives each of them one half.",
      name: "a tie",
    },
    overflow: {
      note: "Scores near 1000: without subtracting the maximum, their exponentials are too large for a floating-point number.",
      name: "overflow",
    },
    "false-tie": {
      note: "B is ahead of A by 2⁻⁵⁴. In float64 both exponentials come out as 1: the winner must be taken from the scores themselves.",
      name: "a false tie",
    },
    journey: {
      note: "From S. Raschka, Build a Large Language Model (From Scratch), chapter 3: the words of “Your journey starts with one step” as vectors, and “journey” as the query. The book prints the same weights, 0.2379 for “journey” itself, and the same context vector.",
      name: "“journey”",
    },
    "self-attention": {
      note: "From R. Karim, Illustrated: Self-Attention, the first input’s query. Keys and values differ. The scores are 2, 4, 4: a tie, and the weights 0, ½, ½ that he rounds to are exactly the limit τ → 0.",
      name: "self-attention",
    },
    custom: {
      note: "Your numbers stay in your browser, and in the link that you share.",
      name: "your own numbers",
    },
  },

  scores: {
    dot: "dot product",
    scaled: "scaled dot product",
    bilinear: "bilinear",
    additive: "additive",
    cosine: "cosine",
    gaussian: "Gaussian",
  },

  /** Under the stations of the rail. */
  stations: {
    S1: "score",
    S2: "point at the best",
    S3: "write as one-hot",
    S4: "subtract the max",
    S5: "exponentiate",
    S6: "divide by the sum",
    S7: "drop one-hot ∘ argmax",
    S7a: "drop the selector",
    S7b: "then normalise",
    S8: "call it softmax",
    S9: "take the mean",
  },

  rail: {
    label: "The chain from hard to soft attention",
    title: "Distance from the hard answer",
    subtitle: ", step by step",
    zero: "exactly zero",
    zeroShort: "0, exactly",
    definition: "def",
    approximation: "the only approximation in the chain",
    still: (f: Summary) => `the output has not moved, though ${f.totalVariation} of the weight has`,
    bothZero: "nothing moves: soft is hard here",
    articleWrites: (where: string) => `${where} writes ≈ here.`,
    exactShift: "It is an exact shift.",
    station: (id: string, name: string, relation: string, distance: string) =>
      `${id}, ${name}, ${relation}${distance}`,
    relations: { definition: "a definition", equal: "exactly equal", approx: "an approximation" },
    distanceIs: (distance: string) => `, distance from the hard answer ${distance}`,
  },

  headings: {
    S1: "Score every object",
    S2: "Point at the best",
    S3: "Write pointing as a sum",
    S4: "Subtract the maximum",
    S5: "Exponentiate",
    S6: "Divide by the sum",
    S7: "Drop the selector, keep the numbers",
    S7a: "Drop the selector first",
    S7b: "Then divide by the sum",
    S8: "Call it by its name",
    S9: "Take the mean",
  },

  explain: {
    S1: (f: Summary) =>
      `The query meets every object and leaves one number: how well they match. The highest is ${f.max}, ${
        f.tied.length > 1 ? `shared by ${list(f.tied)}` : the(f.winner)
      }.`,
    S2: (f: Summary) =>
      f.tied.length > 1
        ? `Hard attention returns the object with the highest score. Here ${list(f.tied)} share it: which one is returned is a convention, and we take the first.`
        : f.count === 1
          ? "Hard attention returns the object with the highest score. There is only one to return."
          : `Hard attention returns the best object whole: ${the(f.winner)}, ahead by ${f.gap}. Close that gap and the answer jumps; until then it does not stir.`,
    S3: (f: Summary) =>
      `Pointing is a weighted sum too: weight 1 for ${the(f.winner)}, weight 0 for all others. Only the spelling is new.`,
    S4: (f: Summary) =>
      `Take the same number from every score and the order stays. ${
        f.tied.length > 1 ? `${list(f.tied)} now stand at 0` : "The winner now stands at 0"
      }, the others below.`,
    S5: (f: Summary) =>
      f.limit === "hot"
        ? "exp is increasing, so at every finite τ the winner is still the winner. As τ → ∞ all numbers tend to 1, and the limit no longer tells them apart."
        : `exp is increasing, so the winner is still the winner. ${
            f.tied.length > 1 ? `${list(f.tied)} are now exactly 1` : "Its number is now exactly 1"
          }, as in the one-hot; the others ${
            f.limit === "cold" ? "tend to 0 as τ → 0" : "lie between 0 and 1"
          }.`,
    S6: (f: Summary) =>
      f.limit === "hot"
        ? `Dividing by the sum keeps the order, and the numbers sum to 1. At every finite τ this is an equality; in the limit all ${f.attended} are equal.`
        : `Every number is divided by their sum, ${f.sum}: now they sum to 1. In the exponent that subtracts log-sum-exp, the smooth maximum L, in place of max: ${f.lseMinusMax} more. The winner is the same, so this is still an equality.`,
    S7: (f: Summary) =>
      `Up to here every rewriting had the same winner, so the output never moved. Now the selector one-hot ∘ argmax goes, so that the answer can slide and not only jump: ${
        f.attended === 1
          ? "its one number becomes the weight"
          : f.attended === 2
            ? "both numbers become weights"
            : `all ${count(f.attended)} numbers become weights`
      }.`,
    S7a: (f: Summary) =>
      f.weightMoved
        ? `Back to S5, before anything was divided, and the selector goes there. The winner keeps its 1, but the others add to it: the weights sum to S = ${f.sum}, not to 1.`
        : "Back to S5, before anything was divided, and the selector goes there. Nothing is added to the winner’s 1 here.",
    S7b: (f: Summary) =>
      f.weightMoved
        ? `Dividing by S = ${f.sum} makes the sum 1, so the output is a mean of the objects. The weights are now ${
            f.nearer ? "nearer to the one-hot than u was" : "farther from the one-hot than u was"
          }: that depends on the sum, not on the idea.`
        : "The sum is 1 already: dividing by it changes nothing.",
    S8: () => "These numbers have a name. Nothing moves.",
    S9: (f: Summary) =>
      f.unmoved
        ? "Every object sends its share, and the shares add up to the output. Here it is where the hard one is."
        : `Every object sends its share, and the shares add up to the output: ${f.distance} from ${the(f.winner)}. It is also the expectation of an object drawn from p.`,
  },

  terms: {
    with: "with",
    symbols: "What the symbols mean",
    change: "change the parameters",
    lines: (from: number, to: number) =>
      from === to ? `article, line ${from}` : `article, lines ${from}–${to}`,
    /** Where the article has ≈ and we have =, in its line 6. */
    noLine: "The article has no such line: it drops the selector and normalises at once.",
    exactHere: "The article writes ≈. It is exact: exp and a shift keep the argmax.",
    before: "the line before",
    now: "the line now",
    /** What a step does to the line before, for those who do not see what is struck or picked out. */
    changes: {
      S1: "This is the score function.",
      S2: "New: the object at the index of the largest score.",
      S3: "New: the sum over all objects, with the one-hot of the argmax as weights.",
      S4: "New: minus max α.",
      S5: "New: the exponential.",
      S6: "Removed: max α. New in its place: L.",
      S7: "Removed: one-hot of argmax. What stays: the numbers inside.",
      S7a: "Removed: one-hot of argmax. What stays: the numbers inside.",
      S7b: "New: divided by S.",
      S8: "New: the name softmax for the same numbers.",
      S9: "New: the name p for the same numbers, and the sum as an expectation.",
    },
    theWeights: "the weights",
    max: "max",
    totalVariation: "TV",
    klDivergence: "KL",
    weight: "weight",
    item: (name: string, score: string, weight: string | null) =>
      `${name}: score ${score}${weight === null ? "" : `, weight ${weight}`}`,
    allFeatures: (n: number) => `all ${n} features`,
    mainFeatures: (n: number) => `only the ${count(n)} that moved most`,
    leaves: (f: Summary) => ({ weight: f.totalVariation, where: `leaves ${the(f.winner)}` }),
    joins: (f: Summary) => ({ weight: f.sum, where: "is the sum of the weights" }),
    /** What the two are. */
    measures: [
      "TV, total variation: how much weight has moved. Half the sum of all differences between p and the one-hot.",
      "KL, Kullback–Leibler divergence of p from the one-hot: −log of the weight that the winner keeps.",
    ],
    rounded: "rounded",
    footnote: "* rounded: the last digit may be off",
    /** Under S6, when the half-steps go on from S5. */
    aside: "set aside",
    ledger: "One column per object, one row per quantity",
    quantity: "quantity",
    total: "total",
    share: "share",
  },

  scene: {
    label: "The objects and the query",
    headings: {
      scores: (f: Summary) => `${Count(f.count)} objects, one query`,
      hard: (f: Summary) => `The hard answer is ${the(f.winner)}`,
      soft: "The soft answer is no object at all",
      almostHard: (f: Summary) => `The soft answer is almost ${the(f.winner)}`,
      softIsHard: (f: Summary) => `The soft answer is still ${the(f.winner)}`,
      softIsObject: (name: string) => `The soft answer falls on ${the(name)}`,
      outside: "Not a mean: outside the hull",
      notMean: "Not a mean: the weights exceed 1",
    },
    scores: (score: Score): string => {
      const drag = "Drag the query and watch the scores, and the winner, change.";
      if (score === "gaussian")
        return `The nearer an object is to the query, the higher its score. ${drag}`;
      if (score === "cosine")
        return `The smaller the angle to the query, the higher the score; lengths do not count. ${drag}`;
      if (score === "bilinear" || score === "additive")
        return `The score’s own parameters decide how the query meets an object. ${drag}`;
      return `The query points where relevance grows. ${drag}`;
    },
    hard: (f: Summary) =>
      f.tied.length > 1
        ? `${list(f.tied)} tie; the first stands for them. Their mean is marked.`
        : "One object, whole. The others have no part in it, however close they came.",
    soft: (f: Summary) =>
      f.shares[0]?.percent === 100
        ? `All but a trace of the weight is with ${the(f.winner)}: ${f.distance} away.`
        : `${shares(f)}: a point between things, ${f.distance} from ${the(f.winner)}.`,
    softStill: (f: Summary) =>
      f.weightMoved ? `${shares(f)}: the output has not moved.` : "All the weight is still there.",
    outside: (f: Summary) =>
      `The weights sum to ${f.sum}, so this is no mean of objects: move all of them, and it moves by ${f.sum} times as much.`,
    allFeatures: (n: number) => (n === 2 ? "Both features" : `All ${count(n)} features`),
    showAll: (n: number) => `Show all ${count(n)}`,
    showFewer: "Show fewer",
    byFeature: "by feature",
    difference: "difference",
    axisAcross: "feature across",
    axisUp: "feature upwards",
    tieMean: "mean of the tied",
    keys: "keys",
  },

  takeAway: "Numbers and picture to take away",
  own: "Your own numbers",

  badges: {
    tie: "tie",
    "cold-limit": "limit τ → 0",
    "hot-limit": "limit τ → ∞",
    "infinite-score": "infinite score: the limit",
    "zero-vector": "zero vector: angle undefined, 0 used",
    masked: "masked",
  },

  errors: {
    BadArgument: "One of the numbers does not fit what is asked of it.",
    ShapeMismatch: "The lengths do not match: each key needs as many numbers as the query.",
    Empty: "There are no objects: add one.",
    NotANumber: "A cell is not a number.",
    NotFinite: "An infinite value carries weight: the output would be infinite.",
    NothingToAttend: "Every object is masked: there is nothing to attend to.",
    NotDetermined: "Several scores are infinite: which one wins is not determined.",
    BadTemperature: "The temperature must be 0 or more.",
    ScoreOverflow: "A score is too large for a floating-point number.",
    TooLarge: "That is more than this page can show.",
    OutOfMemory: "The browser has no memory left for this.",
    where: (row: number, column?: number) =>
      column === undefined ? `Row ${row}.` : `Row ${row}, column ${column}.`,
    kept: "The picture shows the last numbers that worked.",
  },

  /** What of a link could not be used. */
};
