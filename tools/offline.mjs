/**
 * dist/softmax-bridge-offline.html: the whole page in one file, which opens without a server. Scripts,
 * style, fonts and the wasm stand in it, compressed; it asks for nothing.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { deflateRawSync } from "node:zlib";
import { build } from "vite";
import { root } from "./paths.mjs";
import config from "./vite.config.mjs";

const dist = resolve(root, "dist");

/**
 * Writes the file from dist/index.html, so that both say the same where scripts are off.
 * @returns its name, and the script that it puts in once it has unpacked it
 */
export async function writeOffline() {
  const script = await bundle();
  const style = readdirSync(dist)
    .filter((name) => name.endsWith(".css"))
    .map((name) => readFileSync(resolve(dist, name), "utf8"))
    .join("\n");
  const icon = readFileSync(resolve(root, "web/icon.svg"));
  const page = readFileSync(resolve(dist, "index.html"), "utf8")
    .replace(/\s*<link rel="(?:modulepreload|preload|stylesheet|alternate|canonical)"[^>]*>/g, "")
    .replace(/\s*<meta property="og:[^>]*>/g, "")
    .replace(
      /(<link rel="icon" href=")[^"]*/,
      (_, start) => `${start}data:image/svg+xml;base64,${icon.toString("base64")}`,
    )
    .replace(/\s*<script type="module"[^>]*><\/script>/g, "")
    .replace(/\s*<script src="[^"]*"><\/script>/g, "")
    // It opens without waiting for a network, and should be small to keep.
    .replace(/<div slot="drawn"[\s\S]*(?=<section\b)/, "")
    .replace("</head>", () => `<style>${style}</style>\n</head>`)
    // Behind the body: as text it would stand in the way of what is shown first.
    .replace("</body>", () => `${unpacked(script)}\n</body>`);
  const file = "softmax-bridge-offline.html";
  writeFileSync(resolve(dist, file), page);
  return { file, script };
}

/**
 * A script that unpacks another. It is put in as an element: a file may not import what it has made,
 * in every browser.
 * @param {string} script
 */
function unpacked(script) {
  const packed = deflateRawSync(script, { level: 9 });
  return `<script type="text/plain" id="packed" data-size="${packed.length}">${inBase85(packed)}</script>
<script type="module">
const { textContent: text85, dataset: { size } } = document.getElementById("packed");
const bytes = new Uint8Array(text85.length / 5 * 4);
const words = new DataView(bytes.buffer);
for (let i = 0, at = 0; i < text85.length; at += 4) {
  let word = 0;
  for (const end = i + 5; i < end; i++) {
    const code = text85.charCodeAt(i);
    word = word * 85 + (code === 33 ? 60 : code) - 40;
  }
  words.setUint32(at, word);
}
const stream = new Blob([bytes.subarray(0, size)]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
const text = await new Response(stream).text();
const policy = globalThis.trustedTypes?.createPolicy("softmax-bridge-offline", { createScript: () => text });
const script = Object.assign(document.createElement("script"), { type: "module" });
script.textContent = policy?.createScript("") ?? text;
document.body.append(script);
</script>`;
}

/**
 * Four bytes in five characters, from `(` to `|`, where base64 takes a sixth more: `!` in place of `<`, which
 * could begin a tag.
 * @param {Buffer} bytes
 */
function inBase85(bytes) {
  const whole = Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)]);
  let text = "";
  for (let at = 0; at < whole.length; at += 4) {
    let word = whole.readUInt32BE(at);
    let group = "";
    for (let i = 0; i < 5; i++) {
      const code = (word % 85) + 40;
      group = (code === 60 ? "!" : String.fromCharCode(code)) + group;
      word = Math.floor(word / 85);
    }
    text += group;
  }
  return text;
}

/** All scripts as one, with what they would fetch. */
async function bundle() {
  const folder = resolve(root, "build/offline");
  rmSync(folder, { recursive: true, force: true });
  await build({
    ...config,
    configFile: false,
    logLevel: "warn",
    // What is written beside the pages is written already.
    plugins: [
      ...(config.plugins ?? []).filter((plugin) => !isNamed(plugin, /^write-/)),
      carryWorker(),
    ],
    build: {
      ...config.build,
      outDir: folder,
      assetsInlineLimit: Number.POSITIVE_INFINITY,
      chunkSizeWarningLimit: 2000,
      rolldownOptions: {
        input: resolve(root, "web/src/page.ts"),
        output: { codeSplitting: false, entryFileNames: "page.js" },
      },
    },
  });
  return readFileSync(resolve(folder, "page.js"), "utf8");
}

/** @param {import("vite").PluginOption} plugin @param {RegExp} name */
const isNamed = (plugin, name) =>
  typeof plugin === "object" && plugin !== null && "name" in plugin && name.test(plugin.name);

/**
 * Puts the worker itself in the place of its address.
 * @returns {import("vite").Plugin}
 */
function carryWorker() {
  const script = readdirSync(dist).find((name) => /^pool-worker-[^.]*\.js$/.test(name));
  if (script === undefined) throw new Error("There is no worker to carry.");
  const worker = readFileSync(resolve(dist, script), "utf8");
  return {
    name: "carry-worker",
    enforce: "pre",
    transform(code, id) {
      if (!id.endsWith("/web/src/core/worker-source.ts")) return;
      const imported = '(await import("./pool-worker.ts?worker&url")).default';
      if (!code.includes(imported)) throw new Error("The address of the worker is nowhere.");
      const address = `URL.createObjectURL(
        new Blob([${JSON.stringify(worker)}], { type: "text/javascript" }))`;
      return { code: code.replace(imported, () => address), map: null };
    },
  };
}
