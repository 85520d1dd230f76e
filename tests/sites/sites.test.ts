/**
 * The package in the tools that sites are built with, as docs/embedding.md says: from the tarball, opened in
 * a browser. What is printed at the end is the table of that page.
 */
import { fileURLToPath } from "node:url";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { serve } from "../../tools/serve.mjs";
import { launch } from "../browser/page.ts";
import { carry, cleanUp, type Project, projectOf } from "../packages/project.ts";
import { columns, figures, pageWith, script, use, type Visit, visit } from "../packages/visit.ts";
import { snippets } from "../snippets.ts";

interface Site {
  readonly url: string;
  close(): unknown;
}

interface Tool {
  readonly files: Readonly<Record<string, string>>;
  make(project: Project): Promise<Site>;
}

const written = ({ folder }: Project, out: string): Promise<Site> => serve(`${folder}/${out}`);

const snippet = (heading: string, i = 0): string => snippets(heading)[i] ?? "";

/** The last of the figures, where the first is that of a snippet. */
const [, scale = ""] = figures.trim().split("\n");

const inNext = {
  "use.js": use,
  "bridge.jsx": snippet("React"),
  "app/layout.jsx": `export default ({ children }) => (
    <html lang="en"><head><link rel="icon" href="data:," /></head><body>{children}</body></html>
  );`,
  "app/page.jsx": `"use client";
    import { useEffect } from "react";
    import { Bridge } from "../bridge.jsx";
    import { use } from "../use.js";
    const told = () => {};
    export default function Page() {
      useEffect(use, []);
      return <><Bridge step="S7" onChange={told} />${scale}</>;
    }`,
};

/** The program itself: what npm calls looks for it in a script that is not run when it is installed. */
const bun = fileURLToPath(
  new URL(
    `../../build/sites/node_modules/@oven/bun-${process.platform}-${process.arch.replace("arm64", "aarch64")}/bin/bun`,
    import.meta.url,
  ),
);

const next = (bundler: string): Tool => ({
  files: inNext,
  make: async ({ run, start }) => {
    await run("next", "build", `--${bundler}`);
    const { url, stop } = await start("next", "start", "--port", "0", "--hostname", "127.0.0.1");
    return { url, close: stop };
  },
});

const tools: Readonly<Record<string, Tool>> = {
  "Next.js, Turbopack": next("turbopack"),
  "Next.js, webpack": next("webpack"),
  "React, Vite": {
    files: {
      "use.js": use,
      "bridge.jsx": snippet("React"),
      "main.jsx": `import { createRoot } from "react-dom/client";
        import { Bridge } from "./bridge.jsx";
        import { use } from "./use.js";
        use();
        const told = () => {};
        createRoot(document.querySelector("main")).render(
          <><Bridge step="S7" onChange={told} />${scale}</>);`,
      "index.html": pageWith('type="module" src="./main.jsx"', "<main></main>"),
    },
    make: async (project) => {
      await project.run("vite", "build", "--outDir", "out");
      return written(project, "out");
    },
  },
  Svelte: {
    files: {
      "use.js": use,
      "vite.config.js": `import { svelte } from "@sveltejs/vite-plugin-svelte";
        export default { plugins: [svelte()] };`,
      "App.svelte": `${snippet("Svelte")}${scale}`,
      "main.js": `import { mount } from "svelte";
        import App from "./App.svelte";
        import { use } from "./use.js";
        use();
        mount(App, { target: document.querySelector("main"), props: { step: "S7" } });`,
      "index.html": pageWith('type="module" src="./main.js"', "<main></main>"),
    },
    make: async (project) => {
      await project.run("vite", "build", "--outDir", "out");
      return written(project, "out");
    },
  },
  Astro: {
    files: {
      "src/use.js": use,
      "src/pages/index.astro": `<html lang="en">
        <head><meta charset="utf-8"><title>App</title><link rel="icon" href="data:,"></head>
        <body>${snippet("Astro").replace("S6", "S7")}${scale}
        <script>import { use } from "../use.js"; use();</script></body></html>`,
    },
    make: async (project) => {
      await project.run("astro", "build", "--outDir", "out");
      return written(project, "out");
    },
  },
  VitePress: {
    files: {
      "use.js": use,
      "Bridge.vue": snippet("Vue"),
      ".vitepress/config.js": snippet("VitePress").replace(
        "export default {",
        // It would remember whether it is dark.
        'export default { appearance: false, head: [["link", { rel: "icon", href: "data:," }]],',
      ),
      "index.md": `---
aside: false
---
<script setup>
import { onMounted } from "vue";
import Bridge from "./Bridge.vue";
import { use } from "./use.js";
onMounted(use);
</script>

<Bridge step="S7" />
${scale}
`,
    },
    make: async (project) => {
      await project.run("vitepress", "build", ".", "--outDir", "out");
      return written(project, "out");
    },
  },
  "Bun, build": {
    files: { "main.js": script, "use.js": use },
    make: async (project) => {
      await project.run(bun, "build", "./main.js", "--outdir", "out", "--splitting");
      await carry(project);
      await project.write({ "out/index.html": pageWith('type="module" src="main.js"') });
      return written(project, "out");
    },
  },
};

/** What is printed at the end. */
const table = new Map<string, Map<string, boolean>>();

async function noted(tool: string, column: string, look: () => Promise<unknown>): Promise<void> {
  const row = table.get(tool) ?? new Map<string, boolean>();
  table.set(tool, row.set(column, false));
  await look();
  row.set(column, true);
}

let browser: Browser;

beforeAll(async () => {
  browser = await launch();
});

afterAll(async () => {
  await browser?.close();
  await cleanUp();
  const heads = Object.keys(columns);
  const wide = Math.max(...[...table.keys()].map(({ length }) => length));
  const line = (name: string, cell: (column: string) => string): string =>
    `${name.padEnd(wide)}  ${heads.map((head) => cell(head).padEnd(head.length)).join("  ")}`;
  const verdict = { true: "yes", false: "NO", undefined: "–" };
  console.log(
    [
      line("", (head) => head),
      ...[...table].map(([tool, row]) => line(tool, (head) => verdict[`${row.get(head)}`])),
    ].join("\n"),
  );
});

describe.each(Object.entries(tools))("%s", (name, { files, make }) => {
  let project: Project;
  let site: Site;
  let opened: Visit;

  beforeAll(async () => {
    project = await projectOf(files, "sites");
    site = await make(project);
    opened = await visit(browser, site.url);
  });

  afterAll(async () => {
    await opened?.leave();
    await site?.close();
    await project?.remove();
  });

  test.each(Object.entries(columns))("%s", (column, look) =>
    noted(name, column, () => look(opened.page)),
  );

  test("nothing is missing", () => expect(opened.faults).toEqual([]));
});

const program = `import { loadCore, loadPool } from "softmax-bridge/core";
import "softmax-bridge";
const input = { scores: [1, 3, 2] };
const pool = await loadPool({ workers: 1 });
const apart = await pool.call("derive", [input]);
console.log((await loadCore()).derive(input).argmax, apart.argmax, pool.threaded);
pool.close();
`;

describe.each([
  ["Node", ["node", "main.mjs"]],
  ["Bun", [bun, "main.mjs"]],
  ["Deno", ["deno", "run", "--quiet", "--allow-all", "main.mjs"]],
] as const)("%s, without a page", (name, [tool, ...args]) => {
  test("core, element and worker", async () => {
    const project = await projectOf({ "main.mjs": program }, "sites");
    await project.write({
      "package.json": JSON.stringify({ type: "module", dependencies: { "softmax-bridge": "*" } }),
    });
    try {
      const said = (await project.run(tool, ...args)).trim();
      const [core, worker, threaded] = said.split(" ");
      await noted(name, "core", async () => expect(core).toBe("1"));
      await noted(name, "core in a worker", async () =>
        expect([worker, threaded]).toEqual(["1", "true"]),
      );
    } finally {
      await project.remove();
    }
  });
});

describe("Node, CommonJS", () => {
  const classic = `const { loadCore } = require("softmax-bridge/core");
    loadCore().then((core) => console.log(core.derive({ scores: [1, 3, 2] }).argmax));`;

  test("require", async () => {
    const project = await projectOf({ "main.cjs": classic }, "sites");
    try {
      expect(await project.run("node", "--no-warnings", "main.cjs")).toBe("1\n");
      // As in a Node before 20.19.
      await expect(
        project.run("node", "--no-experimental-require-module", "main.cjs"),
      ).rejects.toThrow(
        /ERR_REQUIRE_ESM[\s\S]*dynamic import\(\)|dynamic import\(\)[\s\S]*ERR_REQUIRE_ESM/,
      );
    } finally {
      await project.remove();
    }
  });
});
