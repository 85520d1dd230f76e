import { followable } from "./address.ts";

/** A stretch of a sentence: plain text, or what a mark makes of the parts in it. */
export type Part =
  | string
  | {
      readonly mark: "i" | "b" | "sub" | "sup" | "a";
      readonly parts: readonly Part[];
      /** Where an `a` leads to. */
      readonly address: string;
    };

/** A sentence whose marks were read. Only `marked` makes one: what came from outside cannot pass for it. */
class Marked {
  readonly parts: readonly Part[];
  /** Tells it from whatever else has parts. */
  declare private readonly read: true;

  constructor(parts: readonly Part[]) {
    this.parts = parts;
  }
}

export type { Marked };

/** Stands for what is put in while the marks around it are read; our own texts have no such character. */
const gap = "\0";

const marks =
  /\*\*(?<b>(?:[^*]|\*(?!\*))+)\*\*|\*(?<i>[^*]+)\*|\[(?<a>[^\]]+)\]\((?<address>[^)]+)\)|_\{(?<sub>[^}]+)\}|\^\{(?<sup>[^}]+)\}/g;

/**
 * A sentence with a few marks: *slanted*, **strong**, [words](address) or [words](view=gradient), x_{index} and x^{exponent}.
 * They are read in what the program itself says. What is put in between, which may be a reader's name, is
 * text as it stands; a sentence that is put in keeps its marks.
 */
export function marked(
  strings: TemplateStringsArray,
  ...values: ReadonlyArray<string | Marked>
): Marked {
  let next = 0;
  const filled = (text: string): Part[] =>
    text
      .split(gap)
      .flatMap((piece, k) => (k === 0 ? piece : [...partsOf(values[next++] ?? ""), piece]))
      .filter((part) => part !== "");
  const parse = (text: string): Part[] => {
    const parts: Part[] = [];
    let end = 0;
    for (const { 0: all, index, groups = {} } of text.matchAll(marks)) {
      parts.push(...filled(text.slice(end, index)));
      end = index + all.length;
      const mark = (["b", "i", "a", "sub", "sup"] as const).find((name) => groups[name]) ?? "i";
      const inside = parse(groups[mark] ?? "");
      const to = wordsOf(filled(groups.address ?? ""));
      // A place of the page itself is named by a pair of a link.
      const address = /^(view|step|scene)=\w+$/.test(to) ? `#${to}` : (followable(to)?.href ?? "");
      // Words that lead nowhere stay words.
      parts.push(...(mark === "a" && address === "" ? inside : [{ mark, parts: inside, address }]));
    }
    return [...parts, ...filled(text.slice(end))];
  };
  return new Marked(parse(strings.join(gap)));
}

const partsOf = (value: string | Marked): readonly Part[] =>
  value instanceof Marked ? value.parts : [String(value)];

const wordsOf = (parts: readonly Part[]): string =>
  parts.map((part) => (typeof part === "string" ? part : wordsOf(part.parts))).join("");

/** Its words alone, for where no marks can be shown. */
export const plainText = ({ parts }: Marked): string => wordsOf(parts);
