/**
 * What a reader answered, as a code of sixteen signs that can be typed. Eighty bits: 2 version, 3 question
 * set, 2 for each of up to nine questions, 20 of the numbers' fingerprint, 21 of the reader, 16 of a CRC. The
 * fingerprint is the second group of four: who had the same numbers shows the same there.
 */
import { checksum } from "./link-seal.ts";
import type { Try } from "./prediction.ts";
import { type QuestionId, questionsOf } from "./question.ts";
import { chain, type State } from "./state.ts";

/** The sets in the order in which codes count them: new ones come last. */
export const sets = ["chain", "halves", "temperature", "gradient", "normalizers"] as const;
export type QuestionSet = (typeof sets)[number];

/** The questions of a set, in the order in which they are asked. */
export function questionsIn(set: QuestionSet): readonly QuestionId[] {
  if (set !== "chain" && set !== "halves") return questionsOf(set);
  return chain(set === "halves").filter((id): id is Exclude<typeof id, "S1"> => id !== "S1");
}

export function setOf({ view, split }: Pick<State, "view" | "split">): QuestionSet | null {
  if (view === "derive") return split ? "halves" : "chain";
  return sets.find((set) => set === view) ?? null;
}

export interface Result {
  readonly set: QuestionSet;
  /** How each question was answered that was. */
  readonly tries: ReadonlyMap<string, Try>;
  /** Four signs: the same where the numbers are. */
  readonly numbers: string;
  /** Tells two readers apart who answered alike; a whole number below 2²¹. */
  readonly reader: number;
}

/** No 0 and O, no 1 and I. */
const signs = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
const width = { version: 2, set: 3, tries: 18, numbers: 20, reader: 21, check: 16 };

export const readers = 2 ** width.reader;

/** What the questions are asked of, whatever it is called and in whatever language. */
export function fingerprint(state: State): string {
  const { values, keys, query, score, parameters, temperature, mask } = state;
  const sorted = Object.entries(parameters).sort(([a], [b]) => (a < b ? -1 : 1));
  const said = JSON.stringify([values, keys, query, score, sorted, String(temperature), mask]);
  const bits = binary(Number.parseInt(checksum(said), 16), 32);
  return written(bits.slice(0, width.numbers));
}

export function codeOf({ set, tries, numbers, reader }: Result): string {
  const answers = questionsIn(set).map((id) => {
    const outcome = tries.get(id);
    return binary(outcome === undefined ? 0 : outcome + 1, 2);
  });
  const head =
    binary(0, width.version) +
    binary(sets.indexOf(set), width.set) +
    answers.join("").padEnd(width.tries, "0");
  const bits = head.slice(0, 20) + read(numbers) + head.slice(20) + binary(reader, width.reader);
  const code = written(bits + binary(crc16(bits), width.check));
  return (code.match(/.{4}/g) ?? []).join("-");
}

/** Null where the code is damaged, or of a later version. Dashes, spaces and case do not matter. */
export function readCode(text: string): Result | null {
  const code = text.toUpperCase().replace(/[-\s]/g, "");
  const all = read(code);
  if (all === null || code.length !== 16) return null;
  const bits = all.slice(0, -width.check);
  if (binary(crc16(bits), width.check) !== all.slice(-width.check)) return null;
  const head = bits.slice(0, 20) + bits.slice(40, 43);
  const set = sets[Number.parseInt(head.slice(2, 5), 2)];
  if (!head.startsWith("00") || set === undefined) return null;
  const tries = new Map<string, Try>();
  for (const [i, id] of questionsIn(set).entries()) {
    const outcome = Number.parseInt(head.slice(5 + 2 * i, 7 + 2 * i), 2);
    if (outcome > 0) tries.set(id, (outcome - 1) as Try);
  }
  return { set, tries, numbers: code.slice(4, 8), reader: Number.parseInt(bits.slice(43), 2) };
}

const binary = (x: number, bits: number): string => x.toString(2).padStart(bits, "0");
const written = (bits: string): string =>
  (bits.match(/.{5}/g) ?? []).map((five) => signs[Number.parseInt(five, 2)]).join("");
const read = (code: string): string | null =>
  Array.from(code).every((sign) => signs.includes(sign))
    ? Array.from(code, (sign) => binary(signs.indexOf(sign), 5)).join("")
    : null;

/** CRC-16/CCITT: no wrong sign and no two neighbours that changed places go unseen. */
function crc16(bits: string): number {
  let crc = 0xffff;
  for (const bit of bits) {
    const out = (crc >> 15) ^ Number(bit);
    crc = (crc << 1) & 0xffff;
    if (out) crc ^= 0x1021;
  }
  return crc;
}
