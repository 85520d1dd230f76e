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
};

export default defineConfig({
  root: resolve(root, "web"),
  // Relative addresses: the pages work under any sub-path.
  base: "./",
  // The fonts and the wasm, which keep their names.
  publicDir: resolve(root, "build/public"),
  plugins: [keepWasmBesideChunk(), serveBesideSources(), plainImports(), writeStatic()],
  worker: {
    format: "es",
    plugins: () => [keepWasmBesideChunk()],
    rolldownOptions: { output: { entryFileNames: "[name]-[hash].js" } },
  },
  build: {
    outDir: resolve(root, "dist"),
    emptyOutDir: true,
    target: "es2022",
    // Everything lies beside the wasm: each chunk finds it by its own import.meta.url.
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
        assetFileNames: "[name]-[hash][extname]",
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
 * Emscripten's glue names its wasm by `new URL("….wasm", import.meta.url)`, of which Vite would make
 * a second, renamed copy. The module is handed its bytes, so the address may stay as it is.
 * @returns {import("vite").Plugin}
 */
function keepWasmBesideChunk() {
  return {
    name: "keep-wasm-beside-chunk",
    enforce: "pre",
    transform(code, id) {
      if (!id.endsWith("build/wasm/softmax-bridge.mjs")) return;
      return { code: code.replaceAll("new URL(", "new URL(/* @vite-ignore */"), map: null };
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
 * While developing, modules stand in src/ and look for the wasm and the fonts beside themselves.
 * @returns {import("vite").Plugin}
 */
function serveBesideSources() {
  return {
    name: "serve-beside-sources",
    apply: "serve",
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const [, file] =
          /\/(softmax-bridge\.wasm|fonts\/[\w-]+\.woff2)$/.exec(request.url ?? "") ?? [];
        if (file === undefined) return next();
        const folder = file.endsWith(".wasm") ? "build/wasm" : "build/public";
        response.end(readFileSync(resolve(root, folder, file)));
      });
    },
  };
}
