import { sceneNames } from "./names.ts";

const numberWords = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
export const count = (n: number): string => numberWords[n] ?? String(n);
export const list = (items: readonly string[]): string =>
  items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
/** Things take an article, letters and words do not. */
export const the = (name: string): string =>
  sceneNames.en.apple.items.includes(name) ? `the ${name}` : name;
