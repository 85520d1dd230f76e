/** `npm run size`: what a reader downloads, in bytes, against its budget. */
import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { brotliCompressSync } from "node:zlib";
import "./build.mjs";
import { root } from "./paths.mjs";
import { serve } from "./serve.mjs";
import { setUp } from "./setup.mjs";
import { findChromium } from "./toolchain.mjs";

await setUp("browse");
const { chromium } = await import("playwright-core");

const dist = resolve(root, "dist");
const fonts = readdirSync(resolve(dist, "fonts"))
  .filter((name) => name.endsWith(".woff2"))
  .map((name) => `fonts/${name}`);

const offline = "softmax-bridge-offline.html";
const rows = [
  { name: "softmax-bridge.wasm", budget: 48_000, files: ["softmax-bridge.wasm"] },
  { name: "maths font", budget: 42_000, files: fonts.filter((name) => name.includes("/maths-")) },
  { name: "all fonts", budget: 100_000, files: fonts },
  { name: "first view of embed.html", budget: 195_000, files: await firstView("embed.html") },
]
  .map((row) => ({ ...row, bytes: row.files.reduce((sum, file) => sum + compressed(file), 0) }))
  .concat({
    name: "offline file, as it is",
    budget: 600_000,
    files: [offline],
    bytes: raw(offline),
  });

for (const { name, bytes, budget } of rows) {
  const verdict = bytes <= budget ? "" : `  over by ${bytes - budget}`;
  console.log(`${name.padEnd(26)}${String(bytes).padStart(8)} of ${budget} bytes${verdict}`);
}
process.exitCode = rows.every(({ bytes, budget }) => bytes <= budget) ? 0 : 1;

/** All that a browser asks for until a page is at rest, and every font. @param {string} page */
async function firstView(page) {
  const server = await serve(dist);
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
  });
  try {
    const files = new Set(fonts);
    const view = await browser.newPage();
    view.on("request", (request) => files.add(request.url().slice(server.url.length)));
    await view.goto(server.url + page, { waitUntil: "networkidle" });
    return [...files];
  } finally {
    await browser.close();
    await server.close();
  }
}

/** Fonts are compressed already, and are sent as they are. @param {string} file */
function compressed(file) {
  const bytes = readFileSync(resolve(dist, file));
  return file.endsWith(".woff2") ? bytes.length : brotliCompressSync(bytes).length;
}

/** @param {string} file */
function raw(file) {
  return readFileSync(resolve(dist, file)).length;
}
