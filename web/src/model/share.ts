/** What is given away so that others see what is shown: addresses, and snippets of HTML. */

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

export interface Frame {
  readonly title: string;
  /** As HTML spells it: pixels, or per cent. */
  readonly width: string;
  readonly height: string;
  /** Whether a script makes it as high as what it shows. */
  readonly fitted: boolean;
}

export function frameSnippet(link: string, { title, width, height, fitted }: Frame): string {
  const source = escaped(siblingOf(link, "embed.html"));
  return [
    `<iframe src="${source}"`,
    `  title="${escaped(title)}" width="${escaped(width)}" height="${escaped(height)}" loading="lazy"`,
    `  style="border: 0; max-width: 100%" allow="clipboard-write"`,
    `  sandbox="${sandbox}"></iframe>`,
    ...(fitted ? [`<script src="${escaped(new URL("embed.js", link).href)}" async></script>`] : []),
  ].join("\n");
}

export function elementSnippet(link: string): string {
  return [
    `<script type="module" src="${escaped(new URL("softmax-bridge.js", link).href)}"></script>`,
    `<softmax-bridge ${attributesOf(link)}></softmax-bridge>`,
  ].join("\n");
}

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
