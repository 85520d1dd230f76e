/**
 * How a link of ours is known where its marks were lost or changed on the way: by a key and a value
 * that the key can have, whatever stands between them or does not. Marks are what hosts hurt; words and
 * numbers come through.
 */
import { schema } from "./link-schema.ts";

interface Pair {
  readonly key: string;
  readonly pattern: RegExp;
}

/** What may stand where a `=` stood, also as mail encodes it. */
const gap = "((?:=3d|[^a-z0-9]){0,8}?)";

/** By the first letter of the key, longer keys first. */
const pairs = new Map<string, Pair[]>();
for (const { key, outline } of [...schema].sort((a, b) => b.key.length - a.key.length)) {
  if (outline === null) continue;
  const pattern = new RegExp(`${key}${gap}(${outline})[.,_~-]*`, "y");
  pairs.set(key.charAt(0), [...(pairs.get(key.charAt(0)) ?? []), { key, pattern }]);
}

interface Found {
  readonly key: string;
  readonly gap: string;
  readonly value: string;
  readonly end: number;
}

function pairAt(text: string, at: number): Found | null {
  for (const { key, pattern } of pairs.get(text.charAt(at)) ?? []) {
    if (!text.startsWith(key, at)) continue;
    pattern.lastIndex = at;
    const [whole, gap = "", value = ""] = pattern.exec(text) ?? [];
    if (whole !== undefined) return { key, gap, value, end: at + whole.length };
  }
  return null;
}

const isWordCharacter = (character: string): boolean => /[a-z0-9]/.test(character);
/** Characters of values: in a random identifier they part nothing. */
const isOurs = (character: string): boolean => /[\w.,~-]/.test(character);

/**
 * Whether a text in lower case holds a pair that cannot be chance: a key with one of its words, with a
 * list or a fraction, or with a mark between; or two keys with whole numbers. A lone letter with a
 * number is anyone's anchor.
 */
export function hasOutline(text: string): boolean {
  const weak = new Set<string>();
  for (let at = 0; at < text.length; ) {
    const before = text.charAt(at - 1);
    if (at > 0 && isWordCharacter(before)) {
      at++;
      continue;
    }
    const apart = at === 0 || !isOurs(before);
    // Where the marks are lost, pairs follow upon each other.
    const run: Found[] = [];
    let found = pairAt(text, at);
    while (found !== null) {
      run.push(found);
      found = pairAt(text, found.end);
    }
    const last = run.at(-1);
    if (last === undefined) {
      at++;
      continue;
    }
    const after = text.charAt(last.end);
    run.forEach(({ key, gap, value }, i) => {
      const ends = i < run.length - 1 || !isWordCharacter(after);
      const bounded = apart && (i < run.length - 1 || !isOurs(after));
      const word = !/^[-+.\d]/.test(value);
      const rich = word || /[.,_]/.test(value);
      const marked = /[^\w.,~/?#-]/.test(gap) || gap.startsWith("=");
      if ((word && ends) || ((marked || rich) && (word ? ends : bounded))) weak.add("").add(key);
      else if (!word && bounded) weak.add(key);
    });
    at = last.end;
  }
  return weak.size > 1;
}

const keys = schema.map(({ key }) => key).join("|");
const nextPair = new RegExp(`[&;](?:${keys})[=:]`, "i");

/** Whether a list of names goes on as a link does: what parted them is no part of a name. */
export const runsOn = (names: string): boolean => /=[^=,]/.test(names) || nextPair.test(names);

/** The keys whose values can look like anything. */
export const freeKeys: ReadonlySet<string> = new Set(
  schema.filter(({ outline }) => outline === null).map(({ key }) => key),
);
