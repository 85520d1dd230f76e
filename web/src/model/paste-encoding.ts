/**
 * Bytes of a file as text. UTF-8 and UTF-16 tell themselves apart; of the older encodings the one is
 * taken in which the bytes are common characters, and the others that could be are offered. Detectors
 * for web pages were tried: on tables with a dozen Chinese characters they name the wrong one.
 */

const encodings = [
  "utf-8",
  "utf-16le",
  "utf-16be",
  "gb18030",
  "big5",
  "shift_jis",
  "windows-1252",
  "euc-jp",
  "euc-kr",
  "windows-1251",
] as const;
export type Encoding = (typeof encodings)[number];

interface DecodedFile {
  readonly text: string;
  readonly encoding: Encoding;
  /** Other encodings that these bytes could be in. */
  readonly others: readonly Encoding[];
  /** The first words that tell one encoding from another. */
  readonly sample: string;
}

export type FileReading =
  | ({ readonly ok: true } & DecodedFile)
  /** `binary`: no text at all. `unknown`: text in an encoding that is not known here. */
  | {
      readonly ok: false;
      readonly reason: "binary" | "unknown";
      readonly others: readonly Encoding[];
    };

/** Share of the characters beyond ASCII that must be common ones. */
const enough = 0.7;

export function decodeFile(bytes: Uint8Array, chosen?: Encoding): FileReading {
  if (isBinary(bytes)) return { ok: false, reason: "binary", others: [] };
  const marked = byMark(bytes);
  const plain = chosen === undefined ? (marked ?? unmarked(bytes)) : null;
  if (plain !== null && textOf(bytes, plain) !== null) return reading(bytes, plain, []);
  const ranked = legacy
    .map(({ encoding, common }) => ({ encoding, score: common(bytes) }))
    .filter(({ encoding }) => textOf(bytes, encoding) !== null)
    .sort((a, b) => b.score - a.score);
  const candidates = ranked.map(({ encoding }) => encoding);
  const [best] = ranked;
  const encoding = chosen ?? (best !== undefined && best.score >= enough ? best.encoding : null);
  const others = candidates.filter((it) => it !== encoding);
  return encoding === null
    ? { ok: false, reason: "unknown", others }
    : reading(bytes, encoding, others);
}

function reading(bytes: Uint8Array, encoding: Encoding, others: readonly Encoding[]): FileReading {
  const text = textOf(bytes, encoding);
  if (text === null) return { ok: false, reason: "unknown", others };
  const sample = (text.slice(0, 20_000).match(/[^\s,;|"]*[^\0-\x7f][^\s,;|"]*/g) ?? [])
    .slice(0, 4)
    .join(" ");
  return { ok: true, text, encoding, others, sample: Array.from(sample).slice(0, 40).join("") };
}

function textOf(bytes: Uint8Array, encoding: Encoding): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Archives (among them .xlsx and .ods), old workbooks, PDF, pictures, and what NumPy saves. */
function isBinary(bytes: Uint8Array): boolean {
  const start = Array.from(bytes.subarray(0, 4), (byte) => byte.toString(16).padStart(2, "0"));
  return /^(?:504b0304|d0cf11e0|25504446|89504e47|ffd8ff|1f8b|934e554d)/.test(start.join(""));
}

function byMark(bytes: Uint8Array): Encoding | null {
  const [a, b, c] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return "utf-8";
  if (a === 0xff && b === 0xfe) return "utf-16le";
  return a === 0xfe && b === 0xff ? "utf-16be" : null;
}

/** UTF-16 has a zero in every digit; a zero here and there is in no encoding. */
function unmarked(bytes: Uint8Array): Encoding | null {
  const zeros = [0, 0];
  for (const [i, byte] of bytes.subarray(0, 10_000).entries()) {
    if (byte === 0) zeros[i % 2] = (zeros[i % 2] ?? 0) + 1;
  }
  const [even = 0, odd = 0] = zeros;
  const many = Math.min(bytes.length, 10_000) / 8;
  if (even > many && even > 4 * odd) return "utf-16be";
  if (odd > many && odd > 4 * even) return "utf-16le";
  return textOf(bytes, "utf-8") === null ? null : "utf-8";
}

/** The older encodings, each with the share of its characters beyond ASCII that are common. */
const legacy: ReadonlyArray<{
  readonly encoding: Encoding;
  readonly common: (bytes: Uint8Array) => number;
}> = [
  {
    encoding: "gb18030",
    // Punctuation, and the 3,755 most used characters.
    common: inPairs(
      (lead) => lead >= 0x81,
      (lead, trail) =>
        trail >= 0xa1 && ((lead >= 0xa1 && lead <= 0xa3) || (lead >= 0xb0 && lead <= 0xd7)),
    ),
  },
  {
    encoding: "big5",
    // Punctuation, and the 5,401 most used characters.
    common: inPairs(
      (lead) => lead >= 0x81,
      (lead) => lead >= 0xa1 && lead <= 0xc6,
    ),
  },
  {
    encoding: "shift_jis",
    // Punctuation, kana, and the 2,965 most used kanji; kana of half width are single bytes.
    common: inPairs(
      (lead) => (lead >= 0x81 && lead <= 0x9f) || lead >= 0xe0,
      (lead) => lead <= 0x83 || (lead >= 0x88 && lead <= 0x97),
    ),
  },
  { encoding: "windows-1252", common: inWords },
  // Offered, but never taken: their common characters are common ones of the others, too.
  ...(["euc-jp", "euc-kr", "windows-1251"] as const).map((encoding) => ({
    encoding,
    common: () => 0,
  })),
];

function inPairs(
  isLead: (byte: number) => boolean,
  isCommon: (lead: number, trail: number) => boolean,
): (bytes: Uint8Array) => number {
  return (bytes) => {
    let all = 0;
    let common = 0;
    for (let i = 0; i < bytes.length; i++) {
      const lead = bytes[i] ?? 0;
      if (lead < 0x80) continue;
      all++;
      if (!isLead(lead)) continue;
      if (isCommon(lead, bytes[++i] ?? 0)) common++;
    }
    return common / all;
  };
}

/** Letters with accents, one or two at a time beside letters without; and signs between them. */
function inWords(bytes: Uint8Array): number {
  let all = 0;
  let common = 0;
  const isLetter = (byte = 0): boolean => /[A-Za-z]/.test(String.fromCharCode(byte));
  for (let i = 0; i < bytes.length; i++) {
    if ((bytes[i] ?? 0) < 0x80) continue;
    const start = i;
    while ((bytes[i + 1] ?? 0) >= 0x80) i++;
    const length = i - start + 1;
    const beside = isLetter(bytes[start - 1]) || isLetter(bytes[i + 1]);
    const isSign = length === 1 && (bytes[i] ?? 0) < 0xc0;
    all += length;
    if (length <= 2 && (beside || isSign)) common += length;
  }
  return common / all;
}
