/** Names are text: whatever they are made of, in every view, form and language. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Mode } from "../../web/src/model/link.ts";
import { modes } from "../../web/src/model/link-schema.ts";
import { chain, languages, type State, views } from "../../web/src/model/state.ts";
import { launch, open, show, site, stateOf } from "./page.ts";

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

let browser: Browser;
let pages: Awaited<ReturnType<typeof site>>;

beforeAll(async () => {
  [browser, pages] = await Promise.all([launch(), site()]);
});
afterAll(() => Promise.all([browser?.close(), pages?.close()]));

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
  const last = mode === "worksheet" ? undefined : ends[patch.view ?? "derive"];
  if (last !== undefined) await page.locator(last).first().waitFor({ state: "attached" });
  await page.evaluate(() => new Promise(requestAnimationFrame));
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
  let page: Page;
  let close: () => Promise<void>;
  beforeAll(async () => {
    const address = `${pages.url}index.html#lang=${language}`;
    ({ page, close } = await open(browser, address, { reducedMotion: true }));
    const before = await stateOf(page);
    await show(page, { labels: names, features, options: { ...before.options, ...options } });
  });
  afterAll(() => close?.());

  test.each(modes)("names are text in mode=%s", async (mode) => {
    for (const place of places(mode)) {
      const where = `${mode} ${place.view} ${place.step}`;
      await form(page, mode, place);
      const { faults, text } = await look(page);
      expect(faults, where).toEqual([]);
      console.log(where, shown.map((name) => Number(text.includes(name))).join(""));
    }
    expect((await stateOf(page)).labels).toEqual(names);
  });
});
