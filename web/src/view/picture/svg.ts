/** SVG written as text, and the CSS values that it takes over. */
import { round } from "../plot/path.ts";

export type Attributes = Readonly<Record<string, string | number | null>>;

/** An element; attributes that are null are left out, numbers are pixels. */
export function tag(name: string, attributes: Attributes, ...content: readonly string[]): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== null)
    .map(
      ([key, value]) => ` ${key}="${typeof value === "number" ? round(value) : xml(value ?? "")}"`,
    )
    .join("");
  const inner = content.join("");
  return inner === "" ? `<${name}${written}/>` : `<${name}${written}>${inner}</${name}>`;
}

/** Text as XML holds it; what XML cannot hold, which readers' names may contain, becomes a space. */
export const xml = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cs}\ufffe\uffff]/gu, " ")
    .replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

interface Paint {
  readonly colour: string;
  readonly opacity: number;
}

/** A computed colour as every reader of SVG knows it; null where nothing would be seen. */
export function paintOf(computed: string): Paint | null {
  const [, space, list] = /^(rgba?|color)\((?:srgb )?([^)]*)\)$/.exec(computed) ?? [];
  if (list === undefined) return null;
  const [red = 0, green = 0, blue = 0, opacity = 1] = list.split(/[\s,/]+/).map(Number);
  if (opacity === 0) return null;
  const scale = space === "color" ? 255 : 1;
  const hex = (part: number): string =>
    Math.round(Math.min(255, Math.max(0, part * scale)))
      .toString(16)
      .padStart(2, "0");
  return { colour: `#${hex(red)}${hex(green)}${hex(blue)}`, opacity };
}

/** `property` and `property-opacity`: SVG keeps them apart. */
export const painted = (property: "fill" | "stroke", paint: Paint | null, opacity = 1) => ({
  [property]: paint?.colour ?? "none",
  [`${property}-opacity`]: String((paint?.opacity ?? 1) * opacity),
});
