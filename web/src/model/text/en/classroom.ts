import type { Asking } from "../../asking.ts";
import type { Summary } from "../../summary.ts";
import { the } from "./names.ts";

/** At the head of a sentence. */
const The = (name: string): string => the(name).replace(/^the (?=.)/, "The ");

export const classroom = {
  leave: "Open the full page",

  predict: {
    before: (step: string) => `Before ${step}: what do you expect?`,
    expect: "What do you expect?",
    given: {
      scores: () => "score α",
      shifted: () => "α − max",
      exp: (f: Asking) => (f.tau === "1" ? "exp(α − max)" : "exp((α − max)/τ)"),
      normalized: () => "after dividing",
      weights: () => "weight p",
      feature: (f: Asking) => f.feature,
    },
    questions: {
      S2: {
        ask: () => "Hard attention returns one object. Which?",
        why: (f: Asking) =>
          f.answered === ""
            ? "Argmax takes the largest score."
            : `Argmax takes the largest score. ${f.answered} was chosen; compare it with the others.`,
      },
      S3: {
        ask: (f: Asking) =>
          `The choice is written as a one-hot: ${f.count} numbers, one for each object. How many of them are 0?`,
        why: (f: Asking) => `There are ${f.count} objects, and a one-hot has a single 1.`,
      },
      S4: {
        ask: (f: Asking) =>
          `The largest score is taken from every score. What is left for ${the(f.item)}?`,
        why: (f: Asking) => `Take the largest, ${f.max}, from ${f.from}: mind the sign.`,
      },
      S5: {
        ask: (f: Asking) =>
          `Every number goes through exp${f.tau === "1" ? "" : `, divided by τ = ${f.tau} first`}. What becomes of ${f.from}, the number of ${the(f.item)}? A guess within 0.1 will do.`,
        why: () =>
          "exp(0) is 1; with every unit below 0 it falls to a little over a third, and never reaches 0.",
      },
      S6: {
        ask: (f: Asking) =>
          `All numbers are divided by their sum, ${f.sum}. What becomes of the ${f.from} of ${the(f.winner)}?`,
        why: (f: Asking) => `Divide ${f.from} by ${f.sum}.`,
      },
      S7: {
        ask: (f: Asking) =>
          `The selector goes, and these numbers become the weights. Until now ${the(f.winner)} had all of the weight, 1. How much of it goes to the others?`,
        why: (f: Asking) => `${The(f.winner)} keeps ${f.from}. The rest of the 1 goes away.`,
      },
      S7a: {
        ask: () => "The selector goes before anything is divided. Does the output move?",
        why: () => "It stays only where nothing is added to it: look for numbers that are not 0.",
      },
      S7b: {
        ask: (f: Asking) =>
          `Now all is divided by the sum, ${f.sum}. Hard attention gave ${the(f.winner)} the weight 1. How much of it goes to the others?`,
        why: (f: Asking) =>
          `What ${the(f.winner)} keeps is its number divided by ${f.sum}. The rest of the 1 goes away.`,
      },
      S8: {
        ask: () => "These numbers get a name: softmax. How many of them change?",
        why: () => "A name is given; nothing is computed.",
      },
      S9: {
        ask: (f: Asking) =>
          `Each object gives its values by its weight. How much “${f.feature}” comes from ${the(f.winner)}?`,
        why: (f: Asking) => `Multiply its weight, ${f.from}, by its value, ${f.value}.`,
      },
      cold: {
        ask: (f: Asking) =>
          `The temperature falls towards 0. Which weight does ${the(f.winner)} tend to?`,
        why: () =>
          "The smaller τ, the more a lead counts: in the end the winners share everything.",
      },
      hot: {
        ask: (f: Asking) =>
          `The temperature grows without bound. Which weight does ${the(f.winner)} tend to?`,
        why: (f: Asking) =>
          `Divided by a huge τ all scores are alike: ${f.attended} objects share the 1.`,
      },
      warmer: {
        ask: (f: Asking) =>
          `The temperature is doubled, from τ = ${f.tau}. What does the weight of ${the(f.winner)} do?`,
        why: () => "Halved scores lie closer together, and so do the weights.",
      },
      hair: {
        ask: () => "The query is turned by a hair. Does the output of hard attention move?",
        why: () => "Only where two objects tie for the largest score can a hair change the choice.",
      },
      rival: {
        ask: (f: Asking) =>
          `The score of ${the(f.item)} rises a little, the others stay. Under softmax, what does the weight of ${the(f.winner)} do?`,
        why: () => "All weights together stay 1: what one gains the others give.",
      },
      slope: {
        ask: (f: Asking) =>
          `The score of ${the(f.winner)} rises. How fast does its weight p grow with it? (The slope${f.tau === "1" ? "" : `, at τ = ${f.tau}`}.)`,
        why: (f: Asking) =>
          `The slope is p (1 − p)${f.tau === "1" ? "" : `/${f.tau}`}, with p = ${f.from}.`,
      },
      shift: {
        ask: () => "1 is added to every score. How many weights of softmax change?",
        why: () => "Every exp grows by the same factor, and so does their sum.",
      },
      zeros: {
        ask: () => "Sparsemax may give a weight of exactly 0. To how many objects does it here?",
        why: () =>
          "It lowers all scores by the same amount, until what is above 0 sums to 1. The rest is 0.",
      },
      removed: {
        ask: (f: Asking) =>
          `${The(f.winner)} is taken out. How many ratios of softmax’s weights among the others change?`,
        why: () =>
          "A ratio of two weights is exp of the difference of their two scores: no third is in it.",
      },
    },
    choices: {
      moves: "it moves",
      stays: "it stays",
      some: "some",
      none: "none",
      grows: "it grows",
      shrinks: "it shrinks",
      same: "it stays the same",
    },
    choose: "choose …",
    answer: "Your answer",
    check: "Check",
    show: "Show me",
    back: "Back",
    go: "Go on",
    noAnswer: "Answer first: a number such as 0.25, 25 % or 1/4, or one of the choices.",
    right: "Right.",
    named: (item: string) => the(item),
    wrong: "Not quite; try once more.",
    shown: (answer: string) => `The answer: ${answer}.`,
    score: (right: number, all: number) => `${right} of ${all} right at the first try`,
    result: {
      code: "Your code:",
      name: "Your name, if it is asked for",
      line: "A line to hand in",
      link: "Or a link",
      copy: "Copy",
      copied: "Copied",
      selected: "Selected: copy it with Ctrl+C or ⌘C.",
      picture: "The link as a QR code",
      note: "Nothing is sent. The code says which questions were right at which try, on which numbers, and, by a number drawn at random, that it is no one else’s. A name is in the line and in the link, if you type one.",
    },
  },

  results: {
    title: "Results of a class",
    about:
      "Paste what students hand in: codes, lines or links, one or many at once, with names before them or without. Nothing is sent; the address of this page holds the table.",
    paste: "Codes, lines or links",
    read: "Read",
    said: (read: number, again: number) =>
      again === 0 ? `${read} new.` : `${read} new; ${again} came again.`,
    damaged: "No code; a sign is wrong, missing or too many. Put right what is left in the field:",
    without: "Nothing like a code is in:",
    shared: "Handed in under more than one name:",
    none: "No results yet.",
    note: "1: right at the first try; 2: at the second; 0: the answer was told; –: not asked. The same sign under “numbers” means the same numbers.",
    columns: {
      name: "name",
      code: "code",
      set: "questions",
      numbers: "numbers",
      first: "first try",
      second: "second",
      told: "told",
    },
    sets: {
      chain: "The chain",
      halves: "The chain, S7 in two halves",
      temperature: "Temperature",
      gradient: "Gradient",
      normalizers: "Normalisers",
    },
    short: {
      S2: "S2",
      S3: "S3",
      S4: "S4",
      S5: "S5",
      S6: "S6",
      S7: "S7",
      S7a: "S7a",
      S7b: "S7b",
      S8: "S8",
      S9: "S9",
      cold: "cold",
      hot: "hot",
      warmer: "warmer",
      hair: "by a hair",
      rival: "rival",
      slope: "slope",
      shift: "shift",
      zeros: "zeros",
      removed: "one out",
    } as Readonly<Record<string, string>>,
    rightOf: (all: number) => `right at the first try, of ${all}`,
    csv: "Download as CSV",
    clear: "Empty the table",
    remove: (who: string) => `Remove: ${who}`,
  },

  present: {
    label: "Presentation",
    keys: [
      ["→ Space PageDown", "on"],
      ["← PageUp", "back"],
      ["Home End", "first and last screen"],
      ["A", "a question; on: its answer"],
      ["B or .", "black"],
      ["Q", "code and address of this"],
      ["F", "full screen"],
      ["?", "these keys"],
      ["Esc", "leave"],
    ] as ReadonlyArray<readonly [string, string]>,
    /** Where not all objects are drawn. */
    ofAll: (drawn: number, all: number) => `Drawn are the best ${drawn} of ${all}.`,
    black: "Black screen",
    code: "This very picture, on your own device",
    noAddress: "This file has no public address yet: give it one under “Share”.",
    noCode: "The link is too long for a code.",
    say: {
      S1: (f: Summary) =>
        `Every object gets a score: how well it fits the query. The highest is ${f.max}.`,
      S2: (f: Summary) => `Hard attention returns the best object, whole: ${the(f.winner)}.`,
      S3: (f: Summary) => `The same choice as weights: 1 for ${the(f.winner)}, 0 for all others.`,
      S4: () => "The largest score is taken from all. The order stays, and so does the choice.",
      S5: (f: Summary) => `exp keeps the order. All are above 0 now; their sum is ${f.sum}.`,
      S6: (f: Summary) =>
        `Divided by ${f.sum} they sum to 1. The selector still picks ${the(f.winner)}.`,
      S7: (f: Summary) =>
        f.unmoved
          ? "The answer stays where it was."
          : `The answer moves by ${f.distance}. That is the price.`,
      S7a: (f: Summary) => `The selector goes first: the weights sum to ${f.sum}.`,
      S7b: (f: Summary) =>
        `Divided by ${f.sum}: a mean of the objects, ${f.distance} from ${the(f.winner)}.`,
      S8: () => "These weights have a name: softmax. Nothing moves.",
      S9: (f: Summary) =>
        f.unmoved
          ? "Every object gives its share. Here they add up to the hard answer."
          : `Every object gives its share. They add up to the soft answer, ${f.distance} from ${the(f.winner)}.`,
    },
    strike: (f: Summary) =>
      `Until here ${the(f.winner)} has all of the weight. Now the selector goes.`,
    river: (f: Summary) => `${f.totalVariation} of the 1 leaves ${the(f.winner)}.`,
    temperature: (tau: string) => `Temperature τ = ${tau}`,
    atTemperature: (f: Summary) =>
      f.limit === "cold"
        ? "Cold: softmax is argmax."
        : f.limit === "hot"
          ? "Hot: all objects weigh the same."
          : `${f.totalVariation} of the 1 is not with ${the(f.winner)}; the answer is ${f.distance} away from it.`,
    slopes: "A staircase has no slope to follow",
    slopesSaid: "A flat tread says nothing about which way to turn. A slope does.",
    noLosses: "These numbers have no line of losses.",
    slope: (slope: string) => `slope ${slope}`,
    slopeNote: { hard: "on every tread", soft: "at the first query" },
    first: "first query",
    wanted: "wanted query →",
    jacobian: "Softmax: every score moves every weight",
    jacobianSaid:
      "Discs grow, squares shrink with the score of their column. Under argmax every one of these is 0.",
    trained: (updates: number) => `After ${updates} ${updates === 1 ? "update" : "updates"}`,
    trainedSaid: (f: Summary) => `Weight on ${the(f.winner)}: who can learn to find it?`,
    normalizer: (shift: boolean, ratio: boolean) =>
      `${shift ? "Shifting all scores changes the weights" : "Shifting all scores changes nothing"}; ${
        ratio ? "a third object changes the ratio of two." : "a ratio of two depends on no third."
      }`,
    maps: { hard: "Every object asks: hard", soft: "Every object asks: soft" },
    mapsSaid: {
      hard: "One row a query: all of its weight on one object.",
      soft: "One row a query: every object has a share, and each row sums to 1.",
    },
    noMaps: "Here queries and objects are of different spaces: they cannot change places.",
  },

  worksheet: {
    title: "From argmax to softmax, by hand",
    name: "Name",
    date: "Date",
    print: "Print",
    about: "Questions on one side, the answer key on another. Fits A4 and US Letter.",
    aboutBlank: "Fits A4 and US Letter.",
    blank: "For students, without the key",
    sets: "Different sheets",
    drawAnew: "Draw others",
    setsNote:
      "0: the query that is set. Else each sheet has a query of its own, and so other numbers.",
    set: (set: number, seed: number) => `sheet ${set}, seed ${seed}`,
    given: "Given",
    givenText:
      "Objects with their features, and a query q. Fill in the empty boxes from top to bottom; four decimals are enough.",
    values: "Each object’s features: its values x",
    keys: "Each object’s key k",
    query: "query",
    temperature: "temperature",
    masked: "not attended to",
    score: (name: string) => `Score: ${name},`,
    parameters: "Parameters",
    table: "Step by step",
    fill: {
      S1: () => "each object’s score",
      S3: () => "1 for the winner, else 0",
      S4: () => "score minus the largest",
      S5: (tau: boolean): string => (tau ? "row above, over τ, in exp" : "exp of the row above"),
      S6: () => "row above, over its sum",
    },
    of: { max: "largest:", sum: "sum:" },
    winner: "S2. Ring the largest score. Hard attention returns",
    output: "The two answers, feature by feature",
    hard: "S2. hard, h",
    hardFill: "copy the winner’s features",
    soft: "S9. soft, o",
    softFill: "add up S6 × feature, over all objects",
    distance: "Distance between the two: root of the sum of squared differences,",
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
