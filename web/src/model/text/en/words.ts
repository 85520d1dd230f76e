import { sceneNames } from "./names.ts";

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
