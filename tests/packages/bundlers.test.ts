/**
 * The package in apps of every bundler, as docs/embedding.md says: from the tarball, outside of this
 * project, opened in a browser.
 */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { serve } from "../../tools/serve.mjs";
import { launch } from "../browser/page.ts";
import { carry, cleanUp, type Project, projectOf } from "./project.ts";
import { columns, pageWith, script, use, type Visit, visit } from "./visit.ts";

interface Site {
  readonly url: string;
  close(): unknown;
}

/** Serves what a tool has written. */
const written = ({ folder }: Project, out: string): Promise<Site> => serve(`${folder}/${out}`);

const tools: Readonly<Record<string, (project: Project) => Promise<Site>>> = {
  "webpack 5": async (project) => {
    await project.run(
      "webpack",
      "--mode",
      "production",
      "--entry",
      "./main.js",
      "--output-path",
      "out",
    );
    await project.write({ "out/index.html": pageWith('src="main.js"') });
    return written(project, "out");
  },
  "Vite, build": async (project) => {
    await project.run("vite", "build", "--outDir", "out");
    return written(project, "out");
  },
  "Vite, dev": async ({ start }) => {
    const { url, stop } = await start("vite", "--port", "0", "--host", "127.0.0.1");
    return { url, close: stop };
  },
  Parcel: async (project) => {
    await project.run("parcel", "build", "index.html", "--dist-dir", "out", "--no-source-maps");
    return written(project, "out");
  },
  esbuild: async (project) => {
    await project.run(
      "esbuild",
      "main.js",
      "--bundle",
      "--splitting",
      "--format=esm",
      "--outdir=out",
    );
    await carry(project);
    await project.write({ "out/index.html": pageWith('type="module" src="main.js"') });
    return written(project, "out");
  },
  Rollup: async (project) => {
    await project.run("rollup", "main.js", "--plugin", "node-resolve", "--dir", "out");
    await carry(project);
    await project.write({ "out/index.html": pageWith('type="module" src="main.js"') });
    return written(project, "out");
  },
};

let browser: Browser;

beforeAll(async () => {
  browser = await launch();
});

afterAll(async () => {
  await browser?.close();
  await cleanUp();
});

describe.each(Object.entries(tools))("%s", (_, make) => {
  let project: Project;
  let site: Site;
  let opened: Visit;

  beforeAll(async () => {
    const index = pageWith('type="module" src="./main.js"');
    project = await projectOf(
      { "main.js": script, "use.js": use, "index.html": index },
      "packages",
    );
    site = await make(project);
    opened = await visit(browser, site.url);
  });

  afterAll(async () => {
    await opened?.leave();
    await site?.close();
    await project?.remove();
  });

  test.each(Object.entries(columns))("%s", (_, look) => look(opened.page));

  test("nothing is missing", () => expect(opened.faults).toEqual([]));
});
