import { type Article, sourceArticle } from "../../article.ts";
import { marked } from "../../marked.ts";
import type { Summary } from "../../summary.ts";
import { said, told } from "./said.ts";

export const article: Article = {
  sections: [
    {
      id: "question",
      heading: "为的是找，不是混",
      blocks: [
        {
          kind: "text",
          text: marked`注意力只问一件事：这些东西里，哪一个与我的查询最相关？写成数学就是 argmax：逐个打分，取最高的。可模型里实际算的，却是 softmax 和加权平均。能把得分变成权重的函数那么多，为什么偏偏是 softmax？要找东西，又何必去求平均？`,
        },
        {
          kind: "text",
          text: marked`一句话回答：把 *one-hot(argmax)* 磨光到可以训练的程度，得到的就是 softmax。加权平均是为此付出的代价，而不是目的。上图分九步从一头走到另一头；下面说清每一步的代价，以及究竟哪一步才有代价。`,
        },
      ],
    },
    {
      id: "derivation",
      heading: "九步",
      blocks: [
        {
          kind: "text",
          text: marked`每步只改一处。末尾的数是这一步的输出与硬输出的距离，按图上现在的数计算。`,
        },
        { kind: "figure", figure: "steps" },
      ],
    },
    {
      id: "error",
      heading: "误差出在哪里",
      blocks: [
        {
          kind: "text",
          text: marked`[本页所讲的原文](${sourceArticle})，推导里有两个 ≈。前一个把 max 换成 log-sum-exp，其实是等号。任取常数 *c* 和严格递增的函数 *φ*，*φ*(*α*_{*i*} − *c*) 最大的位置就是 *α*_{*i*} 最大的位置，并列时也一样。减去 max、取 exp、改减 *L*：只要还在 argmax 里面，怎么做都改变不了答案。`,
        },
        {
          kind: "text",
          text: (f: Summary) =>
            !f.weightMoved
              ? told`误差全在后一个，也就是[去掉 *one-hot ∘ argmax*](step=S7) 的那一步。按上图的数，连这一步也没有代价：权重全都留在${f.winner}。`
              : f.unmoved
                ? told`误差全在后一个，也就是[去掉 *one-hot ∘ argmax*](step=S7) 的那一步。按上图的数，有 ${f.totalVariation} 的权重在那里离开${f.winner}，输出却没有动。`
                : told`误差全在后一个，也就是[去掉 *one-hot ∘ argmax*](step=S7) 的那一步。按上图的数，有 ${f.totalVariation} 的权重在那里离开${f.winner}，输出移动 ${f.distance}；在那之前，移动恰好是 0。`,
        },
        {
          kind: "text",
          text: marked`那么其余几步有什么用？它们先把数值摆好，让去掉选择器时损失尽量小：`,
        },
        {
          kind: "points",
          points: [
            marked`减去 max，赢家落在 0，指数恰好是 1，正是 one-hot 里的那个 1。`,
            marked`exp 把 0 以下的数都送进 0 与 1 之间，那是 one-hot 里那些 0 的位置。`,
            marked`用 log-sum-exp 代替 max，各数之和成为 1，而且处处光滑。`,
          ],
        },
        {
          kind: "text",
          text: marked`在计算机上，减去 max 还有一个用处。不减的话，得分一大，exp 就超出浮点数的范围，无穷除以无穷，得到的根本不是数。[打开“溢出”场景](scene=overflow)就能亲眼看到。`,
        },
        { kind: "figure", figure: "overflow" },
      ],
    },
    {
      id: "lse",
      heading: "log-sum-exp 换来什么，换不来什么",
      blocks: [
        {
          kind: "text",
          text: marked`[把 S7 拆成两半](step=S7a)：先去掉选择器，max 还留在里面；再把 max 换成 log-sum-exp。这样一来，后半步的得失就单独摆在眼前。`,
        },
        {
          kind: "points",
          points: [
            (f: Summary) =>
              marked`**换来总和为 1。**${
                f.weightMoved
                  ? `留着 max，权重之和是 ${f.sum}，输出不是平均，离硬输出 ${f.halfStep.outputDistance}，而不是 ${f.distance}。`
                  : "（按上图的数，总和本来就是 1；把温度调高就能看出差别。）"
              }能让 *e*^{(*α* − *c*)/*τ*} 之和等于 1 的常数 *c*，只有 *L*。`,
            marked`**换来光滑。**两项并列时 max 有尖角，由它得来的权重也有。换成 log-sum-exp，处处有任意阶导数。`,
            marked`**换来意义。**权重就是 *L* 的梯度：one-hot 是 max 的斜率，*p* 是光滑最大值的斜率。`,
            (f: Summary) =>
              marked`**未必换来更近。**与 one-hot 的距离（逐项绝对差之和的一半），之前是 ${f.halfStep.weightDistance}，之后是 ${f.weightDistance}。只有总和大于 2 时才会变小；现在是 ${f.sum}，所以${
                f.nearer ? "变小了" : "并没有变小"
              }。`,
          ],
        },
        { kind: "figure", figure: "kink" },
      ],
    },
    {
      id: "bridges",
      heading: "三座桥，一个 ≈ 也没有",
      blocks: [
        {
          kind: "text",
          text: marked`推导用软代替硬，代价是一个 ≈。其实软硬之间还有三个等式，哪个都没有近似。`,
        },
        {
          kind: "points",
          points: [
            marked`**斜率。**softmax 是 log-sum-exp 的梯度，one-hot 是 max 的次梯度。把函数磨光，斜率就由硬变软。`,
            (f: Summary) =>
              marked`**代价。**max 是任意一组非负、和为 1 的权重所能达到的最高平均得分，one-hot 正好达到。再加上 [*τ*](view=temperature) 倍的熵作为奖励，最好的权重就是 *p*：平均得分 ${f.meanScore}，加 *τ* 乘熵 ${f.entropy}，得 *L* = ${f.logSumExp}。硬选择比它少 *L* − max = ${f.lseMinusMax}，恰好是 KL 散度 KL(one-hot ‖ *p*) 乘以 *τ*。`,
            marked`**噪声。**给每个 *α*_{*i*}/*τ* 加上独立的 Gumbel 噪声，取最大的一个，反复多次。选中第 *i* 项的概率恰好是 *p*_{*i*}。软注意力**就是**随机硬注意力的平均。不妨抽抽看：`,
          ],
        },
        { kind: "figure", figure: "sampler" },
      ],
    },
    {
      id: "compromise",
      heading: "是妥协，还是最优？",
      blocks: [
        {
          kind: "text",
          text: marked`原文说加权平均是数学上的妥协。这是一种读法；如果要的就是那一个苹果，这种读法没错：苹果和橙子之间的一点，两样都不是。但假如事先各项机会均等，而 *α*_{*i*}/*τ* 是“若所指为第 *i* 项，观察到眼前情形”的对数似然，那么 *p* 就是后验概率。怎样答最好，取决于答错的代价。错就是错，远近不论，最优的是 argmax；偏差加倍则代价变成四倍，最优的就是平均本身。这时就谈不上妥协了。`,
        },
        {
          kind: "text",
          text: marked`最后说明一个用词。“硬”有两种意思：这里指 argmax，答案总是同一个；而在让这个词出名的图像描述工作里（Xu 等，2015），硬注意力是按 *p* 抽取一项。第三座桥说明了两者的关系：抽取的平均就是软输出。`,
        },
      ],
    },
    {
      id: "why",
      heading: "为什么是 softmax，又为什么要软",
      blocks: [
        {
          kind: "text",
          text: marked`为什么要软：把查询的旋钮轻轻一转，硬输出要么纹丝不动，要么突然跳走。它的斜率几乎处处为零，学习算法无从知道该往哪边走。软输出则一碰就动，斜率指明方向。[看看两者怎么学](view=gradient)。`,
        },
        {
          kind: "text",
          text: marked`为什么是 softmax：单凭这条推导选不出它来。任何在 0 处为 1、再往下降到 0 的递增函数，都可以站在 exp 的位置上。但有两个要求合在一起，就别无选择：所有得分加上同一个数，结果不变；两项权重之比，只由这两项决定。前者要求只看差，后者要求每个得分各取同一个函数，同时做到的只有指数函数。[比一比十二种归一化](view=normalizers)。`,
        },
      ],
    },
    {
      id: "teach",
      heading: "动手试试",
      blocks: [
        {
          kind: "text",
          text: marked`这里的一切都可以改：在表里输入，拖动查询，粘贴自己的向量。所有数字都由一个小小的 C++ 库在浏览器里算出，不向任何地方发送数据。`,
        },
        {
          kind: "text",
          text: marked`本页重述并订正了 allenwind 的推导：[softmax:建立hard-attention到soft-attention的桥梁](${sourceArticle})。`,
        },
      ],
    },
  ],
  figures: {
    steps: { distance: (d: string) => `距离 ${d}` },
    kink: {
      caption:
        "赢家的得分逐渐超过其余最高者时，它的权重怎样变。内含 max 时，曲线在并列处折断；换成 log-sum-exp 就不折断。",
      withMax: "内含 max",
      withLse: "内含 log-sum-exp",
      tie: "并列",
      axis: (item: string) => said`${item}的得分 →`,
      none: "在这个温度下，或者只有一项时，没有曲线可画。",
    },
    sampler: {
      caption: (draws: string) => `长条为抽取 ${draws} 次后各项胜出的频率，竖线为权重 p。`,
      draw: (count: string) => `抽 ${count} 次`,
      again: "重新开始",
      weight: "权重",
      frequency: "胜出频率",
      apart: (distance: string) =>
        `两者的总变差：${distance}。总变差是各项之差取绝对值求和，再取一半。`,
    },
  },
};
