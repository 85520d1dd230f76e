/** The package from its tarball for Node and for compilers, outside of this project. */
import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { embedding } from "../snippets.ts";
import { cleanUp, type Project, packed, projectOf } from "./project.ts";

let project: Project;
/** It has nothing but the package. */
let bare: Project;

beforeAll(async () => {
  project = await projectOf({}, "packages");
  bare = await projectOf({}, null);
});

afterAll(async () => {
  await project?.remove();
  await bare?.remove();
  await cleanUp();
});

const inNode = (program: string): Promise<string> =>
  bare.run("node", "--input-type=module", "--eval", program).then((said) => said.trim());

test("the core in Node", async () => {
  const said = await inNode(`import { loadCore } from "softmax-bridge/core";
    console.log((await loadCore()).derive({ scores: [1, 3, 2] }).argmax);`);
  expect(said).toBe("1");
});

test("a compiled module of the wasm", async () => {
  const said = await inNode(`import { readFileSync } from "node:fs";
    import { loadCore } from "softmax-bridge/core";
    const wasmBinary = await WebAssembly.compile(
      readFileSync(new URL(import.meta.resolve("softmax-bridge/softmax-bridge.wasm"))));
    console.log((await loadCore({ wasmBinary })).derive({ scores: [1, 3, 2] }).argmax);`);
  expect(said).toBe("1");
});

test("the element where there is no DOM does nothing", async () => {
  const said = await inNode(`const before = Object.getOwnPropertyNames(globalThis).length;
    const { SoftmaxBridge } = await import("softmax-bridge");
    const left = Object.getOwnPropertyNames(globalThis).filter((name) => /HTML|customElements|document/.test(name));
    console.log(typeof SoftmaxBridge, left.length);`);
  expect(said).toBe("function 0");
});

test.each(["iife", "cjs"])("bundled as %s the core says what is wrong", async (format) => {
  await project.write({
    "classic.js": `import { loadCore } from "softmax-bridge/core";
      loadCore().catch((error) => console.log(error.message));`,
  });
  await project.run(
    "esbuild",
    "classic.js",
    "--bundle",
    `--format=${format}`,
    "--outfile=out.cjs",
    "--log-level=error",
  );
  expect(await project.run("node", "out.cjs")).toMatch(
    /bundled as IIFE or CommonJS.*as ES modules, or pass loadCore\(\{ wasmUrl \}\)/,
  );
});

/** What the package says of its elements. */
async function manifest() {
  const file = await readFile(join(await packed(), "package/custom-elements.json"), "utf8");
  const [{ declarations }] = JSON.parse(file).modules;
  return declarations[0] as Readonly<Record<"attributes" | "members", readonly { name: string }[]>>;
}

test("the manifest has the attributes that the element observes, and what it has", async () => {
  const { attributes, members } = await manifest();
  const names = JSON.stringify(members.map(({ name }) => name));
  // Lit asks for style sheets.
  const said = await inNode(`globalThis.CSSStyleSheet = class {};
    const { SoftmaxBridge } = await import("softmax-bridge");
    const attributes = SoftmaxBridge.observedAttributes;
    const missing = ${names}.filter((name) => !(name in SoftmaxBridge.prototype));
    console.log(JSON.stringify({ attributes, missing }));`);
  const own = JSON.parse(said) as { attributes: string[]; missing: string[] };
  expect(own.missing).toEqual([]);
  expect(new Set(attributes.map(({ name }) => name))).toEqual(new Set(own.attributes));
});

test("how each file may be kept is in the docs, and once", async () => {
  const [, rows = ""] = embedding.split("| `Cache-Control` |");
  const [stable = [], hashed = []] = Array.from(
    rows.matchAll(/^\| (`.*`) \| `/gm),
    ([, files = ""]) =>
      Array.from(files.matchAll(/`([^`]+)`/g), ([, glob = ""]) => {
        const pattern = glob.replaceAll(".", "\\.").replaceAll("*", ".*");
        return new RegExp(`^${pattern}$`);
      }),
  );
  const dist = join(await packed(), "package/dist");
  const files = await readdir(dist, { recursive: true, withFileTypes: true });
  for (const file of files.filter((it) => it.isFile())) {
    const name = relative(dist, join(file.parentPath, file.name));
    const rowsOf = [stable, hashed].map((globs) => globs.some((glob) => glob.test(name)));
    expect(rowsOf.filter(Boolean), name).toHaveLength(1);
    // A name of the second row has a hash in it.
    expect(/-[\w-]{8}\.\w+$/.test(name), name).toBe(rowsOf[1]);
  }
});

const options = {
  strict: true,
  noEmit: true,
  skipLibCheck: false,
  lib: ["es2022", "dom", "dom.iterable"],
  target: "es2022",
  types: [],
};

test.each([
  { module: "nodenext", moduleResolution: "nodenext" },
  { module: "esnext", moduleResolution: "bundler" },
])("types with nothing but the tarball: $moduleResolution", async (resolution) => {
  const { members } = await manifest();
  await bare.write({
    "tsconfig.json": JSON.stringify({
      compilerOptions: { ...options, ...resolution },
      files: ["main.ts"],
    }),
    "main.ts": `import { SoftmaxBridge, type Change } from "softmax-bridge";
      import { loadCore, SoftmaxBridgeError } from "softmax-bridge/core";
      const figure: SoftmaxBridge = document.createElement("softmax-bridge");
      figure.state = { temperature: 0.5 };
      const link: string = figure.toLink();
      figure.addEventListener("softmax-bridge:change", ({ detail }) => { const change: Change = detail; });
      export const argmax: number | undefined = figure.derivation?.argmax;
      export const core = loadCore({ wasmUrl: "/x.wasm" });
      type Own = Exclude<keyof SoftmaxBridge, keyof HTMLElement>;
      export const own: Record<Own, true> = { ${members.map(({ name }) => `${name}: true`)} };
      // @ts-expect-error: no such property
      figure.nothing;
      export { link, SoftmaxBridge, SoftmaxBridgeError };`,
  });
  const tsc = join(import.meta.dirname, "../../node_modules/typescript/bin/tsc");
  expect(await bare.run("node", tsc, "--pretty", "false", "-p", ".")).toBe("");
});

test.each(["react", "preact", "solid-js"])("JSX knows the element: %s", async (source) => {
  await project.write({
    "tsconfig.json": JSON.stringify({
      compilerOptions: {
        ...options,
        skipLibCheck: true,
        module: "esnext",
        moduleResolution: "bundler",
        jsx: source === "solid-js" ? "preserve" : "react-jsx",
        jsxImportSource: source,
      },
      files: ["main.tsx"],
    }),
    "main.tsx": `import "softmax-bridge";
      export const good = <softmax-bridge scene="apple" step="S6" wasm-url="/x.wasm" id="figure" />;
      // @ts-expect-error: there is no such view
      export const bad = <softmax-bridge view="nothing" />;`,
  });
  expect(await project.run("tsc", "--pretty", "false", "-p", ".")).toBe("");
});

test("Vue's templates know the element", async () => {
  await project.write({
    "tsconfig.json": JSON.stringify({
      compilerOptions: {
        ...options,
        skipLibCheck: true,
        module: "esnext",
        moduleResolution: "bundler",
      },
      vueCompilerOptions: { strictTemplates: true },
      include: ["*.vue"],
    }),
    "Good.vue": `<script setup lang="ts">import "softmax-bridge";</script>
      <template><softmax-bridge scene="apple" step="S6" /></template>`,
  });
  expect(await project.run("vue-tsc", "--pretty", "false", "-p", ".")).toBe("");
  await project.write({
    "Bad.vue": `<script setup lang="ts">import "softmax-bridge";</script>
      <template><softmax-bridge view="nothing" /></template>`,
  });
  await expect(project.run("vue-tsc", "--pretty", "false", "-p", ".")).rejects.toThrow(/Bad\.vue/);
});

test("publint and attw find nothing", async () => {
  const folder = join(await packed(), "package");
  expect(await project.run("publint", folder, "--strict")).toMatch(/All good!/);
  const tarball = join(await packed(), "softmax-bridge-0.1.0.tgz");
  const ignored = ["--profile", "esm-only", "--exclude-entrypoints", "./softmax-bridge.wasm"];
  await project.run("attw", tarball, ...ignored);
});
