/** Names are text: whatever they are made of, in every view, form and language. */
import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import type { Mode } from "../../web/src/model/link.ts";
import { modes } from "../../web/src/model/link-schema.ts";
import { chain, languages, type State, views } from "../../web/src/model/state.ts";
import { page, show, stateOf, useSite } from "./page.ts";

/** Marks of every kind, and what HTML, templates and replacements would make something of. */
const marks =
  "**mark1** *mark2* [mark3](javascript:ran%28%29) [mark4](https://example.org) _{mark5} ^{mark6} <img src=x onerror=ran()><b>mark7</b> $& $1 {{7}} `";
const names: readonly string[] = [
  marks,
  "</script></title><script>ran()</script><iframe src='javascript:parent.ran()'>",
  "&lt;b&gt;&amp;#60; \"><svg onload='ran()'>",
  "\u202eright to left \u2066\u2067\u202b",
  "closed \u2069\u2069\u202c too often תפוח 1,2",
  "\u0000\u0007\u001b]\u0085\u2028\u2029\ud800\ufffe\ufeff\u200b",
];
const features: readonly string[] = [
  "*mark1* [mark2](javascript:ran%28%29)",
  "<b onclick=ran()>g</b>",
  "\u202dh\u2067",
  "\u0000k\u2029",
];

const site = useSite();

/** What names must not have become, and what of them is to be read. */
interface Found {
  readonly faults: readonly string[];
  readonly text: string;
}

/** Everything that is on the page, through every shadow root. */
const look = (page: Page): Promise<Found> =>
  page.evaluate(() => {
    const faults: string[] = [];
    const texts: string[] = [];
    /** What is left open at the end of a text, or turns what is outside every isolate. */
    const leaks = (text: string): boolean => {
      let depth = 0;
      for (const c of text) {
        if (/[\u2066-\u2068]/.test(c)) depth++;
        else if (c === "\u2069") depth--;
        else if (depth === 0 && /[\u0590-\u08ff\u202a-\u202e]/.test(c)) return true;
        else if (depth > 0 && /[\p{Cc}\u2028\u2029]/u.test(c)) return true;
        if (depth < 0) return true;
      }
      return depth !== 0;
    };
    const read = (text: string, where: string): void => {
      if (leaks(text)) faults.push(`${where} is turned by ${JSON.stringify(text)}`);
      // Alone only where the mark around it was read.
      if (/^\s*mark\d\s*$/.test(text)) faults.push(`${where} is marked: ${text}`);
      texts.push(text);
    };
    const walk = (node: Node): void => {
      if (node instanceof Text) read(node.data, node.parentElement?.localName ?? "");
      if (node instanceof Element) {
        const { localName: tag } = node;
        if (/^(img|script|iframe|object|embed|base|link|meta|style|foreignObject)$/.test(tag))
          faults.push(`<${tag}>`);
        for (const { name, value } of node.attributes) {
          if (name.startsWith("on")) faults.push(`${tag} ${name}`);
          if (/^(title|alt|aria-.*)$/.test(name)) read(value, `${tag} ${name}`);
          if (/^(href|src|xlink:href|action|formaction|srcdoc)$/.test(name)) {
            const url = new URL(value, document.baseURI);
            const ours = url.origin === location.origin;
            const article = url.href === "https://allenwind.github.io/blog/10256";
            if (!ours && !article) faults.push(`${tag} leads to ${value}`);
          }
        }
        if (node.shadowRoot) for (const child of node.shadowRoot.childNodes) walk(child);
      }
      if (!(node instanceof HTMLStyleElement)) for (const child of node.childNodes) walk(child);
    };
    walk(document.body);
    const { ran } = globalThis as { ran?: unknown };
    if (ran !== undefined) faults.push("a script ran");
    return { faults, text: texts.join("\n") };
  });

const ends: Partial<Record<State["view"], string>> = {
  gradient: "sb-saturation li",
  normalizers: "sb-normalizers table[aria-busy=false]",
  scale: "sb-scale-row li",
};

/** Shows a form, and waits for what it has to load. */
async function form(page: Page, mode: Mode, patch: Partial<State>): Promise<void> {
  await page.evaluate((mode) => {
    const figure = document.querySelector("softmax-bridge");
    if (figure && figure.mode !== mode) figure.mode = mode;
  }, mode);
  await show(page, patch);
  await page.waitForFunction(() => {
    const loaded = (node: Element): boolean =>
      node.matches(":defined") &&
      [...(node.shadowRoot?.children ?? []), ...node.children].every(loaded);
    return loaded(document.body);
  });
  // What is worked out little by little.
  const last = mode === "page" || mode === "embed" ? ends[patch.view ?? "derive"] : undefined;
  if (last !== undefined) await page.locator(last).first().waitFor({ state: "attached" });
  await page.evaluate(() => new Promise(requestAnimationFrame));
}

/** What a press on SVG brings. */
async function picture(page: Page): Promise<string> {
  const tools = page.locator("sb-derive details > summary");
  await tools.click();
  const button = page.locator("sb-takeaway").getByRole("button", { name: "SVG", exact: true });
  const [arrived] = await Promise.all([page.waitForEvent("download"), button.click()]);
  await tools.click();
  return await readFile(await arrived.path(), "utf8");
}

/** Every view and step of a form. */
const places = (mode: Mode): ReadonlyArray<Partial<State>> =>
  mode === "page"
    ? [
        ...chain(false).map((step) => ({ view: "derive", step }) as const),
        ...chain(true)
          .slice(6, 8)
          .map((step) => ({ view: "derive", step, split: true }) as const),
        ...views.slice(1).map((view) => ({ view, step: "S7", split: false }) as const),
      ]
    : mode === "worksheet"
      ? [{ view: "derive", step: "S9", split: false }]
      : views.map((view) => ({ view, step: "S9", split: false }) as const);

/** What a name is in a text: what would turn the rest is shut in. */
const shown: readonly string[] = [
  ...names.slice(0, 3),
  "\u2068\u202eright to left \u2066\u2067\u202b\u2069\u2069\u2069",
  "\u2068\u2068\u2068closed \u2069\u2069\u202c too often תפוח 1,2\u2069",
  ...names.slice(5),
];

const options = {
  estimators: ["hard", "soft-mse"],
  own: true,
  deleted: [1],
  opened: { kind: "sparsemax", property: "full-support" },
} as const;

describe.each(languages)("in %s", (language) => {
  beforeAll(async () => {
    await site.open(`index.html#step=S1&lang=${language}`, { reducedMotion: true });
    const before = await stateOf(page);
    await show(page, { labels: names, features, options: { ...before.options, ...options } });
  });

  test.each(modes)("names are text in mode=%s", async (mode) => {
    for (const place of places(mode)) {
      const where = `${mode} ${place.view} ${place.step}`;
      await form(page, mode, place);
      // A screen of a presentation and a question have room for some of them, or for how they begin.
      const whole = mode !== "present" && mode !== "predict" && mode !== "results";
      let found = await look(page);
      // A view comes when it is loaded.
      const missing = async (): Promise<string[]> => {
        found = await look(page);
        return whole ? shown.filter((name) => !found.text.includes(name)) : [];
      };
      await expect.poll(missing, { message: where }).toEqual([]);
      expect(found.faults, where).toEqual([]);
    }
    expect((await stateOf(page)).labels).toEqual(names);
  });

  test("names are text in what is asked before a step", async () => {
    for (const step of chain(false).slice(0, -1)) {
      await form(page, "predict", { view: "derive", step });
      await page.evaluate(() => document.querySelector("softmax-bridge")?.next());
      await page.locator("sb-question .ask").waitFor();
      expect((await look(page)).faults, step).toEqual([]);
      // Walked on, it would ask no more.
      await page.locator("sb-question form button").last().click();
      expect((await look(page)).faults, step).toEqual([]);
    }
  });

  test("names are text in counterexamples", async () => {
    const before = await stateOf(page);
    for (const [kind, property] of [
      ["l1", "shift-invariant"],
      ["sparsemax", "smooth"],
      ["burg", "ratio-independent"],
      ["hard", "full-support"],
      ["relu-l1", "symmetric-jacobian"],
    ] as const) {
      const opened = { kind, property };
      await form(page, "page", { view: "normalizers", options: { ...before.options, opened } });
      await page.locator("sb-normalizers .panel .drawing").waitFor();
      expect((await look(page)).faults, `${kind} ${property}`).toEqual([]);
    }
  });

  test("names are text in a picture", async () => {
    await form(page, "page", { view: "derive", step: "S9", split: false });
    const svg = await picture(page);
    // What XML 1.0 allows, and nothing else: in some parsers one other character ends the file.
    expect(svg).toMatch(/^[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u);
    // As a program of the reader's would, outside of the page and its policy.
    const reader = await page.context().newPage();
    const read = await reader.evaluate((svg) => {
      const { documentElement: root } = new DOMParser().parseFromString(svg, "image/svg+xml");
      const all = [root, ...root.querySelectorAll("*")];
      return {
        tags: [...new Set(all.map(({ localName }) => localName))],
        attributes: [...new Set(all.flatMap((one) => one.getAttributeNames()))],
        addresses: all.flatMap((one) => one.getAttribute("href") ?? []),
        description: root.querySelector("desc")?.textContent,
      };
    }, svg);
    await reader.close();
    expect(read.tags[0]).toBe("svg");
    expect(read.tags.filter((tag) => !drawn.includes(tag))).toEqual([]);
    expect(read.attributes.filter((name) => /^on|xlink|src/.test(name))).toEqual([]);
    expect(read.addresses.filter((address) => !address.startsWith("data:image/png"))).toEqual([]);
    for (const name of shown.slice(0, 5)) expect(read.description).toContain(name);
    expect((await look(page)).faults).toEqual([]);
  });
});

test("lines that run from right to left stand in a picture where they stand on the page", async () => {
  await site.open("index.html#step=S1", { reducedMotion: true });
  const { values } = await stateOf(page);
  await show(page, { labels: values.map(() => "תפוח אדום ".repeat(20)) });
  const svg = await picture(page);
  // Letters that our fonts lack are images, each line one.
  const lines = Array.from(
    svg.matchAll(/<image x="([\d.-]+)" y="([\d.-]+)" width="([\d.]+)"/g),
    ([, ...box]) => box.map(Number),
  ).filter(([, , width = 0]) => width > 500);
  // The lines of the step's sentence that are nothing but the name begin where the sentence does.
  expect(lines.length).toBeGreaterThan(0);
  for (const [x = 0, , width = 0] of lines) {
    expect(x).toBeGreaterThan(24);
    expect(x + width).toBeLessThan(800);
  }
});

/** The elements of a picture. */
const drawn =
  "svg title desc style rect g text tspan path line circle ellipse polyline polygon defs clipPath image".split(
    " ",
  );

test("what a link, an attribute or a reader gives is text where it is quoted", async () => {
  await site.open("embed.html", { reducedMotion: true });
  for (const [attribute, value, quoted] of [
    ["scene", "\u202e<img src=x>", "\u2068\u202e<img src=x>\u2069"],
    ["labels", "~**mark1**\u2067", "\u2068~**mark1**\u2067\u2069\u2069"],
    ["q", "[mark1](javascript:x)", "[mark1](javascript:x)"],
  ] as const) {
    await page.evaluate(
      ([attribute, value]) =>
        document.querySelector("softmax-bridge")?.setAttribute(attribute, value),
      [attribute, value] as const,
    );
    await page.locator("sb-notices li").first().waitFor();
    const { faults, text } = await look(page);
    expect(faults, attribute).toEqual([]);
    expect(text).toContain(quoted);
    await page.locator("sb-notices button").click();
  }
  const field = page.locator("sb-query input[type=text]").first();
  await field.fill("\u202e**mark1**");
  expect((await look(page)).faults).toEqual([]);
});

test("no address leads to a program", async () => {
  await site.open("embed.html", { reducedMotion: true });
  const linked = (base: string): Promise<{ link: string; hrefs: string[] }> =>
    page.evaluate(async (base) => {
      const figure = document.querySelector("softmax-bridge");
      if (!figure?.shadowRoot) throw new Error("no figure");
      figure.setAttribute("base", base);
      await figure.updateComplete;
      const hrefs = [...figure.shadowRoot.querySelectorAll("a")].map(({ href }) => href);
      return { link: figure.toLink(), hrefs };
    }, base);
  const here = new URL(site.url);
  for (const base of [
    "javascript:ran()",
    " \u0001JavaScript:ran()",
    "java\tscript:ran()",
    "data:text/html,<script>ran()</script>",
    "vbscript:ran()",
    "blob:https://example.org/0",
    "file:///etc/passwd",
    "https://",
  ]) {
    const { link, hrefs } = await linked(base);
    expect(new URL(link).origin, base).toBe(here.origin);
    expect(hrefs.length).toBeGreaterThan(0);
    for (const href of hrefs) expect(new URL(href).origin, base).toBe(here.origin);
  }
  for (const [base, to] of [
    ["index.html", `${site.url}index.html`],
    ["https://example.org/bridge/", "https://example.org/bridge/"],
    ["//example.org/bridge/", "http://example.org/bridge/"],
  ] as const) {
    const { link, hrefs } = await linked(base);
    expect(link.split("#")[0]).toBe(to);
    for (const href of hrefs) expect(href.split("#")[0]).toBe(to);
  }
});

test.each([390, 1280])("however long, names stay on the page: %i px", async (width) => {
  await site.open("index.html#step=S1", {
    reducedMotion: true,
    width,
  });
  await show(page, {
    labels: [
      "x".repeat(10_000),
      `e${"\u0301".repeat(1000)}`,
      "苹果".repeat(3000),
      "word ".repeat(2000),
      `\u202e${"abc".repeat(3000)}`,
      "🍎".repeat(3000),
    ],
    features: [
      "f".repeat(10_000),
      `g${"\u0301".repeat(1000)}`,
      "h ".repeat(5000),
      "甜".repeat(5000),
    ],
    options: { ...(await stateOf(page)).options, own: true },
  });
  for (const mode of ["page", "present", "worksheet", "predict"] as const)
    for (const place of mode === "page"
      ? views.map((view) => ({ view, step: "S9" }) as const)
      : [{ view: "derive", step: "S9" } as const]) {
      await form(page, mode, place);
      const { faults, text } = await look(page);
      expect(faults).toEqual([]);
      expect(text).not.toMatch(/x{300}|\u0301{9}/);
      const reach = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(reach, `${mode} ${place.view}`).toBeLessThanOrEqual(width);
    }
});
