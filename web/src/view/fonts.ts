import { beside } from "../core/beside.ts";

/**
 * The page's faces, loaded from beside this module. Shadow trees cannot declare faces of their own,
 * and a style sheet put into a host page would need its leave: so they are added by script.
 */
export const fontFaces = (): readonly FontFile[] => [
  font("Softmax Bridge Maths", "maths"),
  font("Softmax Bridge Text", "text-regular"),
  font("Softmax Bridge Text", "text-italic", { style: "italic" }),
  font("Softmax Bridge Sans", "sans-400"),
  font("Softmax Bridge Sans", "sans-600", { weight: "600" }),
];

interface FontFile {
  readonly family: string;
  readonly style: string;
  readonly weight: string;
  readonly url: URL;
}

function font(family: string, file: string, descriptors: FontFaceDescriptors = {}): FontFile {
  const url = beside(`fonts/${file}.woff2`);
  return { family, style: "normal", weight: "400", ...descriptors, url };
}

let added = false;

export function addFonts(): void {
  if (added) return;
  added = true;
  for (const { family, url, style, weight } of fontFaces()) {
    document.fonts.add(new FontFace(family, `url("${url}")`, { style, weight, display: "swap" }));
  }
}
