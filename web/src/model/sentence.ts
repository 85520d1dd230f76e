import type { Rows } from "./state.ts";
import type { Word } from "./text/word.ts";

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
export function sentence(words: readonly Word[], head: number): Sentence {
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
