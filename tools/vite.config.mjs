import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { defineConfig } from "vite";
import { root } from "./paths.mjs";
import { writeStatic } from "./static.mjs";

/** The entries whose file names and exports are public. */
const entries = {
  core: "web/src/core/core.ts",
  "softmax-bridge": "web/src/view/softmax-bridge.ts",
  // A plain script: it imports and exports nothing.
  embed: "web/src/embed.ts",
  // Another: before the first paint.
  early: "web/src/early.ts",
};

export default defineConfig({
  root: resolve(root, "web"),
  // Relative addresses: the pages work under any sub-path.
  base: "./",
  publicDir: false,
  // Emscripten's glue looks for Node, and some bundlers would bring a stand-in for it along.
  define: { process: "undefined" },
  plugins: [
    leaveGlue(),
    loadWithoutDom(),
    closeTemplates(),
    plainImports(),
    literalAddresses(),
    writeLicences(),
    oneScript(),
    writeStatic(),
  ],
  worker: {
    format: "es",
    plugins: () => [leaveGlue(), literalAddresses()],
    rolldownOptions: { output: { entryFileNames: "[name]-[hash].js", assetFileNames } },
  },
  build: {
    outDir: resolve(root, "dist"),
    emptyOutDir: true,
    target: "es2022",
    assetsDir: "",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      checks: { pluginTimings: false },
      preserveEntrySignatures: "strict",
      input: {
        ...Object.fromEntries(
          Object.entries(entries).map(([name, file]) => [name, resolve(root, file)]),
        ),
        index: resolve(root, "web/index.html"),
        frame: resolve(root, "web/embed.html"),
      },
      output: {
        entryFileNames: (chunk) => (chunk.name in entries ? "[name].js" : "[name]-[hash].js"),
        chunkFileNames: "chunk-[hash].js",
        // What every figure needs, and what the first view draws: each in one piece, which compresses
        // better than the many that the other views would cut them into.
        codeSplitting: {
          groups: [
            { name: chunkOf("core", "core/core.ts"), priority: 3 },
            { name: chunkOf("figure", "view/softmax-bridge.ts"), priority: 2 },
            { name: chunkOf("derive", "view/derive/derive.ts"), priority: 1 },
          ],
        },
        assetFileNames,
      },
    },
  },
});

/**
 * The chunk of all that is loaded with a module: it, and what it imports other than by `import()`.
 * @param {string} name
 * @param {string} entry below web/src
 */
function chunkOf(name, entry) {
  /** @type {Set<string> | undefined} */
  let loaded;
  return (
    /** @type {string} */ id,
    /** @type {{ getModuleInfo(id: string): { importedIds: string[] } | null }} */ modules,
  ) => {
    if (loaded === undefined) {
      loaded = new Set([resolve(root, "web/src", entry)]);
      // A set that grows while it is walked is walked to its end.
      for (const at of loaded)
        for (const next of modules.getModuleInfo(at)?.importedIds ?? []) loaded.add(next);
    }
    return loaded.has(id) ? name : null;
  };
}

/**
 * A name tells what is in the file, so that a browser may keep it for ever. Others know the wasm by its name.
 * @param {{ names: string[] }} asset
 */
function assetFileNames({ names: [name = ""] }) {
  if (name.endsWith(".wasm")) return "[name][extname]";
  return `${name.endsWith(".woff2") ? "fonts/" : ""}[name]-[hash][extname]`;
}

/**
 * Emscripten's glue names its wasm by `new URL("….wasm", import.meta.url)`, of which Vite would make
 * a second copy. The module is handed what it needs, so the address may stay as it is.
 * @returns {import("vite").Plugin}
 */
function leaveGlue() {
  return {
    name: "leave-glue",
    enforce: "pre",
    transform(code, id) {
      if (!id.endsWith("build/wasm/softmax-bridge.mjs")) return;
      return { code: code.replaceAll("new URL(", "new URL(/* @vite-ignore */"), map: null };
    },
  };
}

/**
 * Servers import the element to render the page around it, and have no DOM: there Lit must load too, though
 * nothing is ever drawn. Its own build for servers brings elements along that everybody would download.
 * @returns {import("vite").Plugin}
 */
function loadWithoutDom() {
  const ends = {
    "reactive-element/reactive-element.js": [
      "extends HTMLElement{",
      "extends(globalThis.HTMLElement??Object){",
    ],
    "lit-html/lit-html.js": ["=document,", "=globalThis.document??{createTreeWalker(){}},"],
  };
  return {
    name: "load-without-dom",
    apply: "build",
    transform(code, id) {
      for (const [end, [found = "", instead = ""]] of Object.entries(ends)) {
        if (!id.endsWith(end)) continue;
        if (code.split(found).length !== 2) throw new Error(`${end} asks for the DOM elsewhere.`);
        return { code: code.replace(found, instead), map: null };
      }
    },
  };
}

/**
 * Templates are indented to be read. To a browser white space is one space, however long.
 * @returns {import("vite").Plugin}
 */
function closeTemplates() {
  return {
    name: "close-templates",
    apply: "build",
    transform: {
      filter: { id: /\/web\/src\/view\/.*\.ts$/ },
      handler(code) {
        /** @type {[number, number][]} */
        const texts = [];
        const walk = (/** @type {unknown} */ node) => {
          if (typeof node !== "object" || node === null) return;
          const { type, tag, quasi } = /** @type {Record<string, any>} */ (node);
          if (type === "TaggedTemplateExpression" && /^(html|svg|mathml)$/.test(tag.name))
            for (const { start, end } of quasi.quasis) texts.push([start, end]);
          for (const child of Object.values(node)) walk(child);
        };
        walk(this.parse(code, { lang: "ts" }));
        let closed = "";
        let at = 0;
        for (const [start, end] of texts.sort(([a], [b]) => a - b)) {
          closed += code.slice(at, start) + code.slice(start, end).replace(/\s*\n\s*/g, "\n");
          at = end;
        }
        return { code: closed + code.slice(at), map: null };
      },
    },
  };
}

/**
 * Vite would have each `import()` fetch ahead what it needs, by a list of our file names. In an app whose
 * bundler has other names for them, that list asks for files that are not there; and no option leaves it out.
 * @returns {import("vite").Plugin}
 */
function plainImports() {
  return {
    name: "plain-imports",
    configResolved({ plugins }) {
      const listing = plugins.find(({ name }) => name === "native:import-analysis-build");
      if (listing === undefined) throw new Error("Vite has another way to list what imports need.");
      listing.applyToEnvironment = () => false;
    },
  };
}

/**
 * Addresses of files and modules as every bundler understands them, `new URL("…", import.meta.url)` and
 * `import("…")` to the letter: it carries along what they name, and puts its own name for it in their place.
 * @returns {import("vite").Plugin}
 */
function literalAddresses() {
  const nested = /new URL\((new URL\(`[^`]+`,import\.meta\.url\))\.href,``\+import\.meta\.url\)/g;
  const literal = /\b(new URL|import)\(`([^`$]+)`(?=,import\.meta\.url\)|\))/g;
  return {
    name: "literal-addresses",
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== "chunk") continue;
        chunk.code = chunk.code.replace(nested, "$1").replace(literal, '$1("$2"');
      }
    },
  };
}

/**
 * Vite gives each chunk that page.ts needs a script of its own, which would run before page.ts has read the
 * address: a figure would begin with what nobody asked for. So page.ts alone is a script, and the others come with it.
 * @returns {import("vite").Plugin}
 */
function oneScript() {
  return {
    name: "one-script",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle = {}, path }) {
        const page = Object.values(bundle).find(
          (chunk) =>
            chunk.type === "chunk" && chunk.moduleIds.some((id) => id.endsWith("/web/src/page.ts")),
        );
        if (page === undefined) throw new Error("There is no chunk with page.ts.");
        const script = /<script type="module" crossorigin src="\.\/([^"]+)"><\/script>/g;
        const chunks = Object.values(bundle).filter((output) => output.type === "chunk");
        /** The chunk with a module of ours. */
        const chunkWith = (/** @type {string} */ file) =>
          chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/web/src/${file}`)));
        const drawn = path.endsWith("embed.html")
          ? ["view/derive/derive.ts"]
          : ["view/opening/opening.ts", "view/masthead.ts"];
        const early = new Set(drawn.flatMap((file) => filesOf(chunkWith(file), chunks)));
        for (const [, file = ""] of html.matchAll(script)) early.delete(file);
        const fonts = Object.keys(bundle).filter((file) => file.endsWith(".woff2"));
        const links = [
          ...Array.from(early, (file) => `<link rel="modulepreload" crossorigin href="./${file}">`),
          '<link rel="preload" as="fetch" crossorigin href="./softmax-bridge.wasm">',
          ...fonts.map(
            (file) =>
              `<link rel="preload" as="font" type="font/woff2" crossorigin href="./${file}">`,
          ),
        ];
        return html
          .replace(script, (tag, file) =>
            file === page.fileName
              ? tag
              : `<link rel="modulepreload" crossorigin href="./${file}">`,
          )
          .replace("</head>", () => `${links.join("\n    ")}\n  </head>`)
          .replace("</title>", '</title>\n    <script src="./early.js"></script>');
      },
    },
  };
}

/**
 * A chunk and those that it imports.
 * @typedef {{ fileName: string, imports: string[] }} Chunk
 * @param {Chunk | undefined} chunk @param {readonly Chunk[]} chunks
 */
function filesOf(chunk, chunks) {
  if (chunk === undefined) throw new Error("What is drawn first is in no chunk.");
  const files = new Set([chunk.fileName]);
  for (const file of files)
    for (const next of chunks.find(({ fileName }) => fileName === file)?.imports ?? [])
      files.add(next);
  return [...files];
}

/** @returns {import("vite").Plugin} */
function writeLicences() {
  return {
    name: "write-licences",
    generateBundle() {
      const source = readFileSync(resolve(root, "build/fonts/OFL.txt"));
      this.emitFile({ type: "asset", fileName: "fonts/OFL.txt", source });
    },
  };
}
