/**
 * The page's faces, loaded from beside this module. Shadow trees cannot declare faces of their own,
 * and a style sheet put into a host page would need its leave: so they are added by script.
 */
const faces = [
  ["Softmax Bridge Maths", "maths", {}],
  ["Softmax Bridge Text", "text-regular", {}],
  ["Softmax Bridge Text", "text-italic", { style: "italic" }],
  ["Softmax Bridge Sans", "sans-400", {}],
  ["Softmax Bridge Sans", "sans-600", { weight: "600" }],
] as const;

let added = false;

export function addFonts(): void {
  if (added) return;
  added = true;
  for (const [family, file, descriptors] of faces) {
    const url = new URL(/* @vite-ignore */ `fonts/${file}.woff2`, import.meta.url);
    const face = new FontFace(family, `url("${url}")`, { ...descriptors, display: "swap" });
    document.fonts.add(face);
  }
}
