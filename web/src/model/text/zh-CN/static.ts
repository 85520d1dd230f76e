import type { StaticText } from "../translation.ts";
import { said } from "./said.ts";

const pages: StaticText = {
  description: "从 argmax 到 softmax，一步一步，数字实时可见：硬注意力通往软注意力的桥。",
  tagline: "一步一步，数字实时可见。只有一步不是等式。",
  pictureAlt: "九步推导画成一座桥：误差到 S6 一直为零，只在 S7 跳起一次。",
  output: (vector) => `输出：${vector}。`,
  outcome: (hard, max, shares, distance) =>
    said`${hard}，得分最高（${max}）。软输出是${shares}，相距 ${distance}。`,
  needs: "想动手，请允许 JavaScript 和 WebAssembly。",
  asFile: (file) => `如果是直接打开的文件，请改开 ${file}，它不需要服务器。`,
};

export { pages as static };
