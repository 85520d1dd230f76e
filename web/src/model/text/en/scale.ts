import { marked } from "../../marked.ts";
import { type Word, word } from "../word.ts";

/** A word in the middle of a sentence of ours. */
const quoted = (name: string): string => `“${name}”`;
const nth = (name: string): string => (/^\d+$/.test(name) ? `token ${name}` : quoted(name));

export const scale = {
  /** The preset sentence. Languages have what they have: only English has articles and a copula. */
  words: [
    word("The", { small: 1 }, { thing: 8, alive: 4 }),
    word("animal", { thing: 1, alive: 1 }, { action: 8, quality: 4 }),
    word("did", { action: 0.5, small: 0.5 }, { action: 8 }),
    word("not", { not: 1, small: 0.5 }, { action: 8 }),
    word("cross", { action: 1 }, { place: 8, alive: 6, thing: 2 }),
    word("the", { small: 1 }, { thing: 8, place: 4 }),
    word("street", { thing: 1, place: 1 }, { action: 8 }),
    word("because", { small: 1 }, { quality: 8 }),
    word("it", { pronoun: 1 }, { alive: 8, thing: 6 }),
    word("was", { action: 0.5, small: 0.5 }, { quality: 8, pronoun: 6 }),
    word("tired", { quality: 1, alive: 0.5 }, { pronoun: 10, alive: 8 }),
  ] as readonly Word[],
  source: "Tokens",
  sources: {
    sentence: "a sentence",
    own: (scene: string): string => `from Derive: ${scene}`,
    pasted: "your own Q, K, V or weights",
    random: "random",
  },
  head: "Head",
  /** Each head: its tab, and what is seen there. */
  heads: [
    {
      name: "who is meant",
      about:
        "Each word asks for what it needs: “it” for a living thing, “the” for its noun, “because” for a reason.",
      causal:
        "“it” still finds the animal, which stands before it. What a word needs and what only comes later, as the reason for “because”, is not there for it.",
    },
    {
      name: "the word before",
      about:
        "Keys are places, and each query is the place before its own. The first word asks for none: all of its scores are 0, a tie.",
      causal:
        "Keys are places, and each query is the place before its own, which it may look at. The first word has only itself.",
    },
    {
      name: "the same kind",
      about:
        "Query and key are the word’s own features, so like finds like, itself among them. Words with the same features tie.",
      causal:
        "Query and key are the word’s own features, so like finds like, itself among them, as far as it stands no later. Words with the same features tie.",
    },
  ],
  causal: "Causal",
  causalNote: "no token looks at a later one",
  size: "How many",
  seed: "Draw others",

  heading: "Every token asks at once",
  sentence: {
    sentence: (n: string, head: string) =>
      `One row is one derivation: a query, its weights, its output. Here are all ${n} rows together, hard and soft. The vectors are made by hand for this page; no model has learned them. ${head}`,
    own: (n: string, causal: boolean) =>
      `Every one of your ${n} items as the query, and ${causal ? "itself and those before it" : "all of them"} as keys. One row is one derivation; the score is the scaled dot product.`,
    random: (n: string, d: string) =>
      `${n} queries, keys and values of ${d} random numbers each. One row is one derivation.`,
    pasted: (n: string, d: string, causal: boolean) =>
      `Your ${n} queries and keys of ${d} numbers. One row is one derivation; the score is the scaled dot product${causal ? ", and no query looks at a later key" : ""}.`,
    weights: (n: string, causal: boolean) =>
      `The ${n} × ${n} weights that you pasted: soft as they are, hard what their largest would be alone.${causal ? " No query looks at a later key." : ""}`,
  },

  maps: {
    label: "Weights of every query (rows) over every key (columns)",
    hard: "hard",
    hardCaption: "one pick in each row",
    soft: "soft",
    softCaption: "every row sums to 1",
    difference: "soft − hard",
    differenceCaption: "what softmax moves",
    choose: "Which map",
    queries: "queries",
    keys: "keys",
    pick: "the pick",
    ties: (rows: string, n: string) =>
      `tied with it, in ${rows} of ${n} rows: hard takes the first`,
    tied: (pick: string) => `ties with ${pick}, which stands first`,
    area: "area is weight",
    full: (value: string) => `full disc: ${value}`,
    deepest: (value: string) => `deepest: ${value} and more`,
    dot: (cells: string) => `a dot is the largest of ${cells} cells`,
    gained: "gained",
    lost: "lost",
    later: "later: not looked at",
    zoomIn: "Zoom in",
    zoomOut: "Zoom out",
    zoomAll: "The whole",
    window: (rows: string, columns: string) => `Rows ${rows}, columns ${columns}`,
    keysHelp:
      "Arrow keys move over the cells, Enter opens the row as a derivation, plus and minus zoom, 0 shows the whole.",
    cell: (query: string, key: string) => `${query} → ${key}`,
    hardCell: (value: string) => `hard ${value}`,
    softCell: (value: string) => `soft ${value}`,
    differenceCell: (value: string) => `difference ${value}`,
    masked: "later than the query: masked",
    cells: (rows: string, columns: string) => `queries ${rows}, keys ${columns}`,
    largest: (value: string) => `largest weight ${value}`,
    range: (from: string, to: string) => `${from}–${to}`,
    described: (cell: string, soft: string, hard: string) =>
      `${cell}: soft weight ${soft}, hard weight ${hard}.`,
  },

  totals: {
    label: "All rows",
    mean: "weight that leaves the pick, mean",
    max: "largest total variation",
    entropy: "mean entropy",
  },

  row: {
    heading: (name: string) => (/^\d+$/.test(name) ? `Token ${name} asks` : `${quoted(name)} asks`),
    sentence: (pick: string, weight: string, rest: string) =>
      `Hard attention takes ${nth(pick)} alone. Softmax gives it ${weight} and shares out the other ${rest}.`,
    alone: "There is only itself to look at: hard and soft agree.",
    tie: (count: string, pick: string, weight: string) =>
      `${count} keys tie for the best score: softmax gives each of them ${weight}, hard attention takes the first, ${nth(pick)}.`,
    top: (shown: string, n: string) => `The ${shown} largest of ${n} weights`,
    open: "Open as a derivation",
    tooMany: (most: string) =>
      `A derivation shows at most ${most} items: choose fewer tokens to open a row.`,
    waiting: "This row is being worked out.",
    choose: "Row",
  },

  cost: {
    heading: "What it costs",
    sentence:
      "Measured here, now: a dot for each run, hollow where one core did it alone. Time grows with n², as every query meets every key. Memory grows with n, beside what the engine takes for itself.",
    time: "Time",
    memory: "Memory",
    square: "n²",
    matrix: "all n² scores in float32",
    arrays: "Q, K, V, output: n",
    used: (bytes: string) => `used ${bytes}`,
    needed: (bytes: string) => `the scores alone would need ${bytes}`,
    measure: "Measure 256 to 8192",
    none: "No run yet: choose random tokens, or measure.",
    cores: (count: string) => (count === "1" ? "1 core" : `${count} cores`),
    run: (n: string, cores: string, time: string, bytes: string) =>
      `n = ${n}, ${cores}: ${time}, ${bytes}`,
    apart: (count: string) =>
      `Worked out in ${count === "1" ? "a worker" : `${count} workers`}, apart from this page.`,
    here: "This page may not have a worker, so it works in short slices between its other work: slower, and still without standing still.",
    working: (n: string, percent: string, cores: string) => `n = ${n}, ${cores}: ${percent}`,
    left: (time: string) => `about ${time} left`,
    cancel: "Cancel",
    cancelled: "Cancelled.",
    again: "Run again",
    failed: "That could not be worked out.",
    progress: "Progress",
    tokens: "tokens n",
  },

  pasted: {
    change: "The numbers",
    intro: (n: string, d: string) =>
      `Paste Q and K, with V if you have it, or the weights of a model: a row per token, names in the first column or row if you like. At most ${n} tokens of ${d} numbers, and ${d} × ${d} weights: so much goes along in the link. NumPy, PyTorch, CSV, JSON and others; nothing leaves your browser.`,
    matrices: {
      queries: "Q, n × d",
      tokenKeys: "K, n × d",
      tokenValues: "V, n × any",
      attention: "or the weights, n × n",
    },
    show: "Show these",
    reads: (rows: string, columns: string) => `Reads as ${rows} × ${columns}.`,
    letters: {
      queries: "Q",
      tokenKeys: "K",
      tokenValues: "V",
      attention: "The matrix of weights",
    },
    fault: {
      pair: (what: string) => `${what} is missing: a score needs a query and a key.`,
      width: "Q and K must have the same number of columns.",
      rows: (what: string) => `${what} must have a row for each token, as the others have.`,
      square: "Weights need as many columns as rows: a row per query, a column per key.",
      negative: (row: string, column: string) =>
        `Row ${row}, column ${column}: a weight is never below 0.`,
      sum: (row: string, sum: string) =>
        `Row ${row} sums to ${sum}, and weights sum to 1. Scores that no softmax has seen yet are no weights.`,
    },
    fromSum: "largest change that makes each row sum to 1",
    fromScores: "furthest from softmax(QKᵀ/√d) of your Q and K",
    missing:
      "Weights alone say who is looked at, not what comes out: without V there is no output, and so no distance between the hard and the soft one; without Q and K no scores.",
    noDerivation:
      "Weights have no scores of their own: a row opens as a derivation where Q, K and V are pasted, without weights.",
    noValues: "Without V there is no output to derive: paste V too to open a row.",
  },

  units: {
    milliseconds: (value: string) => `${value} ms`,
    seconds: (value: string) => `${value} s`,
    bytes: ["B", "kB", "MB", "GB"] as readonly string[],
  },

  features: ["thing", "alive", "place", "action", "quality", "pronoun", "not", "small word"],

  about: {
    heading: "The same softmax, many times",
    sentences: [
      marked`Attention in a transformer is the derivation of this page for every token at once: *α*_{ij} = *q*_{i} · *k*_{j}/√*d*, a softmax along each row, and the mean of the values with these weights. Hard attention lights one cell in each row; softmax spreads the same 1 along it.`,
      marked`The *n* × *n* weights are never kept. Each query goes through the keys once, carrying the largest score so far, the sum of exponentials and the mean so far; when a larger score comes, both are scaled to it. It is the shift by the maximum of step S4, done again and again: O(*n* · *d*) memory, and the same softmax. The pictures are worked out afterwards, only as fine as the screen.`,
      marked`Causal means that no token looks at a later one: such scores count as −∞, their weights are exactly 0, and each row shares its 1 among what is left.`,
      marked`Here all numbers are float32, and the sentence’s vectors are made by hand. A row that is pointed at or opened is worked out again in float64.`,
    ],
  },
};
