import { lettersOf } from "../../model/names.ts";

/** How much a number must be set smaller to fit its cell: a class name. */
type Tightness = "" | "tight" | "tighter";

/** From the widths of Source Sans' tabular figures: within a few per cent, never measured. */
export function tightness(text: string, size: number, room: number): Tightness {
  let em = 0;
  for (const character of text) em += widths[character] ?? 0.5;
  const ratio = (em * size) / room;
  return ratio <= 1 ? "" : ratio <= 1.25 ? "tight" : "tighter";
}

const widths: Readonly<Record<string, number>> = {
  ".": 0.25,
  // A minus hangs out of its column.
  "−": 0,
  ...Object.fromEntries(Array.from("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", (c) => [c, 0.36])),
};

/**
 * The letters on the discs of items that have no drawing: short names as they are, or first letters
 * where those tell the items apart, else their numbers.
 */
export function discLetters(names: readonly string[]): readonly string[] {
  const whole = names.map((name) => lettersOf(name).join(""));
  const distinct = (letters: readonly string[]): boolean =>
    new Set(letters).size === names.length && !letters.includes("");
  if (distinct(whole) && whole.every((name) => /^\S{1,2}$/u.test(name))) return whole;
  const first = whole.map((name) => Array.from(name.trim())[0] ?? "");
  return distinct(first) ? first : names.map((_, i) => String(i + 1));
}
