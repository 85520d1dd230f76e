import { marked } from "../../marked.ts";
import { formulas } from "../formulas.ts";
import type { NormalizersText } from "../translation.ts";
import { said, told } from "./said.ts";

const inWords = {
  "inverse-gap": marked`∝ 1 / (1 + 差距)`,
  hard: marked`argmax 的 one-hot`,
};

export const normalizers: NormalizersText = {
  colon: "：",
  comma: "，",
  semicolon: "；",
  space: "",
  heading: "为什么偏偏是 softmax？",
  introduction:
    "把得分变成权重，这里有十二种办法。带框的记号点开就是反例；点名字，可以看它算出的输出。",
  tableLabel: "十二种归一化：权重与性质",
  normalizer: "归一化方法",
  weights: "权重",
  scores: "得分",
  shiftedBy: (shift) => `得分，平移 ${shift}`,

  names: {
    softmax: "softmax",
    sparsemax: "sparsemax",
    entmax: "entmax",
    burg: "Burg",
    "inverse-gap": "差距倒数",
    l1: "L1",
    "relu-l1": "ReLU, L1",
    squared: "平方",
    sigmoid: "sigmoid",
    softmax1: "softmax₁",
    "min-max": "min–max",
    hard: "硬",
  },
  formulas: { ...formulas, ...inWords },
  formulasInWords: inWords,

  properties: {
    simplex: "非负，和为 1",
    "shift-invariant": "平移不变",
    order: "保持次序",
    "full-support": "处处为正",
    smooth: "光滑",
    "one-hot": "可成 one-hot",
    "cold-limit": "零温极限为 argmax",
    "ratio-independent": "两项之比与其他项无关",
    "symmetric-jacobian": "是光滑最大值的梯度",
  },
  heads: {
    simplex: "非负，\n和为 1",
    "shift-invariant": "平移\n不变",
    order: "保持\n次序",
    "full-support": "处处\n为正",
    smooth: "光滑",
    "one-hot": "可成\none-hot\n\u00a0",
    "cold-limit": "零温\n极限为\nargmax",
    "ratio-independent": "两项比\n与他项\n无关",
    "symmetric-jacobian": "是光滑\n最大值\n的梯度",
  },
  holds: { yes: "是", no: "否", weak: "弱", limit: "取极限时成立", pending: "正在寻找" },
  opens: (normalizer, property, holds) => `${normalizer}，${property}：打开反例（${holds}）`,

  controls: {
    shift: "所有得分同加",
    alpha: "entmax",
    delete: "删去一项",
    deleteItem: (name) => said`删去${name}`,
    restoreItem: (name) => said`放回${name}`,
    notAShift: (typed) => `“${typed}”不是可加的数，图上保留上一个值。`,
    notAnAlpha: (typed) => `“${typed}”不能作 entmax 的 m：它不小于 1。图上保留上一个值。`,
    undo: "撤销上一次改动",
  },

  legend: {
    z: marked`*z* = 得分/*τ*`,
    dashes: "平移之前",
    hatched: "不是权重：为负或大于 1",
    zero: "恰好为零",
    weak: "得分不同的两项，权重可能相等",
    kinks: "有折点",
    derivatives: marked`有 *n* 阶连续导数，再高就没有`,
    parameter: "entmax 的参数；文献里记作 α，本页的 α 是得分",
    limit: "它自己就是这个极限",
    l1At: marked`滑块上：*c* = `,
    reluFrom: marked` 时 L1 变成 0/0；*c* ≤ `,
    end: " 时“ReLU, L1”也是",
  },
  ratios: "名字下面：两个权重之比，删去之前与之后。",
  sameRatio: "不变",
  noRatio: "无从比较",
  noAnswer: "无解",
  notSearched: (most) => `超过 ${most} 项时，只在自带的得分里寻找反例。`,
  searchedLimit: "在这个极限里，各种归一化不再是它自己：这里列出的是 τ = 1 时的性质。",
  search: "打勾，是说在 53 组得分连同你的得分里没有找到反例；这不是证明。",

  panel: {
    fails: "：不满足",
    weakly: "：只是弱地满足",
    close: "关闭反例",
    given: "你的得分",
    own: (count) => `自带的 ${count} 个得分：你的得分看不出来`,
    at: (temperature) => marked`*τ* = ${temperature} 时`,
    load: "载入这组得分",
    try: "对我的得分这样做",
    loaded: "现在这就是你的得分：请看左边那一行。",
    item: (place) => `第 ${place} 项`,
    deleted: "已删去",
    plain: "原样",
    shiftedBy: (shift) => `每个得分 ${shift}`,
    softmaxSame: "前后相同",
    below: "略低时",
    above: "略高时",
    score: (name) => said`${name}的得分`,
    weight: (name) => said`${name}的权重`,
    slope: "斜率",
    sum: "总和",
    noJacobian: "它在这里没有雅可比矩阵。",
    none: "没有找到这条性质的反例：记号已变成勾。",
  },

  witness: {
    undefined: () => ({
      title: "零除以零",
      sentence: marked`在这组得分上，除数是 0：没有权重可言。`,
    }),
    negative: (w) => ({
      title: `权重竟是 ${w.before}`,
      sentence: told`${w.item}的权重是负的。`,
    }),
    sum: (w) => ({
      title: `总和是 ${w.before}，不是 1`,
      sentence: marked`余下的归了一个看不见的、得分为 0 的项。`,
    }),
    shifted: (w) => ({
      title: `同${w.down ? "减" : "加"} ${w.shift}，${w.before} 变成 ${w.after}`,
      sentence: told`每个得分移动的一样多，${w.item}的权重却变了。`,
    }),
    reversed: (w) => ({
      title: "得分更高，权重更低",
      sentence: told`${w.item}的得分高于${w.other}，权重却是 ${w.before} 比 ${w.after}。`,
    }),
    tied: (w) => ({
      title: "得分有别，权重无别",
      sentence: told`${w.item}的得分高于${w.other}，二者却都恰好得 0。`,
    }),
    "no-weight": (w) => ({
      title: w.zero ? "权重恰好为 0" : `权重是 ${w.before}`,
      sentence: told`${w.item}被排除在外，没有正的权重。`,
    }),
    jump: (w) => ({
      title: `一下子从 ${w.before} 到 ${w.after}`,
      sentence: told`让${w.other}的得分升过现在的值：${w.item}的权重突然跳变。`,
    }),
    kink: (w) =>
      w.derivatives === 0
        ? {
            title: `斜率先是 ${w.before}，后是 ${w.after}`,
            sentence: told`让${w.other}的得分升过现在的值：${w.item}的权重在此折弯。`,
          }
        : {
            title: `只能求 ${w.derivatives} 次导`,
            sentence: told`${w.item}的权重从这里离开 0：斜率连续，更高阶的导数不连续。`,
          },
    shared: (w) => ({
      title: "最好的也拿不到全部",
      sentence: told`${w.item}不是最好的，仍留着 ${w.before}。没有找到哪组得分会把权重全给某一项。`,
    }),
    elsewhere: (w) => ({
      title: "温度降到底，仍在分摊",
      sentence: told`*τ* → 0 以 *τ* = ${w.temperature} 来试：${w.item}不是最好的，却还有 ${w.before}。`,
    }),
    vanishing: (w) => ({
      title: "温度降到底，一无所剩",
      sentence: marked`*τ* → 0 以 *τ* = ${w.temperature} 来试：最好的项只有 ${w.before}，不是 1。`,
    }),
    ratio: (w) => ({
      title: said`删去${w.removed}，${w.before} 变成 ${w.after}`,
      sentence: told`${w.item}与${w.other}谁也没动，二者之比却变了。`,
    }),
    asymmetric: (w) => ({
      title: `这边 ${w.before}，那边 ${w.after}`,
      sentence: told`抬高${w.other}，${w.item}按前一个数变；抬高${w.item}，${w.other}按后一个数变。若是梯度，两数应当相等。`,
    }),
  },
  jumpIsNoGradient: "跳变之处只有次梯度：它是 max 的一个次梯度。",

  output: {
    heading: (normalizer) => `${normalizer} 的输出`.replace(/^硬 /, "硬选择"),
    sentence: "用它那一行的权重，把各项的值加起来。",
    undefined: "0/0：这里没有权重，也就没有输出。",
    invalid: "这些数不能作平均的权重，输出可能落在各项之外。",
    value: "输出",
    picture: "各项与输出",
    jacobian: "它的雅可比矩阵",
    jacobianCaption: "每一行的权重，怎样随每一列的得分而变。",
    jacobianZero: "每个数都恰好是 0：得分稍有变动，什么也不变。",
    noJacobianUndefined: "没有：0/0 处无从求导。",
    noJacobian: "这里没有：这组得分正落在折点或跳变上。稍稍平移或改动即可。",
    tooLarge: (most) => `至多 ${most} 项时画出。`,
    positive: "正",
    negative: "负",
  },

  sets: {
    heading: "两条性质，只留下 softmax",
    sentence: marked`权重应为正，和为 1，随得分上升，对各项一视同仁。于是（*n*\u00a0≥\u00a03）平移不变，加上两项之比与其他项无关，就迫使 *p*\u00a0∝\u00a0*f*（得分），而且`,
    after: marked`可选的只剩下 *β* = 1/*τ*。`,
    shift: "平移不变",
    ratio: "两项之比与其他项无关",
    cold: marked`以及 *τ*\u00a0→\u00a00 时的`,
    neither: "两条都不满足：",
    otherHeading: "另一对性质，和被挡在门外的一个",
    articleHeading: "要求再少些，就选不出它",
    other: (missing) =>
      `“两项之比与其他项无关”配上“是光滑最大值的梯度”，也只剩 softmax，前提是权重之和为 1。softmax₁ 两条都满足，只是被这个前提挡在门外：这里它的和是 ${missing}。`,
    otherUnknown:
      "“两项之比与其他项无关”配上“是光滑最大值的梯度”，也只剩 softmax，前提是权重之和为 1。softmax₁ 两条都满足，只是被这个前提挡在门外。",
    article:
      "原文要求的没有这么多：一个单调递增、在 0 处为 1、往下趋于 0 的函数。1/(1 + 差距) 也合格。哪怕再加上光滑、平移不变、处处为正、零温极限为 argmax，以及“是光滑最大值的梯度”，还剩下 Burg。那个论证并不能唯一确定 exp。",
    price:
      "比值固定也有代价：复制出来的一项与新加的一项同等对待。把最好的一项复制一份，这一对相对于别的任何一项，份额就翻了一倍。",
    duplicate: (name) => said`复制${name}`,
    shareNow: (name, alone, pair, each) =>
      said`只有一份时，${name}占 ${alone}；有两份时，一共占 ${pair}（每份 ${each}）。`,
    shareRatio: (other, alone, pair) =>
      said`与${other}相比：只有一份时是 ${alone} 比 1，有两份时是 ${pair} 比 1。`,
    label: "各种归一化满足两条性质中的哪些",
  },

  smooth: {
    heading: "光滑最大值：softmax 是谁的斜率",
    introduction: marked`只动一个得分，别的不动。它刚好追上最高分时，max 出现折点，log-sum-exp 没有。log-sum-exp 对各个得分的斜率**就是** softmax：下面两行的条形一模一样。`,
    follow: "移动谁的得分",
    followItem: (name) => said`移动${name}的得分`,
    at: "它的得分",
    notAScore: (typed) => `“${typed}”不是得分，图上保留上一个值。`,
    valueTitle: "最大值",
    slopeTitle: (name) => said`它对${name}得分的斜率`,
    names: {
      max: marked`max`,
      logSumExp: marked`log-sum-exp`,
      mellowmax: marked`mellowmax`,
      boltzmann: marked`Boltzmann`,
      pNorm: marked`*p* 范数`,
    },
    value: "值",
    gradient: "梯度",
    softmax: "softmax",
    same: "同样的条形",
    verdicts: {
      max: marked`所有次梯度的平均`,
      logSumExp: marked`至多比 max 高 *τ* log *n*；凸；得分整体加多少，它就加多少`,
      mellowmax: marked`log-sum-exp 减去 *τ* log *n*：斜率相同，仍是 softmax`,
      boltzmann: marked`平均得分；斜率可以为负：得分升高，它反而可能下降`,
      pNorm: marked`要求得分不小于 0（这里 *r* = 2）；平移会改变它的形状，斜率之和也不是 1`,
    },
    negative: (name, slope) =>
      said`Boltzmann 对${name}的斜率现在是 ${slope}：这个得分升高，这个“最大值”反而下降。`,
    noNegative: "得分远低于别的项时，Boltzmann 的斜率为负：把它往下移就能看到。",
    pNormUndefined: "无定义：有得分小于 0",
    limit: marked`在这个极限里，光滑最大值画不出自己的曲线：请把 *τ* 取在 0 与 ∞ 之间。`,
    plot: (name) => said`${name}的得分移动时的五种最大值`,
  },
};
