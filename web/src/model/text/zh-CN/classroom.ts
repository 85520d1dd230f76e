import type { Classroom } from "../translation.ts";
import { said } from "./said.ts";

export const classroom: Classroom = {
  leave: "打开完整页面",

  predict: {
    before: (step) => `${step} 之前，先猜一猜`,
    ask: {
      S1: () => "哪个物体最合查询的意？",
      S2: () => "硬注意力只返回一个物体。是哪个？",
      S3: (_, item) => said`写成 one-hot，${item}的权重是多少？`,
      S4: (_, item) => said`每个得分都减去最高分。${item}的得分还剩多少？`,
      S5: (_, item) => said`每个数都取 exp。${item}的 0 变成多少？`,
      S6: (f) => `所有数都除以它们的和 ${f.sum}。现在加起来是多少？`,
      S7: (_, item) =>
        said`去掉选择器，所有数都成了权重。${item}还留有多少权重？误差小于 0.1 即算对。`,
      S7a: () => "选择器去掉了，但还没有归一化。输出会动吗？",
      S7b: (f, item) => said`现在都除以 ${f.sum}。${item}还留有多少权重？误差小于 0.1 即算对。`,
      S8: () => "给这些数起个名字：softmax。它们会变吗？",
      S9: () => "取加权平均。结果会是其中的某个物体吗？",
    },
    yes: "会",
    no: "不会",
    choose: "请选择……",
    answer: "你的答案",
    check: "对答案",
    show: "直接看",
    go: "看这一步",
    noAnswer: "先作答：填一个数，或选一项。",
    right: "对了。",
    named: (item) => item,
    wrong: (answer) => `不对。答案：${answer}。`,
    shown: (answer) => `答案：${answer}。`,
    score: (right, all) => `${all} 题中一次答对 ${right} 题`,
  },

  present: {
    label: "演示",
    keys: "← → 前后翻步 · Home/End 首末步 · Q 二维码 · F 全屏 · Esc 退出",
    code: "在自己的设备上打开这一页",
    noCode: "链接太长，做不成二维码。",
  },

  worksheet: {
    title: "动手算：从 argmax 到 softmax",
    name: "姓名",
    date: "日期",
    print: "打印",
    about: "分两部分：练习，以及另起一页的答案。A4 和 US Letter 都合用。",
    given: "已知",
    givenText: (scene) =>
      `各个物体的特征，以及查询 q（${scene}）。从上到下填空，保留四位小数即可。`,
    values: "值",
    keys: "键",
    query: "查询",
    temperature: "温度",
    masked: "不参与",
    score: (name) => `得分：${name}，`,
    parameters: "参数",
    table: "逐步计算",
    total: "最大值或 Σ",
    winner: "S2. 圈出最高分。硬注意力返回",
    output: "S9. 逐个特征写出软输出",
    hard: "硬",
    soft: "软",
    distance: "两个答案相距：",
    questions: "用自己的话回答",
    ask: [
      "S2 到 S9 中，哪些步骤改变了输出，哪些只是换了写法？",
      "S6 的权重加起来是多少？这样做是为了什么？",
      "软输出是其中的某个物体吗？什么时候会是？",
      "温度趋于 0 时权重怎样变化？温度无限升高呢？",
    ],
    key: "答案",
    answers: (f) => [
      f.weightMoved
        ? `只有 S7：去掉选择器，输出移动 ${f.distance}。其余各步不是等式就是定义。`
        : "能改变输出的只有 S7；这组数没有权重移动，所以一步也没变。",
      "加起来是 1。这样才能看作各占几成，加权平均也不会落到凸包之外。",
      f.unmoved
        ? "这里正好是：它与硬输出重合。"
        : "一般不是，它落在物体之间。只有某个权重等于 1，或平均值恰好落在某个物体上时才是。",
      "趋于 0 时赢家独占（并列的平分）；无限升高时，各个权重趋于相等。",
    ],
  },
};
