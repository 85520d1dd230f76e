import type { Estimator } from "../../../core/core.ts";
import { type Marked, marked } from "../../marked.ts";
import { the } from "./names.ts";

const updates = (k: string): string => (k === "1" ? "1 update" : `${k} updates`);

export const gradient = {
  train: {
    heading: (target: string) => `Train it to find ${the(target)}`,
    sentence: (target: string) =>
      `Every panel starts from the same query and follows its own gradient towards ${the(target)}. What only looks at the pick stays where it is, whatever the step size: its gradient is 0 wherever one object wins.`,
    region: "Training: seven estimators side by side",
    show: "Estimators",
    estimators: {
      hard: "hard",
      "soft-mse": "soft, squared error",
      "soft-ce": "soft, cross-entropy",
      "straight-through": "straight-through",
      "expected-hard": "expected hard",
      reinforce: "REINFORCE",
      "gumbel-softmax": "Gumbel-softmax",
    } satisfies Record<Estimator, string>,
    short: {
      hard: "hard",
      "soft-mse": "squared error",
      "soft-ce": "cross-entropy",
      "straight-through": "straight-through",
      "expected-hard": "expected hard",
      reinforce: "REINFORCE",
      "gumbel-softmax": "Gumbel-softmax",
    } satisfies Record<Estimator, string>,
    slopeOf: "slope of",
    exact: "exact",
    sampled: "the same, sampled",
    blend: "sampled blend,",
    weightOf: (target: string) => `p(${target})`,
    loss: "loss",
    start: "start",
    pickRight: "pick right from",
    overHalf: "over ½ from",
    now: "here",
    still: {
      always: "The query never moves.",
      after: (k: string) => `The query stops after ${updates(k)}.`,
      never: "The query moves to the end.",
    },
    never: "never",
    squares:
      "Squares look at single objects. Hard has only the slope of its pick, which is 0; the other squares move all the same: straight-through and expected hard take the slope of the weights p, REINFORCE estimates it from draws.",
    end: marked`How it ends: where some query gives the target nearly all the weight, the losses of squared error, cross-entropy and expected hard come to 0 only as that weight goes to 1, and then the price ‖*o* − *h*‖ goes to 0 with them, ever more slowly; so it does on average with REINFORCE and Gumbel-softmax. Hard never moves, and straight-through stops at the right pick with weight still spread: their price stays. A query that was trained soft may be used hard from the update on at which its pick is right.`,
    from: (k: string) => `${k}`,
    updatesAxis: "updates",
    glossary: "What each of them does",
    glossaryOf: {
      hard: marked`The loss of the pick. Its slope is 0 wherever one object wins.`,
      "soft-mse": marked`The squared error of the soft mean, the way gradients are usually taken.`,
      "soft-ce": marked`Raises the weight of the target itself: the loss is −log *p*^{*}.`,
      "straight-through": marked`The loss of the pick, but back through softmax, as if the pick were *p*. Once the pick is right, *h* is *x*^{*}: loss and slope are 0, and it stops, however much weight lies elsewhere.`,
      "expected-hard": marked`The mean loss if one object is drawn by its weight; exact, over all objects.`,
      reinforce: marked`The slope of that same mean, estimated from drawn objects: right on average, noisy each time.`,
      "gumbel-softmax": marked`Gumbel noise on the scores, then a softmax: a random blend. The smaller *λ*, the closer to one drawn object.`,
    } satisfies Record<Estimator, Marked>,
    glossaryLooks:
      "What the loss is taken of: a square where it is single objects, a disc where it is a blend.",
    to: (a: string, b: string) => `${a} to ${b}`,
    overflow: "The query ran away: its scores overflow. Take a smaller step size.",
    waiting: "being computed",
    large:
      "With so many numbers REINFORCE and Gumbel-softmax are left out: their runs would halt the page.",
    looksAt: "looks at",
    hardPick: "hard pick",
    softMean: "soft mean",
    seedsNote: (first: string, last: string) =>
      `Eight runs each of REINFORCE and Gumbel-softmax, seeds ${first} to ${last}; numbers are the least and the greatest of them, their loss is that of the state, not of the noisy draw.`,
    state: (at: string, weight: string, loss: string) =>
      `After ${updates(at)}: ${weight}, loss ${loss}.`,
    weightIs: (target: string, weight: string) => `p(${target}) is ${weight}`,
    hardStays: (at: string) =>
      `Hard: the query after ${updates(at)} is the query of the start, bit for bit.`,
    limit:
      "At τ = 0 and τ = ∞ softmax has no slope to train with. Choose a temperature in between.",
    shape:
      "Training uses the dot score on the values, and this query has another length than they have.",
    far: "Eight times this start is more than a floating-point number holds: take a shorter one.",
    dot: "Training uses the dot score on the values, whatever the score and the keys of the scene; staircase and Jacobian below use the scene’s own.",
    negative: marked`In this scene the start is −*q*, the opposite of the query.`,
    atZero: "The query is 0, and so is the start: there is no line to walk on.",
  },
  controls: {
    previous: "One update back",
    next: "One update on",
    play: "Play the training",
    pause: "Pause",
    update: (at: string, of: string) => `Update ${at} of ${of}`,
    scrub: "Update",
    saturate: (by: string) => marked`Start saturated, *q*_{0} × ${by}`,
    remedy: (tau: string, eta: string) => `Remedy: τ = ${tau}, η = ${eta}`,
    undoRemedy: (tau: string, eta: string) => `Back to τ = ${tau}, η = ${eta}`,
    eta: "Step size",
    lambda: "Gumbel",
    seed: "Seed",
    wrong: (typed: string) => `“${typed}” does not do here. The last number is kept.`,
  },
  slope: {
    heading: "A staircase has no slope to follow",
    sentence: (target: string, hard: string, soft: string) =>
      marked`The loss along one line of queries (*x*^{*} is ${the(target)}): the hard pick ${hard}, the soft mean ${soft}. Drag the point.`,
    hardJumps: "only jumps",
    hardSame: "never changes here",
    softMoves: "changes smoothly",
    softJumps: "jumps with it at τ = 0",
    softFlat: "does not move here",
    end: "of the Derive view",
    handle: (kind: string) => `Query on the line, ${kind}`,
    place: (s: string, pick: string) => `${s} of the way, the pick is ${the(pick)}`,
    hardSlope: "slope 0",
    hardNote: "on every tread; none at the jumps",
    tied: "no slope: a tie",
    softSlope: (slope: string) => `slope ${slope}`,
    noSlope: "no slope in this limit",
    lostSlope: "its slope is past what floating-point numbers hold",
    difference: (value: string) => `difference quotient ${value}`,
    describedHard: (loss: string, pick: string, jumps: string) =>
      `Hard loss ${loss}, the pick is ${the(pick)}. On the line the pick changes ${jumps === "1" ? "once" : `${jumps} times`}; between the changes the slope is 0.`,
    describedSoft: (loss: string, slope: string) => `Soft loss ${loss}; ${slope}.`,
    fromHere: "Train from this query",
    ownStart: "Back to the scene’s start",
    unanswered: "Somewhere on this line the scores have no answer.",
  },
  jacobian: {
    at: "at",
    here: "this query",
    hardZeros: (count: string) => (count === "1" ? "1 zero" : `${count} zeros`),
    hardTie: "undefined at a tie",
    soft: "symmetric, every row sums to 0",
    hardNote: (target: string) =>
      `The gradient is 0 wherever one object wins, and at a tie there is none. Nothing says that ${the(target)} was nearly picked.`,
    tieNote: "At a tie the pick jumps: here argmax has no derivative at all.",
    sum: "row sum Σ",
    part: (shown: string, of: string) =>
      `The ${shown} heaviest of ${of} items; sums run over all of them.`,
    rowSums: "largest row sum",
    asymmetry: "largest difference",
    oneHot: (norm: string) => `Where p is one-hot (τ → 0) it vanishes: ${norm}.`,
    largeOutputs: "With so many numbers the difference quotients of ∂o/∂q are left out.",
    tooLarge: "The Jacobian of so many items is not computed.",
    outputs: "by the formula, and below it by differences",
    outputsNote:
      "The formula is exact to rounding; the quotient moves each component of the query by 2⁻¹³ both ways.",
    hardQuotient: "The same quotient of the hard output h is 0 in every cell.",
    hardAstride: "The same quotient of the hard output h is not 0 here: the step jumps a boundary.",
    partOutputs: (rows: string, columns: string) =>
      `The first ${rows} components of o and ${columns} of q.`,
    tableHard: "Jacobian of one-hot of argmax",
    tableSoft: "Jacobian of softmax",
    tableOutputs: "Derivative of the soft output in the query",
    cell: (row: string, column: string, value: string) => `${row}, ${column}: ${value}`,
  },
  trails: {
    heading: "Where each query goes",
    sentence: (winner: string, scale: string, sampled: boolean) =>
      marked`The start points at ${the(winner)}. Trails of *q*, drawn at ${scale}, dots for the first five updates${sampled ? "; thin, one run each of the two sampled estimators" : ""}.`,
    target: "the target",
    stays: "hard stays",
    stuck: (from: string) => `stuck from ${from}`,
    beyond: (name: string, x: string, y: string) => `${name}: out to (${x}, ${y})`,
    label: "The queries in the plane of two features",
    described: (name: string, x: string, y: string) => `${name}: q at (${x}, ${y})`,
  },
  saturation: {
    heading: (target: string) =>
      marked`Updates until *p*(${target}) is over ½, if *q*_{0} is scaled up`,
    squared: "squared error",
    cross: "cross-entropy",
    grows: "grows like",
    remedy: (tau: string, eta: string) => `remedy: τ = ${tau}, η = ${eta}`,
    beyond: (n: string) => `over ${n}`,
    point: (scaling: string, squared: string, cross: string) =>
      `q0 × ${scaling}: ${squared} with squared error, ${cross} with cross-entropy`,
    remedied: (n: string) => `With the remedy, from q0 × 8: ${n}.`,
    note: marked`A saturated softmax is all but one-hot: its Jacobian is nearly 0, and a loss on the output learns nothing. With *q* scaled by *k*, *kτ* and *k*²*η* give the same weights at every update; here *k* is 8.`,
  },
};
