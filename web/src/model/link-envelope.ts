import type { Notice } from "./link-notice.ts";
import { excerpt } from "./link-values.ts";

/**
 * How a link is wrapped: `v=1&c=<length>.<CRC-32>&` and the body that both are taken of. The length
 * tells a cut tail from a whole one and where foreign additions begin; the checksum tells damage.
 * It guards against accidents, not against people.
 */
export const seal = (version: number, body: string): string =>
  `v=${version}&c=${body.length}.${checksum(body)}&${body}`;

/** What one half of an address, its fragment or its query, says. */
export interface Part {
  /** Whether it speaks to us at all. */
  readonly ours: boolean;
  readonly version: number;
  readonly pairs: ReadonlyMap<string, string>;
  readonly notices: readonly Notice[];
}

/** More than any state within the bounds of users needs, and more than browsers take. */
const maxLength = 2 ** 21;

/** Reads one half of an address. Linear in its length, and never throws. */
export function openPart(address: string, known: ReadonlySet<string>, current: number): Part {
  const text = address.replace(/^[#?]/, "");
  if (text === "") return foreign;
  if (text.length > maxLength) return damaged({ key: "link", kind: "long" });

  let repaired = text;
  for (repaired of repairs(text)) {
    const found = openSealed(repaired, known, current);
    if (found !== null) return found;
  }
  return openUnsealed(text, repaired, known, current);
}

const foreign: Part = { ours: false, version: 1, pairs: new Map(), notices: [] };
const damaged = (notice: Notice): Part => ({ ...foreign, ours: true, notices: [notice] });
const altered: Part = damaged({ key: "c", kind: "altered" });

/** The text as it came, then with ever more of what hosts do to links undone. */
function* repairs(text: string): Generator<string> {
  yield text;
  const decoded = withoutEntities(percentDecoded(text));
  yield decoded;
  yield decoded.replace(/[^A-Za-z0-9.,_~=&-]+/g, "");
}

const mark = /(?:^|&)c=(\d{1,7})\.([0-9a-f]{8})(?:&|$)/;

/** A part whose seal agrees, or null. */
function openSealed(text: string, known: ReadonlySet<string>, current: number): Part | null {
  const found = mark.exec(text);
  if (found === null) return null;
  const [whole, length, sum] = found;
  const start = found.index + whole.length;
  const end = start + Number(length);
  const body = text.slice(start, end);
  if (body.length !== Number(length) || !/^[A-Za-z0-9.,_~=&-]+$/.test(body)) return null;
  if (checksum(body) !== sum) return null;

  const before = split(text.slice(0, found.index));
  const version = readVersion(before, current);
  if (typeof version !== "number") return damaged(version);
  // What a host has added is no concern of the reader's; a key of ours was meant to do something.
  const around = [...before, ...split(text.slice(end)).slice(1)];
  const unused = new Set(around.map(([key]) => key).filter((key) => known.has(key)));
  return {
    ours: true,
    version,
    pairs: firstOfEach(split(body)),
    notices: Array.from(unused, (key) => ({ key, kind: "unused" })),
  };
}

/** A part without a seal that agrees: written by hand, or damaged, or none of our business. */
function openUnsealed(
  text: string,
  repaired: string,
  known: ReadonlySet<string>,
  current: number,
): Part {
  const pairs = split(byHand(text)).map(
    ([key, value]) => [key, percentDecoded(value.replaceAll("+", " "))] as const,
  );
  // A host that changes the case has altered the link, but it is still ours.
  const lower = repaired.toLowerCase();
  const traces = split(lower);
  if (traces.length > maxPairs) return damaged({ key: "link", kind: "long" });
  const broken =
    remains.test(lower) ||
    traces.some(([key, value], i) => {
      const afterVersion = i === 1 && traces[0]?.[0] === "v";
      return !known.has(key) && resemblesSeal(key, value, afterVersion);
    });
  const speaks = ([key, value]: Pair): boolean => key === "v" || (known.has(key) && value !== "");
  if (!remains.test(lower) && !pairs.some(speaks) && !traces.some(speaks)) return foreign;

  const version = readVersion(traces, current);
  if (typeof version !== "number" && Number(version.value) > current) return damaged(version);
  if (broken) return damagedSeal(repaired);
  if (typeof version !== "number") return version.value === "" ? altered : damaged(version);
  // A version and nothing more is what is left of a longer link.
  if (!pairs.some(([key]) => known.has(key))) return altered;

  const last = pairs.at(-1);
  if (last !== undefined) pairs[pairs.length - 1] = [last[0], withoutPunctuation(last[1])];
  const first = firstOfEach(pairs);
  const repeated = new Set(
    pairs.filter(([key, value]) => known.has(key) && first.get(key) !== value).map(([key]) => key),
  );
  return {
    ours: true,
    version,
    pairs: first,
    notices: Array.from(repeated, (key) => ({ key, kind: "repeated" })),
  };
}

/** What is wrong with a link whose seal does not agree. */
function damagedSeal(text: string): Part {
  const found = mark.exec(text);
  if (found === null) return altered;
  const length = Number(found[1]);
  const rest = text.length - found.index - found[0].length;
  return rest < length ? damaged({ key: "c", kind: "cut", found: rest, length }) : altered;
}

/** A seal that has lost its place between two `&`. */
const remains = /c=\d{1,7}\.[0-9a-f]{8}/;

/** A seal, or its remains where it stood: without it nothing else can be trusted. */
function resemblesSeal(key: string, value: string, afterVersion: boolean): boolean {
  if (key === "c") return true;
  if (afterVersion && (value === "" || !/^[a-z]\w{2,}$/.test(key))) return true;
  if (value !== "" && key.length > 2 && !afterVersion) return false;
  const check = value === "" ? key : value;
  return check.length <= 24 && /\d\.[0-9a-f]{6,9}$/.test(check);
}

type Pair = readonly [key: string, value: string];

/** More than any address has; one more is read to know that there are more. */
const maxPairs = 1000;

function split(text: string): Pair[] {
  return text.split("&", maxPairs + 1).map((pair) => {
    const at = pair.indexOf("=");
    return at < 0 ? [pair, ""] : [pair.slice(0, at), pair.slice(at + 1)];
  });
}

function firstOfEach(pairs: readonly Pair[]): Map<string, string> {
  const first = new Map<string, string>();
  for (const [key, value] of pairs) if (!first.has(key)) first.set(key, value);
  return first;
}

/** A link without a version is of the first one. */
function readVersion(
  pairs: readonly Pair[],
  current: number,
): number | Extract<Notice, { kind: "version" }> {
  const value = pairs.find(([key]) => key === "v")?.[1] ?? "1";
  const version = /^[1-9]\d{0,5}$/.test(value) ? Number(value) : Number.NaN;
  return version <= current ? version : { key: "v", kind: "version", value: excerpt(value) };
}

/** A link typed by hand may have been encoded as a whole, or have had its `&` written as entities. */
function byHand(text: string): string {
  return withoutEntities(text.includes("=") ? text : percentDecoded(text));
}

/** The end of a sentence that a link stood in: punctuation, brackets, invisible characters. */
function withoutPunctuation(text: string): string {
  let end = text.length;
  while (end > 0 && !/[\p{L}\p{M}\p{N}\p{S}\p{Cs}~_=-]/u.test(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** How many times over a link may have been encoded. */
const maxPasses = 4;

function untilStable(text: string, change: (text: string) => string): string {
  let now = text;
  for (let pass = 0; pass < maxPasses; pass++) {
    const next = change(now);
    if (next === now) break;
    now = next;
  }
  return now;
}

const encodedCharacter =
  /%[0-7][0-9a-f]|%[cd][0-9a-f]%[89ab][0-9a-f]|%e[0-9a-f](?:%[89ab][0-9a-f]){2}|%f[0-7](?:%[89ab][0-9a-f]){3}/gi;

/** Percent-decoded until nothing changes; what is no encoded character stays as it is. */
const percentDecoded = (text: string): string =>
  untilStable(text, (now) =>
    now.replace(encodedCharacter, (code) => {
      try {
        return decodeURIComponent(code);
      } catch {
        return code;
      }
    }),
  );

const withoutEntities = (text: string): string =>
  untilStable(text, (now) => now.replace(/&(?:amp|#38|#x26);/gi, "&"));

/** CRC-32 (IEEE 802.3, as in zip and zlib) of ASCII, as eight hexadecimal digits. */
export function checksum(text: string): string {
  let crc = 0xffffffff;
  for (let i = 0; i < text.length; i++) {
    crc ^= text.charCodeAt(i);
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (~crc >>> 0).toString(16).padStart(8, "0");
}
