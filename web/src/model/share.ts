/** What is given away so that others see what is shown: addresses, and snippets of HTML. */
import type { ViewId } from "./state.ts";

/** Lengths of a link, in characters: up to `aim` it goes everywhere; some programs cut past `cut`. */
export const linkLengths = { aim: 300, cut: 2000 };

/** The largest QR code that phones read from a projector or from paper. */
export const largestCode = 12;

/** The same link with what it says before the `#`, which some chats cut off. */
export function chatLink(link: string): string {
  const address = new URL(link);
  address.search = address.hash.slice(1);
  address.hash = "";
  return address.href;
}

/** The same state shown by another file beside the page. */
export function siblingOf(link: string, file: string): string {
  const address = new URL(file, link);
  address.hash = new URL(link).hash;
  return address.href;
}

/** The attributes of `<softmax-bridge>` that say what a link says. */
export function attributesOf(link: string): string {
  return new URL(link).hash
    .slice(1)
    .split("&")
    .map((pair) => pair.split("=", 2) as [string, string])
    .filter(([key]) => key !== "v" && key !== "c")
    .map(([key, value]) => `${key}="${escaped(value)}"`)
    .join(" ");
}

/**
 * What the frame may do. Its own origin, so that servers that grant no others still hand it its
 * scripts; new windows without the sandbox, for the full page; downloads, for pictures.
 */
export const sandbox =
  "allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-downloads";

/** What a view needs, px: in a column of 700 px or on a phone, and in a wide page, where it is lowest. */
export const heights: Readonly<Record<ViewId, { readonly column: number; readonly wide: number }>> =
  {
    derive: { column: 1800, wide: 980 },
    temperature: { column: 2700, wide: 1400 },
    gradient: { column: 3700, wide: 2300 },
    normalizers: { column: 4850, wide: 2240 },
    scale: { column: 2450, wide: 1600 },
  };

export interface Frame {
  readonly title: string;
  /** What is shown, in a sentence. */
  readonly said: string;
  /** As HTML spells it: pixels, or per cent. */
  readonly width: string;
  readonly height: string;
  /** Whether a script makes it as high as what it shows. */
  readonly fitted: boolean;
}

export function frameSnippet(link: string, { title, said, width, height, fitted }: Frame): string {
  const source = escaped(siblingOf(link, "embed.html"));
  return [
    `<iframe src="${source}"`,
    `  title="${escaped(title)}" width="${escaped(width)}" height="${escaped(height)}" loading="lazy"`,
    `  style="border: 0; max-width: 100%" allow="clipboard-write"`,
    `  sandbox="${sandbox}"></iframe>`,
    remains(link, said),
    ...(fitted ? [`<script src="${escaped(new URL("embed.js", link).href)}" async></script>`] : []),
  ].join("\n");
}

/** @param room what is kept for it until its script is there, px */
export function elementSnippet(link: string, said: string, room: number): string {
  return [
    `<script type="module" src="${escaped(new URL("softmax-bridge.js", link).href)}"></script>`,
    `<softmax-bridge ${attributesOf(link)} style="display: block; min-height: ${room}px">`,
    remains(link, said),
    "</softmax-bridge>",
  ].join("\n");
}

/**
 * What is left in feeds and mails, which cut out scripts and frames: a sentence, a picture, a link. They cut out
 * styles as well; where styles count, the picture is neither shown nor loaded.
 */
const remains = (link: string, said: string): string =>
  [
    `<a href="${escaped(link)}"><img src="${escaped(new URL("card.png", link).href)}" alt="" width="600"`,
    `  loading="lazy" style="display: none">${escaped(said)}</a>`,
  ].join("\n");

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
