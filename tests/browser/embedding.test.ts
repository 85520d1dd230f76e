/** Every snippet of docs/embedding.md, as it comes out in a page. */
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { sceneIds } from "../../web/src/model/state.ts";
import { patience } from "../patience.ts";
import { embedding, snippets } from "../snippets.ts";
import { hostOf } from "./host.ts";
import { useSite } from "./page.ts";

const site = useSite();

const state = "scene=apple&step=S6";

/** What the program of a heading makes of its snippet. */
const results: Readonly<Record<string, readonly ((code: string) => string)[]>> = {
  "Plain HTML": [(code) => code, (code) => code, (code) => code],
  Jekyll: [(code) => code.replace("{{ include.state }}", state)],
  WordPress: [(code) => code],
  "Canvas and Moodle": [(code) => code],
  "Quarto and Jupyter": [
    (code) => code.replace(/^```.*$/gm, ""),
    (code) => {
      const [, address, width, height] =
        /IFrame\("(.*)", width="(.*)", height=(\d+)\)/.exec(code) ?? [];
      return `<iframe width="${width}" height="${height}" src="${address}" frameborder="0" allowfullscreen></iframe>`;
    },
  ],
};

const cases = Object.entries(results).flatMap(([heading, makes]) =>
  makes.map((make, i) => [heading, i, make] as const),
);

test("there is no snippet that is not tried", () => {
  // Policies are tried in content-security-policy.test.ts, the tools below tests/sites.
  const tools = ["Hexo", "Hugo", "Eleventy", "React", "Vue", "VitePress", "Svelte", "Astro"];
  const apart = ["Policies", "Cards and oEmbed", ...tools];
  const headings = Array.from(embedding.matchAll(/^## (.*)$/gm), ([, heading]) => heading ?? "");
  for (const heading of headings.filter((it) => !apart.includes(it))) {
    expect(snippets(heading), heading).toHaveLength(results[heading]?.length ?? 0);
  }
});

test.each(cases)("%s, snippet %i, shows the apple at S6", async (heading, i, make) => {
  const html = make(snippets(heading)[i] ?? "");
  expect(html).not.toMatch(/\{\{|\{%/);
  const host = await hostOf(html.replaceAll("https://your.site/softmax-bridge/", site.url));
  const context = await site.browser.newContext();
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(patience);
    await page.goto(host.url);
    const place = html.includes("<iframe") ? page.frames()[1] : page.mainFrame();
    await place?.waitForFunction(() => document.querySelector("softmax-bridge")?.derivation);
    const shown = await place?.evaluate(() => {
      const { scene, step } = document.querySelector("softmax-bridge")?.state ?? {};
      return { scene, step };
    });
    expect(shown).toEqual({ scene: "apple", step: "S6" });
    if (html.includes("embed.js"))
      await page.waitForFunction(
        // No longer as high as its tag says.
        () => document.querySelector("iframe")?.clientHeight !== 900,
      );
  } finally {
    await context.close();
    await host.close();
  }
});

describe("cards and oEmbed", () => {
  const presets = sceneIds.filter((scene) => scene !== "custom");

  test.each(presets)(
    "%s: its page leads programs to its document and readers to it",
    async (scene) => {
      const answer = await fetch(`${site.url}oembed/${scene}.html`);
      const page = await answer.text();
      const [, href = ""] = /type="application\/json\+oembed" href="([^"]*)"/.exec(page) ?? [];
      const found = await fetch(new URL(href, answer.url));
      const oembed = (await found.json()) as Record<string, unknown>;
      expect(oembed).toMatchObject({ version: "1.0", type: "rich", width: 800, height: 2000 });
      const [, source = ""] = /src="([^"]*)"/.exec(String(oembed.html)) ?? [];
      expect(source).toMatch(new RegExp(`^embed\\.html#v=1&amp;c=.*&amp;scene=${scene}&amp;`));

      const tab = await site.browser.newPage();
      await tab.goto(answer.url);
      await tab.waitForFunction(() => document.querySelector("softmax-bridge")?.derivation);
      expect(await tab.evaluate(() => document.querySelector("softmax-bridge")?.state?.scene)).toBe(
        scene,
      );
      expect(await tab.evaluate(() => document.querySelector("softmax-bridge")?.notices)).toEqual(
        [],
      );
      await tab.close();
    },
  );

  test("the page names its card, which is a picture of that size", async () => {
    const page = await (await fetch(`${site.url}index.html`)).text();
    const [head = ""] = page.split("</head>");
    const [, file = ""] = /property="og:image" content="([^"]*)"/.exec(head) ?? [];
    const bytes = Buffer.from(await (await fetch(new URL(file, site.url))).arrayBuffer());
    expect(bytes.subarray(1, 4).toString()).toBe("PNG");
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630]);
    expect(head).toContain('property="og:title"');
    expect(head).toContain('property="og:description"');
    expect(head.indexOf("json+oembed")).toBeGreaterThan(0);
  });

  test("SITE_URL makes every address absolute", () => {
    const root = fileURLToPath(new URL("../..", import.meta.url));
    const script = `
      const { writeStatic } = await import("./tools/static.mjs");
      const plugin = writeStatic();
      const files = {};
      await plugin.generateBundle.call({ emitFile: ({ fileName, source }) => { files[fileName] = String(source) } });
      files.index = await plugin.transformIndexHtml("<!-- card -->");
      console.log(JSON.stringify([files["oembed/tie.json"], files["oembed/tie.html"], files.index]));`;
    const output = execFileSync(process.execPath, ["--input-type=module", "-e", script], {
      cwd: root,
      env: { ...process.env, SITE_URL: "https://your.site/bridge" },
      encoding: "utf8",
    });
    const [json, page, head] = JSON.parse(output) as [string, string, string];
    const document = JSON.parse(json) as Record<string, string>;
    expect(document.provider_url).toBe("https://your.site/bridge/");
    expect(document.thumbnail_url).toBe("https://your.site/bridge/card.png");
    expect(document.html).toContain('src="https://your.site/bridge/embed.html#v=1&amp;c=');
    expect(page).toContain('href="https://your.site/bridge/oembed/tie.json"');
    expect(head).toContain('<link rel="canonical" href="https://your.site/bridge/" />');
    expect(head).toContain('content="https://your.site/bridge/card.png"');
  });
});
