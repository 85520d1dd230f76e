import { beside } from "../core/beside.ts";

/**
 * The page's faces, loaded from beside this module. Shadow trees cannot declare faces of their own,
 * and a style sheet put into a host page would need its leave: so they are added by script.
 */
export const fontFaces = (): readonly FontFile[] =>
  faces.flatMap(({ file, ...face }) => {
    const url = beside(file);
    return url === null ? [] : [{ style: "normal", weight: "400", ...face, url }];
  });

interface FontFile {
  readonly family: string;
  readonly style: string;
  readonly weight: string;
  readonly url: URL;
}

const faces = [
  {
    family: "Softmax Bridge Maths",
    file: () => new URL("../../../build/fonts/maths.woff2", import.meta.url),
  },
  {
    family: "Softmax Bridge Text",
    file: () => new URL("../../../build/fonts/text-regular.woff2", import.meta.url),
  },
  {
    family: "Softmax Bridge Text",
    style: "italic",
    file: () => new URL("../../../build/fonts/text-italic.woff2", import.meta.url),
  },
  {
    family: "Softmax Bridge Sans",
    file: () => new URL("../../../build/fonts/sans-400.woff2", import.meta.url),
  },
  {
    family: "Softmax Bridge Sans",
    weight: "600",
    file: () => new URL("../../../build/fonts/sans-600.woff2", import.meta.url),
  },
];

let added = false;

export function addFonts(): void {
  if (added) return;
  added = true;
  for (const { family, url, style, weight } of fontFaces()) {
    document.fonts.add(new FontFace(family, `url("${url}")`, { style, weight, display: "swap" }));
  }
}
