/** `npm run size`: what the reader downloads, in bytes, against its budget. */
import { readdirSync, readFileSync } from "node:fs";
import { extname, resolve } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { root } from "./paths.mjs";

const dist = resolve(root, "dist");
const fonts = readdirSync(resolve(dist, "fonts"))
  .filter((name) => name.endsWith(".woff2"))
  .map((name) => `fonts/${name}`);

const rows = [
  { name: "softmax-bridge.wasm", budget: 40_000, files: ["softmax-bridge.wasm"] },
  { name: "maths font", budget: 42_000, files: ["fonts/maths.woff2"] },
  { name: "all fonts", budget: 100_000, files: fonts },
  { name: "first view of embed.html", budget: 180_000, files: firstView("embed.html") },
].map((row) => ({ ...row, bytes: row.files.reduce((sum, file) => sum + compressed(file), 0) }));

for (const { name, bytes, budget } of rows) {
  const verdict = bytes <= budget ? "" : `  over by ${bytes - budget}`;
  console.log(`${name.padEnd(26)}${String(bytes).padStart(8)} of ${budget} bytes${verdict}`);
}
process.exitCode = rows.every(({ bytes, budget }) => bytes <= budget) ? 0 : 1;

/** A page, all that it names and all that these modules import at once, the wasm and the fonts. @param {string} page */
function firstView(page) {
  const seen = new Set([page, "softmax-bridge.wasm", ...fonts]);
  const queue = [page];
  for (let file = queue.pop(); file; file = queue.pop()) {
    if (![".html", ".js"].includes(extname(file))) continue;
    const text = readFileSync(resolve(dist, file), "utf8");
    const names = text.matchAll(
      /(?:\bsrc=|\bhref=|\bfrom|\bimport)\s*["'`]\.\/([^"'`]+\.(?:js|css))/g,
    );
    for (const [, name = ""] of names) {
      if (seen.has(name)) continue;
      seen.add(name);
      queue.push(name);
    }
  }
  return [...seen];
}

/** Fonts are compressed already, and are sent as they are. @param {string} file */
function compressed(file) {
  const bytes = readFileSync(resolve(dist, file));
  return file.endsWith(".woff2") ? bytes.length : brotliCompressSync(bytes).length;
}
