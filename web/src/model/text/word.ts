/** A word of the preset sentence. */
export interface Word {
  readonly word: string;
  /** What it is: its features, in the order below. */
  readonly is: readonly number[];
  /** What it asks for, in the same features: its query in the first head. */
  readonly asks: readonly number[];
}

type Feature = "thing" | "alive" | "place" | "action" | "quality" | "pronoun" | "not" | "small";
/** The features of a word, as each language calls them in `features`. */
const order = ["thing", "alive", "place", "action", "quality", "pronoun", "not", "small"] as const;

const vector = (parts: Partial<Record<Feature, number>>): readonly number[] =>
  order.map((name) => parts[name] ?? 0);

export const word = (
  word: string,
  is: Partial<Record<Feature, number>>,
  asks: Partial<Record<Feature, number>>,
): Word => ({ word, is: vector(is), asks: vector(asks) });

/** The word that the sentence is about, by its place: what it stands for is the question. */
export const pronounOf = (sentence: readonly Word[]): number =>
  sentence.findIndex(({ is }) => is[order.indexOf("pronoun")] === 1);
