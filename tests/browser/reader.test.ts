/** What a reader has set in the browser counts: the size of letters, and a translation of the page. */
import { type Browser, chromium } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hostOf } from "./host.ts";
import { useServer } from "./page.ts";

const server = useServer();

const browsers = new Map<number, Browser>();

beforeAll(async () => {
  for (const size of [16, 24]) {
    const browser = await chromium.launch({
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
      args: ["--no-sandbox", "--disable-gpu", `--blink-settings=defaultFontSize=${size}`],
    });
    browsers.set(size, browser);
  }
});

afterAll(() => Promise.all([...browsers.values()].map((browser) => browser.close())));

/** The figure in a theme that makes its root small. */
async function figure(size: number, view: string) {
  const page = await browsers.get(size)?.newPage({ viewport: { width: 1280, height: 900 } });
  if (page === undefined) throw new Error(`There is no browser with ${size} px.`);
  const host = await hostOf(
    `<script type="module" src="${server.url}softmax-bridge.js"></script>
    <softmax-bridge scene="apple" step="S7" lang="en" view="${view}"></softmax-bridge>`,
    { head: "<style>html { font-size: 62.5% } body { margin: 0 }</style>" },
  );
  page.once("close", () => void host.close());
  await page.goto(host.url);
  const views = "sb-derive, sb-temperature-view, sb-gradient, sb-normalizers, sb-scale";
  await page.locator(views).first().waitFor();
  return page;
}

test.each(["derive", "temperature", "gradient", "normalizers", "scale"])(
  "%s: with letters of 24 px all is half as large again, and nothing is cut",
  async (view) => {
    const heights: number[] = [];
    for (const size of [16, 24]) {
      const page = await figure(size, view);
      const said = await page.evaluate(() => {
        const foot = document.querySelector("softmax-bridge")?.shadowRoot?.querySelector(".foot a");
        const { scrollWidth, clientWidth } = document.documentElement;
        return {
          height: foot?.getBoundingClientRect().height ?? 0,
          over: scrollWidth - clientWidth,
        };
      });
      expect(said.over).toBeLessThanOrEqual(0);
      heights.push(said.height);
      await page.close();
    }
    const [usual = 0, large = 0] = heights;
    expect(large / usual).toBeCloseTo(1.5, 1);
  },
);

test("on a phone it grows as far as it is drawn for", async () => {
  const page = await figure(24, "derive");
  for (const [width, zoom] of [
    [390, 390 / 320],
    [320, 1],
    [1280, 1.5],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.waitForFunction((zoom) => {
      const all = document.querySelector("softmax-bridge")?.shadowRoot?.querySelector(".all");
      return all && Math.abs(Number(getComputedStyle(all).zoom) - zoom) < 0.01;
    }, zoom);
  }
  await page.close();
});

test("index.html opened as a file leads to the file that works as one", async () => {
  const page = await browsers.get(16)?.newPage();
  await page?.goto(new URL("../../dist/index.html", import.meta.url).href);
  await page?.getByRole("link", { name: "softmax-bridge-offline.html" }).first().click();
  await page?.locator("sb-opening, sb-derive").first().waitFor();
  await page?.close();
});

test("with letters of 24 px an object follows the pointer", async () => {
  const page = await figure(24, "derive");
  const query = page.locator("sb-plane [role=slider]").first();
  await query.scrollIntoViewIfNeeded();
  const before = await query.boundingBox();
  if (before === null) throw new Error("There is nothing to drag.");
  const [x, y] = [before.x + before.width / 2, before.y + before.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 30, y, { steps: 3 });
  await page.mouse.move(x + 60, y, { steps: 3 });
  const after = await query.boundingBox();
  await page.mouse.up();
  expect((after?.x ?? 0) - before.x).toBeGreaterThan(45);
  expect((after?.x ?? 0) - before.x).toBeLessThan(75);
  await page.close();
});

test("a translator leaves formulas and numbers alone", async () => {
  const page = await figure(16, "derive");
  const open = await page.evaluate(() => {
    const found: string[] = [];
    const walk = (root: ParentNode): void => {
      for (const it of root.querySelectorAll("*")) {
        if (it.localName === "math" && it.closest("[translate=no]") === null)
          found.push(it.textContent ?? "");
        if (it.shadowRoot) walk(it.shadowRoot);
      }
    };
    walk(document);
    return found;
  });
  expect(open).toEqual([]);
  await page.close();
});
