import { marked } from "../../marked.ts";
import type { OpeningText } from "../translation.ts";
import { list, said, told } from "./said.ts";

const numbers = ["零", "一", "两", "三", "四", "五", "六", "七", "八"];
const things = (n: number): string => `${numbers[n] ?? n}个物体`;

export const opening: OpeningText = {
  question: "哪一个才是我要找的？",
  wanted: (wants, shuns) => {
    const all = (names: readonly string[]) => names.map((name) => said`${name}的`).join("、");
    if (wants.length + shuns.length === 0) return marked`什么都行。`;
    if (shuns.length === 0) return told`要${all(wants)}。`;
    if (wants.length === 0) return told`不要${all(shuns)}。`;
    return told`要${all(wants)}，不要${all(shuns)}。`;
  },
  wantedMore: (wants, shuns) => {
    const all = (names: readonly string[]) => names.join("、");
    if (wants.length + shuns.length === 0) return marked`什么都行。`;
    if (shuns.length === 0) return told`${all(wants)}越大越好。`;
    if (wants.length === 0) return told`${all(shuns)}越小越好。`;
    return told`${all(wants)}越大越好，${all(shuns)}越小越好。`;
  },
  heightIs: marked`柱子的高度就是**得分**：物体与查询有多相符。`,
  highestIs: marked`选最高的那一个，就是 **argmax**。`,
  both: marked`高度就是得分；选最高的，就是 **argmax**。`,
  pick: "选中",
  scores: (names, scores, pick) =>
    said`得分：${list(names.map((name, i) => said`${name}${scores[i] ?? ""}`))}。选中的是${pick}。`,
  turn: marked`**动一动查询。**选中的物体要么不动，要么突然跳走；不动的时候，看不出往哪边调更好。`,
  turnShort: "动一动查询：要么不动，要么突然跳走。",
  knob: (feature) => `查询，${feature}`,
  at: (value, pick) => said`${value}；选中的是${pick}`,
  treads: (names, qualities) =>
    qualities
      ? `选中的物体${names
          .map((name) => said`有多${name}`)
          .join("、")
          .replaceAll("、有", "、")}：只有台阶`
      : "选中的物体各有多少：只有台阶",
  treadsShort: "选中的物体：台阶",
  slope: "换成 softmax：处处有坡",
  slopeShort: "换成 softmax：斜坡",
  map: (n) => `同样${things(n)}，摆在一张图上。拖动箭头，方框也会跳走。`,
  drag: "可以拖动",
  toLearn:
    "想让它学会怎么找，就得先把台阶磨成斜坡。softmax 做的正是这件事：一共九步，只有一步要付出代价。",
  walk: "一步步走过去",
  orPress: "或按 → 键",
  bridge: "九步之桥",
  whole: ["只取一个，", "原样奉还"],
  blend: (n) => [things(n), "各占一份"],
  nothingLost: "这几步分毫不差",
  costs: "唯一要付代价的一步",
  pace: (times) => `播放速度：${times}×`,
  onward: {
    heading: "接下来",
    temperature: "该软到什么程度？调一调温度。",
    gradient: "为什么软的学得动，硬的学不动？看它们怎么学。",
    normalizers: "为什么偏偏是 softmax？十二种归一化比一比。",
  },
};
