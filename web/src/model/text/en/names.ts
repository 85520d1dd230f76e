export const sceneNames = {
  apple: {
    items: ["apple", "tomato", "red ball", "orange", "banana", "fire engine"],
    features: ["red", "round", "sweet", "big"],
  },
  plane: { items: ["A", "B", "C", "D", "E"], features: ["x", "y"] },
  tie: { items: ["A", "B", "C", "D"], features: ["x", "y"] },
  overflow: { items: ["A", "B", "C", "D"], features: ["x", "y"] },
  "false-tie": { items: ["A", "B"], features: ["x", "y"] },
  journey: { items: ["Your", "journey", "starts", "with", "one", "step"], features: [] },
  "self-attention": { items: ["Input 1", "Input 2", "Input 3"], features: [] },
  custom: { items: [], features: [] },
};

export const numbered = {
  feature: (n: number) => `feature ${n}`,
  entry: (n: number) => `entry ${n}`,
};
