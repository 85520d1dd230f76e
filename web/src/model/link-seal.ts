import type { Notice } from "./link-notice.ts";
import { keysOfLinks } from "./link-schema.ts";
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

export const foreign: Part = { ours: false, version: 1, pairs: new Map(), notices: [] };
export const damaged = (notice: Notice): Part => ({ ...foreign, ours: true, notices: [notice] });
export const mark = /(?:^|&)c=(\d{1,7})\.([0-9a-f]{8})(?:&|$)/;

/** A part whose seal agrees, or null. */
export function openSealed(text: string, current: number): Part | null {
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
  const unused = new Set(around.map(([key]) => key).filter((key) => keysOfLinks.has(key)));
  return {
    ours: true,
    version,
    pairs: firstOfEach(split(body)),
    notices: Array.from(unused, (key) => ({ key, kind: "unused" })),
  };
}

export type Pair = readonly [key: string, value: string];

/** More than any address has; one more is read to know that there are more. */
export const maxPairs = 1000;

export function split(text: string): Pair[] {
  return text.split("&", maxPairs + 1).map((pair) => {
    const at = pair.indexOf("=");
    return at < 0 ? [pair, ""] : [pair.slice(0, at), pair.slice(at + 1)];
  });
}

export function firstOfEach(pairs: readonly Pair[]): Map<string, string> {
  const first = new Map<string, string>();
  for (const [key, value] of pairs) if (!first.has(key)) first.set(key, value);
  return first;
}

/** A link without a version is of the first one. */
export function readVersion(
  pairs: readonly Pair[],
  current: number,
): number | Extract<Notice, { kind: "version" }> {
  const value = pairs.find(([key]) => key === "v")?.[1] ?? "1";
  const version = /^[1-9]\d{0,5}$/.test(value) ? Number(value) : Number.NaN;
  return version <= current ? version : { key: "v", kind: "version", value: excerpt(value) };
}

/** CRC-32 (IEEE 802.3, as in zip and zlib) of ASCII, as eight hexadecimal digits. */
export function checksum(text: string): string {
  let crc = 0xffffffff;
  for (let i = 0; i < text.length; i++) {
    crc ^= text.charCodeAt(i);
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (~crc >>> 0).toString(16).padStart(8, "0");
}
