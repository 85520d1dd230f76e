import type { Language, SceneId } from "../state.ts";

/** What a scene calls its things: known in every language at once, since links and drawings go by them. */
export interface Names {
  readonly items: readonly string[];
  readonly features: readonly string[];
}

export const sceneNames: Readonly<Record<Language, Readonly<Record<SceneId, Names>>>> = {
  en: {
    apple: {
      items: ["apple", "tomato", "red ball", "orange", "banana", "fire engine"],
      features: ["red", "round", "sweet", "big"],
    },
    plane: { items: ["A", "B", "C", "D", "E"], features: ["x", "y"] },
    tie: { items: ["A", "B", "C", "D"], features: ["x", "y"] },
    overflow: { items: ["A", "B", "C", "D"], features: ["x", "y"] },
    "false-tie": { items: ["A", "B"], features: ["x", "y"] },
    journey: { items: ["Your", "journey", "starts", "with", "one", "step"], features: [] },
    "self-attention": { items: ["Input 1", "Input 2", "Input 3"], features: [] },
    custom: { items: [], features: [] },
  },
  "zh-CN": {
    apple: {
      items: ["苹果", "番茄", "红球", "橙子", "香蕉", "消防车"],
      features: ["红", "圆", "甜", "大"],
    },
    plane: { items: ["A", "B", "C", "D", "E"], features: ["x", "y"] },
    tie: { items: ["A", "B", "C", "D"], features: ["x", "y"] },
    overflow: { items: ["A", "B", "C", "D"], features: ["x", "y"] },
    "false-tie": { items: ["A", "B"], features: ["x", "y"] },
    journey: { items: ["Your", "journey", "starts", "with", "one", "step"], features: [] },
    "self-attention": { items: ["输入 1", "输入 2", "输入 3"], features: [] },
    custom: { items: [], features: [] },
  },
};

/** What has no name goes by its number, and says of what: a bare one would pass for a value. */
export const numbered: Readonly<
  Record<Language, Readonly<Record<"feature" | "entry", (n: number) => string>>>
> = {
  en: { feature: (n) => `feature ${n}`, entry: (n) => `entry ${n}` },
  "zh-CN": { feature: (n) => `特征 ${n}`, entry: (n) => `分量 ${n}` },
};
