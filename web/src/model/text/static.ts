import type { Language } from "../state.ts";

/** What is written into the pages when they are built. */
interface StaticText {
  readonly description: string;
  /** Under the title of the card. */
  readonly tagline: string;
  readonly pictureAlt: string;
  readonly comma: string;
  readonly output: (vector: string) => string;
  /** @param hard says which answer is the hard one */
  readonly outcome: (hard: string, max: string, shares: string, distance: string) => string;
  /** Why there is nothing but text. */
  readonly needs: string;
}

export const staticTexts: Readonly<Record<Language, StaticText>> = {
  en: {
    description:
      "How argmax turns into softmax, one step at a time, with live numbers: the bridge from hard to soft attention.",
    tagline: "One step at a time, with live numbers. Only one step is not exact.",
    pictureAlt:
      "The chain of nine steps as a bridge: the error is zero up to S6 and jumps once, at S7.",
    comma: ", ",
    output: (vector) => `The output: ${vector}.`,
    outcome: (hard, max, shares, distance) =>
      `${hard}, whose score is the highest, ${max}. The soft answer is ${shares}: ${distance} away.`,
    needs: "To move it, allow JavaScript and WebAssembly.",
  },
  "zh-CN": {
    description: "从 argmax 到 softmax，一步一步，数字实时可见：硬注意力通往软注意力的桥。",
    tagline: "一步一步，数字实时可见。只有一步不是等式。",
    pictureAlt: "九步推导画成一座桥：误差到 S6 一直为零，只在 S7 跳起一次。",
    comma: "，",
    output: (vector) => `输出：${vector}。`,
    outcome: (hard, max, shares, distance) =>
      `${hard}，得分最高（${max}）。软输出是${shares}，相距 ${distance}。`,
    needs: "想动手，请允许 JavaScript 和 WebAssembly。",
  },
};
