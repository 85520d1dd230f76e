import faces from "../../../../build/fonts/outlines.json";
import { round } from "../plot/path.ts";
import { type Attributes, tag } from "./svg.ts";

/** A character where the browser has set it: its left end on the baseline. */
export interface Letter {
  readonly character: string;
  readonly x: number;
  readonly y: number;
  readonly style: CSSStyleDeclaration;
}

/** What tools/fonts.mjs writes of a face. */
interface Face {
  readonly name: string;
  readonly unitsPerEm: number;
  /** By character: SVG path data in units of the font, upwards. */
  readonly letters: Readonly<Record<string, string>>;
}

interface Cut {
  readonly family: string;
  readonly italic: boolean;
  readonly bold: boolean;
  readonly face: Face;
}

const families: Readonly<Record<string, string>> = {
  maths: "Softmax Bridge Maths",
  text: "Softmax Bridge Text",
  sans: "Softmax Bridge Sans",
};

const cuts: readonly Cut[] = (faces as readonly Face[]).map((face) => {
  const [family = "", kind] = face.name.split("-");
  return {
    family: families[family] ?? "",
    italic: kind === "italic",
    bold: kind === "600",
    face,
  };
});

/** The face of ours that a character is set in; null where the browser has to look elsewhere. */
function faceOf(
  character: string,
  { fontFamily, fontStyle, fontWeight }: CSSStyleDeclaration,
): Face | null {
  for (const family of fontFamily
    .split(",")
    .map((name) => name.trim().replace(/^["']|["']$/g, ""))) {
    const [best] = cuts
      .filter((cut) => cut.family === family && character in cut.face.letters)
      .sort((a, b) => misfit(a) - misfit(b));
    if (best !== undefined) return best.face;
  }
  return null;

  function misfit({ italic, bold }: Cut): number {
    return (
      2 * Number(italic !== (fontStyle === "italic")) + Number(bold !== Number(fontWeight) >= 500)
    );
  }
}

/**
 * Letters as shapes: programs that know no font of ours show them too. What our fonts lack, the browser
 * draws into a small image, several times as fine.
 * @param paint of a letter: its fill, and a stroke where there is one
 */
export function drawLetters(
  text: string,
  letters: readonly Letter[],
  paint: (style: CSSStyleDeclaration) => Attributes,
): string {
  const parts: string[] = [];
  for (const { face, run } of runsOf(letters)) {
    const [first] = run;
    if (first === undefined) continue;
    const attributes = paint(first.style);
    parts.push(
      face === null
        ? imageOf(run, attributes)
        : tag("path", { d: run.map((letter) => shapeOf(letter, face)).join(""), ...attributes }),
    );
  }
  const content = parts.join("");
  return content === "" ? "" : tag("g", { "aria-label": text }, content);
}

interface Run {
  readonly face: Face | null;
  readonly run: Letter[];
}

/** Neighbours that are drawn in one. */
function runsOf(letters: readonly Letter[]): readonly Run[] {
  const runs: Run[] = [];
  for (const letter of letters) {
    const blank = letter.character.trim() === "";
    const last = runs.at(-1);
    const [before] = last?.run ?? [];
    const face = blank ? (last?.face ?? null) : faceOf(letter.character, letter.style);
    const goesOn = last?.face === face && before?.style === letter.style && before.y === letter.y;
    if (goesOn) last?.run.push(letter);
    else if (!blank) runs.push({ face, run: [letter] });
  }
  return runs;
}

function shapeOf({ character, x, y, style }: Letter, face: Face): string {
  const scale = Number.parseFloat(style.fontSize) / face.unitsPerEm;
  return (face.letters[character] ?? "").replace(
    /(-?[\d.]+)[ ,](-?[\d.]+)/g,
    (_, right, up) => `${round(x + Number(right) * scale)} ${round(y - Number(up) * scale)}`,
  );
}

/** How much finer than the screen. */
const fineness = 4;

function imageOf(run: readonly Letter[], attributes: Attributes): string {
  const [first] = run;
  const context = document.createElement("canvas").getContext("2d");
  if (first === undefined || context === null) return "";
  const { style, y } = first;
  // From right to left the first letter is the last from the left.
  const x = Math.min(
    ...run.filter(({ character }) => character.trim() !== "").map((letter) => letter.x),
  );
  const text = run
    .map(({ character }) => character)
    .join("")
    .trimEnd();
  const size = Number.parseFloat(style.fontSize);
  const font = `${style.fontStyle} ${style.fontWeight} ${size * fineness}px ${style.fontFamily}`;
  context.font = font;
  const pad = size / 4;
  const width = context.measureText(text).width / fineness + 2 * pad;
  const height = 1.75 * size;
  const { canvas } = context;
  canvas.width = Math.ceil(width * fineness);
  canvas.height = Math.ceil(height * fineness);
  context.font = font;
  const at = [pad * fineness, (size + pad) * fineness] as const;
  if (typeof attributes.stroke === "string" && attributes.stroke !== "none") {
    context.strokeStyle = attributes.stroke;
    context.lineWidth = Number(attributes["stroke-width"] ?? 1) * fineness;
    context.lineJoin = "round";
    context.strokeText(text, ...at);
  }
  context.fillStyle = typeof attributes.fill === "string" ? attributes.fill : style.color;
  context.globalAlpha = Number(attributes["fill-opacity"] ?? 1);
  context.fillText(text, ...at);
  return tag("image", {
    x: x - pad,
    y: y - size - pad,
    width: canvas.width / fineness,
    height: canvas.height / fineness,
    href: canvas.toDataURL(),
  });
}
