import type { Language, Rows } from "./state.ts";

/** A word of the preset sentence. */
interface Word {
  readonly word: string;
  /** What it is: its features, in the order of `sentenceFeatures` in the texts. */
  readonly is: readonly number[];
  /** What it asks for, in the same features: its query in the first head. */
  readonly asks: readonly number[];
}

/** thing, alive, place, action, quality, pronoun, negation, small word. */
type Feature = "thing" | "alive" | "place" | "action" | "quality" | "pronoun" | "not" | "small";
const order = ["thing", "alive", "place", "action", "quality", "pronoun", "not", "small"] as const;

const vector = (parts: Partial<Record<Feature, number>>): readonly number[] =>
  order.map((name) => parts[name] ?? 0);

const word = (
  word: string,
  is: Partial<Record<Feature, number>>,
  asks: Partial<Record<Feature, number>>,
): Word => ({ word, is: vector(is), asks: vector(asks) });

/** Two of the same structure: only the English one has articles and a copula. */
const sentences: Readonly<Record<Language, readonly Word[]>> = {
  en: [
    word("The", { small: 1 }, { thing: 8, alive: 4 }),
    word("animal", { thing: 1, alive: 1 }, { action: 8, quality: 4 }),
    word("did", { action: 0.5, small: 0.5 }, { action: 8 }),
    word("not", { not: 1, small: 0.5 }, { action: 8 }),
    word("cross", { action: 1 }, { place: 8, alive: 6, thing: 2 }),
    word("the", { small: 1 }, { thing: 8, place: 4 }),
    word("street", { thing: 1, place: 1 }, { action: 8 }),
    word("because", { small: 1 }, { quality: 8 }),
    word("it", { pronoun: 1 }, { alive: 8, thing: 6 }),
    word("was", { action: 0.5, small: 0.5 }, { quality: 8, pronoun: 6 }),
    word("tired", { quality: 1, alive: 0.5 }, { pronoun: 10, alive: 8 }),
  ],
  "zh-CN": [
    word("小猫", { thing: 1, alive: 1 }, { action: 8, quality: 4 }),
    word("没", { not: 1, small: 0.5 }, { action: 8 }),
    word("过", { action: 1 }, { place: 8, alive: 6, thing: 2 }),
    word("马路", { thing: 1, place: 1 }, { action: 8 }),
    word("因为", { small: 1 }, { quality: 8 }),
    word("它", { pronoun: 1 }, { alive: 8, thing: 6 }),
    word("太", { quality: 0.25, small: 0.5 }, { quality: 8 }),
    word("累", { quality: 1, alive: 0.5 }, { pronoun: 10, alive: 8 }),
    word("了", { small: 1 }, { action: 8, quality: 6 }),
  ],
};

/** The word that the sentence is about: what it stands for is the question. */
export const pronounOf = (language: Language): number =>
  sentences[language].findIndex(({ word }) => word === "it" || word === "它");

/** Cosines of sixteenths of a turn, to 1/16: exact in binary, and short in a link. */
const cosine = [
  1, 0.9375, 0.6875, 0.375, 0, -0.375, -0.6875, -0.9375, -1, -0.9375, -0.6875, -0.375, 0, 0.375,
  0.6875, 0.9375,
];
const turn = (steps: number): number => cosine[((steps % 16) + 16) % 16] ?? 0;

/** Hands of clocks that go round once, twice, four and eight times in sixteen places. */
const clocks = (place: number): readonly number[] => [
  ...[1, 2, 4].flatMap((times) => [turn(times * place), turn(times * place - 4)]),
  turn(8 * place),
  0,
];

const scaled = (row: readonly number[], factor: number): readonly number[] =>
  row.map((entry) => entry * factor || 0);

export interface Sentence {
  readonly words: readonly string[];
  readonly queries: Rows;
  readonly keys: Rows;
  readonly values: Rows;
}

/**
 * The sentence in one of its heads: 0 each word looks for what it needs, a pronoun for whom it means;
 * 1 each looks for the place before its own, and the first for none; 2 each looks for its like.
 */
export function sentence(language: Language, head: number): Sentence {
  const words = sentences[language];
  const values = words.map(({ is }) => is);
  const asked = {
    0: { queries: words.map(({ asks }) => asks), keys: values },
    1: {
      queries: words.map((_, place) => scaled(clocks(place - 1), place === 0 ? 0 : 4)),
      keys: words.map((_, place) => clocks(place)),
    },
    2: { queries: values.map((row) => scaled(row, 8)), keys: values },
  }[head as 0 | 1 | 2];
  return { words: words.map(({ word }) => word), values, ...asked };
}
