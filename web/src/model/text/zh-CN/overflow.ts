import type { OverflowText } from "../translation.ts";

export const overflow: OverflowText = {
  caption: "同一组权重，减与不减最大值各算一遍。",
  subtract: "不减最大值",
  exp: (precision: string) => `exp(α)，${precision}`,
  weights: (precision: string) => `权重，${precision}`,
  shifted: "exp(α − max)",
  sum: "和",
};
