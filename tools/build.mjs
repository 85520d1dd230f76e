/** `npm run build`: from the sources to dist/, doing only what has changed. */
import { createHash } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { compile, configure } from "./cmake.mjs";
import { buildFonts } from "./fonts.mjs";
import { root } from "./paths.mjs";
import { writePolicies } from "./policy.mjs";
import { run, step, stop } from "./run.mjs";
import { setUp } from "./setup.mjs";

const dist = resolve(root, "dist");

await setUp("build");
await step("C++ to WebAssembly", buildWasm);
await step("Fonts", buildFonts);
await step("Pages", buildPages);

async function buildWasm() {
  await configure("wasm", false);
  await compile("wasm", "softmax_bridge_wasm");
}

async function buildPages() {
  const key = hashOf([
    "web",
    "build/fonts",
    "build/wasm/softmax-bridge.mjs",
    "build/wasm/softmax-bridge.wasm",
    "tools/vite.config.mjs",
    "tools/static.mjs",
    "tools/drawn.mjs",
    "tools/offline.mjs",
    "tools/policy.mjs",
    "tools/tsconfig.types.json",
    "tsconfig.json",
    "package-lock.json",
  ]).concat(process.env.SITE_URL ?? "");
  const stamp = resolve(root, "build/pages.json");
  if (existsSync(stamp)) {
    const last = JSON.parse(readFileSync(stamp, "utf8"));
    if (
      last.key === key &&
      last.files.every((/** @type {string} */ f) => existsSync(resolve(dist, f)))
    )
      return;
  }
  rmSync(stamp, { force: true });
  const [vite, { writeOffline }] = await Promise.all([import("vite"), import("./offline.mjs")]);
  try {
    await vite.build({ configFile: resolve(root, "tools/vite.config.mjs"), logLevel: "warn" });
    const offline = await writeOffline();
    writePolicies(dist, { [offline.file]: [offline.script] });
  } catch (error) {
    // What is wrong in the sources is in the message; the trace leads into the bundler.
    stop(stripVTControlCharacters(error instanceof Error ? error.message : String(error)));
  }
  await writeDeclarations();
  const files = readdirSync(dist, { recursive: true });
  writeFileSync(stamp, JSON.stringify({ key, files }));
}

/** dist/types mirrors web/src, as far as the declarations of the two entries reach. */
async function writeDeclarations() {
  const types = resolve(root, "build/types");
  rmSync(types, { recursive: true, force: true });
  await run(process.execPath, [
    "node_modules/typescript/bin/tsc",
    "-p",
    "tools/tsconfig.types.json",
  ]);
  copyFileSync(resolve(root, "web/softmax-bridge.d.ts"), resolve(dist, "softmax-bridge.d.ts"));
  writeFileSync(resolve(dist, "core.d.ts"), 'export * from "./types/core/core.js";\n');
  const reached = new Set(["core/core.d.ts", "view/element.d.ts"]);
  for (const file of reached) {
    const text = readFileSync(resolve(types, file), "utf8");
    for (const [, path = ""] of text.matchAll(/(?:from |import\()"(\.[^"]+)\.ts"/g))
      reached.add(join(dirname(file), `${path}.d.ts`));
    // A declaration is asked for by the name of its script.
    const named = text.replace(/((?:from |import\()"\.[^"]+)\.ts"/g, '$1.js"');
    mkdirSync(dirname(resolve(dist, "types", file)), { recursive: true });
    writeFileSync(resolve(dist, "types", file), named);
  }
}

/** @param {string[]} paths files and folders */
function hashOf(paths) {
  const hash = createHash("sha256");
  for (const path of paths.flatMap(filesOf)) hash.update(path).update(readFileSync(path));
  return hash.digest("hex");
}

/** @param {string} path @returns {string[]} */
function filesOf(path) {
  const full = resolve(root, path);
  if (!statSync(full).isDirectory()) return [full];
  return readdirSync(full)
    .sort()
    .flatMap((name) => filesOf(resolve(full, name)));
}
