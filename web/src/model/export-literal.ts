/** Numbers and names as programs write them. */
import type { Shown } from "./store.ts";

/** What a copy is made of. */
export type Exported = Pick<Shown, "state" | "derivation" | "names" | "features">;

/** The shortest decimal that gives back the same double; never an integer to a typed language. */
export function floatLiteral(x: number): string {
  if (!Number.isFinite(x)) return Number.isNaN(x) ? "nan" : x < 0 ? "-inf" : "inf";
  const text = Object.is(x, -0) ? "-0" : String(x);
  return /^-?\d+$/.test(text) ? `${text}.0` : text;
}

/**
 * On one line of a comment, whatever a reader put into a name. What is not seen or turns the order of
 * the text around is told by its number, and nothing at its end takes the next line along: to C++ a
 * backslash does, also as `??/`.
 */
export const inComment = (name: string): string =>
  name
    .replace(/[\s\u0085]+/g, " ")
    .trim()
    .replace(unseen, (character) => `<U+${hex(character.codePointAt(0) ?? 0)}>`)
    .replace(/(?:\\|\?\?\/)$/, "$& .");

/** Control and format characters, and half characters; but for the joiners, which scripts need. */
export const unseen = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

export const hex = (code: number): string => code.toString(16).toUpperCase().padStart(4, "0");

/** What the copy is about, in the words of the code. */
export function subjectOf({ state }: Exported): string {
  const { values, score, temperature } = state;
  const n = values.length;
  const d = values[0]?.length ?? 0;
  const shape = `${n} ${n === 1 ? "item" : "items"} of ${d} ${d === 1 ? "feature" : "features"}`;
  return `softmax attention over ${shape}, score: ${score}, temperature: ${floatLiteral(temperature)}`;
}

/**
 * Whether the rounding of another library leaves the winner what it is. Scores that are sums of
 * products come out the same everywhere; roots and tanh may differ in the last digit, and underflow.
 */
export function isDecided({ state, derivation: { gap, scores, ties } }: Exported): boolean {
  const largest = Math.max(...Array.from(scores, Math.abs).filter(Number.isFinite));
  const exact = ["dot", "bilinear", "gaussian"].includes(state.score);
  return exact || (ties.length === 1 && gap > 1e-12 * largest + 1e-100);
}
