/** Frames and elements in what site generators make of a post, as docs/embedding.md says. */
import { cp, mkdir, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { serve } from "../../tools/serve.mjs";
import { launch } from "../browser/page.ts";
import { cleanUp, type Project, packed, projectOf } from "../packages/project.ts";
import { visit } from "../packages/visit.ts";
import { snippets } from "../snippets.ts";

const snippet = (heading: string, i = 0): string => snippets(heading)[i] ?? "";

/** As the page says, but with the copy on the site itself. */
const own = (text: string): string => text.replaceAll("https://your.site/", "/");

interface Blog {
  readonly files: Readonly<Record<string, string>>;
  /** Where the copy of `dist` goes. */
  readonly copy: string;
  readonly out: string;
  /** The address of the post. */
  readonly post: string;
  build(project: Project): Promise<unknown>;
}

const blogs: Readonly<Record<string, Blog>> = {
  Hexo: {
    files: {
      "package.json": JSON.stringify({
        private: true,
        hexo: { version: "" },
        dependencies: {
          "hexo-renderer-ejs": "*",
          "hexo-renderer-marked": "*",
          "hexo-renderer-stylus": "*",
        },
      }),
      "_config.yml": `title: Blog\ntheme: landscape\npermalink: post/\n${snippet("Hexo", 0)}`,
      "scripts/softmax-bridge.js": snippet("Hexo", 1),
      "source/_posts/post.md": `---\ntitle: Post\ndate: 2026-01-01\n---\n${snippet("Hexo", 2)}`,
    },
    copy: "source/softmax-bridge",
    out: "public",
    post: "post/",
    build: async ({ folder, run }) => {
      const theme = "node_modules/hexo-theme-landscape";
      await symlink(join(dirname(folder), theme), join(folder, theme));
      await run("hexo", "generate");
    },
  },
  Hugo: {
    files: {
      "hugo.toml":
        'baseURL = "/"\ntitle = "Blog"\ndisableKinds = ["taxonomy", "term", "RSS", "sitemap"]\n',
      "layouts/_default/single.html": "<!doctype html><title>Post</title>{{ .Content }}",
      "layouts/index.html": "<!doctype html><title>Blog</title>",
      "layouts/shortcodes/softmax-bridge.html": own(snippet("Hugo", 0)),
      "content/post.md": `---\ntitle: Post\n---\n${snippet("Hugo", 1)}`,
    },
    copy: "static/softmax-bridge",
    out: "public",
    post: "post/",
    build: ({ run }) => run("/usr/bin/hugo", "--quiet", "--config", "hugo.toml"),
  },
  Eleventy: {
    files: {
      "eleventy.config.js": snippet("Eleventy"),
      "post.md": own(snippet("Plain HTML", 1)),
    },
    copy: "softmax-bridge",
    out: "_site",
    post: "post/",
    build: ({ run }) => run("eleventy"),
  },
  MkDocs: {
    files: {
      "mkdocs.yml": "site_name: Blog\ntheme:\n  name: null\n  custom_dir: theme\n",
      "theme/main.html": "<!doctype html><title>Post</title>{{ page.content }}",
      "docs/post.md": `# Post\n\n${own(snippet("Plain HTML", 2))}`,
      "docs/index.md": "# Blog\n",
    },
    copy: "docs/softmax-bridge",
    out: "site",
    post: "post/",
    build: ({ run }) => run("/usr/bin/mkdocs", "build", "--quiet"),
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

test.each(Object.entries(blogs))("%s", async (_, { files, copy, out, post, build }) => {
  const project = await projectOf(files, "sites");
  const dist = join(await packed(), "package/dist");
  await mkdir(join(project.folder, dirname(copy)), { recursive: true });
  await cp(dist, join(project.folder, copy), { recursive: true });
  await build(project);
  const site = await serve(join(project.folder, out));
  const { page, faults, leave } = await visit(browser, site.url + post);
  try {
    const tag = await page
      .locator("iframe, softmax-bridge")
      .first()
      .evaluate(({ localName }) => localName);
    const place = tag === "iframe" ? page.frameLocator("iframe") : page;
    const figure = place.locator("softmax-bridge");
    await place.locator("sb-ledger").waitFor();
    expect(await figure.evaluate((it) => (it as unknown as { state: object }).state)).toMatchObject(
      {
        scene: "apple",
        step: "S6",
      },
    );
    // Nothing of a theme is laid around what is in the frame, and what stands in the element is not seen.
    if (tag === "iframe") {
      expect(await place.locator("body > *:visible").count()).toBe(1);
      // `embed.js` has given it the height of what it shows.
      await page.waitForFunction(() => {
        const frame = document.querySelector("iframe");
        const { scrollHeight = 0 } = frame?.contentDocument?.documentElement ?? {};
        return (
          frame?.style.height !== "" && Math.abs(scrollHeight - (frame?.clientHeight ?? 0)) <= 1
        );
      });
    } else {
      // A text has no boxes where it is not drawn.
      const boxes = await figure.evaluate((it) => {
        const text = document.createRange();
        text.selectNodeContents(it);
        return text.getClientRects().length;
      });
      expect(boxes).toBe(0);
    }
    expect(faults.filter((fault) => fault.includes("softmax-bridge"))).toEqual([]);
    // As it was packed: no generator has altered it.
    const oembed = await (await fetch(`${site.url}softmax-bridge/oembed/apple.json`)).json();
    expect(oembed).toMatchObject({ type: "rich" });
  } finally {
    await leave();
    await site.close();
    await project.remove();
  }
});
