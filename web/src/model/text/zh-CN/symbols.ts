import { marked } from "../../marked.ts";
import type { SymbolsText } from "../translation.ts";

export const symbols: SymbolsText = {
  h: marked`*h*：硬输出，即得分最高的那一个物体的值。`,
  o: marked`*o*：软输出，即所有值按权重 *p* 的平均。`,
  norm: marked`‖…‖：向量的长度，即各分量平方和的平方根。`,
  after: marked`∘：复合。one-hot ∘ argmax 是先找出最大者，再把它的位置写成 one-hot。`,
  component: marked`[*i*]：下标，取前面向量的第 *i* 个数。`,
  L: marked`*L*：log-sum-exp，也就是光滑最大值：所有 *e*^{α} 之和的对数；温度为 τ 时，是所有 *e*^{α/τ} 之和的对数再乘 τ。它不会小于最大值。`,
  E: marked`𝔼：期望。按概率 *p* 抽取 *z*，求 *x*_{z} 的平均。`,
  z: marked`*z*：随机抽到的物体；∼ 后面是抽取的概率。`,
  alpha: marked`α：得分，每个物体一个数，表示它与查询有多相符。`,
  x: marked`*x*_{i}：物体 *i* 的值，即它的各个特征。`,
  q: marked`*q*：查询，逐个特征写明要找什么。`,
  k: marked`*k*_{i}：物体 *i* 的键，查询与它比较。`,
  score: marked`*s*(*q*, …)：打分函数，衡量物体与查询有多相符。`,
  sum: marked`∑：对所有物体求和。`,
  onehot: marked`onehot：只有一处是 1、其余全是 0 的向量。`,
  argmax: marked`argmax：最大值所在的位置；是位置，不是数值。`,
  max: marked`max α：最高的得分。`,
  exp: marked`*e*：2.718…，指数函数的底。取指数不改变大小次序，结果都是正数。`,
  tau: marked`τ：温度。取指数之前，得分先除以它。`,
  S: marked`*S*：所有指数之和。`,
  p: marked`*p*：权重，都不为负，总和是 1。`,
  softmax: marked`softmax：各个指数除以它们的总和。`,
  index: marked`*i* 和 *j*：物体的编号。`,
};
