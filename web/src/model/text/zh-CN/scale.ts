import { marked } from "../../marked.ts";
import type { ScaleText } from "../translation.ts";
import { word } from "../word.ts";

const quoted = (name: string): string => (/^\d+$/.test(name) ? `第 ${name} 个词` : `“${name}”`);

export const scale: ScaleText = {
  words: [
    word("小猫", { thing: 1, alive: 1 }, { action: 8, quality: 4 }),
    word("没", { not: 1, small: 0.5 }, { action: 8 }),
    word("过", { action: 1 }, { place: 8, alive: 6, thing: 2 }),
    word("马路", { thing: 1, place: 1 }, { action: 8 }),
    word("因为", { small: 1 }, { quality: 8 }),
    word("它", { pronoun: 1 }, { alive: 8, thing: 6 }),
    word("太", { quality: 0.25, small: 0.5 }, { quality: 8 }),
    word("累", { quality: 1, alive: 0.5 }, { pronoun: 10, alive: 8 }),
    word("了", { small: 1 }, { action: 8, quality: 6 }),
  ],
  source: "词",
  sources: {
    sentence: "一句话",
    own: (scene) => `推导页的数：${scene}`,
    pasted: "自己的 Q、K、V 或权重",
    random: "随机",
  },
  head: "头",
  heads: [
    {
      name: "指的是谁",
      about: "每个词都去找它需要的：“它”找活的东西，“过”找地方，“因为”找原因。",
      causal: "“它”照样找到前面的“小猫”。需要的词若在后面，就看不到：“因为”看不到原因。",
    },
    {
      name: "前一个词",
      about: "键是位置，查询是自己前面的那个位置。第一个词前面没有词：得分全是 0，全部并列。",
      causal: "键是位置，查询是自己前面的那个位置，正好看得到。第一个词只有它自己可看。",
    },
    {
      name: "同一类词",
      about: "查询和键都是词自己的特征，所以同类相吸，也包括它自己。特征相同的词得分并列。",
      causal:
        "查询和键都是词自己的特征，所以同类相吸，也包括它自己，但只限自己和前面的词。特征相同的词得分并列。",
    },
  ],
  causal: "因果",
  causalNote: "只看自己和前面的词",
  size: "个数",
  seed: "另抽一组",

  heading: "每个词同时查询",
  sentence: {
    sentence: (n, head) =>
      `一行就是一次推导：一个查询、它的权重、它的输出。这里把 ${n} 行放在一起，左硬右软。向量为人工设计，不是模型学来的。${head}`,
    own: (n, causal) =>
      `你的 ${n} 个物体轮流作查询，${causal ? "自己和前面的" : "全体"}作键。一行就是一次推导；得分用缩放点积。`,
    random: (n, d) => `${n} 个查询、键和值，各有 ${d} 个随机数。一行就是一次推导。`,
    pasted: (n, d, causal) =>
      `你的 ${n} 个查询和键，各有 ${d} 个数。一行就是一次推导；得分用缩放点积${causal ? "，只看自己和前面的键" : ""}。`,
    weights: (n, causal) =>
      `你粘贴的 ${n} × ${n} 个权重：软图照原样，硬图只留每行最大的一个。${causal ? "每个查询只看自己和前面的键。" : ""}`,
  },

  maps: {
    label: "每个查询（行）对每个键（列）的权重",
    hard: "硬",
    hardCaption: "每行只选一个",
    soft: "软",
    softCaption: "每行之和为 1",
    difference: "软 − 硬",
    differenceCaption: "softmax 挪动了什么",
    choose: "看哪一幅",
    queries: "查询",
    keys: "键",
    pick: "选中者",
    ties: (rows, n) => `与它并列，${n} 行中有 ${rows} 行：硬注意力取第一个`,
    tied: (pick) => `与排在前面的“${pick}”并列`,
    area: "面积就是权重",
    full: (value) => `满格为 ${value}`,
    deepest: (value) => `最深为 ${value} 及以上`,
    dot: (cells) => `一点取 ${cells} 格中最大的`,
    gained: "得到",
    lost: "失去",
    later: "在后面：不看",
    zoomIn: "放大",
    zoomOut: "缩小",
    zoomAll: "看全图",
    window: (rows, columns) => `第 ${rows} 行，第 ${columns} 列`,
    keysHelp: "方向键在格子间移动，回车把这一行打开成推导，加号、减号缩放，0 看全图。",
    cell: (query, key) => `${query} → ${key}`,
    hardCell: (value) => `硬 ${value}`,
    softCell: (value) => `软 ${value}`,
    differenceCell: (value) => `差 ${value}`,
    masked: "在查询之后：被遮住",
    cells: (rows, columns) => `查询 ${rows}，键 ${columns}`,
    largest: (value) => `最大权重 ${value}`,
    range: (from, to) => `${from}–${to}`,
    described: (cell, soft, hard) => `${cell}：软权重 ${soft}，硬权重 ${hard}。`,
  },

  totals: {
    label: "所有行",
    mean: "离开选中者的权重，平均",
    max: "最大的总变差",
    entropy: "平均熵",
  },

  row: {
    heading: (name) => `${quoted(name)}的查询`,
    sentence: (pick, weight, rest) =>
      `硬注意力只取${quoted(pick)}。softmax 给它 ${weight}，把其余 ${rest} 分给别的词。`,
    alone: "它只能看自己：软硬一致。",
    tie: (count, pick, weight) =>
      `${count} 个键并列最高：softmax 给它们各 ${weight}，硬注意力取第一个，即${quoted(pick)}。`,
    top: (shown, n) => `${n} 个权重中最大的 ${shown} 个`,
    open: "打开成推导",
    tooMany: (most) => `推导最多显示 ${most} 个物体：少选些词，才能打开一行。`,
    waiting: "正在算这一行。",
    choose: "行",
  },

  cost: {
    heading: "开销多大",
    sentence:
      "在本机实测：每跑一次添一个点，空心的只用了一个核。每个查询都要与每个键相比，所以时间随 n² 增长；内存也随 n 增长，此外还有引擎自身占用的部分。",
    time: "时间",
    memory: "内存",
    square: "n²",
    matrix: "全部 n² 个得分，float32",
    arrays: "Q、K、V 和输出：n",
    used: (bytes) => `用了 ${bytes}`,
    needed: (bytes) => `单是得分就要 ${bytes}`,
    measure: "测 256 到 8192",
    none: "还没有跑过：请选随机词，或开始测量。",
    cores: (count) => `${count} 核`,
    run: (n, cores, time, bytes) => `n = ${n}，${cores}：${time}，${bytes}`,
    apart: (count) => `在 ${count} 个后台线程里算，不占用页面。`,
    here: "这个页面不能开后台线程，所以利用空闲时间分小段计算：慢一些，但页面不会卡住。",
    working: (n, percent, cores) => `n = ${n}，${cores}：${percent}`,
    left: (time) => `大约还要 ${time}`,
    cancel: "取消",
    cancelled: "已取消。",
    again: "再跑一次",
    failed: "没能算出来。",
    progress: "进度",
    tokens: "词数 n",
  },

  pasted: {
    change: "数据",
    intro: (n, d) =>
      `粘贴 Q 和 K，有 V 也可以一起贴；或者只贴模型的权重。一行一个词，第一列或第一行可以是名称。最多 ${n} 个词、每个 ${d} 个数，权重最多 ${d} × ${d}：这些都能写进链接。可以是 NumPy、PyTorch、CSV、JSON 等格式；数据不会离开你的浏览器。`,
    matrices: {
      queries: "Q，n × d",
      tokenKeys: "K，n × d",
      tokenValues: "V，n 行，列数不限",
      attention: "或者权重，n × n",
    },
    show: "显示这些数",
    reads: (rows, columns) => `读成 ${rows} × ${columns}。`,
    letters: {
      queries: "Q",
      tokenKeys: "K",
      tokenValues: "V",
      attention: "A",
    },
    fault: {
      pair: (what) => `缺少矩阵 ${what}：有查询也有键，才有得分。`,
      width: "Q 和 K 的列数必须相同。",
      rows: (what) => `矩阵 ${what}：一词一行，行数须与其他矩阵相同。`,
      square: "权重的行数和列数必须相同：一行一个查询，一列一个键。",
      negative: (row, column) => `第 ${row} 行第 ${column} 列：权重不能小于 0。`,
      sum: (row, sum) =>
        `第 ${row} 行之和是 ${sum}，而权重之和应为 1。没有经过 softmax 的得分不是权重。`,
    },
    fromSum: "使每行之和为 1 的最大改动",
    fromScores: "与你的 Q、K 的 softmax(QKᵀ/√d) 相差最多",
    missing:
      "光有权重，只知道看了谁，不知道得出什么：没有 V 就没有输出，也谈不上软硬输出的距离；没有 Q 和 K 就没有得分。",
    noDerivation: "权重本身没有得分：粘贴 Q、K 和 V（不带权重），才能把一行打开成推导。",
    noValues: "没有 V 就没有可推导的输出：再粘贴 V，才能打开一行。",
  },

  units: {
    milliseconds: (value) => `${value} ms`,
    seconds: (value) => `${value} s`,
    bytes: ["B", "kB", "MB", "GB"],
  },

  features: ["东西", "活的", "地方", "动作", "性质", "代词", "否定", "小词"],

  about: {
    heading: "同一个 softmax，做许多遍",
    sentences: [
      marked`Transformer 里的注意力，就是把本页的推导同时用在每个词上：*α*_{ij} = *q*_{i} · *k*_{j}/√*d*，每一行做一次 softmax，再用这些权重对值 *V* 加权平均。硬注意力在每行只点亮一格；softmax 把同一个 1 沿着这一行铺开。`,
      marked`*n* × *n* 个权重从不存储。每个查询只把键走一遍，只记下目前的最大得分、指数之和与加权平均；遇到更大的得分，就把后两者按它缩放。这正是 S4 步的减去最大值，只是一遍遍地做：内存是 O(*n* · *d*)，结果还是同一个 softmax。图是事后另算的，精细到屏幕能显示为止。`,
      marked`因果的意思是，每个词只看自己和前面的词：后面的得分当作 −∞，权重恰好是 0，每一行的 1 只在剩下的词里分。`,
      marked`这里的数都是 float32；例句的向量为人工设计。指到或打开的一行，会用 float64 重算。`,
    ],
  },
};
