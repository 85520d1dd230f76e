import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import type { Download, FrameLocator, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { exportAs, exportKinds, exportNames } from "../../web/src/model/export.ts";
import { initialState } from "../../web/src/model/scenes.ts";
import { Store } from "../../web/src/model/store.ts";
import { texts, words } from "../texts.ts";
import { core } from "../unit/core.ts";
import { hostOf } from "./host.ts";
import { page, show, useSite, type View } from "./page.ts";

const site = useSite();

let folder: string;

beforeAll(async () => {
  await initWasm(await readFile("node_modules/@resvg/resvg-wasm/index_bg.wasm"));
  folder = await mkdtemp(join(tmpdir(), "softmax-bridge-"));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

const shown = new Store(core, initialState, words.en).shown.peek();
if (shown === null) throw new Error("no derivation");

const takeaway = (within: Page | FrameLocator = page): Locator => within.locator("sb-takeaway");
const button = (name: string, within?: Page | FrameLocator): Locator =>
  takeaway(within).getByRole("button", { name, exact: true });
const said = (within?: Page | FrameLocator): Locator => takeaway(within).getByRole("status");

/** The page, with its tools open. */
async function openTools(view: View = {}, url = site.url): Promise<void> {
  await site.open(`${url}index.html#step=S1`, { reducedMotion: true, ...view });
  await page.locator("sb-derive details > summary").click();
  await takeaway().waitFor();
}

/** What a press on SVG or PNG brings. */
async function download(name: string): Promise<{ name: string; path: string; bytes: Buffer }> {
  const [arrived] = await Promise.all<[Promise<Download>, Promise<void>]>([
    page.waitForEvent("download"),
    button(name).click(),
  ]);
  const path = join(folder, arrived.suggestedFilename());
  await arrived.saveAs(path);
  return { name: arrived.suggestedFilename(), path, bytes: await readFile(path) };
}

describe("copies", () => {
  beforeEach(async () => {
    await openTools();
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  });

  test("land in the clipboard, and it is said", async () => {
    for (const kind of exportKinds) {
      await button(exportNames[kind]).click();
      await said().getByText(texts.en.data.copied(exportNames[kind]), { exact: true }).waitFor();
      // A clipboard may end lines as its system does; what files hold is compared below.
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      expect(copied.replaceAll("\r\n", "\n")).toBe(exportAs(kind, shown).replaceAll("\r\n", "\n"));
      expect(await takeaway().locator("textarea").count()).toBe(0);
    }
  });

  test("can be had as files", async () => {
    const names: string[] = [];
    for (const kind of exportKinds) {
      await button(exportNames[kind]).click();
      await said().getByText(exportNames[kind]).waitFor();
      const [arrived] = await Promise.all([
        page.waitForEvent("download"),
        takeaway().getByRole("link").click(),
      ]);
      names.push(arrived.suggestedFilename());
      expect(await readFile(await arrived.path(), "utf8")).toBe(exportAs(kind, shown));
    }
    expect(names).toEqual([
      "softmax-bridge-apple-numpy.py",
      "softmax-bridge-apple-pytorch.py",
      "softmax-bridge-apple.cpp",
      "softmax-bridge-apple.tex",
      "softmax-bridge-apple.csv",
      "softmax-bridge-apple.json",
    ]);
  });

  test("are not offered any more when the numbers have changed", async () => {
    await button("NumPy").click();
    await takeaway().getByRole("link").waitFor();
    await show(page, { query: [1, 1, 1, 1] });
    await takeaway().getByRole("link").waitFor({ state: "detached" });
    expect(await said().textContent()).toBe("");
  });
});

test("where nothing may be copied or downloaded, it is there to be taken by hand", async () => {
  const context = await site.browser.newContext({ locale: "en-US" });
  const host = await context.newPage();
  const other = await hostOf(
    `<iframe src="${site.url}embed.html" sandbox="allow-scripts" allow="clipboard-write 'none'" width="900" height="900"></iframe>`,
  );
  await host.goto(other.url);
  const frame = host.frameLocator("iframe");
  await frame.locator("sb-derive details > summary").click();

  await button("C++", frame).click();
  await said(frame).getByText(texts.en.data.copyFailed).waitFor();
  const text = takeaway(frame).getByRole("textbox", { name: "C++", exact: true });
  expect(
    await text.evaluate((area: HTMLTextAreaElement) => ({
      value: area.value,
      readOnly: area.readOnly,
      selected: [area.selectionStart, area.selectionEnd],
      focused: area.matches(":focus"),
    })),
  ).toEqual({
    value: exportAs("cpp", shown),
    readOnly: true,
    selected: [0, exportAs("cpp", shown).length],
    focused: true,
  });

  await button("PNG", frame).click();
  await said(frame).getByText(texts.en.data.noDownloads).waitFor();
  const picture = takeaway(frame).getByRole("img", { name: "softmax-bridge-apple-S1.png" });
  expect(await picture.evaluate((image: HTMLImageElement) => image.decode())).toBeUndefined();
  await context.close();
  await other.close();
});

describe("pictures", () => {
  const views = [
    { scheme: "light", language: "en-US", step: "S7", paper: "#fcfbf7" },
    { scheme: "dark", language: "zh-CN", step: "S9", paper: "#151412" },
  ] as const;

  test.each(views)("SVG at $step, $scheme, $language", async (view) => {
    await openTools(view);
    await show(page, { step: view.step, article: true });
    const { name, path, bytes } = await download("SVG");
    expect(name).toBe(`softmax-bridge-apple-${view.step}.svg`);
    const source = bytes.toString();
    expect(source).not.toMatch(
      /foreignObject|<script|<style|<text|url\(|href="(?!data:image\/png)/,
    );
    // Every letter of ours is a shape; what our fonts lack is an image.
    expect(source.includes("<image")).toBe(view.language === "zh-CN");

    const file = await page.context().newPage();
    await file.goto(pathToFileURL(path).href);
    const read = await file.evaluate(() => ({
      root: document.documentElement.localName,
      broken: document.querySelector("parsererror") !== null,
      language: document.documentElement.getAttribute("xml:lang"),
      title: document.querySelector("title")?.textContent,
      description: document.querySelector("desc")?.textContent ?? "",
      paper: document.querySelector("rect")?.getAttribute("fill"),
      words: [...document.querySelectorAll("[aria-label]")].map((g) =>
        g.getAttribute("aria-label"),
      ),
    }));
    const text = texts[view.language === "zh-CN" ? "zh-CN" : "en"];
    expect(read).toMatchObject({
      root: "svg",
      broken: false,
      language: view.language.replace("-US", ""),
      title:
        view.step === "S7"
          ? "S7 Drop the selector, keep the numbers. From argmax to softmax"
          : "S9 求加权平均。从 argmax 到 softmax",
      paper: view.paper,
    });
    for (const number of ["0.4378", "0.1611", "0.0977", "0.2655", "0.0247", "0.0132"]) {
      expect(read.words).toContain(number);
      expect(read.description).toContain(number);
    }
    for (const word of ["0.5622", "0.8260", "2.284", "4.75", text.headings[view.step]]) {
      expect(read.words).toContain(word);
    }
    // Controls are not part of the picture.
    for (const word of [text.data.reset, text.controls.lost, text.controls.temperature]) {
      expect(read.words).not.toContain(word);
    }
    await file.close();
  });

  test("every number of the ledger stands in the SVG where it stands on the page", async () => {
    await openTools();
    await show(page, { step: "S7" });
    const { path } = await download("SVG");
    const file = await page.context().newPage();
    await file.goto(pathToFileURL(path).href);
    const there = await file.evaluate(() =>
      [...document.querySelectorAll("[aria-label]")].map((text) => {
        const { left, top, right } = text.getBoundingClientRect();
        return { text: text.getAttribute("aria-label") ?? "", left, top, right };
      }),
    );
    await file.close();
    const here = await page.locator("sb-ledger tbody .number").evaluateAll((numbers) =>
      numbers
        .filter((number) => number.textContent?.trim() !== "")
        .map((number) => {
          const range = document.createRange();
          range.selectNodeContents(number);
          const { left, top, right } = range.getBoundingClientRect();
          return { text: number.textContent?.trim() ?? "", left, top, right };
        }),
    );
    expect(here).toHaveLength(6 * 6);
    const corner = (all: typeof here) =>
      all.find(({ text }) => text === "3.75") ?? { left: Number.NaN, top: Number.NaN };
    const [dx, dy] = [corner(there).left - corner(here).left, corner(there).top - corner(here).top];
    for (const { text, left, top, right } of here) {
      const found = there.find(
        (other) =>
          other.text === text &&
          // Ink begins and ends a little within the box of its line.
          Math.abs(other.left - left - dx) < 1.6 &&
          Math.abs(other.right - right - dx) < 2.2 &&
          Math.abs(other.top - top - dy) < 2.1,
      );
      expect(found, `${text} at ${left}, ${top}`).toBeDefined();
    }
  });

  test("PNG is the SVG at twice its size", async () => {
    await openTools();
    await show(page, { step: "S7" });
    const svg = await download("SVG");
    const png = await download("PNG");
    expect(png.name).toBe("softmax-bridge-apple-S7.png");
    const [, width, height] = /^<svg [^>]*width="(\d+)" height="(\d+)"/m.exec(
      svg.bytes.toString(),
    ) ?? ["", "0", "0"];
    const size = { width: Number(width), height: Number(height) };
    const context = await site.browser.newContext({ viewport: size, deviceScaleFactor: 2 });
    const file = await context.newPage();
    await file.goto(pathToFileURL(svg.path).href);
    const seen = await file.screenshot();
    await context.close();

    const compared = await page.evaluate(
      async (sources) => {
        const [a, b] = await Promise.all(
          sources.map(async (source) => {
            const image = new Image();
            image.src = `data:image/png;base64,${source}`;
            await image.decode();
            const canvas = document.createElement("canvas");
            [canvas.width, canvas.height] = [image.width, image.height];
            const context = canvas.getContext("2d");
            context?.drawImage(image, 0, 0);
            const { width, height } = canvas;
            const data = context?.getImageData(0, 0, width, height).data ?? [];
            return { width, height, data };
          }),
        );
        if (a === undefined || b === undefined) throw new Error("no images");
        const counts = { inked: 0, hard: 0, soft: 0, differ: 0 };
        const near = (at: number, colour: readonly number[]): boolean =>
          colour.every((part, k) => Math.abs((a.data[at + k] ?? 0) - part) < 8);
        for (let at = 0; at < a.data.length; at += 4) {
          if (!near(at, [0xfc, 0xfb, 0xf7])) counts.inked++;
          if (near(at, [0xbf, 0x3a, 0x12])) counts.hard++;
          if (near(at, [0x1c, 0x4e, 0x90])) counts.soft++;
          if ([0, 1, 2].some((k) => Math.abs((a.data[at + k] ?? 0) - (b.data[at + k] ?? 0)) > 64))
            counts.differ++;
        }
        const all = a.data.length / 4;
        return { width: a.width, height: a.height, all, ...counts };
      },
      [png.bytes.toString("base64"), seen.toString("base64")],
    );
    expect(compared).toMatchObject({ width: 2 * size.width, height: 2 * size.height });
    expect(compared.inked / compared.all).toBeGreaterThan(0.05);
    expect(compared.hard).toBeGreaterThan(1000);
    expect(compared.soft).toBeGreaterThan(1000);
    expect(compared.differ / compared.all).toBeLessThan(0.001);
  });

  test("a program that knows no fonts draws the same picture", async () => {
    await openTools();
    await show(page, { step: "S7" });
    expect(await likeness(await download("SVG"))).toBeGreaterThan(0.98);
  });

  test.each([
    ["temperature", "sb-temperature-chart", "Temperature sweep"],
    ["gradient", "sb-training", "Training runs"],
    ["normalizers", "sb-smooth-maxima", "Table of normalisers"],
    ["scale", "canvas", "Weights of the maps"],
  ])("%s: the view as a picture, and its table", async (view, part, label) => {
    await site.open(`${site.url}index.html#view=${view}&lang=en`, { reducedMotion: true });
    await page.locator(part).first().waitFor();
    await page.getByText("Numbers and picture to take away").click();
    await takeaway().waitFor();
    const svg = await download("SVG");
    expect(svg.name).toBe(`softmax-bridge-apple-${view}.svg`);
    expect(await likeness(svg)).toBeGreaterThan(0.98);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await expect
      .poll(
        async () => {
          await page
            .getByRole("group", { name: label })
            .getByRole("button", { name: "CSV" })
            .click();
          return await said().textContent();
        },
        { timeout: 20_000 },
      )
      .toBe("CSV copied");
  });

  test("names that a reader gave cannot break it", async () => {
    await openTools();
    const names = ["</text><script>", '"&amp;', "\u0001\ud800", "苹果"];
    await show(page, { ...plane, labels: names, step: "S7" });
    const { path } = await download("SVG");
    const file = await page.context().newPage();
    await file.goto(pathToFileURL(path).href);
    const text = await file.evaluate(() => document.documentElement.textContent ?? "");
    expect(await file.locator("parsererror").count()).toBe(0);
    expect(text).toContain(names[0]);
    expect(text).toContain(names[1]);
    await file.close();
  });
});

/** The share of the points that a program without fonts paints as the browser does. */
async function likeness(svg: { path: string; bytes: Buffer }): Promise<number> {
  const drawn = new Resvg(svg.bytes.toString(), { font: { loadSystemFonts: false } }).render();
  const file = await page.context().newPage();
  await file.setViewportSize({ width: drawn.width, height: drawn.height });
  await file.goto(pathToFileURL(svg.path).href);
  const seen = await file.screenshot({ scale: "css" });
  await file.close();
  return page.evaluate(
    async (sources) => {
      const [a, b] = await Promise.all(
        sources.map(async (source) => {
          const image = new Image();
          image.src = `data:image/png;base64,${source}`;
          await image.decode();
          const canvas = new OffscreenCanvas(image.width, image.height);
          const context = canvas.getContext("2d");
          context?.drawImage(image, 0, 0);
          return context?.getImageData(0, 0, image.width, image.height).data ?? [];
        }),
      );
      if (a === undefined || b === undefined || a.length !== b.length) return 0;
      // Of those that one of them has inked: most of a sheet is paper.
      let [inked, same] = [0, 0];
      for (let at = 0; at < a.length; at += 4) {
        const far = (p: ArrayLike<number>, q: ArrayLike<number>, from: number): number =>
          Math.max(...[0, 1, 2].map((k) => Math.abs((p[at + k] ?? 0) - (q[from + k] ?? 0))));
        if (far(a, a, 0) < 16 && far(b, b, 0) < 16) continue;
        inked++;
        if (far(a, b, at) < 112) same++;
      }
      return same / inked;
    },
    [Buffer.from(drawn.asPng()).toString("base64"), seen.toString("base64")],
  );
}

const plane = {
  scene: "custom",
  values: [
    [1, 0],
    [0, 1],
    [1, 1],
    [-1, 0],
  ],
  keys: null,
  query: [1, 2],
  features: null,
  mask: null,
} as const;
