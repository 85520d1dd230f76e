import type { Summary } from "../../summary.ts";
import type { Text } from "../translation.ts";
import { list, said } from "./said.ts";

/** Those that share the weight, where there are few enough to be named. */
const sharers = (f: Summary, most: number): string | null => {
  const names = f.shares.filter(({ percent }) => percent > 0).map(({ name }) => name);
  return names.length > most ? null : list(names);
};
const shares = (f: Summary): string =>
  f.equalShares !== null
    ? said`${sharers(f, 4) ?? `${f.equalShares} 个物体`}各占 1/${f.equalShares}`
    : f.shares
        .filter(({ percent }) => percent > 0)
        .slice(0, 8)
        .map(({ name, percent }) => `${name} ${/\d$/.test(name) ? "占 " : ""}${percent}%`)
        .join("，");

export const figure: Text = {
  title: "从 argmax 到 softmax",
  viewsLabel: "各个视图",
  views: {
    derive: "推导",
    temperature: "温度",
    gradient: "梯度",
    normalizers: "归一化",
    scale: "规模",
  },
  present: "演示",
  share: "分享",
  missing: "这一部分没能加载：",
  tryAgain: "重试",
  fullPage: "打开完整页面",
  themeSwitch: { auto: "配色：跟随系统", light: "配色：浅色", dark: "配色：深色" },
  hard: "硬",
  soft: "软",
  hardOutput: "硬输出",
  softOutput: "软输出",
  current: "当前",
  isCurrent: "＝当前输出",
  query: "查询",
  drawnAt: (scale) => `图中缩为 ${scale}`,
  convexHull: "凸包",
  hullIs: "这些物体的加权平均都落在其中",
  theArticle: "allenwind 原文",
  colon: "：",
  comma: "，",
  space: "",

  controls: {
    previous: "上一步",
    next: "下一步",
    nextShort: "下一步",
    play: "连续播放",
    pause: "暂停",
    position: (step, of) => `第 ${step} 步，共 ${of} 步`,
    split: "拆成 S7a、S7b 两个半步",
    unsplit: "合成一步 S7",
    splitShort: "S7a、S7b",
    unsplitShort: "S7",
    scene: "场景",
    score: "评分",
    temperature: "温度",
    article: "对照原文",
    lost: "让苹果落选",
    queryValue: (feature) => `查询，${feature}`,
    queryArrow: "查询箭头：可拖动，也可用方向键，按住 Shift 步子更大",
    moveItem: (name) => `${name}：可拖动，也可用方向键，按住 Shift 步子更大`,
    notANumber: (typed) => `“${typed}”还不是一个数，图上保留上一个值。`,
    notATemperature: (typed) => `“${typed}”不能作温度：τ 应在 0 到 ∞ 之间。图上保留上一个值。`,
  },

  scenes: {
    apple: {
      note: "查询想要的是红的、圆的、甜的、不大的东西，得分是各项特征符合程度之和。",
      name: "找苹果",
      short: ["苹果", "番茄", "红球", "橙子", "香蕉", "消防车"],
    },
    plane: {
      note: "五个点。箭头可以拖，点也可以拖。",
      name: "平面上的点",
    },
    tie: {
      note: "A 与 B 得分并列最高。这时 argmax 是一个集合，返回哪一个只是约定。τ → 0 时，softmax 给它们各一半。",
      name: "并列第一",
    },
    overflow: {
      note: "得分接近 1000：不减去最大值，指数就超出浮点数的范围。",
      name: "溢出",
    },
    "false-tie": {
      note: "B 只比 A 高 2⁻⁵⁴。用双精度计算，两个指数都是 1：赢家必须直接由得分来定。",
      name: "假并列",
    },
    journey: {
      note: "取自 S. Raschka《Build a Large Language Model (From Scratch)》第 3 章：把“Your journey starts with one step”的各个词写成向量，以“journey”为查询。书中印出的权重与此相同，“journey”自己占 0.2379，上下文向量也相同。",
      name: "journey 例句",
    },
    "self-attention": {
      note: "取自 R. Karim 的 Illustrated: Self-Attention，以第一个输入为查询，键与值不同。得分是 2、4、4，恰好并列；他四舍五入得到的权重 0、½、½，正是 τ → 0 的极限。",
      name: "自注意力",
    },
    custom: {
      note: "这些数只留在你的浏览器里，以及你分享的链接里。",
      name: "自己的数据",
    },
  },

  scores: {
    dot: "点积",
    scaled: "缩放点积",
    bilinear: "双线性",
    additive: "加性",
    cosine: "余弦",
    gaussian: "高斯",
  },

  stations: {
    S1: "打分",
    S2: "指向最高分",
    S3: "写成 one-hot",
    S4: "减去最大值",
    S5: "取指数",
    S6: "除以总和",
    S7: "去掉 one-hot ∘ argmax",
    S7a: "先去掉选择器",
    S7b: "再归一化",
    S8: "这就是 softmax",
    S9: "求加权平均",
  },

  rail: {
    label: "从硬注意力到软注意力的推导链",
    title: "与硬输出的距离",
    subtitle: "，各步的值",
    zero: "始终为零",
    zeroShort: "恒为 0",
    definition: "定义",
    approximation: "整条推导里唯一的近似",
    still: (f) => `权重移走了 ${f.totalVariation}，输出却没有动`,
    bothZero: "什么都没动：此处软即是硬",
    articleWrites: (where) => said`${where}在这里写 ≈，`,
    exactShift: "其实只是平移，严格相等。",
    station: (id, name, relation, distance) => `${id}，${name}，${relation}${distance}`,
    relations: { definition: "定义", equal: "严格相等", approx: "近似" },
    distanceIs: (distance) => `，与硬输出的距离 ${distance}`,
  },

  headings: {
    S1: "给每个物体打分",
    S2: "指向得分最高者",
    S3: "把“指向”写成求和",
    S4: "减去最大值",
    S5: "取指数",
    S6: "除以总和",
    S7: "去掉选择器，留下数值",
    S7a: "先去掉选择器",
    S7b: "再除以总和",
    S8: "叫出它的名字",
    S9: "求加权平均",
  },

  explain: {
    S1: (f) =>
      `查询与每个物体两两相比，各得出一个分数，表示有多相关。最高分是 ${f.max}，${
        f.tied.length > 1 ? said`由${list(f.tied)}并列取得` : said`属于${f.winner}`
      }。`,
    S2: (f) =>
      f.tied.length > 1
        ? said`硬注意力返回得分最高的物体。这里${list(f.tied)}并列，取哪一个只是约定，我们取第一个。`
        : f.count === 1
          ? "硬注意力返回得分最高的物体。这里只有一个可选。"
          : said`硬注意力把最好的物体原样返回：${f.winner}，领先 ${f.gap}。差距一旦被抹平，答案就突然跳走；在那之前，它纹丝不动。`,
    S3: (f) => said`“指向”也是一种加权求和：${f.winner}的权重是 1，其余都是 0。变的只是写法。`,
    S4: (f) =>
      `每个得分减去同一个数，次序不变。${
        f.tied.length > 1 ? said`${list(f.tied)}都落在 0` : "最高分落在 0"
      }，其余都在 0 以下。`,
    S5: (f) =>
      f.limit === "hot"
        ? "exp 单调递增，τ 有限时赢家还是赢家。τ → ∞ 时各数都趋于 1，极限里再也分不出高下。"
        : `exp 单调递增，赢家还是赢家。${
            f.tied.length > 1 ? said`${list(f.tied)}的值恰好是 1` : "它的值恰好是 1"
          }，正合 one-hot；其余${f.limit === "cold" ? "随 τ → 0 趋于 0" : "落在 0 与 1 之间"}。`,
    S6: (f) =>
      f.limit === "hot"
        ? `除以总和不改变次序，各数之和成为 1。τ 有限时这是等式；到了极限，${f.attended} 个数全都相等。`
        : `每个数都除以总和 ${f.sum}，加起来就是 1。放进指数里看，是把 max 换成 log-sum-exp，即光滑最大值 L，多减了 ${f.lseMinusMax}。赢家没变，所以仍是等式。`,
    S7: (f) =>
      `到此为止，怎么改写赢家都一样，输出从未动过。现在去掉选择器 one-hot ∘ argmax，好让答案能滑动，而不只会跳：${
        f.attended === 1 ? "唯一的数就是权重" : `${f.attended}\u00a0个数全都成了权重`
      }。`,
    S7a: (f) =>
      f.weightMoved
        ? `退回 S5，那时还没有除以总和；就在那里去掉选择器。赢家保住自己的 1，其余各项也加了进来：权重之和是 S = ${f.sum}，不是 1。`
        : "退回 S5，那时还没有除以总和；就在那里去掉选择器。这里没有别的项加进来。",
    S7b: (f) =>
      f.weightMoved
        ? `除以 S = ${f.sum}，总和成为 1，输出才是这些物体的平均。此时权重比 u ${
            f.nearer ? "更接近" : "更远离"
          } one-hot：这取决于总和的大小，与去掉选择器这个想法无关。`
        : "总和本来就是 1，除以它什么也没有变。",
    S8: () => "这组数早有名字。什么都没有动。",
    S9: (f) =>
      f.unmoved
        ? "每个物体交出自己的一份，合起来就是输出。这里它与硬输出重合。"
        : said`每个物体交出自己的一份，合起来就是输出，与${f.winner}相距 ${f.distance}。它也是按 p 抽取一个物体的期望。`,
  },

  terms: {
    with: "其中",
    symbols: "符号的含义",
    change: "修改参数",
    lines: (from, to) => (from === to ? `原文第 ${from} 行` : `原文第 ${from}–${to} 行`),
    noLine: "原文没有这一行：它去掉选择器的同时就做了归一化。",
    exactHere: "原文写 ≈，其实严格相等：取指数、减去常数，都不改变 argmax。",
    before: "上一行",
    now: "这一行",
    changes: {
      S1: "这是评分函数。",
      S2: "新出现：得分最高的下标所指的物体。",
      S3: "新出现：对所有物体求和，以 argmax 的 one-hot 为权重。",
      S4: "新出现：减去 max α。",
      S5: "新出现：指数。",
      S6: "去掉：max α；换成：L。",
      S7: "去掉：one-hot 与 argmax；留下：里面的数。",
      S7a: "去掉：one-hot 与 argmax；留下：里面的数。",
      S7b: "新出现：除以 S。",
      S8: "同样的数换了名字：softmax。",
      S9: "同样的数换了名字：p；求和写成期望。",
    },
    theWeights: "权重",
    max: "max",
    totalVariation: "TV",
    klDivergence: "KL",
    weight: "权重",
    item: (name, score, weight) =>
      `${name}：得分 ${score}${weight === null ? "" : `，权重 ${weight}`}`,
    allFeatures: (n) => `显示全部 ${n} 个特征`,
    mainFeatures: (n) => `只看变化最大的 ${n} 个`,
    leaves: (f) => ({ weight: f.totalVariation, where: said`离开${f.winner}` }),
    joins: (f) => ({ weight: f.sum, where: "是权重之和" }),
    measures: [
      "TV 即总变差，表示移走了多少权重：p 与 one-hot 逐项相减，取绝对值求和，再取一半。",
      "KL 即 KL 散度，衡量 p 偏离 one-hot 多少：对赢家留下的权重取 −log。",
    ],
    rounded: "四舍五入",
    footnote: "* 四舍五入，末位可能略有出入",
    aside: "此处不用",
    ledger: "每列一个物体，每行一个量",
    quantity: "量",
    total: "合计",
    share: "份额",
  },

  scene: {
    label: "物体与查询",
    headings: {
      scores: (f) => `${f.count} 个物体，一个查询`,
      hard: (f) => said`硬输出就是${f.winner}`,
      soft: "软输出不是其中任何一个物体",
      almostHard: (f) => said`软输出几乎就是${f.winner}`,
      softIsHard: (f) => said`软输出仍是${f.winner}`,
      softIsObject: (name) => said`软输出恰好落在${name}上`,
      outside: "不是平均：落在凸包之外",
      notMean: "不是平均：权重之和超过 1",
    },
    scores: (score) => {
      const drag = "拖动它，看得分和赢家怎样变化。";
      if (score === "gaussian") return `物体离查询越近，得分越高。${drag}`;
      if (score === "cosine") return `与查询的夹角越小，得分越高，长度不计。${drag}`;
      if (score === "bilinear" || score === "additive")
        return `查询怎样与物体相比，由评分自己的参数决定。${drag}`;
      return `查询指向相关性增大的方向。${drag}`;
    },
    hard: (f) =>
      f.tied.length > 1
        ? said`${list(f.tied)}并列，由第一个代表；它们的平均另有标记。`
        : "一个完整的物体。其余的无论多接近，都不参与。",
    soft: (f) =>
      f.shares[0]?.percent === 100
        ? said`权重几乎全在${f.winner}，只差 ${f.distance}。`
        : said`${shares(f)}：悬在物体之间的一点，与${f.winner}相距 ${f.distance}。`,
    softStill: (f) => (f.weightMoved ? `${shares(f)}：输出没有动。` : "全部权重都还在原处。"),
    outside: (f) =>
      `权重之和是 ${f.sum}，所以这不是平均：所有物体一起平移时，它的位移是它们的 ${f.sum} 倍。`,
    allFeatures: (n) => (n === 2 ? "两个特征" : `全部 ${n} 个特征`),
    showAll: (n) => `显示全部 ${n} 个`,
    showFewer: "收起",
    byFeature: "逐个特征",
    difference: "相差",
    axisAcross: "横轴特征",
    axisUp: "纵轴特征",
    tieMean: "并列者的平均",
    keys: "键",
  },

  takeAway: "取走数据和图",
  own: "自己的数据",

  badges: {
    tie: "并列",
    "cold-limit": "极限 τ → 0",
    "hot-limit": "极限 τ → ∞",
    "infinite-score": "得分无穷：取极限",
    "zero-vector": "零向量没有夹角，按 0 计",
    masked: "已遮蔽",
  },

  errors: {
    BadArgument: "有一个数不符合要求。",
    ShapeMismatch: "长度不一致：每个键的分量个数要和查询相同。",
    Empty: "还没有物体，请添加一个。",
    NotANumber: "有一格不是数。",
    NotFinite: "带权重的值是无穷大，输出也会是无穷大。",
    NothingToAttend: "所有物体都被遮蔽，没有可关注的对象。",
    NotDetermined: "有不止一个无穷大的得分，无法确定谁胜出。",
    BadTemperature: "温度不能小于 0。",
    ScoreOverflow: "有一个得分超出了浮点数的范围。",
    TooLarge: "数据太多，本页画不下。",
    OutOfMemory: "浏览器内存不足。",
    where: (row, column) =>
      column === undefined ? `第 ${row} 行。` : `第 ${row} 行第 ${column} 列。`,
    kept: "图上保留上一组有效的数。",
  },
};
