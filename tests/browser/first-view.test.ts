/** What the pages show before there is a script, and that the figure takes its place without moving anything. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { patience } from "../patience.ts";
import { useSite } from "./page.ts";

const site = useSite();

const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

/** The text of an element of the drawing, within its shadow trees. */
const textsOf = (page: Page, selector: string): Promise<string[]> =>
  page
    .locator(selector)
    .evaluateAll((all) =>
      all
        .filter((element) => element.checkVisibility())
        .map((element) => element.textContent?.replace(/\s+/g, " ").trim() ?? ""),
    );

test("without scripts a phone has the first scene's text and numbers", async () => {
  const context = await site.browser.newContext({ ...phone, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${site.url}embed.html`);
  expect(await textsOf(page, "drawn-derive h2")).toContain("S1 Score every object");
  const numbers = (await textsOf(page, "drawn-ledger tbody td")).filter((text) => text !== "");
  expect(numbers.slice(0, 6)).toEqual(["4.75", "3.75", "3.25", "4.25", "1.875", "1.25"]);
  await page.goto(`${site.url}index.html`);
  expect(await textsOf(page, "drawn-opening h2")).toEqual([
    "Which of these is what I am looking for?",
  ]);
  const [columns = ""] = await textsOf(page, "drawn-opening .columns svg");
  expect(columns).toMatch(/4\.75.*3\.75.*3\.25.*4\.25.*1\.875.*1\.25/);
  await context.close();
});

test.each([
  ["index.html", "en-US"],
  ["index.html", "zh-CN"],
  ["embed.html", "en-US"],
  ["index.html#view=temperature", "en-US"],
])("nothing of %s moves until it is ready, %s", async (address, locale) => {
  const context = await site.browser.newContext({ ...phone, locale });
  const page = await context.newPage();
  page.setDefaultTimeout(patience);
  await page.addInitScript(() => {
    Object.assign(globalThis, { shift: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        (globalThis as unknown as { shift: number }).shift += (
          entry as PerformanceEntry & { value: number }
        ).value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  // What is there first is painted before there is a script.
  let release = (): void => {};
  const held = new Promise<void>((done) => {
    release = done;
  });
  await page.route(/chunk-|page-[^.]*\.js/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(site.url + address, { waitUntil: "commit" });
  await page.waitForFunction(() => performance.getEntriesByName("first-paint").length > 0);
  const drawn = page.locator("[slot=drawn]:visible");
  if (address.includes("#")) {
    await page.waitForFunction(() => document.documentElement.dataset.asked === "temperature");
  } else {
    await drawn.waitFor();
    expect(await drawn.getAttribute("lang")).toBe(locale === "zh-CN" ? "zh-CN" : "en");
  }
  release();
  await page.waitForFunction(() => document.querySelector("softmax-bridge")?.derivation);
  await page.evaluate(() => document.fonts.ready);
  await page.waitForFunction(() => document.querySelector("[slot=drawn]") === null);
  expect(
    await page.evaluate(() => (globalThis as unknown as { shift: number }).shift),
  ).toBeLessThan(0.01);
  await context.close();
});
