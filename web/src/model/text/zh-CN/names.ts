export const sceneNames = {
  apple: {
    items: ["苹果", "番茄", "红球", "橙子", "香蕉", "消防车"],
    features: ["红", "圆", "甜", "大"],
  },
  plane: { items: ["A", "B", "C", "D", "E"], features: ["x", "y"] },
  tie: { items: ["A", "B", "C", "D"], features: ["x", "y"] },
  overflow: { items: ["A", "B", "C", "D"], features: ["x", "y"] },
  "false-tie": { items: ["A", "B"], features: ["x", "y"] },
  journey: { items: ["Your", "journey", "starts", "with", "one", "step"], features: [] },
  "self-attention": { items: ["输入 1", "输入 2", "输入 3"], features: [] },
  custom: { items: [], features: [] },
};

export const numbered = {
  feature: (n: number) => `特征 ${n}`,
  entry: (n: number) => `分量 ${n}`,
};
