/**
 * The page's fonts, each cut down to what is needed:
 * - every character of web/ that the font has, but for comments and for what is only recognised, so
 *   that a new text never misses a glyph;
 * - printable ASCII, and the letters of Latin-1 in the sans faces: numbers and names that readers type;
 * - in the maths face the slanted form of each letter, which MathML puts in place of `<mi>x</mi>`. Words stand
 *   upright in formulas too, and are set in the text face, which has the same letters.
 */
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { root } from "./paths.mjs";

const folder = resolve(root, "build/fonts");
const textFeatures = ["ccmp", "kern", "liga", "lnum", "locl", "mark", "tnum"];
const faces = [
  { name: "maths", source: "stix-two-math/files/stix-two-math-latin-400-normal" },
  { name: "text-regular", source: "stix-two-text/files/stix-two-text-latin-400-normal" },
  { name: "text-italic", source: "stix-two-text/files/stix-two-text-latin-400-italic" },
  { name: "sans-400", source: "source-sans-3/files/source-sans-3-latin-400-normal" },
  { name: "sans-600", source: "source-sans-3/files/source-sans-3-latin-600-normal" },
];

const range = (/** @type {number} */ from, /** @type {number} */ to) =>
  Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i));
const ascii = range(0x20, 0x7e);
const latin1 = range(0xc0, 0xff);
/** What the text face has alike. */
const ofProse = /[A-Za-z"'‐–—‘’“”]/;

/** Writes build/fonts; does nothing where it is already right. */
export async function buildFonts() {
  const used = charactersOf(resolve(root, "web"));
  const texts = {
    maths: joined([
      ...[...ascii, ...used].filter((character) => !ofProse.test(character)),
      ...[...ascii, ...used].flatMap(slanted),
    ]),
    text: joined([...ascii, ...used]),
    sans: joined([...ascii, ...latin1, ...used]),
  };
  const key = createHash("sha256")
    .update(JSON.stringify([texts, faces, textFeatures, "outlines"]))
    .update(readFileSync(resolve(root, "package-lock.json")))
    .digest("hex");
  const stamp = resolve(folder, ".key");
  if (read(stamp) === key) return;

  // @ts-expect-error: the package has no declarations
  const { default: subset } = await import("subset-font");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const { name, source } of faces) {
    const file = readFileSync(resolve(root, "node_modules/@fontsource", `${source}.woff2`));
    const woff2 = await subset(
      file,
      texts[/** @type {keyof typeof texts} */ (name.split("-")[0])],
      {
        targetFormat: "woff2",
        noHinting: true,
        ...(name === "maths" ? {} : { keepFeatures: textFeatures }),
      },
    );
    writeFileSync(resolve(folder, `${name}.woff2`), woff2);
  }
  writeFileSync(resolve(folder, "outlines.json"), JSON.stringify(await outlines(texts)));
  writeFileSync(resolve(folder, "OFL.txt"), licences());
  writeFileSync(stamp, key);
}

/**
 * What the letters of each face look like, for pictures: programs that draw SVG without a browser know
 * none of our fonts. Figures as the page sets them, lining and of one width.
 * @param {Readonly<Record<"maths" | "text" | "sans", string>>} texts
 */
async function outlines(texts) {
  const [{ default: subset }, hb] = await Promise.all([
    // @ts-expect-error: the package has no declarations
    import("subset-font"),
    import("harfbuzzjs"),
  ]);
  const figures = [new hb.Feature("tnum"), new hb.Feature("lnum")];
  return Promise.all(
    faces.map(async ({ name, source }) => {
      const file = readFileSync(resolve(root, "node_modules/@fontsource", `${source}.woff2`));
      const text = texts[/** @type {keyof typeof texts} */ (name.split("-")[0])];
      const plain = await subset(file, text, {
        targetFormat: "sfnt",
        noHinting: true,
        keepFeatures: textFeatures,
      });
      const face = new hb.Face(new hb.Blob(plain));
      const font = new hb.Font(face);
      /** @type {Record<string, string>} */
      const letters = {};
      for (const letter of text) {
        const buffer = new hb.Buffer();
        buffer.addText(letter);
        buffer.guessSegmentProperties();
        hb.shape(font, buffer, name === "maths" ? [] : figures);
        const [glyph, another] = buffer.getGlyphInfos();
        // What the font lacks is its first glyph.
        if (glyph === undefined || glyph.codepoint === 0 || another !== undefined) continue;
        letters[letter] = font.glyphToPath(glyph.codepoint);
      }
      return { name, unitsPerEm: face.upem, letters };
    }),
  );
}

/** Every character that the files of a folder use, also by an escape. */
function charactersOf(/** @type {string} */ path) {
  const characters = new Set();
  for (const file of readdirSync(path, { recursive: true, encoding: "utf8" })) {
    if (!/\.(ts|html|css|svg|json)$/.test(file) || recognised.test(file)) continue;
    const text = readFileSync(resolve(path, file), "utf8")
      .replace(comments, "")
      .replace(/\\u\{?([0-9a-f]{4,6})\}?|&#x([0-9a-f]+);/gi, (_, escaped, reference) =>
        String.fromCodePoint(Number.parseInt(escaped ?? reference, 16)),
      );
    for (const character of text) if (character > "~") characters.add(character);
  }
  return [...characters];
}

/** Sources whose characters are looked for in what comes in, and drawn by none of our fonts. */
const recognised = /[\\/]model[\\/](?:paste|link|export)[\w-]*\.ts$/;

/** Comments that begin their line: what stands behind code may be part of a text. */
const comments = /^\s*(\/\*[\s\S]*?\*\/|\/\/.*$)/gm;

/** The mathematical italic of a letter, as `text-transform: math-auto` maps it. */
function slanted(/** @type {string} */ character) {
  const code = character.codePointAt(0) ?? 0;
  const from = (/** @type {number} */ first, /** @type {number} */ target) => [
    String.fromCodePoint(target + code - first),
  ];
  if (character === "h") return ["\u210e"];
  if (/[A-Z]/.test(character)) return from(0x41, 0x1d434);
  if (/[a-z]/.test(character)) return from(0x61, 0x1d44e);
  if (/[Α-Ω]/.test(character)) return from(0x391, 0x1d6e2);
  if (/[α-ω]/.test(character)) return from(0x3b1, 0x1d6fc);
  const others = { "∇": 0x1d6fb, "∂": 0x1d715, ϵ: 0x1d716, ϑ: 0x1d717, ϕ: 0x1d719, ϱ: 0x1d71a };
  const other = others[/** @type {keyof typeof others} */ (character)];
  return other ? [String.fromCodePoint(other)] : [];
}

function joined(/** @type {string[]} */ characters) {
  return [...new Set(characters)].sort().join("");
}

function licences() {
  return ["stix-two-math", "stix-two-text", "source-sans-3"]
    .map((name) => readFileSync(resolve(root, `node_modules/@fontsource/${name}/LICENSE`), "utf8"))
    .join("\n\n");
}

function read(/** @type {string} */ file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}
