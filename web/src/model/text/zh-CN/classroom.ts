import type { Classroom } from "../translation.ts";
import { said } from "./said.ts";

export const classroom: Classroom = {
  leave: "打开完整页面",

  predict: {
    before: (step) => `${step} 之前，先猜一猜`,
    expect: "先猜一猜",
    given: {
      scores: () => "得分 α",
      shifted: () => "α − max",
      exp: (f) => (f.tau === "1" ? "exp(α − max)" : "exp((α − max)/τ)"),
      normalized: () => "相除之后",
      weights: () => "权重 p",
      feature: (f) => f.feature,
    },
    questions: {
      S2: {
        ask: () => "硬注意力只返回一个物体。是哪个？",
        why: (f) =>
          f.answered === ""
            ? "argmax 取得分最高的那个。"
            : said`argmax 取得分最高的那个。你选的得分是 ${f.answered}，再和别的比一比。`,
      },
      S3: {
        ask: (f) => `把选择写成 one-hot：${f.count} 个数，每个物体一个。其中有几个是 0？`,
        why: (f) => `一共 ${f.count} 个物体，而 one-hot 里只有一个 1。`,
      },
      S4: {
        ask: (f) => said`每个得分都减去最高分。${f.item}还剩多少？`,
        why: (f) => `用 ${f.from} 减去最高分 ${f.max}，注意正负号。`,
      },
      S5: {
        ask: (f) =>
          said`每个数${f.tau === "1" ? "" : `先除以 τ = ${f.tau}，再`}取 exp。${f.item}的 ${f.from} 变成多少？误差小于 0.1 即算对。`,
        why: () => "exp(0) 等于 1；每往下一个单位，就缩到三分之一多一点，但永远到不了 0。",
      },
      S6: {
        ask: (f) => said`所有数都除以它们的和 ${f.sum}。${f.winner}的 ${f.from} 变成多少？`,
        why: (f) => `用 ${f.from} 除以 ${f.sum}。`,
      },
      S7: {
        ask: (f) =>
          said`去掉选择器，这些数就成了权重。此前${f.winner}独占全部的权重 1。其中有多少分给了别的物体？`,
        why: (f) => said`${f.winner}留下 ${f.from}，1 里剩下的都分出去了。`,
      },
      S7a: {
        ask: () => "还没有相除，就去掉选择器。输出会动吗？",
        why: () => "什么都没加进来时它才不动：看看有没有不是 0 的数。",
      },
      S7b: {
        ask: (f) =>
          said`现在都除以它们的和 ${f.sum}。硬注意力给${f.winner}的权重是 1。其中有多少分给了别的物体？`,
        why: (f) => said`${f.winner}留下的，是它的数除以 ${f.sum}；1 里剩下的都分出去了。`,
      },
      S8: {
        ask: () => "给这些数起个名字：softmax。有几个数会变？",
        why: () => "只是起了名字，什么也没算。",
      },
      S9: {
        ask: (f) => said`每个物体按自己的权重贡献特征值。“${f.feature}”里有多少来自${f.winner}？`,
        why: (f) => `用它的权重 ${f.from} 乘以它的值 ${f.value}。`,
      },
      cold: {
        ask: (f) => said`温度趋于 0。${f.winner}的权重趋于多少？`,
        why: () => "τ 越小，领先就越要紧：最后全归最高分，并列的平分。",
      },
      hot: {
        ask: (f) => said`温度无限升高。${f.winner}的权重趋于多少？`,
        why: (f) => `除以极大的 τ，得分就都一样了：${f.attended} 个物体平分这个 1。`,
      },
      warmer: {
        ask: (f) => said`温度从 τ = ${f.tau} 加倍。${f.winner}的权重会怎样？`,
        why: () => "得分减半，彼此就更近，权重也是。",
      },
      hair: {
        ask: () => "查询转动一丝一毫。硬注意力的输出会动吗？",
        why: () => "只有最高分并列时，一丝一毫才可能改变选择。",
      },
      rival: {
        ask: (f) =>
          said`${f.item}的得分升高一点，别的不变。在 softmax 下，${f.winner}的权重会怎样？`,
        why: () => "权重加起来总是 1：一个多得的，就是别的让出的。",
      },
      slope: {
        ask: (f) =>
          said`${f.winner}的得分升高时，它的权重 p 增加得有多快？（求斜率${f.tau === "1" ? "" : `，τ = ${f.tau}`}。）`,
        why: (f) => `斜率是 p (1 − p)${f.tau === "1" ? "" : `/${f.tau}`}，其中 p = ${f.from}。`,
      },
      shift: {
        ask: () => "每个得分都加 1。softmax 的权重有几个会变？",
        why: () => "每个 exp 都放大同样的倍数，它们的和也是。",
      },
      zeros: {
        ask: () => "sparsemax 能给出恰好为 0 的权重。这里有几个物体得到 0？",
        why: () => "它把得分都降低同样多，直到高于 0 的部分加起来是 1，其余都是 0。",
      },
      removed: {
        ask: (f) => said`拿走${f.winner}。剩下的物体之间，softmax 权重的比值有几个会变？`,
        why: () => "两个权重之比，就是得分之差的 exp，与第三者无关。",
      },
    },
    choices: {
      moves: "会动",
      stays: "不动",
      some: "有几个会变",
      none: "一个也不变",
      grows: "变大",
      shrinks: "变小",
      same: "不变",
    },
    choose: "请选择……",
    answer: "你的答案",
    check: "对答案",
    show: "直接看",
    back: "返回",
    go: "继续",
    noAnswer: "先作答：填一个数，如 0.25、25% 或 1/4，或选一项。",
    right: "对了。",
    named: (item) => item,
    wrong: "不对，再试一次。",
    shown: (answer) => `答案：${answer}。`,
    score: (right, all) => `${all} 题中一次答对 ${right} 题`,
    result: {
      code: "你的代码：",
      name: "姓名（老师要求时再填）",
      line: "交这一行",
      link: "或者交链接",
      copy: "复制",
      copied: "已复制",
      selected: "已选中，请按 Ctrl+C 或 ⌘C 复制。",
      picture: "链接的二维码",
      note: "什么都不会发送出去。代码里只有：哪些题第几次答对、用的是哪组数，外加一个随机数，好与别人的区分开。填了姓名，才会写进这一行和链接。",
    },
  },

  results: {
    title: "全班结果",
    about:
      "把学生交来的代码、文字或链接粘贴到这里，一个或许多个都行，前面带不带姓名都行。什么都不会发送出去；表格就存在本页的网址里。",
    paste: "代码、文字或链接",
    read: "读取",
    said: (read, again) =>
      again === 0 ? `新读取 ${read} 份。` : `新读取 ${read} 份，另有 ${again} 份是重复的。`,
    damaged: "这些不是完好的代码，有错、漏或多出的字符。请在框里改正：",
    without: "这些行里没有代码：",
    shared: "同一个代码，不止一个姓名：",
    none: "还没有结果。",
    note: "1：第一次答对；2：第二次答对；0：看了答案；–：没有问到。“数据”一栏相同，用的就是同一组数。",
    columns: {
      name: "姓名",
      code: "代码",
      set: "题目",
      numbers: "数据",
      first: "一次答对",
      second: "两次答对",
      told: "看了答案",
    },
    sets: {
      chain: "推导",
      halves: "推导（S7 分两半）",
      temperature: "温度",
      gradient: "梯度",
      normalizers: "归一化",
    },
    short: {
      S2: "S2",
      S3: "S3",
      S4: "S4",
      S5: "S5",
      S6: "S6",
      S7: "S7",
      S7a: "S7a",
      S7b: "S7b",
      S8: "S8",
      S9: "S9",
      cold: "趋冷",
      hot: "趋热",
      warmer: "升温",
      hair: "微转",
      rival: "对手",
      slope: "斜率",
      shift: "平移",
      zeros: "零权重",
      removed: "去掉一个",
    },
    rightOf: (all) => `${all} 人中一次答对的`,
    csv: "下载 CSV",
    clear: "清空表格",
    remove: (who) => said`移除${who}`,
  },

  present: {
    label: "演示",
    keys: [
      ["→ 空格 PageDown", "下一屏"],
      ["← PageUp", "上一屏"],
      ["Home End", "首屏、末屏"],
      ["A", "提问；再往下是答案"],
      ["B 或 .", "黑屏"],
      ["Q", "二维码和网址"],
      ["F", "全屏"],
      ["?", "按键说明"],
      ["Esc", "退出"],
    ],
    ofAll: (drawn, all) => `共 ${all} 个，只画了得分最高的 ${drawn} 个。`,
    black: "黑屏",
    code: "在自己的设备上打开这一页",
    noAddress: "这个文件还没有公开网址：请在“分享”里填写。",
    noCode: "链接太长，做不成二维码。",
    say: {
      S1: (f) => `每个物体得一个分：与查询有多相符。最高分是 ${f.max}。`,
      S2: (f) => said`硬注意力把最好的那个物体原样返回：${f.winner}。`,
      S3: (f) => said`同样的选择写成权重：${f.winner}是 1，别的都是 0。`,
      S4: () => "都减去最高分。次序不变，选择也不变。",
      S5: (f) => `exp 保持次序。现在都大于 0，加起来是 ${f.sum}。`,
      S6: (f) => said`除以 ${f.sum}，加起来就是 1。选择器选的还是${f.winner}。`,
      S7: (f) => (f.unmoved ? "答案还在原处。" : `答案移动了 ${f.distance}。这就是代价。`),
      S7a: (f) => `先去掉选择器：权重加起来是 ${f.sum}。`,
      S7b: (f) => said`再除以 ${f.sum}：成了物体的平均，与${f.winner}相距 ${f.distance}。`,
      S8: () => "这些权重有个名字：softmax。什么也没动。",
      S9: (f) =>
        f.unmoved
          ? "每个物体各出一份，这里加起来正好是硬答案。"
          : said`每个物体各出一份，加起来就是软答案，与${f.winner}相距 ${f.distance}。`,
    },
    strike: (f) => said`到这里，权重全归${f.winner}。现在去掉选择器。`,
    river: (f) => said`1 里有 ${f.totalVariation} 离开了${f.winner}。`,
    temperature: (tau) => `温度 τ = ${tau}`,
    atTemperature: (f) =>
      f.limit === "cold"
        ? "冷到极点：softmax 就是 argmax。"
        : f.limit === "hot"
          ? "热到极点：所有物体权重相同。"
          : said`1 里有 ${f.totalVariation} 不在${f.winner}那里；答案与它相距 ${f.distance}。`,
    slopes: "台阶上没有坡可循",
    slopesSaid: "站在平平的台阶上，看不出该往哪边转；有坡就看得出。",
    noLosses: "这组数画不出损失曲线。",
    slope: (slope) => `斜率 ${slope}`,
    slopeNote: { hard: "每级台阶上都是", soft: "在最初的查询处" },
    first: "最初的查询",
    wanted: "想要的查询 →",
    jacobian: "softmax：每个得分都牵动每个权重",
    jacobianSaid: "某列的得分升高，圆形的变大，方形的变小。换成 argmax，这里处处是 0。",
    trained: (at) => `更新 ${at} 次之后`,
    trainedSaid: (f) => said`${f.winner}得到的权重：谁学得会找到它？`,
    normalizer: (shift, ratio) =>
      `${shift ? "得分整体平移，权重会变" : "得分整体平移，权重不变"}；${
        ratio ? "两者之比受第三者影响。" : "两者之比与第三者无关。"
      }`,
    maps: { hard: "人人都来查询：硬", soft: "人人都来查询：软" },
    mapsSaid: {
      hard: "一行一个查询：权重全在一个物体上。",
      soft: "一行一个查询：个个有份，每行加起来是 1。",
    },
    noMaps: "这里的查询与物体不在同一空间，不能互换。",
  },

  worksheet: {
    title: "动手算：从 argmax 到 softmax",
    name: "姓名",
    date: "日期",
    print: "打印",
    about: "一面是题，另一面是答案。A4 和 US Letter 都合用。",
    aboutBlank: "A4 和 US Letter 都合用。",
    blank: "给学生的，不带答案",
    sets: "不同的卷子",
    drawAnew: "换一批",
    setsNote: "填 0 就用现在的查询；否则每份卷子各有各的查询，算出来的数也就不同。",
    set: (set, seed) => `第 ${set} 份，种子 ${seed}`,
    given: "已知",
    givenText: "各个物体的特征，以及查询 q。从上到下填空，保留四位小数即可。",
    values: "各个物体的特征，也就是值 x",
    keys: "各个物体的键 k",
    query: "查询",
    temperature: "温度",
    masked: "不参与",
    score: (name) => `得分：${name}，`,
    parameters: "参数",
    table: "逐步计算",
    fill: {
      S1: () => "每个物体的得分",
      S3: () => "赢家写 1，别的写 0",
      S4: () => "得分减去最高分",
      S5: (tau) => (tau ? "上一行除以 τ，再取 exp" : "上一行取 exp"),
      S6: () => "上一行除以它的和",
    },
    of: { max: "最大：", sum: "和：" },
    winner: "S2. 圈出最高分。硬注意力返回",
    output: "两个答案，逐个特征",
    hard: "S2. 硬答案 h",
    hardFill: "照抄赢家的特征",
    soft: "S9. 软答案 o",
    softFill: "S6 × 特征，所有物体加起来",
    distance: "两个答案的距离（各差的平方和，再开方）：",
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
