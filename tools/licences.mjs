/** Of all that is in what is given away: whose it is, and under which terms. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { root } from "./paths.mjs";

/** Of the packages of npm that a page loads. */
const packages = [
  "lit",
  "lit-html",
  "lit-element",
  "@lit/reactive-element",
  "@preact/signals-core",
  "uqr",
];

const eigen = `softmax-bridge.wasm is compiled from Eigen's headers (3.4 or newer), unchanged. Their sources:
https://gitlab.com/libeigen/eigen

${read("licences/MPL-2.0")}`;

/** The text of dist/licences.txt. */
export const licences = () =>
  [
    part("softmax-bridge", read("LICENSE")),
    part("Eigen", eigen),
    part("Emscripten, musl, LLVM", read("licences/runtime.txt")),
    ...packages.map((name) => part(name, read(`node_modules/${name}/LICENSE`))),
    part("STIX Two, Source Sans 3 (fonts)", read("build/fonts/OFL.txt")),
  ].join("\n\n");

/** @param {string} name @param {string} text */
const part = (name, text) => `${"=".repeat(72)}\n${name}\n${"=".repeat(72)}\n\n${text.trim()}\n`;

/** @param {string} file */
function read(file) {
  return readFileSync(resolve(root, file), "utf8");
}
