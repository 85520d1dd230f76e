/** The first view as it stands in the pages, drawn by web/src/static/drawn.ts. */
import "@lit-labs/ssr/lib/install-global-dom-shim.js";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "vite";
import { root } from "./paths.mjs";

const folder = resolve(root, "build/drawn");

/**
 * @param {Uint8Array} wasmBinary
 * @returns {Promise<{ page: string, embed: string }>}
 */
export async function drawFirstViews(wasmBinary) {
  await build({
    configFile: false,
    root: resolve(root, "web"),
    logLevel: "error",
    plugins: [titlesAsElements()],
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: true,
      target: "es2022",
      rolldownOptions: {
        input: {
          core: resolve(root, "web/src/core/core.ts"),
          drawn: resolve(root, "web/src/static/drawn.ts"),
        },
        output: { entryFileNames: "[name].mjs", chunkFileNames: "[name]-[hash].mjs" },
      },
    },
  });
  // Asked for when an element is made, though only a browser has them.
  class Observer {
    observe() {}
    disconnect() {}
  }
  const matchMedia = () => ({ matches: false });
  Object.assign(globalThis, { ResizeObserver: Observer, matchMedia });
  const from = (/** @type {string} */ name) =>
    import(pathToFileURL(resolve(folder, `${name}.mjs`)).href);
  const [{ loadCore }, { pageAsDrawn, embedAsDrawn }] = await Promise.all([
    from("core"),
    from("drawn"),
  ]);
  const core = await loadCore({ wasmBinary });
  return { page: plain(await pageAsDrawn(core)), embed: light(plain(await embedAsDrawn(core))) };
}

/**
 * To Lit's renderer the title of a drawing is that of a page, which holds nothing but text.
 * @returns {import("vite").Plugin}
 */
function titlesAsElements() {
  return {
    name: "titles-as-elements",
    enforce: "pre",
    transform: {
      filter: { id: /\/web\/src\/view\/.*\.ts$/ },
      handler: (code) => ({ code: code.replace(/<(\/?)title>/g, "<$1svg-title>"), map: null }),
    },
  };
}

/**
 * Only what is shown: elements under names that stay what they are when ours are defined, styles that
 * apply, nothing that serves to take the templates over.
 * @param {string} html
 */
function plain(html) {
  const named = html
    .replace(/<!--[\s\S]*?-->/g, "")
    .replaceAll("svg-title>", "title>")
    .replaceAll("<?>", "")
    // It is inert: nothing of it is read out.
    .replace(/<(div|span|caption) class="hidden">[\s\S]*?<\/\1>/g, "")
    .replace(/<[a-z][^>]*>/g, (tag) =>
      tag
        .replace(
          / (?:shadowroot|title|tabindex|role|data-[\w-]+|abbr|scope|aria-(?:pressed|label|hidden))="[^"]*"/g,
          "",
        )
        .replace(/ class=" *"| defer-hydration/g, "")
        // Of a place, not of a number.
        .replace(/-?\d+\.\d{5,}/g, (number) => String(Math.round(Number(number) * 100) / 100)),
    )
    .replace(/\s+/g, " ")
    .replace(/ >/g, ">")
    .replace(/(?<![\w-])sb-/g, "drawn-");
  return withUsedStyles(named);
}

/** Of the pictures in the table only their room: the figure has them. @param {string} html */
const light = (html) => html.replace(/(<svg class="icon"[^>]*>)[\s\S]*?(?=<\/svg>)/g, "$1");

/** A sheet is pruned by what stands in its own shadow tree. @param {string} html */
function withUsedStyles(html) {
  const trees = [""];
  /** @type {{ css: string, tree: number }[]} */
  const styles = [];
  let at = 0;
  const parts = html.split(
    /(<template shadowrootmode="open">|<\/template>|<style>[\s\S]*?<\/style>)/,
  );
  /** @type {number[]} */
  const stack = [0];
  const marked = parts.map((part) => {
    if (part.startsWith("<template")) {
      trees.push("");
      at = trees.length - 1;
      stack.push(at);
    } else if (part === "</template>") {
      stack.pop();
      at = stack.at(-1) ?? 0;
    } else if (part.startsWith("<style>")) {
      styles.push({ css: part.slice(7, -8), tree: at });
      return styles.length - 1;
    } else {
      trees[at] += part;
    }
    return part;
  });
  return marked
    .map((part) => {
      if (typeof part === "string") return part;
      const { css = "", tree = 0 } = styles[part] ?? {};
      const kept = pruned(css, trees[tree] ?? "");
      return kept === "" ? "" : `<style>${kept}</style>`;
    })
    .join("");
}

/**
 * The rules of a sheet that can apply to a still drawing: by their classes, elements and states.
 * @param {string} css minified @param {string} tree
 */
function pruned(css, tree) {
  let kept = "";
  for (let at = 0; at < css.length; ) {
    const start = css.indexOf("{", at);
    if (start < 0) break;
    const head = css.slice(at, start).trim();
    let end = start + 1;
    for (let depth = 1; depth > 0; end++) depth += css[end] === "{" ? 1 : css[end] === "}" ? -1 : 0;
    const body = css.slice(start + 1, end - 1);
    at = end;
    if (/^@(?:media|container|supports)/.test(head)) {
      const inside = /print|hover|prefers-reduced-motion|forced-colors/.test(head)
        ? ""
        : pruned(body, tree);
      if (inside !== "") kept += `${head}{${inside}}`;
    } else if (!head.startsWith("@")) {
      const used = selectorsOf(head).filter((selector) => applies(selector, tree));
      const still = body.split(";").filter((declaration) => !ofMotion.test(declaration));
      if (used.length > 0) kept += `${used.join()}{${still.join(";")}}`;
    }
  }
  return kept;
}

const ofMotion =
  /^(?:transition|transform-origin|cursor|pointer-events|touch-action|user-select)\b/;

/** Of a list, those between commas that stand in no brackets. @param {string} head */
const selectorsOf = (head) => head.split(/,(?![^(]*\))/);

/** @param {string} selector @param {string} tree */
function applies(selector, tree) {
  if (/:(?:hover|active|focus|disabled|checked|popover-open|lang)|::/.test(selector)) return false;
  // What may be one thing or another, or must not be, says nothing.
  const sure = selector.replace(/:(?:is|not|where|has|host|nth-child)\([^)]*\)+/g, "");
  const has = (/** @type {string} */ pattern) => new RegExp(pattern).test(tree);
  return (
    [...sure.matchAll(/\.([\w-]+)/g)].every(([, name]) =>
      has(`class="[^"]*(?<![\\w-])${name}(?![\\w-])`),
    ) &&
    [...sure.matchAll(/(?<![\w.#:[="-])([a-z][\w-]*)/g)].every(([, name]) => has(`<${name}[ >/]`))
  );
}
