import { marked } from "../../marked.ts";
import type { TemperatureText } from "../translation.ts";
import { list, said } from "./said.ts";

/** Features without a name have a number. */
const feature = (name: string): string => (/^\d+$/.test(name) ? `特征 ${name}` : `“${name}”`);

export const temperature: TemperatureText = {
  sweep: "从 0 扫到 ∞",
  colder: "调低",
  hotter: "调高",

  weights: {
    heading: "赢家留住多少",
    sentence: (f) =>
      f.attended === 1
        ? said`只有${f.winner}可以关注：无论什么温度，权重全归它。`
        : f.tied.length === f.attended
          ? "得分全都相等：再低的温度也分不出高下。"
          : f.tied.length > 1
            ? said`温度低时，${list(f.tied)}平分全部权重，并列仍是并列。温度高时，得分不再重要，只剩 ${f.attended} 股等宽的支流。`
            : said`温度低时，${f.winner}独占全部权重，这就是硬输出。温度高时，得分不再重要，只剩 ${f.attended} 股等宽的支流。`,
    title: "权重",
    caption: ["支流有多宽", "p 就有多大"],
    stays: (f) =>
      f.tied.length > 1 ? `分别留在并列的 ${f.tied.length} 个` : said`留在${f.winner}`,
    staysShort: "留下",
    left: (f) => (f.tied.length > 1 ? "已离开它们" : "已离开它"),
    label: "各个温度下的权重",
  },

  slider: {
    caption: "对数刻度",
    uniform: "均匀",
    each: (n) => `各 1/${n}`,
    value: (tau, name, weight) => said`τ = ${tau}：${name}留住 ${weight}`,
    cold: (name, weight) => said`τ → 0，硬极限：${name}留住 ${weight}`,
    hot: (weight) => `τ → ∞，均匀极限：各得 ${weight}`,
    beyond: "在刻度之外",
  },

  plots: {
    entropy: "熵",
    lse: "LSE − max",
    lseCaption: "对数刻度",
    variation: "总变差",
    variationCaption: (f) => (f.tied.length > 1 ? "到并列平分" : "到 one-hot"),
    bound: "上界",
    bothGrow: "两者 → ∞",
    upper: "上界",
    lower: "下界",
    gap: "分差",
    alone: "没有别的物体可分",
    unanswered: "这些数在某些温度下没有答案，所以不画曲线。显示的只是当前温度下的数。",
  },

  described: {
    weights: (shares) => `权重：${shares}。`,
    entropy: (now, low, high) => `熵 ${now}，在 log k = ${low} 与 log n = ${high} 之间。`,
    lse: (now, bound) => `LSE − max 为 ${now}，不超过 τ log n = ${bound}。`,
    variation: (now, low, high) => `总变差 ${now}，在下界 ${low} 与上界 ${high} 之间。`,
    slope: (slopes) => `do/dτ：${slopes}。`,
  },

  path: {
    heading: (f) =>
      f.attended === 1
        ? "任何温度下都是同一点"
        : f.tied.length === f.attended
          ? "任何温度下都是全体平均"
          : f.tied.length > 1
            ? "从并列者的平均到全体平均"
            : said`从${f.winner}到全体平均`,
    where: (f, change, name) =>
      f.limit === "cold"
        ? f.tied.length > 1
          ? said`τ → 0 时，输出趋于${list(f.tied)}的平均。`
          : said`τ → 0 时，输出趋于${f.winner}本身。`
        : f.limit === "hot"
          ? said`τ → ∞ 时，输出趋于全体平均，与${f.winner}相距 ${f.distance}。`
          : change === "still"
            ? said`τ = ${f.tau} 时，输出与${f.winner}相距 ${f.distance}，在那里一动不动。`
            : said`输出只沿一条路径移动，滑块决定走到哪里。τ = ${f.tau} 时，输出与${f.winner}相距 ${f.distance}；温度再高些，${feature(name)}就${change === "less" ? "减少" : "增加"}。`,
    hardLimit: "τ → 0",
    meanOfAll: "全体平均",
    unshown: "这些物体没有值，也就没有输出可看。",
    covariance: {
      less: (name) => `升温时，输出远离随高分出现的特征：这里是${feature(name)}。`,
      more: (name) => `升温时，输出靠近随低分出现的特征：这里是${feature(name)}。`,
      still: "这里没有哪个特征随得分而变：无论升温降温，输出都不动。",
      limit: "到了极限，就没有下一个温度：斜率为 0。",
    },
    arrowScale: "箭头：τ · do/dτ",
    now: "现在",
  },

  distance: {
    heading: "温度越高，未必离得越远",
    grows: (end) =>
      `τ 升高时，权重只会离开赢家；在这里，输出也随之越走越远，τ → ∞ 时距离为 ${end}。但这并非必然。`,
    falls: (from, to, high, low) =>
      `τ 升高时，权重只会离开赢家；可是在这里，τ 从 ${from} 到 ${to}，距离反而从 ${high} 降到 ${low}：移向一边的权重，被移向另一边的抵消了。`,
    flat: "在这里，任何温度下输出都相同。",
    open: "打开一个先远后近的例子",
    back: "回到先前的数",
    label: (now) => `各个温度下软硬输出之间的距离，现在是 ${now}`,
  },

  about: {
    heading: "温度起什么作用",
    sentences: [
      marked`softmax 看到的是 *α*/*τ*，所以温度决定得分要差多少才算数。*τ* 减半，等于每个得分加倍。`,
      marked`*τ* → 0 时，只有最高分算数，softmax 就成了 argmax；若有几项并列，则由它们平分权重，而不是只取第一个。*τ* → ∞ 时，任何差别都不算数，各得 1/*n*。两端都是极限：滑块能拖到，但不在对数刻度上。`,
      marked`在两端之间，熵从 log *k*（*k* 个并列最高）升到 log *n*。LSE 与它所代替的最大值相差不超过 *τ* log *n*；总变差，也就是离开赢家的权重，夹在两个界之间，这两个界只取决于 *n*、*k* 和最高分与次高分之差 *Δ*。`,
    ],
  },
};
