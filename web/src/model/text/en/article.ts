import { type Article, sourceArticle } from "../../article.ts";
import { marked } from "../../marked.ts";
import type { Summary } from "../../summary.ts";
import { the } from "./names.ts";

export const article: Article = {
  sections: [
    {
      id: "question",
      heading: "Finding, not mixing",
      blocks: [
        {
          kind: "text",
          text: marked`Attention asks one thing: which of these items matters most to my query? Written down, that is an argmax. Score every item, take the best. Yet what a model computes is a softmax and a weighted mean. Why softmax, when so many functions turn scores into weights? And what has a mean to do with finding?`,
        },
        {
          kind: "text",
          text: marked`In one line: softmax is what *one-hot of argmax* becomes when it is made smooth enough to learn. The weighted mean is the price of that, not its aim. The figure above walks from one to the other in nine steps; below is what each step costs, and which of them costs anything.`,
        },
      ],
    },
    {
      id: "derivation",
      heading: "The nine steps",
      blocks: [
        {
          kind: "text",
          text: marked`Each step makes one change. The number at its end is the distance between what the step returns and the hard answer, with the numbers that stand in the figure now.`,
        },
        { kind: "figure", figure: "steps" },
      ],
    },
    {
      id: "error",
      heading: "Where the error is",
      blocks: [
        {
          kind: "text",
          text: marked`The [article that this page explains](${sourceArticle}) has two ≈ in its chain. The first, where max becomes log-sum-exp, is an equality. Take any constant *c* and any strictly increasing function *φ*: the largest *φ*(*α*_{*i*} − *c*) sits where the largest *α*_{*i*} sits, ties included. Subtracting max, taking exp, subtracting *L* instead: inside an argmax none of it can change the answer.`,
        },
        {
          kind: "text",
          text: (f: Summary) =>
            !f.weightMoved
              ? marked`All of the error is in the second, where *one-hot ∘ argmax* is dropped. With the numbers above even that costs nothing: all the weight stays with ${the(f.winner)}.`
              : f.unmoved
                ? marked`All of the error is in the second, where [*one-hot ∘ argmax* is dropped](step=S7). With the numbers above, ${f.totalVariation} of the weight leaves ${the(f.winner)} there, though the output stays where it was.`
                : marked`All of the error is in the second, where [*one-hot ∘ argmax* is dropped](step=S7). With the numbers above, ${f.totalVariation} of the weight leaves ${the(f.winner)} there, and the output moves by ${f.distance}. Before it, by exactly 0.`,
        },
        {
          kind: "text",
          text: marked`So what are the other steps for? They prepare the numbers, so that dropping the selector does little harm:`,
        },
        {
          kind: "points",
          points: [
            marked`Subtracting max puts the winner at 0, and so its exponential at exactly 1: the 1 of the one-hot.`,
            marked`exp takes everything below 0 into the open interval from 0 to 1, standing in for the one-hot’s zeros.`,
            marked`Log-sum-exp in place of max makes the numbers sum to 1, and makes them smooth.`,
          ],
        },
        {
          kind: "text",
          text: marked`Subtracting max does a second service on a computer. Without it, exp of a large score is too large for a floating-point number, and infinity divided by infinity is not a number at all. [Open the scene “overflow”](scene=overflow) to see it happen.`,
        },
        { kind: "figure", figure: "overflow" },
      ],
    },
    {
      id: "lse",
      heading: "What log-sum-exp buys, and what it does not",
      blocks: [
        {
          kind: "text",
          text: marked`[Split S7 in two](step=S7a): first drop the selector while max still stands inside, then put log-sum-exp in its place. Now we can see what the second half costs and what it buys.`,
        },
        {
          kind: "points",
          points: [
            (f: Summary) =>
              marked`**It buys a sum of 1.** ${
                f.weightMoved
                  ? `With max inside, the weights sum to ${f.sum} and the output is no mean: it lands ${f.halfStep.outputDistance} from the hard answer, not ${f.distance}.`
                  : "(With the numbers above the sum is 1 already; raise the temperature to see the difference.)"
              } Of all constants *c*, only *L* makes the numbers *e*^{(*α* − *c*)/*τ*} sum to 1.`,
            marked`**It buys smoothness.** Max has a kink where two items tie, and so have the weights built on it. With log-sum-exp they have derivatives of every order, everywhere.`,
            marked`**It buys a meaning.** The weights are the gradient of *L*: as the one-hot is a slope of max, *p* is the slope of the smooth max.`,
            (f: Summary) =>
              marked`**It does not always bring the weights nearer.** Half the summed differences from the one-hot is ${f.halfStep.weightDistance} before and ${f.weightDistance} after. They shrink just when the sum is above 2; it is ${f.sum} now, so here they ${
                f.nearer ? "do" : "do not"
              }.`,
          ],
        },
        { kind: "figure", figure: "kink" },
      ],
    },
    {
      id: "bridges",
      heading: "Three bridges without any ≈",
      blocks: [
        {
          kind: "text",
          text: marked`The chain replaces hard by soft and pays with an ≈. Hard and soft are also tied by three equalities, and none of them approximates anything.`,
        },
        {
          kind: "points",
          points: [
            marked`**Slopes.** Softmax is the gradient of log-sum-exp. The one-hot is a subgradient of max. Smooth the function, and its slope goes from hard to soft.`,
            (f: Summary) =>
              marked`**A price.** Max is the best mean score that weights of sum 1, none negative, can reach; the one-hot reaches it. Add a bonus of [*τ*](view=temperature) times the entropy and the best weights are *p*: mean score ${f.meanScore} plus *τ* times entropy ${f.entropy} gives *L* = ${f.logSumExp}. What the hard choice loses against that is *L* − max = ${f.lseMinusMax}, which is *τ* times the Kullback–Leibler divergence, KL(one-hot ‖ *p*).`,
            marked`**Noise.** Add independent Gumbel noise to every *α*_{*i*}/*τ* and choose the largest, over and over. Item *i* is chosen with probability *p*_{*i*} exactly. Soft attention *is* the mean of sampled hard attention. Draw and see:`,
          ],
        },
        { kind: "figure", figure: "sampler" },
      ],
    },
    {
      id: "compromise",
      heading: "A compromise, or the best answer?",
      blocks: [
        {
          kind: "text",
          text: marked`The article calls the weighted mean a mathematical compromise. That is one reading, and the right one if you wanted *the* apple: a point between apple and orange is neither. But suppose every item is equally likely beforehand, and *α*_{*i*}/*τ* is the log-likelihood of what we saw if item *i* is the one meant. Then *p* is the posterior, and what is best depends on what a mistake costs. If a miss is a miss, however near, the best answer is the argmax. If being twice as far off costs four times as much, the best answer is the mean itself. Then nothing was compromised.`,
        },
        {
          kind: "text",
          text: marked`A word about “hard”: it has two meanings. Here it is the argmax, which always gives the same answer. In image captioning, where the term became known (Xu et al. 2015), hard attention *draws* an item from *p*. The third bridge says how they meet: the draws’ mean is the soft output.`,
        },
      ],
    },
    {
      id: "why",
      heading: "Why softmax, and why soft at all?",
      blocks: [
        {
          kind: "text",
          text: marked`Why soft: turn a knob of the query a little and the hard answer does not move at all, or jumps. Its slope is zero almost everywhere, so nothing tells a learner which way to go. The soft answer moves with every touch, and its slope says where. [Watch both of them learn.](view=gradient)`,
        },
        {
          kind: "text",
          text: marked`Why softmax: the chain alone does not single it out. Any increasing function that is 1 at 0 and falls to 0 could stand where exp stands. Two demands together leave no other: adding the same number to every score must change nothing, and the ratio of two items’ weights must depend on these two items alone. The first asks for differences, the second for one function of each score; only an exponential does both. [Compare twelve ways to turn scores into weights.](view=normalizers)`,
        },
      ],
    },
    {
      id: "teach",
      heading: "Take it with you",
      blocks: [
        {
          kind: "text",
          text: marked`Everything here can be changed: type in the table, drag the query, paste your own vectors. The numbers are computed in your browser by one small C++ library; nothing is sent anywhere.`,
        },
        {
          kind: "text",
          text: marked`This page retells and corrects a derivation by allenwind: [softmax: the bridge from hard attention to soft attention](${sourceArticle}) (in Chinese).`,
        },
      ],
    },
  ],
  figures: {
    steps: { distance: (d: string) => `distance ${d}` },
    kink: {
      caption:
        "The winner’s weight as its score passes the best of the others. With max inside, the curve breaks where they tie; with log-sum-exp it does not.",
      withMax: "max inside",
      withLse: "log-sum-exp inside",
      tie: "tie",
      axis: (item: string) => `score of ${the(item)} →`,
      none: "At this temperature, or with one item alone, there is no curve to draw.",
    },
    sampler: {
      caption: (draws: string) =>
        `Bars: how often each item won in ${draws} draws of noise. Upright lines: the weights p.`,
      draw: (count: string) => `Draw ${count}`,
      again: "Start again",
      weight: "weight",
      frequency: "share won",
      apart: (distance: string) =>
        `Total variation between them: ${distance}. That is half the sum of all differences.`,
    },
  },
};
