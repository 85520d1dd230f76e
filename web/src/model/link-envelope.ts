import { freeKeys, hasOutline, runsOn } from "./link-outline.ts";
import { keysOfLinks } from "./link-schema.ts";
import {
  damaged,
  firstOfEach,
  foreign,
  mark,
  maxPairs,
  openSealed,
  type Pair,
  type Part,
  readVersion,
  split,
} from "./link-seal.ts";
import { excerpt } from "./link-values.ts";

/** More than any state within the bounds of users needs, and more than browsers take. */
const maxLength = 2 ** 21;

/** Reads one half of an address. Linear in its length, and never throws. */
export function openPart(address: string, current: number): Part {
  // What browsers look for in the page follows `:~:`.
  const [text = ""] = address.replace(/^[#?]/, "").split(":~:", 1);
  if (text === "") return foreign;
  if (text.length > maxLength) return damaged({ key: "link", kind: "long" });

  const decoded = unescaped(text);
  const plain = inAscii(decoded);
  const stripped = withoutOthers(plain);
  // As it came, then with ever more of what hosts do to links undone.
  const forms = [text, decoded, stripped];
  for (let mail = plain, times = 0; times < 4; times++) {
    mail = fromMail(mail);
    forms.push(withoutOthers(mail));
  }
  for (const form of forms) {
    const found = openSealed(form, current);
    if (found !== null) return found;
  }
  return openUnsealed(text, plain, stripped, current);
}

const withoutOthers = (text: string): string => text.replace(/[^A-Za-z0-9.,_~=&-]+/g, "");

const altered: Part = damaged({ key: "c", kind: "altered" });
const garbled: Part = damaged({ key: "link", kind: "garbled" });

/** A part without a seal that agrees: written by hand, or damaged, or none of our business. */
function openUnsealed(text: string, plain: string, stripped: string, current: number): Part {
  const known = keysOfLinks;
  const written = split(byHand(text));
  // What has the outline of ours but is no pair of ours was one before it was hurt.
  const unread = written.filter(([key, value]) =>
    freeKeys.has(key)
      ? runsOn(inAscii(value))
      : !known.has(key) &&
        key !== "v" &&
        key !== "c" &&
        hasOutline(seen(inAscii(unescaped(`${key}=${value}`))).toLowerCase()),
  );
  const pairs = written
    .filter((pair) => !unread.includes(pair))
    .map(([key, value]) => [key, percentDecoded(value.replaceAll("+", " "))] as const);
  // A host that changes the case has altered the link, but it is still ours.
  const lower = stripped.toLowerCase();
  const traces = split(lower);
  if (traces.length > maxPairs) return damaged({ key: "link", kind: "long" });
  const broken =
    remains.test(lower) ||
    traces.some(([key, value], i) => {
      const afterVersion = i === 1 && traces[0]?.[0] === "v";
      return !known.has(key) && resemblesSeal(key, value, afterVersion);
    });
  const speaks = ([key, value]: Pair): boolean => key === "v" || (known.has(key) && value !== "");
  if (!remains.test(lower) && !pairs.some(speaks) && !traces.some(speaks)) {
    // Where a `%` stands for a mark, to decode it would take a character of the value along.
    const outlines = [seen(plain).toLowerCase(), text.toLowerCase()];
    if (outlines.some((outline) => sealOutline.test(outline))) return altered;
    return unread.length > 0 || outlines.some(hasOutline) ? garbled : foreign;
  }

  const version = readVersion(traces, current);
  if (typeof version !== "number" && Number(version.value) > current) return damaged(version);
  if (broken) return damagedSeal(stripped);
  if (typeof version !== "number") return version.value === "" ? altered : damaged(version);
  // A version and nothing more is what is left of a longer link.
  if (!pairs.some(([key]) => known.has(key))) return unread.length > 0 ? garbled : altered;

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
    notices: [
      ...Array.from(repeated, (key) => ({ key, kind: "repeated" }) as const),
      ...unread.map(
        ([key, value]) =>
          ({ key: excerpt(value === "" ? key : `${key}=${value}`), kind: "unread" }) as const,
      ),
    ],
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

/** A seal, how a link begins, or how its body follows upon the seal, without the marks. */
const sealOutline =
  /(?:^|[^a-z])c(?:=3d|[^a-z0-9])*\d{1,7}\.[0-9a-f]{8}|^[^a-z0-9]*v(?:=3d|[^a-z0-9])*\d{1,6}(?:[^a-z0-9]|amp;)*c(?![a-z])|\d\.[0-9a-f]{8}[^a-z0-9]*view/;

/** A seal, or its remains where it stood: without it nothing else can be trusted. */
function resemblesSeal(key: string, value: string, afterVersion: boolean): boolean {
  if (key === "c") return true;
  if (afterVersion && (value === "" || !/^[a-z]\w{2,}$/.test(key))) return true;
  if (value !== "" && key.length > 2 && !afterVersion) return false;
  const check = value === "" ? key : value;
  return check.length <= 24 && /\d\.[0-9a-f]{6,9}$/.test(check);
}

/** A link typed by hand may have been encoded as a whole, or have had its `&` written as entities. */
const byHand = (text: string): string =>
  withoutEntities(text.includes("=") ? text : asciiMarks(unescaped(text)));

/** The full-width forms of ASCII, as an input method leaves them. */
const asciiMarks = (text: string): string =>
  text.replace(/[！-～]/g, (character) => String.fromCharCode(character.charCodeAt(0) - 0xfee0));

/** What typography makes of the characters of a link, undone. */
const inAscii = (text: string): string =>
  text
    .replaceAll("…", "")
    .normalize("NFKC")
    .replace(/[\u2010-\u2015\u2212]/g, "-")
    .replaceAll("〜", "~")
    .replaceAll("、", ",");

/** Without what cannot be seen. */
const seen = (text: string): string => text.replace(/[\p{Cf}\p{M}]/gu, "");

/** The end of a sentence that a link stood in: punctuation, brackets, invisible characters. */
function withoutPunctuation(text: string): string {
  let end = text.length;
  while (end > 0 && !/[\p{L}\p{M}\p{N}\p{S}\p{Cs}~_=-]/u.test(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** How many ways of encoding may lie upon each other; each one any number of times. */
const maxPasses = 16;

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
    now.replace(/%(?:25)+(?=[0-9a-f]{2})/gi, "%").replace(encodedCharacter, (code) => {
      try {
        return decodeURIComponent(code);
      } catch {
        return code;
      }
    }),
  );

const withoutEntities = (text: string): string =>
  untilStable(text, (now) =>
    now
      .replace(/&(?:amp;)+/gi, "&")
      .replace(/&equals;/gi, "=")
      .replace(/&#(?:0*(\d{2,3})|x0*([2-7][0-9a-f]));/gi, (entity, decimal, hex) =>
        printable(decimal ? Number(decimal) : Number.parseInt(hex, 16), entity),
      ),
  );

/** Quoted-printable: `=3D` is a `=`, and one without digits broke a line. */
const fromMail = (text: string): string =>
  text.replace(/=([2-7][0-9a-f])?/gi, (_, code) =>
    code ? String.fromCharCode(Number.parseInt(code, 16)) : "",
  );

/** `\u003d`, `\x3d` and `%u003d`, as scripts write characters. */
const withoutEscapes = (text: string): string =>
  text.replace(/(?:[\\%]u00|\\x)([2-7][0-9a-f])/gi, (code, hex) =>
    printable(Number.parseInt(hex, 16), code),
  );

const printable = (code: number, otherwise: string): string =>
  code > 32 && code < 127 ? String.fromCharCode(code) : otherwise;

/** All of it, in whatever order it was done. */
const unescaped = (text: string): string =>
  untilStable(text, (now) => withoutEscapes(withoutEntities(percentDecoded(now))));
