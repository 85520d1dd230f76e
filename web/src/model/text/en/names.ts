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

const numberWords = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
export const count = (n: number): string => numberWords[n] ?? String(n);
export const list = (items: readonly string[]): string =>
  items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
/** Things take an article, letters and words do not. */
export const the = (name: string): string =>
  sceneNames.apple.items.includes(name) ? `the ${name}` : name;
/** A name that opens a sentence: our own words take a capital there, a reader's stay as they are. */
export const opening = (name: string): string =>
  sceneNames.apple.items.includes(name) || /^item \d+$/.test(name)
    ? name.charAt(0).toUpperCase() + name.slice(1)
    : name;
