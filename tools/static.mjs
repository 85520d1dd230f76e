/**
 * What the pages say to those who cannot run them: readers without scripts, and programs that show
 * cards or embed by address. It is written by web/src/static, with the core's own numbers.
 */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import { runnerImport } from "vite";
import { drawFirstViews } from "./drawn.mjs";
import { root } from "./paths.mjs";

/**
 * Of web/src, whose own types reach into generated code.
 * @typedef {{ loadCore(options: { wasmBinary: Uint8Array }): Promise<object> }} CoreModule
 * @typedef {object} StaticModule
 * @property {(site: string | null) => string} cardOf
 * @property {(core: object) => string} cardPicture
 * @property {(core: object) => string} derivationAsText
 * @property {(core: object) => string} outcomeAsText
 * @property {(site: string | null) => ReadonlyMap<string, string>} sceneDocuments
 */

/** Where the site will stand, with a slash at its end; null if nobody has said. */
const site = process.env.SITE_URL ? new URL(process.env.SITE_URL).href.replace(/\/?$/, "/") : null;

/** @returns {import("vite").Plugin} */
export function writeStatic() {
  /** @type {Promise<{ texts: Record<string, string>, files: ReadonlyMap<string, string>, picture: string }> | undefined} */
  let written;
  const write = () => {
    written ??= load();
    return written;
  };
  return {
    name: "write-static",
    async transformIndexHtml(html) {
      const { texts } = await write();
      return html.replace(
        /<!-- (card|derivation|outcome|page|embed) -->/g,
        (_, name) => texts[name] ?? "",
      );
    },
    async generateBundle() {
      const { files, picture } = await write();
      for (const [fileName, source] of files) this.emitFile({ type: "asset", fileName, source });
      this.emitFile({ type: "asset", fileName: "card.png", source: await painted(picture) });
    },
  };
}

async function load() {
  const from = (/** @type {string} */ file) =>
    runnerImport(resolve(root, "web/src", file), { configFile: false, root, logLevel: "error" });
  const [{ module: core }, { module: text }] = await Promise.all([
    from("core/core.ts"),
    from("static/static.ts"),
  ]);
  const { loadCore } = /** @type {CoreModule} */ (core);
  const { cardOf, cardPicture, derivationAsText, outcomeAsText, sceneDocuments } =
    /** @type {StaticModule} */ (text);
  const wasmBinary = readFileSync(resolve(root, "build/wasm/softmax-bridge.wasm"));
  const loaded = await loadCore({ wasmBinary });
  return {
    texts: {
      card: cardOf(site),
      derivation: derivationAsText(loaded),
      outcome: outcomeAsText(loaded),
      ...(await drawFirstViews(wasmBinary)),
    },
    files: sceneDocuments(site),
    picture: cardPicture(loaded),
  };
}

/** @param {string} svg */
async function painted(svg) {
  // @ts-expect-error: the package has no declarations
  const { default: subset } = await import("subset-font");
  const letters = [...new Set(svg)].join("");
  const fontBuffers = await Promise.all(
    [
      "stix-two-text-latin-400-normal",
      "stix-two-text-latin-400-italic",
      "stix-two-math-latin-400-normal",
      "source-sans-3-latin-400-normal",
      "source-sans-3-latin-600-normal",
    ].map((file) => {
      const [family = ""] = file.split("-latin");
      const path = `node_modules/@fontsource/${family}/files/${file}.woff2`;
      // The painter reads only plain fonts.
      return subset(readFileSync(resolve(root, path)), letters, { targetFormat: "sfnt" });
    }),
  );
  await initWasm(readFileSync(resolve(root, "node_modules/@resvg/resvg-wasm/index_bg.wasm")));
  return new Resvg(svg, { font: { fontBuffers } }).render().asPng();
}
